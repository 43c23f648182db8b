import { isStore } from '@kervan/contract/kit/location-types'
import { addDays } from '@kervan/contract/kit/days'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { idFrom } from '../../kit/database/uuid.ts'

// A year of daily sales and the stock of own stores: what the engine sees of the demo. The products have one story each, so
// that each type of work order has a cause: winter and summer goods, stock in the wrong stores, broken sets, products that
// end, begin, or lie in the warehouse only.

const stores = 12
const days = 365
/** What the warehouse still has of a product, and what happens to it. The order is that of the products by a hash of their codes. */
const stories = {
  known: ['season', 'season', 'even', 'weak', 'misallocated', 'misallocated', 'broken', 'broken', 'begun'],
  ending: ['ending', 'ending'],
} as const

/** A number from 0 to 1 that follows from a pair and a whole number. */
const draw = (seed: RawBuilder<unknown>) =>
  sql<number>`((hashtextextended(p.code, ${seed}) & 1048575) / 1048576.0)::float8`

type Pair = {
  variant_id: string
  location_id: string
  code: string
  story: string
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
  { today, now }: { today: string; now: Date },
): Promise<void> {
  const { rows: places } = await sql<{ id: string; type: string }>`
    select l.id, l.type from location l
    where l.company_id = ${companyId} and l.status = 'Active' and l.location_group = 'Own stores' order by l.code`.execute(
    tx,
  )
  const own = places
    .filter(({ type }) => isStore(type))
    .slice(0, stores)
    .map(({ id }) => id)
  const told = Object.entries(stories).flatMap(([kind, names]) =>
    names.map((story, at) => ({ kind, rank: at + 1, story })),
  )
  const { rows } = await sql<Pair>`
    with styles as (
      select p.id, v.color, p.kind, row_number() over (partition by p.kind order by md5(p.code)) as rank
      from (select o.*, case when o.listed_to < ${today}::date + 60 then 'ending' else 'known' end as kind
          from product o where o.listed_from < ${today}::date - 60 and o.company_id = ${companyId} and o.status = 'Active' and o.pack_unit = 1) p
        join product_variant v on v.company_id = ${companyId} and v.product_id = p.id
      group by p.id, p.code, p.kind, v.color
      having count(*) between 4 and 8 and v.color = (select min(o.color) from product_variant o where o.company_id = ${companyId} and o.product_id = p.id)),
    skus as (
      select v.id, v.code, p.season, t.story, ${chance(sql`p.code`)} as level,
        row_number() over (partition by s.id order by v.sort_order) as size, count(*) over (partition by s.id) as sizes
      from styles s join json_to_recordset(${JSON.stringify(told)}::json) as t(kind text, rank int, story text) on t.kind = s.kind and t.rank = s.rank
        join product p on p.company_id = ${companyId} and p.id = s.id
        join product_variant v on v.company_id = ${companyId} and v.product_id = s.id and v.color is not distinct from s.color)
    select k.id as variant_id, l.id as location_id, k.code || ' ' || l.code as code, k.story, k.season, k.size::int,
      (0.04 + 0.12 * k.level) * (0.4 + 1.2 * ${chance(sql`l.code`)}) * (1.3 - abs(k.size - (k.sizes + 1) / 2.0) / k.sizes * 1.6)::float8 as rate,
      ${chance(sql`k.code || ' stock ' || l.code`)} as draw
    from skus k cross join location l
    where l.company_id = ${companyId} and l.id = any(${own}::uuid[]) order by code`.execute(tx)
  const pairs = sql`json_to_recordset(${JSON.stringify(rows)}::json) as p(variant_id uuid, location_id uuid, code text, story text, season text, size int, rate float8, draw float8)`
  // A week without stock now and then: it begins with an evening at 0 and has no sales.
  await sql`
    insert into daily_sale (company_id, id, created_at, variant_id, location_id, day, units, stock)
    with days as materialized (
      select n, ${addDays(today, -days)}::date + n as day, cos((extract(doy from ${addDays(today, -days)}::date + n)::float8 - 15) * 0.01721) as cold
      from generate_series(0, ${days - 1}) n),
    drawn as (
      select p.variant_id, p.location_id, d.n, d.day, ${draw(sql`1000 + d.n / 7`)} < 0.06 as gone, ${draw(sql`d.n`)} as draw,
        p.rate * case when p.story = 'weak' and p.draw < 0.15 then 0.03 when p.story = 'ending' and p.draw < 0.5 then 0.1 else 1 end
          * (1 + case p.season when 'Winter' then 0.7 when 'Summer' then -0.7 else 0.1 end * d.cold) as rate
      from ${pairs} cross join days d where p.story <> 'begun' or d.n >= ${days - 45})
    select ${companyId}, ${idFrom(sql`${`sale ${companyId} `}::text || x.variant_id || ' ' || x.location_id || ' ' || x.n`)}, ${now}::timestamptz,
      x.variant_id, x.location_id, x.day, case when x.gone then 0 else 1 + (x.draw < x.rate * 0.12)::int end, case when x.gone then 0 end
    from drawn x where case when x.gone then x.n % 7 = 0 else x.draw < x.rate end
    returning 1`.execute(tx)
  await sql`
    insert into stock (company_id, id, variant_id, location_id, on_hand, created_at, updated_at)
    select ${companyId}, ${idFrom(sql`${`stock ${companyId} `}::text || p.code`)}, p.variant_id, p.location_id,
      greatest(0, round(case
        when p.story = 'misallocated' then case when p.draw < 0.3 then 12 + 20 * p.draw when p.draw < 0.75 then 0 else 1 end
        when p.story = 'broken' then case when (p.size + floor(p.draw * 3))::int % 3 = 0 then 4 else 0 end
        when p.story = 'ending' then 1 + 6 * (1 - p.draw)
        when p.story = 'weak' and p.draw < 0.15 then 7
        else p.rate * 30 * p.draw * 2 - 1 end))::int, ${now}, ${now}
    from ${pairs}
    on conflict do nothing returning 1`.execute(tx)
  // What stores have to share among themselves lies in no warehouse any more.
  await sql`
    update stock s set on_hand = s.reserved from (select distinct p.variant_id from ${pairs} where p.story in ('misallocated', 'broken', 'weak')) p, location l
    where s.company_id = ${companyId} and s.variant_id = p.variant_id and l.company_id = ${companyId} and l.id = s.location_id and l.id <> all(${own}::uuid[])`.execute(
    tx,
  )
  await sql`analyze daily_sale`.execute(tx)
}
