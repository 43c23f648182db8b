import { addColumn, run, type Migrating } from './kit.ts'

/**
 * What each line comes to less its share of the order's discount, in whole cents that add up to the order's total. Lines of
 * before get theirs by largest remainder, as new ones do.
 */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'order_line', 'net_amount numeric(18, 2) not null default 0')
  await run(
    db,
    `do $$
     declare one int;
     begin
       for one in select id from company order by id loop
         perform set_config('app.company_id', one::text, true);
         update order_line l set net_amount = n.net from (
           select id, (whole + case when missing > 0 and up <= missing then 1 when missing < 0 and down <= -missing then -1 else 0 end) / 100 as net
           from (
             select id, whole, total * 100 - sum(whole) over (partition by order_id) as missing,
               row_number() over (partition by order_id order by exact - whole desc, line_no) as up,
               row_number() over (partition by order_id order by whole < 1, exact - whole, line_no desc) as down
             from (
               select x.id, x.order_id, x.line_no, o.total, x.exact, floor(x.exact) as whole
               from (
                 select l.id, l.order_id, l.line_no, l.po_quantity * l.unit_price * (100 - o.discount_percent) as exact
                 from order_line l join sales_order o on o.company_id = one and o.id = l.order_id
                 where l.company_id = one and l.po_quantity > 0) x
               join sales_order o on o.company_id = one and o.id = x.order_id) w) r) n
         where l.company_id = one and l.id = n.id;
       end loop;
     end $$`,
  )
}
