import { addColumn, run, type Migrating } from './kit.ts'

/** Scheduled work whose due times stand in tables of the areas: each due time has a key, and what is due says when. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'schedule_run', `key text collate "C" not null default ''`)
  await addColumn(db, 'schedule_run', 'asked_at timestamptz')
  await run(db, 'alter table schedule_run drop constraint schedule_run_pkey')
  await run(db, 'alter table schedule_run add primary key (company_id, name, key, due_at)')
  await run(db, 'create index schedule_run_last on schedule_run (company_id, name, due_at desc)')

  await addColumn(db, 'service_run', 'due_at timestamptz')

  // Null: what came or is not waited for any longer.
  await addColumn(db, 'data_transfer_due', 'look_at timestamptz')
  await run(
    db,
    `do $$ declare one record; begin
       for one in select id from company order by id loop
         perform set_config('app.company_id', one.id::text, true);
         update data_transfer_due d set look_at = d.due_at - make_interval(hours => t.early_hours) from data_transfer t
           where d.company_id = one.id and t.company_id = one.id and t.id = d.transfer_id and d.state <> 'Received';
       end loop;
     end $$`,
  )
  await run(
    db,
    'create index data_transfer_due_look on data_transfer_due (company_id, look_at) where look_at is not null',
  )
}
