import { addColumn, changeWords, run, type Migrating } from './kit.ts'

/**
 * How a user wants dates and times written: null is as the language writes them, by the clock of the device. Who may
 * choose the own language may choose these.
 */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'membership', 'date_format text')
  await changeWords(db, 'membership', 'date_format', ['Iso', 'Dots', 'Slashes'])
  await addColumn(db, 'membership', 'time_zone text')
  // One company after the other, because row-level security binds the owner of the tables too.
  await run(
    db,
    `do $$ declare one int; begin
       for one in select id from company order by id loop
         perform set_config('app.company_id', one::text, true);
         insert into role_permission (company_id, role_id, permission)
           select one, role_id, 'userManagement-setOwnFormats' from role_permission
           where company_id = one and permission = 'userManagement-setOwnLanguage'
         on conflict do nothing;
       end loop;
     end $$`,
  )
}
