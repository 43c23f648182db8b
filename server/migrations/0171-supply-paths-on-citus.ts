import { run, type Migrating } from './kit.ts'

/**
 * The same as before in PL/pgSQL: distributed PostgreSQL takes no parameters of SQL functions, and does an insert of
 * what it selects by COPY, which row-level security refuses, unless the rows come as a value and something is returned.
 */
export async function up(db: Migrating): Promise<void> {
  await run(db, 'drop function refresh_supply_paths(int)')
  await run(
    db,
    `create function refresh_supply_paths(one int) returns void language plpgsql as $$
     declare paths json; written uuid;
     begin
       perform pg_advisory_xact_lock(hashtextextended('supply paths', one));
       delete from supply_path where company_id = one;
       with recursive policy as (
         select coalesce((select p.strategy from supply_policy p where p.company_id = one), 'WarehousesAndStores') as strategy),
       usable as (
         select l.id, l.code, l.type like '%DistributionCenter' as warehouse from location l, policy
         where l.company_id = one and l.status = 'Active' and not l.blacklisted
           and (l.type like '%DistributionCenter'
             or policy.strategy = 'WarehousesAndStores' and (l.type like '%PointOfSales' or l.type = 'OnlineStore'))),
       relation as (select r.receiver_id, r.supplier_id, r.priority from supply_relation r where r.company_id = one and r.active),
       edge as (select r.* from relation r join usable u on u.id = r.supplier_id),
       walk (location_id, supplier_id, step) as (
         select receiver_id, supplier_id, 1 from edge
         union
         select w.location_id, e.supplier_id, w.step + 1 from walk w join edge e on e.receiver_id = w.supplier_id where w.step < 6),
       nearest as (
         select location_id, supplier_id, min(step) as step from walk where location_id <> supplier_id group by location_id, supplier_id),
       path as (
         select n.location_id, array_agg(n.supplier_id order by n.step, coalesce(e.priority, 100), u.code) as suppliers
         from nearest n join usable u on u.id = n.supplier_id
           left join edge e on e.receiver_id = n.location_id and e.supplier_id = n.supplier_id
         group by n.location_id),
       others as (
         select u.id, u.code from usable u where u.warehouse or not exists (select from usable w where w.warehouse)),
       rows as (
         select r.receiver_id as location_id, coalesce(p.suppliers, '{}') as suppliers from (select distinct receiver_id from relation) r
           left join path p on p.location_id = r.receiver_id
         union all select '00000000-0000-0000-0000-000000000000', array(select id from others order by code)
         union all select 'ffffffff-ffff-ffff-ffff-ffffffffffff', array(select supplier_id from nearest union select id from others))
       select json_agg(json_build_object('location_id', r.location_id, 'suppliers', r.suppliers)) into paths from rows r;
       for written in
         insert into supply_path (company_id, location_id, suppliers)
         select one, location_id, suppliers from json_populate_recordset(null::supply_path, paths) returning location_id
       loop end loop;
     end $$`,
  )
}
