import { trialChoices, type findForTrial, type tryOrder } from '@kervan/contract/order/order-trial'
import { sql, type RawBuilder } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import type { Answer, InputTo } from '../../kit/http/handle.ts'
import { containing, folded } from '../../kit/lists/fold.ts'
import { orderedPack } from '../bundles.ts'
import { productName, suppliersOf } from '../../company/company.api.ts'
import { ownPrices, unitPrice } from '../new/catalogue.ts'
import { proposedDay } from '../new/import-lookups.sql.ts'
import { proposedInSql, sells } from '../new/point-of-sale.ts'
import { deliveryScope, sellableScope } from '../scope.ts'

// What a trial is made with: what the caller has chosen, and what is proposed for the rest.

type Context = Pick<SessionContext, 'tx' | 'actor' | 'language' | 'now'>

export type TrialPlace = {
  locationId: string
  locationCode: string
  locationName: string
  customerId: string
  customerCode: string
  customerName: string
  pointOfSaleId: string | null
  suppliers: string[]
  deliveryDate: string
}
export type TrialLine = { variantId: string; variantCode: string; productName: string; quantity: number }

/**
 * The chosen place, or the first of a customer, one with warehouses before others. Its point of sale is the one that
 * follows from it; where several could be meant, the first. Null where there is none that the caller may order for.
 */
export async function placeOfTrial(
  { tx, actor, now }: Context,
  locationId: string | null,
): Promise<TrialPlace | null> {
  const company = actor.company.id
  const chosen = locationId === null ? sql`true` : sql`l.id = ${locationId}`
  const { rows } = await sql<Omit<TrialPlace, 'deliveryDate'>>`
    select l.id as "locationId", l.code as "locationCode", l.name as "locationName", c.id as "customerId", c.code as "customerCode", c.name as "customerName",
      ${suppliersOf(company, sql`l.id`)} as suppliers,
      coalesce(${proposedInSql(actor)}, (select ps.id from location ps
        where ps.company_id = ${company} and ps.partner_id = l.partner_id and ps.status = 'Active' and not ps.blacklisted and ${sells('ps')} order by ps.code limit 1)) as "pointOfSaleId"
    from location l join partner c on c.company_id = ${company} and c.id = l.partner_id
    where ${sql.join(deliveryScope(actor), sql` and `)} and ${chosen}
    order by cardinality(${suppliersOf(company, sql`l.id`)}) = 0, c.code, l.code limit 1`.execute(tx)
  const [place] = rows
  if (!place) return null
  return { ...place, deliveryDate: await proposedDay(tx, actor, dayIn(actor.company.timeZone, now)) }
}

type Proposed = TrialLine & { productId: string; flowType: string }

/** Variants that are looked at for a proposal: so many with stock, and so many without. */
const lookedAt = 200

/**
 * Two variants that can be ordered together for the place: with a price, with stock and of two products where there are
 * such, in the smallest quantity that may be ordered.
 */
export async function proposedLines(context: Context, place: TrialPlace): Promise<TrialLine[]> {
  const { tx, actor } = context
  const company = actor.company.id
  const { rows } = await sql<Proposed>`
    with stocked as (select s.variant_id as id from stock s
        where s.company_id = ${company} and s.location_id = any(${place.suppliers}::uuid[]) and s.on_hand > s.reserved limit ${lookedAt}),
      others as (select v.id from product_variant v where v.company_id = ${company} and v.status = 'Active' order by v.code limit ${lookedAt})
    select ${lineColumns(context)}, p.id as "productId", p.flow_type as "flowType"
    from (select id from stocked union select id from others) x
      join product_variant v on v.company_id = ${company} and v.id = x.id
      join product p on p.company_id = ${company} and p.id = v.product_id
      ${ownPrices(actor)}
    where ${sql.join(orderable(context), sql` and `)}
      and not exists (select from shipping_block b where b.company_id = ${company} and b.product_id = p.id and b.location_id = ${place.locationId})
    order by ${unitPrice(actor)} > 0 desc, v.id in (select id from stocked) desc, p.code, v.sort_order, v.code limit 50`.execute(
    tx,
  )
  const [first, ...rest] = rows
  if (!first) return []
  const together = rest.filter(({ flowType }) => flowType === first.flowType)
  const second = together.find(({ productId }) => productId !== first.productId) ?? together[0]
  return [first, ...(second ? [second] : [])].map(
    ({ variantId, variantCode, quantity, productName: name }) => ({
      variantId,
      variantCode,
      productName: name,
      quantity,
    }),
  )
}

/** The chosen variants with their names, in the order in which they were chosen; one that is not sold to the caller has none. */
export async function chosenLines(
  context: Context,
  lines: NonNullable<InputTo<typeof tryOrder>['lines']>,
): Promise<TrialLine[]> {
  const { rows } = await sql<TrialLine>`
    select ${lineColumns(context)} from product_variant v join product p on p.company_id = v.company_id and p.id = v.product_id
    where v.company_id = ${context.actor.company.id} and v.id = any(${lines.map(({ variantId }) => variantId)}::uuid[])
      and ${sql.join(orderable(context), sql` and `)}`.execute(context.tx)
  const known = new Map(rows.map((row) => [row.variantId, row]))
  return lines.map((line) => ({ variantCode: '', productName: '', ...known.get(line.variantId), ...line }))
}

/** `quantity` is the smallest that may be ordered, in full packs. */
const lineColumns = ({ actor, language }: Context) => sql`
  v.id as "variantId", v.code as "variantCode", ${productName(language)} as "productName",
  (ceil(greatest(p.minimum_quantity, 1)::numeric / ${orderedPack(actor)}) * ${orderedPack(actor)})::int as quantity`

const orderable = ({ actor }: Context): RawBuilder<unknown>[] => [
  ...sellableScope(actor),
  sql`v.status = 'Active'`,
]

/** Places or variants by words of their names and codes, as the caller may order for and of them. */
export async function choicesFor(
  context: Context,
  { what, search }: InputTo<typeof findForTrial>,
): Promise<Answer<typeof findForTrial>> {
  const { tx, actor, language } = context
  const pattern = containing(search)
  const places = sql<{ id: string; code: string; name: string }>`
    select l.id, l.code, c.name || ' · ' || l.name as name from location l join partner c on c.company_id = ${actor.company.id} and c.id = l.partner_id
    where ${sql.join(deliveryScope(actor), sql` and `)} and ${folded(sql`concat_ws(' ', l.code, l.name, c.code, c.name)`)} like ${pattern}
    order by c.name, l.name, l.id limit ${trialChoices + 1}`
  const variants = sql<{ id: string; code: string; name: string }>`
    select v.id, v.code, ${productName(language)} as name from product_variant v join product p on p.company_id = v.company_id and p.id = v.product_id
    where v.company_id = ${actor.company.id} and ${sql.join(orderable(context), sql` and `)} and ${folded(sql`concat_ws(' ', v.code, p.code, p.name, v.gtin)`)} like ${pattern}
    order by 3, v.code limit ${trialChoices + 1}`
  const { rows } = await (what === 'place' ? places : variants).execute(tx)
  return { options: rows.slice(0, trialChoices), hasMore: rows.length > trialChoices }
}
