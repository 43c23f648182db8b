import { sql } from 'kysely'
import { getProductTimeline } from '@kervan/contract/company/product-timeline'
import type { Values } from '@kervan/contract/kit/master-fields'
import { refusal } from '@kervan/contract/kit/refusals'
import { plainText } from '@kervan/contract/kit/typed'
import { dayIn } from '../kit/clock.ts'
import type { SessionContext } from '../kit/context.ts'
import { handle } from '../kit/http/handle.ts'
import { recordsById } from '../kit/master/find-records.ts'
import { pricesVisible } from '../access/access.api.ts'
import { spansOf, type Point, type Span } from './product-spans.ts'
import { products } from './products.ts'

type Version = { action: string; before: Values | null; after: Values | null; at: Date }
type Announced = { day: string; oldPrice: string; newPrice: string }

/** The versions that took effect, oldest first. */
async function versionsOf({ tx, actor }: SessionContext, id: string): Promise<Version[]> {
  const company = actor.company.id
  const { rows } = await sql<Version>`
    select r.action, r.before, r.after, c.activated_at as at
    from master_change_row r join master_change c on c.company_id = ${company} and c.id = r.change_id
    where r.company_id = ${company} and r.kind = 'product' and r.record_id = ${id} and r.action in ('Added', 'Changed')
      and r.version is not null and c.activated_at is not null
    order by r.version desc limit 500`.execute(tx)
  return rows.toReversed()
}

async function announcedOf({ tx, actor }: SessionContext, id: string): Promise<Announced[]> {
  const { rows } = await sql<Announced>`
    select to_char(change_date, 'YYYY-MM-DD') as day, trim_scale(old_price)::text as "oldPrice",
      trim_scale(new_price)::text as "newPrice"
    from price_change where company_id = ${actor.company.id} and product_id = ${id}
    order by change_date limit 500`.execute(tx)
  return rows
}

const textOf = (values: Values | null, field: string): string | null => plainText(values?.[field]) || null

export const getProductTimelineHandler = handle(getProductTimeline, async (context) => {
  const { tx, actor, input, now } = context
  const [found] = await recordsById(tx, products.served, actor, [input.productId])
  if (!found) throw refusal('NotFound')
  const versions = await versionsOf(context, found.id)
  const day = (moment: Date) => dayIn(actor.company.timeZone, moment)
  const [listedFrom, listedTo] = [textOf(found.values, 'listedFrom'), textOf(found.values, 'listedTo')]
  const seesPrices = pricesVisible(actor.company.priceVisibility, actor)
  const announced = seesPrices ? await announcedOf(context, found.id) : []
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from product where company_id = ${actor.company.id} and id = ${found.id}`.execute(
    tx,
  )
  const known = [rows[0]?.at, versions[0]?.at].flatMap((moment) => (moment ? [day(moment)] : []))
  const since = [...known, ...announced.map((one) => one.day), ...(listedFrom ? [listedFrom] : [])].reduce(
    (first, one) => (one < first ? one : first),
    day(now),
  )
  const start = versions[0]?.before ?? versions[0]?.after ?? found.values
  const pointsOf = (field: string): Point[] =>
    versions.map(({ at, after }) => ({ day: day(at), value: textOf(after, field) }))
  const of = (field: string): Span[] => spansOf(since, textOf(start, field), pointsOf(field))
  // What was announced holds from its day on, until the product itself is given another price.
  const price = spansOf(since, announced[0]?.oldPrice ?? textOf(start, 'listPrice'), [
    ...pointsOf('listPrice'),
    ...announced.map(({ day: from, newPrice }) => ({ day: from, value: newPrice })),
  ])
  return {
    today: day(now),
    since,
    listing: listedFrom || listedTo ? [{ value: null, from: listedFrom ?? since, to: listedTo }] : [],
    season: of('season'),
    price: seesPrices ? price : null,
    status: of('status'),
    currency: actor.company.currency,
  }
})
