import {
  approvePriceChangeRequests,
  cancelPriceChangeRequests,
  rejectPriceChangeRequests,
} from '@kervan/contract/porta/price-change-requests'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { handleBulk } from '../../kit/lists/handle-bulk.ts'
import { translate } from '../../kit/messages.ts'
import { assess } from '../requests/assess.ts'
import { chosen, decide, judged, load, type Head, type Nothing } from '../requests/decisions.ts'
import { myPriceChangeList, priceChangeList } from './lists.ts'

// What becomes of price-change refunds (PCR-004): one is a bulk of one.

type Listed = { id: string; code: string; location: string }

/** Those whose point of sale is on the blacklist (PCR-002). */
async function blacklisted(tx: Tx, companyId: number, ids: readonly string[]): Promise<Map<string, Listed>> {
  const { rows } = await sql<Listed>`
    select r.id, r.code, r.point_of_sale_name as location from discount_request r join location l on l.company_id = ${companyId} and l.id = r.point_of_sale_id
    where r.company_id = ${companyId} and r.id = any(${[...ids]}::uuid[]) and l.blacklisted order by r.code`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export const approvePriceChangeHandler = handleBulk<typeof approvePriceChangeRequests, Head, Nothing>(
  approvePriceChangeRequests,
  {
    ...chosen,
    list: () => priceChangeList,
    load: load('reviewer', 'PriceChange'),
    judge: async (context, records) => {
      const rule = judged('approve', 'reviewer', context)
      const ids = records.map(({ id }) => id)
      const listed = context.input.memo?.trim()
        ? new Map<string, Listed>()
        : await blacklisted(context.tx, context.actor.company.id, ids)
      return (request) => {
        const answer = rule(request)
        const found = listed.get(request.id)
        return 'plan' in answer && found
          ? refusal('BlacklistedMemoRequired', { request: request.code, location: found.location })
          : answer
      }
    },
    preview: async ({ tx, actor, language }, passing) => {
      const listed = [...(await blacklisted(tx, actor.company.id, passing)).values()]
      if (listed.length === 0) return {}
      const message = translate(language, 'priceChange.blacklistedWarning')
      const records = listed.map(({ id, code }) => ({ id, code }))
      return { warnings: [{ warning: 'Blacklisted', message, count: listed.length, records }] }
    },
    apply: async (context, passing) => {
      // The amount is that of the rates and margins of now, and stays from here on.
      await assess(
        context.tx,
        context.actor.company.id,
        passing.map(({ record }) => record.id),
      )
      await decide(context, 'approve', passing, { memo: context.input.memo ?? null }, 'PriceChange')
    },
  },
)

export const rejectPriceChangeHandler = handleBulk<typeof rejectPriceChangeRequests, Head, Nothing>(
  rejectPriceChangeRequests,
  {
    ...chosen,
    list: () => priceChangeList,
    load: load('reviewer', 'PriceChange'),
    judge: async (context) => judged('reject', 'reviewer', context),
    apply: (context, passing) =>
      decide(
        context,
        'reject',
        passing,
        { priceChangeReason: context.input.reason, memo: context.input.memo ?? null },
        'PriceChange',
      ),
  },
)

export const cancelPriceChangeHandler = handleBulk<typeof cancelPriceChangeRequests, Head, Nothing>(
  cancelPriceChangeRequests,
  {
    ...chosen,
    list: () => myPriceChangeList,
    load: load('applicant', 'PriceChange'),
    judge: async (context) => judged('cancel', 'applicant', context),
    apply: (context, passing) =>
      decide(context, 'cancel', passing, { memo: context.input.memo }, 'PriceChange'),
  },
)
