import { companies } from '../../server/src/demo/companies.ts'
import { existing } from '@kervan/contract/kit/typed'
import { sql, type RawBuilder } from 'kysely'
import { insertMany } from '../../server/src/kit/database/insert-many.ts'
import { stockOf } from '../../server/src/company/demo/products.ts'
import { addDays, isWeekend } from '@kervan/contract/kit/days'
import { startOfDay } from '../../server/src/kit/clock.ts'
import type { Tx } from '../../server/src/kit/database/db.ts'
import type { World } from './seed.ts'
import type { DemoVariant } from '../../server/src/demo/world.ts'

// The goods and orders of the bench's company, made in the database: a million rows are not sent to it.

export const timeZone = 'Europe/Istanbul'
export const days = 365
export const customers = 400
export const locationsEach = 3
export const largeEvery = 50_000
export const largeLines = 1_200
export const youngest = 5
export const company = existing(companies[0])
export const benchCompany = 1
/** Where all stock of the bench's company lies. */
export const warehouse = '00000000-0000-7000-8000-000000000001'

export async function insertGoods(tx: Tx, { random, since, variants }: World): Promise<void> {
  await insertMany(
    tx,
    'stock',
    stockOf({ ...company, id: benchCompany }, variants, [warehouse], new Map(), random, new Date(since)),
  )
  // Only goods that travel together, numbered from 0.
  const sold = variants.filter(({ active, product }) => active && product.flow_type === 'Standard')
  await sql`create unlogged table bench_variant (n int primary key, variant_id uuid, product_code text, product_name text, code text, size text, gtin text, maker text, pack int, cents bigint)`.execute(
    tx,
  )
  const of = <T>(pick: (variant: DemoVariant) => T) => sold.map(pick)
  await sql`insert into bench_variant select * from unnest(${sold.map((_, index) => index)}::int[], ${of((v) => v.row.id)}::uuid[], ${of((v) => v.product.code)}::text[], ${of((v) => v.product.name)}::text[], ${of((v) => v.row.code)}::text[],
    ${of((v) => v.row.size ?? null)}::text[], ${of((v) => v.row.gtin ?? null)}::text[], ${of((v) => v.product.manufacturer_code ?? null)}::text[], ${of((v) => v.product.pack_unit)}::int[], ${of((v) => Math.round(v.price * 100))}::bigint[])`.execute(
    tx,
  )
  await sql`analyze bench_variant`.execute(tx)
  await sql`select refresh_supply_paths(${benchCompany})`.execute(tx)
}

/** Chance by number: the same row gets the same value each time. */
export function chance(number: string, salt: number): RawBuilder<unknown> {
  return sql.raw(`(hashint8extended(${number}, ${salt}) & 2147483647)`)
}

export type Statements = Record<'orders' | 'lines' | 'heads' | 'events' | 'stock', RawBuilder<unknown>>

