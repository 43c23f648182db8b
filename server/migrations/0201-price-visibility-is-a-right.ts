import { addColumn, changeWords, run, type Migrating } from './kit.ts'

/** From whom a company hides its prices decides on rights in every area, so it stands with what the company decides about its people. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'company_policy', "price_visibility text not null default 'NoHide'")
  await changeWords(db, 'company_policy', 'price_visibility', [
    'NoHide',
    'HideForOPOperator',
    'HideForOPManager',
    'HideForAll',
  ])
  await run(
    db,
    `do $$ declare one int; begin
       for one in select id from company order by id loop
         perform set_config('app.company_id', one::text, true);
         update company_policy p set price_visibility = o.price_visibility from order_policy o
         where p.company_id = one and o.company_id = one;
       end loop;
     end $$`,
  )
  await run(db, 'alter table order_policy drop column price_visibility')
}
