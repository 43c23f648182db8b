import type { Suggestion } from '@kervan/contract/porta/price-change-rules'
import { priceChangeReasons, type PriceChangeScope } from '@kervan/contract/porta/price-change-rules'
import {
  getMyPriceChangeRequest,
  getPriceChangeRequest,
  inquirePriceChangeRequest,
  type PriceChangeRequestView,
  type RefundMovement,
} from '@kervan/contract/porta/price-change-requests'
import { existing } from '@kervan/contract/kit/typed'
import type { RequestSide } from '@kervan/contract/porta/states'
import { priceChangeStates } from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import { priceFor } from '../../access/access.api.ts'
import type { SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { handle, handleOutside } from '../../kit/http/handle.ts'
import { movementsOf } from '../requests/assess.ts'
import { inquiryOf } from '../requests/its-validation.ts'
import { presentAny } from '../requests/present.ts'

// One price-change refund as it is shown (PCR-002, PCR-003): what was applied for, how the pack moved, what follows from it.

export const getPriceChangeRequestHandler = handle(getPriceChangeRequest, (context) =>
  presentPriceChange(context, 'reviewer', context.input.requestId),
)
export const getMyPriceChangeRequestHandler = handle(getMyPriceChangeRequest, (context) =>
  presentPriceChange(context, 'applicant', context.input.requestId),
)

const inquiry = inquiryOf('PriceChange')
export const inquirePriceChangeRequestHandler = handleOutside(
  inquirePriceChangeRequest,
  inquiry.begin,
  async (inquired, context) => {
    const answer = await inquiry.ask(inquired, context.services)
    return context.services.db.withCompany(inquired.actor.company.id, async (tx) => {
      const now = await inquiry.keep(tx, context.services, inquired, answer)
      return presentPriceChange(
        { ...context, tx, actor: inquired.actor, now },
        'reviewer',
        inquired.requestId,
      )
    })
  },
)

type Refund = {
  productCode: string
  blacklisted: boolean
  refundScope: PriceChangeScope
  amount: string | null
  suggested: Suggestion | null
  changeDate: string
  entitlementDate: string
  oldPrice: string
  newPrice: string
}

/** Throws `NotFound` for what the reader does not see from that side. */
export async function presentPriceChange(
  context: Pick<SessionContext, 'tx' | 'actor' | 'language' | 'now' | 'services'>,
  side: RequestSide,
  id: string,
): Promise<PriceChangeRequestView> {
  const { tx, actor } = context
  const company = actor.company.id
  const { row, evidence, view } = await presentAny(context, side, 'PriceChange', id)
  const { rows } = await sql<Refund>`
    select p.code as "productCode", l.blacklisted, r.scope as "refundScope", r.refund_amount as amount, r.suggested, c.change_date::text as "changeDate", c.entitlement_date::text as "entitlementDate",
      c.old_price as "oldPrice", c.new_price as "newPrice"
    from discount_request r join product p on p.company_id = ${company} and p.id = r.product_id
    join location l on l.company_id = ${company} and l.id = r.point_of_sale_id
    join price_change c on c.company_id = ${company} and c.id = r.price_change_id
    where r.company_id = ${company} and r.id = ${id}`.execute(tx)
  const refund = existing(rows[0])
  return {
    ...view,
    requestState: existing(priceChangeStates.find((state) => state === row.state)),
    rejectReason: priceChangeReasons.find((reason) => reason === row.rejectReason) ?? null,
    productCode: refund.productCode,
    blacklisted: refund.blacklisted,
    refundScope: refund.refundScope,
    priceChange: {
      changeDate: refund.changeDate,
      entitlementDate: refund.entitlementDate,
      oldPrice: priceFor(actor, refund.oldPrice),
      newPrice: priceFor(actor, refund.newPrice),
    },
    refundAmount: priceFor(actor, refund.amount),
    movements: await named(tx, company, row.gtin, movementsOf(evidence).get(id) ?? []),
    suggestion: refund.suggested?.verdict ?? 'NoEvidence',
    found: (refund.suggested?.found ?? []).map(({ reason, rows: declarationIds }) => ({
      reason,
      declarationIds: [...declarationIds],
    })),
  }
}

type Movement = Omit<RefundMovement, 'gtin' | 'fromName' | 'toName'>

/** Movements with the names of those places that are locations of the company. */
async function named(
  tx: Tx,
  companyId: number,
  gtin: string,
  movements: readonly Movement[],
): Promise<RefundMovement[]> {
  const glns = [...new Set(movements.flatMap(({ fromGln, toGln }) => [fromGln, toGln]))]
  const { rows } = await sql<{ gln: string; name: string }>`
    select distinct on (l.gln) l.gln, l.name from location l where l.company_id = ${companyId} and l.gln = any(${glns.filter((gln) => gln !== null)}::text[]) order by l.gln, l.code`.execute(
    tx,
  )
  const names = new Map(rows.map(({ gln, name }) => [gln, name]))
  const nameOf = (gln: string | null) => (gln === null ? null : (names.get(gln) ?? null))
  return movements.map((one) => ({
    declarationId: one.declarationId,
    declaredAt: one.declaredAt,
    gtin,
    movement: one.movement,
    fromGln: one.fromGln,
    fromName: nameOf(one.fromGln),
    toGln: one.toGln,
    toName: nameOf(one.toGln),
    resultCode: one.resultCode,
  }))
}
