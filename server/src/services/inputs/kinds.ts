import {
  dailySaleKind,
  foreignProposalKind,
  productSubstituteKind,
  salesPromotionKind,
  stockBatchKind,
} from '@kervan/contract/services/engine-inputs'
import { sql } from 'kysely'
import { pricesVisible } from '../../access/access.api.ts'
import { dayIn } from '../../kit/clock.ts'
import type { MasterContext, RowOfKind } from '../../kit/master/kind.ts'
import { serveMasterData } from '../../kit/master/serve-master-data.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'

/** SKUs are named by their codes. */
const bySku = { table: 'product_variant', keeps: 'id', name: 'code' } as const

/** Products that stand in for others (ENG-003). */
export const productSubstitutes = serveMasterData(productSubstituteKind, {
  table: 'product_substitute',
  recordType: 'productSubstitute',
  columns: {
    product: 'product_id',
    substitute: 'substitute_id',
    substituteRank: 'rank',
    substituteShare: 'share',
  },
  references: {
    product: { table: 'product', keeps: 'id' },
    substitute: { table: 'product', keeps: 'id' },
  },
  scope: wholeCompanyOnly,
  rules: (_, rows) => {
    for (const { after, addIssue } of rows)
      if (after && after.product === after.substitute) addIssue('substitute', 'SubstituteOfItself')
  },
})

/** Promotions, as the forecast knows them (ENG-001). */
export const salesPromotions = serveMasterData(salesPromotionKind, {
  table: 'sales_promotion',
  recordType: 'salesPromotion',
  columns: { product: 'product_id', location: 'location_id', promotionLift: 'lift' },
  references: {
    product: { table: 'product', keeps: 'id' },
    location: { table: 'location', keeps: 'id' },
  },
  scope: wholeCompanyOnly,
  rules: checkPromotions,
})

async function checkPromotions(
  { tx, actor }: MasterContext,
  rows: readonly RowOfKind<typeof salesPromotionKind>[],
): Promise<void> {
  const named = rows.flatMap(({ after }) => after?.locationGroup ?? [])
  const { rows: found } =
    named.length === 0
      ? { rows: [] }
      : await sql<{ name: string }>`
          select distinct l.location_group as name from location l where l.company_id = ${actor.company.id} and l.location_group = any(${named}::text[])`.execute(
          tx,
        )
  const known = new Set(found.map(({ name }) => name))
  for (const { after, addIssue } of rows) {
    if (!after) continue
    if (after.promotionTo < after.promotionFrom) addIssue('promotionTo', 'EndsBeforeStart')
    if (after.locationGroup !== null && after.location !== null) addIssue('locationGroup', 'GroupAlone')
    if (after.locationGroup !== null && !known.has(after.locationGroup))
      addIssue('locationGroup', 'LocationGroupUnknown', { value: after.locationGroup })
    // Otherwise it says nothing of what is sold.
    if (Number(after.priceOff) === 0 && !after.advertised && after.promotionLift === null)
      addIssue('priceOff', 'PromotionWithoutEffect')
  }
}

/** Sales of days that have passed, and of today (ENG-001). */
export const dailySales = serveMasterData(dailySaleKind, {
  table: 'daily_sale',
  recordType: 'dailySale',
  columns: {
    location: 'location_id',
    variant: 'variant_id',
    salesDay: 'day',
    unitsSold: 'units',
    eveningStock: 'stock',
  },
  references: {
    location: { table: 'location', keeps: 'id' },
    variant: bySku,
  },
  scope: wholeCompanyOnly,
  rules: ({ actor, now }, rows) => {
    const today = dayIn(actor.company.timeZone, now)
    for (const { after, addIssue } of rows)
      if (after && after.salesDay > today) addIssue('salesDay', 'SaleInFuture')
  },
})

/** Stock that expires (ENG-001). */
export const stockBatches = serveMasterData(stockBatchKind, {
  table: 'stock_batch',
  recordType: 'stockBatch',
  columns: {
    location: 'location_id',
    variant: 'variant_id',
    batchCode: 'batch',
    expiryDate: 'expires_on',
    batchUnits: 'units',
  },
  references: {
    location: { table: 'location', keeps: 'id' },
    variant: bySku,
  },
  scope: wholeCompanyOnly,
})

/** Work orders that another engine proposes (ENG-001). */
export const foreignProposals = serveMasterData(foreignProposalKind, {
  table: 'foreign_proposal',
  recordType: 'foreignProposal',
  columns: {
    sender: 'sender_id',
    recipient: 'recipient_id',
    variant: 'variant_id',
    proposedUnits: 'units',
    netGain: 'net',
  },
  references: {
    sender: { table: 'location', keeps: 'id' },
    recipient: { table: 'location', keeps: 'id' },
    variant: bySku,
  },
  scope: wholeCompanyOnly,
  pricesVisible: (actor) => pricesVisible(actor.company.priceVisibility, actor),
  rules: checkProposals,
})

async function checkProposals(
  { tx, actor }: MasterContext,
  rows: readonly RowOfKind<typeof foreignProposalKind>[],
): Promise<void> {
  const company = actor.company.id
  const codes = [...new Set(rows.flatMap(({ after }) => after?.projectCode ?? []))]
  const days = [...new Set(rows.flatMap(({ after }) => after?.serviceDate ?? []))]
  const { rows: found } = await sql<{ code: string; over: string[] }>`
    select p.code, array(select distinct r.service_date::text from service_run r join service_step s on s.company_id = ${company} and s.run_id = r.id and s.kind = 'Engine'
      where r.company_id = ${company} and r.project_code = p.code and r.service_date = any(${days}::date[]) and s.state in ('Succeeded', 'ToBeClosed')) as over
    from project p where p.company_id = ${company} and p.code = any(${codes}::text[])`.execute(tx)
  const projects = new Map(found.map(({ code, over }) => [code, new Set(over)]))
  for (const { after, addIssue } of rows) {
    if (!after) continue
    const over = projects.get(after.projectCode)
    if (!over) addIssue('projectCode', 'ProjectUnknown', { value: after.projectCode })
    if (over?.has(after.serviceDate)) addIssue('serviceDate', 'ProposalTooLate')
    if (after.sender === after.recipient) addIssue('recipient', 'ProposalToSender')
  }
}
