import { addColumn, addKey, run, tenantTable, type Migrating } from './kit.ts'

/**
 * Stock belongs to a location, and a line says which location it holds stock of. Who may supply a location follows from
 * the network; `supply_path` keeps the answer, nearest first, so that placing an order does not walk the network.
 */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'stock', 'location_id uuid')
  await addColumn(db, 'stock', 'id uuid not null default gen_random_uuid()')
  await addColumn(db, 'stock', 'version int not null default 1')
  await addColumn(db, 'stock', 'created_at timestamptz not null default now()')
  await addColumn(db, 'order_line', 'supply_location_id uuid')
  // What stock there was lies in the first warehouse; a company that has none gets one for it.
  await run(
    db,
    `do $$ declare one int; home uuid; begin
       for one in select id from company order by id loop
         perform set_config('app.company_id', one::text, true);
         continue when not exists (select from stock s where s.company_id = one);
         select l.id into home from location l where l.company_id = one and l.type like '%DistributionCenter'
           order by l.status <> 'Active', l.blacklisted, l.code limit 1;
         if home is null then
           home := gen_random_uuid();
           insert into location (company_id, id, code, name, name_folded, type, city, status)
           values (one, home, 'WAREHOUSE', 'Warehouse', 'warehouse', 'PrimaryCompanyDistributionCenter', '', 'Active');
         end if;
         update stock s set location_id = home where s.company_id = one;
         update order_line l set supply_location_id = home where l.company_id = one and l.type = 'DirectlyOrder';
       end loop;
     end $$`,
  )
  await run(db, 'alter table stock alter column location_id set not null')
  await run(db, 'alter table stock drop constraint stock_pkey')
  await run(db, 'alter table stock add primary key (company_id, variant_id, location_id)')
  await run(db, 'create index stock_location on stock (company_id, location_id)')
  await run(db, 'create unique index stock_id on stock (company_id, id)')
  await addKey(db, 'stock', 'company_id, location_id', 'location')
  await tenantTable(
    db,
    'supply_path',
    `location_id uuid not null,
     supplier_id uuid not null,
     rank int not null,
     primary key (company_id, location_id, supplier_id)`,
    'write',
    { 'company_id, supplier_id': 'location on delete cascade' },
  )
  await run(db, 'create index supply_path_supplier on supply_path (company_id, supplier_id)')
  // Two groups stand beside the locations of the network: all zeros for a location that no relation supplies, all f for
  // everything that supplies anybody. Without a relation the warehouses supply, in a company without them its stores.
  await run(
    db,
    `create function refresh_supply_paths(one int) returns void language sql as $$
       delete from supply_path where company_id = one;
       with recursive policy as (
         select coalesce((select p.strategy from supply_policy p where p.company_id = one), 'WarehousesAndStores') as strategy),
       usable as (
         select l.id, l.code, l.type like '%DistributionCenter' as warehouse from location l, policy
         where l.company_id = one and l.status = 'Active' and not l.blacklisted
           and (l.type like '%DistributionCenter'
             or policy.strategy = 'WarehousesAndStores' and (l.type like '%PointOfSales' or l.type = 'OnlineStore'))),
       edge as (
         select r.receiver_id, r.supplier_id, r.priority from supply_relation r join usable u on u.id = r.supplier_id
         where r.company_id = one and r.active),
       walk (location_id, supplier_id, step) as (
         select receiver_id, supplier_id, 1 from edge
         union
         select w.location_id, e.supplier_id, w.step + 1 from walk w join edge e on e.receiver_id = w.supplier_id where w.step < 6),
       nearest as (select location_id, supplier_id, min(step) as step from walk group by location_id, supplier_id),
       path as (
         select n.location_id, n.supplier_id,
           row_number() over (partition by n.location_id order by n.step, coalesce(e.priority, 100), u.code) as rank
         from nearest n join usable u on u.id = n.supplier_id
           left join edge e on e.receiver_id = n.location_id and e.supplier_id = n.supplier_id
         where n.location_id <> n.supplier_id),
       others as (
         select u.id as supplier_id, row_number() over (order by u.code) as rank from usable u
         where u.warehouse or not exists (select from usable w where w.warehouse))
       insert into supply_path (company_id, location_id, supplier_id, rank)
       select one, location_id, supplier_id, rank from path
       union all select one, '00000000-0000-0000-0000-000000000000', supplier_id, rank from others
       union all select one, 'ffffffff-ffff-ffff-ffff-ffffffffffff', supplier_id, 1
         from (select supplier_id from path union select supplier_id from others) everyone
     $$`,
  )
  await run(
    db,
    `do $$ declare one int; begin
       for one in select id from company order by id loop
         perform set_config('app.company_id', one::text, true);
         perform refresh_supply_paths(one);
       end loop;
     end $$`,
  )
}
