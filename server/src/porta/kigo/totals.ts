import { kigoTotals, myKigoTotals, type KigoTotals } from '@kervan/contract/porta/kigo'
import { approvedStates, refusedStates } from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import { pricesVisible } from '../../access/access.api.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { kigoList, myKigoList } from './list.ts'

// The totals of a period (KIG-002): sums of the rows that match, by what was decided. Corrections change amounts and no counts.

type Within = Awaited<ReturnType<typeof kigoList.within>>

/** Sums of rows that a list means for this reader. */
export async function totalsOf({ tx, actor }: SessionContext, { from, where }: Within): Promise<KigoTotals> {
  const approved = sql`k.state = any(${[...approvedStates]}::text[])`
  const declined = sql`k.state = any(${[...refusedStates]}::text[])`
  const count = (group: typeof approved) => sql`count(*) filter (where ${group} and k.kind = 'Row')::int`
  const sum = (column: string, group: typeof approved) =>
    sql`coalesce(sum(${sql.ref(column)}) filter (where ${group}), 0)::numeric(18, 2)::text`
  const { currency } = actor.company
  const { rows } = await sql<Omit<KigoTotals, 'currency'>>`
    select ${count(approved)} as "approvedCount", ${sum('k.sell_out', approved)} as "approvedAmount", ${sum('k.sell_out_tax', approved)} as "approvedAmountTax",
      ${count(declined)} as "declinedCount", ${sum('k.sell_out', declined)} as "declinedAmount", ${sum('k.sell_out_tax', declined)} as "declinedAmountTax",
      coalesce(sum(k.payment), 0)::numeric(18, 2)::text as "pharmacyPayment", coalesce(sum(k.payment_tax), 0)::numeric(18, 2)::text as "pharmacyPaymentTax"
    from ${from} where ${where}`.execute(tx)
  const totals = rows[0] ?? none
  return pricesVisible(actor.company.priceVisibility, actor)
    ? { ...totals, currency }
    : { ...none, currency, approvedCount: totals.approvedCount, declinedCount: totals.declinedCount }
}

const none: Omit<KigoTotals, 'currency'> = {
  approvedCount: 0,
  approvedAmount: null,
  approvedAmountTax: null,
  declinedCount: 0,
  declinedAmount: null,
  declinedAmountTax: null,
  pharmacyPayment: null,
  pharmacyPaymentTax: null,
}

export const kigoTotalsHandler = handle(kigoTotals, async (context) =>
  totalsOf(context, await kigoList.within(context, context.input)),
)
export const myKigoTotalsHandler = handle(myKigoTotals, async (context) =>
  totalsOf(context, await myKigoList.within(context, context.input)),
)
