import {
  getOrderPolicy,
  settingTabs,
  updateOrderPolicy,
  type OrderPolicyView,
} from '@kervan/contract/order/order-policy'
import type { OrderFlow, PendingScope } from '@kervan/contract/order/words'
import { refusal } from '@kervan/contract/kit/refusals'
import { keysOf } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import { dayIn, startOfDay } from '../../kit/clock.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { handle } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'

// How a company takes orders (ORD-021): one row a company; without it everything is as it is by default.

type Row = {
  version: number
  check_po_number: boolean
  order_flow: OrderFlow
  quota_visible: boolean
  pending_scope: PendingScope
  reference_time_zone: string | null
  pack_bundle_amount: number
  top_location_groups: number
  require_erp_codes: boolean
  external_alarm_hours: number
  archive_date: string | null
  replenishment_days: number
  safety_stock_days: number
}

export const getOrderPolicyHandler = handle(getOrderPolicy, (context) => presentPolicy(context))

export const updateOrderPolicyHandler = handle(updateOrderPolicy, async (context) => {
  const { tx, actor, now, input } = context
  assertWholeCompany(context)
  await sql`insert into order_policy (company_id) values (${actor.company.id}) on conflict do nothing`.execute(
    tx,
  )
  await sql`select from order_policy where company_id = ${actor.company.id} for update`.execute(tx)
  const before = await presentPolicy(context)
  const { version, ...named } = input
  if (before.version !== version) throw await changedMeanwhile(context, 'orderPolicy', policyId(actor))
  const settings = { ...settingsOf(before), ...said(named) }
  const changed = keysOf(settingTabs).filter((key) => settings[key] !== before[key])
  for (const key of changed)
    if (!actor.permissions.has(settingTabs[key]))
      throw refusal('PermissionMissing', { permission: settingTabs[key] })
  if (changed.length === 0) return before
  await tx
    .updateTable('order_policy')
    .set({
      version: version + 1,
      check_po_number: settings.checkPoNumber,
      order_flow: settings.orderFlow,
      quota_visible: settings.quotaVisible,
      pending_scope: settings.pendingScope,
      reference_time_zone: settings.referenceTimeZone,
      pack_bundle_amount: settings.packBundleAmount,
      top_location_groups: settings.topLocationGroups,
      require_erp_codes: settings.requireErpCodes,
      external_alarm_hours: settings.externalAlarmHours,
      archive_date: settings.archiveDate,
      replenishment_days: settings.replenishmentDays,
      safety_stock_days: settings.safetyStockDays,
    })
    .where('company_id', '=', actor.company.id)
    .execute()
  // It decides on rights, which each request reads with who asks.
  await tx
    .updateTable('company_policy')
    .set({ price_visibility: settings.priceVisibility })
    .where('company_id', '=', actor.company.id)
    .execute()
  const values = (from: Settings) => Object.fromEntries(changed.map((key) => [key, from[key]]))
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'order.policyChanged',
        recordType: 'orderPolicy',
        recordId: policyId(actor),
        before: values(before),
        after: values(settings),
      },
    ],
  })
  return presentPolicy(context)
})

/** What a request names; what it leaves out stays as it is. */
const said = (named: { [K in keyof Settings]?: Settings[K] | undefined }): Partial<Settings> =>
  Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))

type Settings = Pick<OrderPolicyView, keyof typeof settingTabs>
const settingsOf = (view: OrderPolicyView): Settings =>
  Object.fromEntries(keysOf(settingTabs).map((key) => [key, view[key]])) as Settings

/** The settings have no record of their own; the audit log knows them by an id that follows from the company. */
export const policyId = ({ company }: Pick<Actor, 'company'>): string =>
  `00000000-0000-8000-8000-${String(company.id).padStart(12, '0')}`

async function presentPolicy({
  tx,
  actor,
  now,
}: Pick<SessionContext, 'tx' | 'actor' | 'now'>): Promise<OrderPolicyView> {
  const [row, { price_visibility: priceVisibility }] = await Promise.all([
    readPolicy(tx, actor.company.id),
    tx
      .selectFrom('company_policy')
      .select('price_visibility')
      .where('company_id', '=', actor.company.id)
      .executeTakeFirstOrThrow(),
  ])
  const midnight = midnightOf(row?.reference_time_zone ?? actor.company.timeZone, now)
  const { rows } = await sql<{ direct: number; backorder: number }>`
    select count(*) filter (where o.type = 'DirectlyOrder')::int as direct, count(*) filter (where o.type = 'Backorder')::int as backorder
    from sales_order o where o.company_id = ${actor.company.id} and not o.closed and o.order_date < ${midnight}
      and exists (select from order_line l where l.company_id = ${actor.company.id} and l.order_id = o.id and l.state = 'Pending')`.execute(
    tx,
  )
  return {
    version: row?.version ?? 1,
    checkPoNumber: row?.check_po_number ?? false,
    orderFlow: row?.order_flow ?? 'FundamentalFlow',
    priceVisibility,
    quotaVisible: row?.quota_visible ?? true,
    pendingScope: row?.pending_scope ?? 'NoneCancelling',
    referenceTimeZone: row?.reference_time_zone ?? null,
    packBundleAmount: row?.pack_bundle_amount ?? 1,
    topLocationGroups: row?.top_location_groups ?? 0,
    requireErpCodes: row?.require_erp_codes ?? false,
    externalAlarmHours: row?.external_alarm_hours ?? 24,
    archiveDate: row?.archive_date ?? null,
    ...replenishmentOf(row),
    pending: rows[0] ?? { direct: 0, backorder: 0 },
    ...(await consequencesOf(tx, actor.company.id, row?.pack_bundle_amount ?? 1)),
  }
}

/** What suggestions are worked out with (ORD-017). */
export const replenishmentOf = (row: Row | undefined) => ({
  replenishmentDays: row?.replenishment_days ?? 30,
  safetyStockDays: row?.safety_stock_days ?? 7,
})

/** What stands in the way of the settings as they are: said beside them. */
async function consequencesOf(tx: Tx, company: number, bundle: number) {
  const { rows } = await sql<{ products: number; customers: number }>`
    select (select count(*)::int from product p where p.company_id = ${company} and p.status = 'Active' and p.pack_unit * ${bundle}::int > p.maximum_quantity) as products,
      (select count(*)::int from partner pa where pa.company_id = ${company} and pa.related and pa.relation_type = 'Customer'
        and (coalesce(trim(pa.ship_to_erp_code), '') = '' or coalesce(trim(pa.sold_to_erp_code), '') = '')) as customers`.execute(
    tx,
  )
  return {
    unorderableProducts: rows[0]?.products ?? 0,
    customersWithoutErpCodes: rows[0]?.customers ?? 0,
  }
}

export async function readPolicy(tx: Tx, companyId: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select version, check_po_number, order_flow, quota_visible, pending_scope, reference_time_zone,
      pack_bundle_amount, top_location_groups, require_erp_codes, replenishment_days, safety_stock_days, external_alarm_hours, archive_date::text as archive_date
    from order_policy where company_id = ${companyId}`.execute(tx)
  return rows[0]
}

/** The last midnight of a time zone. */
export const midnightOf = (timeZone: string, now: Date): Date => startOfDay(timeZone, dayIn(timeZone, now))
