import type { AmountLimit } from '@kervan/contract/order/words'
import { sql, type RawBuilder } from 'kysely'
import type { Actor, SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { addTotals, Exact } from '../prices.ts'
import { pricesVisible } from '../../access/access.api.ts'
import { cartDemand } from '../stock.sql.ts'
import { planFor, readPlanLines } from './plan-lines.ts'
import type { CartPlanLine, Note, PlannedOrder } from '../plan-orders.ts'
import { sayNote } from './say-note.ts'

// Where what a customer orders comes to less or more than its business relation names (ORD-022): told, not refused, and
// only to who may see prices, because a limit tells them.

/** Which limit of the customer `p` an amount breaks, or null: the rule, for the rows of a list and for what is worked out. */
const brokenLimit = (total: RawBuilder<unknown>): RawBuilder<AmountLimit | null> => sql<AmountLimit | null>`
  case when ${total} < p.minimum_amount then 'BelowMinimumAmount' when ${total} > p.maximum_amount then 'AboveMaximumAmount' end`

/** The same of one row: null where customer success has not opened business relations, or the customer has no limits. */
export const brokenLimitOf = (
  { company }: Pick<Actor, 'company'>,
  customerId: RawBuilder<unknown>,
  total: RawBuilder<unknown>,
): RawBuilder<AmountLimit | null> => sql<AmountLimit | null>`(
  select ${brokenLimit(total)} from partner p join company c on c.id = ${company.id} and c.relations_active
  where p.company_id = ${company.id} and p.id = ${customerId})`

/** `id`: whatever was measured; an order, or a customer with all that is ordered at once. */
type Measured = { id: string; customerId: string; total: string }
type BrokenLimit = { id: string; code: AmountLimit; amount: string }

/** Those whose amounts are outside what was agreed, in the order of their ids. The caller asks whether the reader sees prices. */
export async function brokenLimits(
  tx: Tx,
  { company }: Pick<Actor, 'company'>,
  measured: readonly Measured[],
): Promise<BrokenLimit[]> {
  if (measured.length === 0) return []
  const { rows } = await sql<BrokenLimit>`
    select * from (
      select t.id, ${brokenLimit(sql`t.total`)} as code,
        (case when t.total < p.minimum_amount then p.minimum_amount else p.maximum_amount end)::text as amount
      from jsonb_to_recordset(${JSON.stringify(measured)}::jsonb) as t(id uuid, "customerId" uuid, total numeric)
        join partner p on p.company_id = ${company.id} and p.id = t."customerId"
        join company c on c.id = ${company.id} and c.relations_active) broken
    where code is not null order by id`.execute(tx)
  return rows.map((row) => ({ ...row, amount: new Exact(row.amount).toFixed(2) }))
}

/** Of all that a customer orders with this plan, less the discount. Backorders count with what they were split from. */
export async function amountNotes(
  tx: Tx,
  actor: Actor,
  orders: readonly PlannedOrder<CartPlanLine>[],
): Promise<Note[]> {
  if (!pricesVisible(actor.company.priceVisibility, actor)) return []
  const byCustomer = Map.groupBy(orders, ({ customerId }) => customerId)
  const broken = await brokenLimits(
    tx,
    actor,
    [...byCustomer].map(([customerId, own]) => ({
      id: customerId,
      customerId,
      total: addTotals(own.map(({ totals }) => totals)).total,
    })),
  )
  return [...Map.groupBy(broken, ({ code }) => code)].map(([code, concerned]): Note => ({
    severity: 'warning',
    code,
    lineIds: concerned.flatMap(({ id }) => [
      ...new Set((byCustomer.get(id) ?? []).flatMap(({ lines }) => lines.map(({ line }) => line.id))),
    ]),
    amounts: [...new Set(concerned.map(({ amount }) => amount))],
  }))
}

/** What the review of the cart would say of its amounts, for what fills the cart without showing the review. */
export async function amountsOfCart({
  tx,
  actor,
  now,
  language,
}: Pick<SessionContext, 'tx' | 'actor' | 'now' | 'language'>): Promise<string[]> {
  if (!pricesVisible(actor.company.priceVisibility, actor)) return []
  // Most customers have no limits, and a cart of an import may be planned for seconds.
  const { rows } = await sql`
    select from company c where c.id = ${actor.company.id} and c.relations_active and exists (
      select from cart_line cl join location l on l.company_id = ${actor.company.id} and l.id = cl.location_id
        join partner p on p.company_id = ${actor.company.id} and p.id = l.partner_id
      where cl.company_id = ${actor.company.id} and cl.membership_id = ${actor.membershipId}
        and (p.minimum_amount is not null or p.maximum_amount is not null))`.execute(tx)
  if (rows.length === 0) return []
  const { lines, free } = await readPlanLines(tx, actor, cartDemand(actor), { lock: false, language })
  const { orders } = await planFor(tx, actor, now, lines, free)
  const notes = await amountNotes(tx, actor, orders)
  return notes.map((note) => sayNote(language, actor.company.currency, note))
}
