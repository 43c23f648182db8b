import { addKey, run, type Migrating } from './kit.ts'

/** A profile picture names its file by a key, as all do: what names a file keeps it from being purged. */
export async function up(db: Migrating): Promise<void> {
  // Row by row of the companies: row-level security binds the owner too.
  await run(
    db,
    `do $$
     declare one int;
     begin
       for one in select id from company loop
         perform set_config('app.company_id', one::text, true);
         update membership m set picture_file_id = null where m.company_id = one and m.picture_file_id is not null
           and not exists (select from file f where f.company_id = one and f.id = m.picture_file_id);
       end loop;
     end $$`,
  )
  await addKey(db, 'membership', 'company_id, picture_file_id', 'file')
  await run(
    db,
    'create index membership_picture on membership (company_id, picture_file_id) where picture_file_id is not null',
  )
}
