import { addColumn, run, type Migrating } from './kit.ts'

/**
 * Whether a line of an order waits for a decision, kept on the order: to ask the lines of every order in process took
 * most of a second where a company has a million orders. The index of the tabs tells it, and the day of delivery, so
 * that tabs and late orders are counted from the index alone.
 */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'sales_order', 'undecided boolean not null default false')
  // One company after the other, because row-level security binds the owner of the tables too.
  await run(
    db,
    `do $$ declare one int; begin
       for one in select id from company order by id loop
         perform set_config('app.company_id', one::text, true);
         update sales_order o set undecided = true
         where o.company_id = one and o.type = 'DirectlyOrder' and not o.closed and exists (
           select from order_line l where l.company_id = one and l.order_id = o.id and l.state in ('Pending', 'Revised'));
       end loop;
     end $$`,
  )
  await run(db, 'drop index sales_order_date')
  await run(
    db,
    'create index sales_order_date on sales_order (company_id, closed, order_date desc, id desc) include (external, rejected, undecided, delivery_date)',
  )
}
