import { addColumn, run, type Migrating } from './kit.ts'

/**
 * Who activated a file of an MCI entity, and whether its rows were changed by form since (MCI-002). One file of an input
 * is active: those that were replaced can be activated again, after they have been read anew.
 */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'mci_file', 'activated_by text')
  await addColumn(db, 'mci_file', 'edited boolean not null default false')
  await run(
    db,
    `do $$ declare one record; begin
       for one in select id from company order by id loop
         perform set_config('app.company_id', one.id::text, true);
         update mci_file m set state = 'ReValidate' from mci_entity e
           where m.company_id = one.id and e.company_id = one.id and e.id = m.entity_id and m.state = 'Active'
             and m.generation <> case m.input when 'User' then e.user_generation else e.erp_generation end;
       end loop;
     end $$`,
  )
}