export function statements(orders: number, from: string): Statements {
  // Working days weigh one, weekend days little; each order falls into its place of the year.
  const calendar = Array.from({ length: days }, (_, index) => addDays(from, index))
  const weights = calendar.map((day) => (!isWeekend(day) ? 1 : 0.12))
  const before = [0]
  for (const weight of weights) before.push(existing(before.at(-1)) + weight)
  const total = existing(before.at(-1))
  const opens = calendar.map((day) =>
    new Date(startOfDay(timeZone, day).getTime() + 7.5 * 3_600_000).toISOString(),
  )
  const company = sql.raw(`${benchCompany}::int`)
  const id = (moment: string, number: string) =>
    sql.raw(
      `(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex((${number}) & 4095), 3, '0') || '8' || lpad(to_hex(${number}), 15, '0'))::uuid`,
    )

  // The goods of an order: which, how many packs of them, and what became of them.
  const goods = sql`select o.i, o.at, o.id as order_id, j, v.*, (2 + ${chance('o.i * 2048 + j', 4)}::int % 6) * v.pack as demand,
      case o.kind when 'Request' then 'Pending' when 'Processing' then 'Approved' when 'Revised' then case when j = 1 then 'Revised' else 'Pending' end else o.kind end as state
    from bench_order o cross join lateral generate_series(1, o.n) as j join bench_variant v on v.n = (o.c + j::bigint * 7919) % (select count(*) from bench_variant)`
  const po = sql`case when g.state in ('Rejected', 'Cancelled') then 0 when g.state = 'Revised' then g.demand - g.pack else g.demand end`

  return {
    orders: sql`
      create unlogged table bench_order as
      with raw as (select i, (i - 0.5::float8) * ${sql.raw(String(total / orders))}::float8 as x from generate_series(1::bigint, ${sql.raw(String(orders))}) as i),
        timed as (select i, x, width_bucket(x, ${sql.raw(`'{${before.join(',')}}'::float8[]`)}) as d, ${chance('i', 1)} as a, ${chance('i', 2)} as b, ${chance('i', 3)} as c from raw),
        placed as (select i, d, a, b, c, date_trunc('milliseconds', (${sql.raw(`'{${opens.join(',')}}'::timestamptz[]`)})[d]
          + (x - (${sql.raw(`'{${before.join(',')}}'::float8[]`)})[d]) / (${sql.raw(`'{${weights.join(',')}}'::float8[]`)})[d] * interval '11 hours') as at from timed)
      select i, ${id('at', 'i')} as id, at, (${sql.raw(`'{${calendar.join(',')}}'::date[]`)})[d] as day, c,
        1 + floor(${sql.raw(String(customers * locationsEach))} * power(b / 2147483648.0::float8, 1.6))::int as place,
        case when (${sql.raw(String(orders - youngest))} - i) % ${sql.raw(String(largeEvery))} = 0 then ${sql.raw(String(largeLines))} when c % 1000 = 0 then 100 + c % 200 when c % 50 = 0 then 8 + c % 30 else 1 + c % 3 end::int as n,
        case when i = ${sql.raw(String(orders - youngest))} then 'Request'
          when d > ${sql.raw(String(days - 10))} then (array['Request', 'Request', 'Request', 'Request', 'Request', 'Processing', 'Processing', 'Revised', 'WaitingExternalApproval', 'Completed'])[a % 10 + 1]
          when a % 100 < 91 then 'Completed' when a % 100 < 95 then 'Rejected' when a % 100 < 98 then 'Cancelled' else 'Processing' end as kind
      from placed`,
    lines: sql`
      insert into order_line (company_id, id, order_id, line_no, variant_id, supply_location_id, product_code, product_name, variant_code, size, gtin, manufacturer_product_code, pack_unit, demand_quantity, po_quantity,
        completed_quantity, unit_price, net_amount, shipment_method, type, state, reject_reason)
      select ${company}, ${id('g.at', 'g.i * 2048 + g.j')}, g.order_id, g.j, g.variant_id, ${warehouse}::uuid, g.product_code, g.product_name, g.code, g.size, g.gtin, g.maker, g.pack, g.demand, ${po},
        case when g.state = 'Completed' then g.demand else 0 end, g.cents / 100.0, round(${po} * g.cents * (100 - p.discount) / 10000, 2), 'Road', 'DirectlyOrder', g.state, case when g.state = 'Rejected' then 'OutOfStock' else 'None' end
      from (${goods}) g join bench_order bo on bo.i = g.i join bench_place p on p.n = bo.place`,
    heads: sql`
      insert into sales_order (company_id, id, code, vendor_code, vendor_name, customer_id, customer_code, customer_name, delivery_location_id, delivery_location_code, delivery_location_name, delivery_date,
        order_date, external_po_code, shipment_method, type, channel, state, all_cancelled, undecided, completed_ratio, line_count, quantity, currency, subtotal, discount_percent, discount, total,
        record_user_id, record_user_name, record_date, last_event_at, search_text)
      select ${company}, o.id, o.code, 'BENCH', 'Bench', p.customer_id, p.customer_code, p.customer_name, p.id, p.code, p.name, o.day + 3,
        o.at, o.po, 'Road', 'DirectlyOrder', case when o.c % 5 = 0 then 'PortalBulk' else 'Portal' end, case when o.kind = 'Cancelled' then 'Rejected' else o.kind end, o.kind = 'Cancelled', o.kind in ('Request', 'Revised'),
        case when o.kind = 'Completed' then 100 else 0 end, o.n, s.quantity, 'TRY', s.subtotal, p.discount, round(s.subtotal * p.discount / 100, 2), s.subtotal - round(s.subtotal * p.discount / 100, 2),
        p.user_id, p.user_name, o.at, o.at, concat_ws(' ', lower(o.code), lower(o.po), p.customer_folded, p.folded)
      from (select *, 'SO-' || to_char(day, 'YY') || '-' || to_char(i, 'FM9999900000') as code, case when c % 3 > 0 then 'PO-' || to_char(c % 100000, 'FM00000') end as po from bench_order) o
        join bench_place p on p.n = o.place
        join (select g.i, sum(${po}) as quantity, sum(${po} * g.cents) / 100 as subtotal from (${goods}) g group by g.i) s on s.i = o.i
      order by o.i`,
    events: sql`
      insert into record_event (company_id, id, record_type, record_id, at, by_id, by_name, kind, facts)
      select ${company}, o.id, 'order', o.id, o.at, p.user_id, p.user_name, 'order.placed', jsonb_build_object('count', o.n, 'quantity', s.quantity, 'channel', s.channel)
      from bench_order o join bench_place p on p.n = o.place join sales_order s on s.company_id = ${company} and s.id = o.id order by o.i`,
    stock: sql`
      update stock s set reserved = h.held, on_hand = s.on_hand + h.held + 100000 from (
        select variant_id, sum(po_quantity)::int as held from order_line where company_id = ${company} and state in ('Pending', 'Revised', 'WaitingExternalApproval', 'Approved') group by variant_id
      ) h where s.company_id = ${company} and s.variant_id = h.variant_id`,
  }
}
