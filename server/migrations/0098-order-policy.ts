import { addColumn, changeWords, run, type Migrating } from './kit.ts'

/** How a company takes orders is its own to change (ORD-021), so it stands in a table that the portal may write. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'order_policy', `price_visibility text not null default 'NoHide'`)
  await changeWords(db, 'order_policy', 'price_visibility', [
    'NoHide',
    'HideForOPOperator',
    'HideForOPManager',
    'HideForAll',
  ])
  await addColumn(db, 'order_policy', 'check_po_number boolean not null default false')
  await addColumn(db, 'order_policy', `pending_scope text not null default 'NoneCancelling'`)
  await changeWords(db, 'order_policy', 'pending_scope', [
    'NoneCancelling',
    'CancelOnlyBackorder',
    'CancelOnlyDirectly',
    'CancelAllTypeOrders',
  ])
  // Null is the company's own time zone.
  await addColumn(db, 'order_policy', 'reference_time_zone text')
  await run(
    db,
    `do $$ declare one record; begin
       for one in select id, price_visibility as visibility from company where price_visibility <> 'NoHide' order by id loop
         perform set_config('app.company_id', one.id::text, true);
         insert into order_policy (company_id, price_visibility) values (one.id, one.visibility)
           on conflict (company_id) do update set price_visibility = excluded.price_visibility;
       end loop;
     end $$`,
  )
  await run(db, 'alter table company drop column price_visibility')
  await run(
    db,
    `create index sales_order_po on sales_order (company_id, customer_id, external_po_code) where external_po_code is not null`,
  )
}
