import type { OrderFlow, RoundingStrategy } from '@kervan/contract/order/words'
import { sql } from 'kysely'
import { compiledOnce } from '../kit/database/compiled-once.ts'
import type { SessionFacts } from '../kit/records/session-facts.ts'
import { companySettings } from '../kit/records/settings.ts'

/** How a company takes orders, as far as ordering asks for it: see `order-policy.ts` for the screen. */
export type OrderSettings = {
  /** What codes of orders begin with. */
  orderPrefix: string
  rounding: RoundingStrategy
  backordersAllowed: boolean
  quotaActive: boolean
  /** `yyyy-mm-dd`; those who ordered see nothing from before (ORD-011). */
  archiveDate: string | null
  /** An order needs a PO number that its customer has not used before (ORD-021). */
  checkPoNumber: boolean
  /** Packs are ordered in bundles of so many (ORD-021). */
  packBundleAmount: number
  /** So many location groups, those ordered for most, lead where a delivery location is chosen (ORD-021). */
  topLocationGroups: number
  /** An order is exported only with the ERP codes of its customer (ORD-021). */
  requireErpCodes: boolean
  /** What is placed becomes an order, or a pre-approval order first (ORD-012). */
  orderFlow: OrderFlow
  /** The national health-insurance service is told of its orders (ORD-015). */
  medulaActive: boolean
}

export const orderSettings = companySettings<OrderSettings>(async (tx, companyId) => {
  const { rows } = await tx.executeQuery(settingsOfCompany({ companyId }))
  const [row] = rows
  if (!row) throw new Error(`there is no company ${companyId}`)
  return row
})

const settingsOfCompany = compiledOnce(({ companyId }: { companyId: number }, db) =>
  db
    .selectFrom('company as c')
    .leftJoin('order_policy as op', 'op.company_id', 'c.id')
    .select([
      'c.order_prefix as orderPrefix',
      'c.rounding_strategy as rounding',
      'c.backorders_allowed as backordersAllowed',
      'c.quota_active as quotaActive',
    ])
    .select([
      sql<string | null>`op.archive_date::text`.as('archiveDate'),
      sql<boolean>`coalesce(op.check_po_number, false)`.as('checkPoNumber'),
      sql<number>`coalesce(op.pack_bundle_amount, 1)`.as('packBundleAmount'),
      sql<number>`coalesce(op.top_location_groups, 0)`.as('topLocationGroups'),
      sql<boolean>`coalesce(op.require_erp_codes, false)`.as('requireErpCodes'),
      sql<OrderFlow>`coalesce(op.order_flow, 'FundamentalFlow')`.as('orderFlow'),
      sql<boolean>`coalesce(op.medula_active, false)`.as('medulaActive'),
    ])
    .where('c.id', '=', companyId)
    .compile(),
)

/** What the browser keeps of them. */
export const orderingSession: SessionFacts = async (tx, { company }) => {
  const { rounding, quotaActive, medulaActive, archiveDate, orderFlow } = await orderSettings(tx, company)
  return {
    OMPSettings: {
      PriceManagementType: company.priceManagement,
      OMPRoundingStrategy: rounding,
      OMPQuotaActive: quotaActive,
    },
    ...(medulaActive && { NotifiesMedula: true as const }),
    ...(orderFlow !== 'FundamentalFlow' && { PreApproves: true as const }),
    ...(archiveDate !== null && { ArchiveDate: archiveDate }),
  }
}
