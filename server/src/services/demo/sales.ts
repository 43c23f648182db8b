import { isStore } from '@kervan/contract/kit/location-types'
import { addDays } from '@kervan/contract/kit/days'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { idFrom } from '../../kit/database/uuid.ts'
import type { LocationRow } from '../../demo/world.ts'

// A year of daily sales and the stock of own stores: what the engine sees of the demo. The products have one story each, so
// that each type of work order has a cause: winter and summer goods, stock in the wrong stores, broken sets, products that
// end, begin, or lie in the warehouse only.

const stores = 12
const days = 365
/** What the warehouse still has of a product, and what happens to it. The order is that of the products by a hash of their codes. */
const stories = [
  'season',
  'season',
  'season',
  'even',
  'even',
  'misallocated',
  'misallocated',
  'broken',
  'broken',
  'ended',
  'begun',
  'unseen',
] as const

type Pair = {
  variant_id: string
  location_id: string
  code: string
  story: (typeof stories)[number]
  season: string
  size: number
  rate: number
  draw: number
}

/** A number from 0 to 1 that follows from a text. */
const chance = (text: RawBuilder<unknown>) =>
  sql<number>`((hashtextextended(${text}, 7) & 1048575) / 1048576.0)::float8`

/** Adds the sales until yesterday and what lies in the stores this morning. */
export async function addSales(
  tx: Tx,
  companyId: number,
  { locations, today, now }: { locations: readonly LocationRow[]; today: string; now: Date },
): Promise<void> {
  const own = locations
    .filter(
      ({ type, status, location_group: group }) =>
        isStore(type) && status === 'Active' && group === 'Own stores',
    )
    .slice(0, stores)
    .map(({ id }) => id)
  const { rows } = await sql<Pair>`
    with styles as (
      select p.id, v.color, row_number() over (order by md5(p.code)) as rank
      from product p join product_variant v on v.company_id = ${companyId} and v.product_id = p.id
      where p.company_id = ${companyId} and p.status = 'Active' and p.pack_unit = 1
      group by p.id, p.code, v.color having count(*) >= 5 and min(v.color) = (select min(o.color) from product_variant o where o.company_id = ${companyId} and o.product_id = p.id)
      order by rank limit ${stories.length}),
    skus as (
      select v.id, v.code, p.season, (${[...stories]}::text[])[s.rank] as story, ${chance(sql`p.code`)} as level,
        row_number() over (partition by s.id order by v.sort_order) as size, count(*) over (partition by s.id) as sizes
      from styles s join product p on p.company_id = ${companyId} and p.id = s.id
        join product_variant v on v.company_id = ${companyId} and v.product_id = s.id and v.color is not distinct from s.color)
    select k.id as variant_id, l.id as location_id, k.code || ' ' || l.code as code, k.story, k.season, k.size::int,
      (0.04 + 0.12 * k.level) * (0.4 + 1.2 * ${chance(sql`l.code`)}) * (1.3 - abs(k.size - (k.sizes + 1) / 2.0) / k.sizes * 1.6)::float8 as rate,
      ${chance(sql`k.code || ' stock ' || l.code`)} as draw
    from skus k cross join location l
    where l.company_id = ${companyId} and l.id = any(${own}::uuid[]) order by code`.execute(tx)
  const pairs = sql`json_to_recordset(${JSON.stringify(rows)}::json) as p(variant_id uuid, location_id uuid, code text, story text, season text, size int, rate float8, draw float8)`
  await sql`
    insert into daily_sale (company_id, variant_id, location_id, day, units, stock)
    select ${companyId}, x.variant_id, x.location_id, x.day, case when x.gone then 0 else 1 + (x.draw < x.rate * 0.12)::int end, case when x.gone then 0 end
    from (select p.variant_id, p.location_id, d.day::date as day,
        -- A week without stock now and then: it begins with an evening at 0 and has no sales.
        extract(isodow from d.day) = 1 and w.draw < 0.06 as gone, w.draw < 0.06 as short, ${chance(sql`p.code || d.day::date::text`)} as draw,
        p.rate * (1 + case p.season when 'Winter' then 0.7 when 'Summer' then -0.7 else 0.1 end * cos((extract(doy from d.day)::float8 - 15) * 0.01721)) as rate
      from ${pairs} cross join generate_series(${addDays(today, -days)}::date, ${addDays(today, -1)}::date, interval '1 day') d(day)
        cross join lateral (select ${chance(sql`p.code || ' week ' || date_trunc('week', d.day)::date::text`)} as draw) w
      where p.story <> 'unseen' and (p.story <> 'ended' or d.day < ${addDays(today, -75)}::date) and (p.story <> 'begun' or d.day >= ${addDays(today, -45)}::date)) x
    where x.gone or (not x.short and x.draw < x.rate)
    returning 1`.execute(tx)
  await sql`
    insert into stock (company_id, id, variant_id, location_id, on_hand, created_at, updated_at)
    select ${companyId}, ${idFrom(sql`${`stock ${companyId} `}::text || p.code`)}, p.variant_id, p.location_id,
      greatest(0, round(case
        when p.story = 'misallocated' then case when p.draw < 0.3 then 12 + 20 * p.draw when p.draw < 0.75 then 0 else 1 end
        when p.story = 'broken' then case when (p.size + floor(p.draw * 3))::int % 3 = 0 then 4 else 0 end
        when p.story = 'ended' then case when p.draw < 0.6 then 2 + 6 * p.draw else 0 end
        else p.rate * 30 * p.draw * 2 - 1 end))::int, ${now}, ${now}
    from ${pairs} where p.story <> 'unseen'
    on conflict do nothing returning 1`.execute(tx)
  // What stores have to share among themselves lies in no warehouse any more.
  await sql`
    update stock s set on_hand = s.reserved from (select distinct p.variant_id from ${pairs} where p.story in ('misallocated', 'broken', 'ended')) p, location l
    where s.company_id = ${companyId} and s.variant_id = p.variant_id and l.company_id = ${companyId} and l.id = s.location_id and l.id <> all(${own}::uuid[])`.execute(
    tx,
  )
  await sql`analyze daily_sale`.execute(tx)
}
