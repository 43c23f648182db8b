import {
  approveWorkOrders,
  discardWorkOrders,
  explainNoProposal,
  getWorkOrder,
  getWorkOrderFlows,
  muteProposals,
  overrideWorkOrder,
  transferWorkOrders,
  workOrders,
} from '@kervan/contract/services/work-orders'
import { existing } from '@kervan/contract/kit/typed'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliverToErp, startErp, type ErpOfTests } from '../../../test/erp.ts'
import { page } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { openStores, planMoment, runDay, runStores, type Stores } from '../stores.testing.ts'
import { workOrderSync } from './transfer.ts'

let portal: Portal
let erp: ErpOfTests
let now = planMoment
beforeEach(async () => {
  now = planMoment
  await fault('none')
})
beforeAll(async () => {
  erp = await startErp()
  portal = await startPortal({
    now: () => now,
    worker: false,
    own: true,
    env: erp.env,
  })
})
afterAll(async () => {
  await portal.close()
  await erp.close()
})
const at = (moment: Date) => {
  now = moment
}
const fault = (kind: string, more: object = {}) => erp.fault(kind, more)
const received = () => erp.received()

const scope = { from: runDay, to: runDay }
const listed = async ({ planner }: Stores) =>
  (await portal.call(workOrders.page, planner.token, { ...page, ...scope })).body.rows
async function open(options?: Parameters<typeof openStores>[1]) {
  const stores = await openStores(portal, options)
  await runStores(stores, { at })
  return { stores, order: existing((await listed(stores))[0]) }
}
const one = (id: string) => ({ selection: { mode: 'ids' as const, ids: [id] }, dryRun: false })
const deliver = (stores: Stores) => {
  now = new Date(now.getTime() + 2_000)
  return deliverToErp(stores, now)
}

describe('[WRK-001] [WRK-002] work orders', () => {
  it('are listed with their fields, explained, approved and discarded', async () => {
    const { stores, order } = await open()
    expect(order).toMatchObject({
      serviceDate: runDay,
      workOrderType: 'DemandRelatedReplenishment',
      workOrderState: 'Proposed',
      recipientName: 'Empty',
      erpNotified: false,
      substitution: false,
    })
    const { token } = stores.planner
    const shown = (await portal.call(getWorkOrder, token, { workOrderId: order.id })).body
    expect(shown.recipient).toMatchObject({ stock: 0, lastWeek: 6, lastFourWeeks: 20 })
    expect(shown.reasons.length).toBeGreaterThan(4)
    expect(shown.reasons.join(' ')).not.toMatch(/workOrders\.|\{\{/)
    const why = (
      await portal.call(explainNoProposal, token, {
        productCode: order.productCode,
        locationCode: stores.quiet.code,
      })
    ).body
    expect(why).toMatchObject({ workOrders: [] })
    expect(why.reasons[0]).toContain('covers')
    expect((await portal.call(approveWorkOrders, token, one(order.id))).body).toMatchObject({ done: 1 })
    expect((await portal.call(discardWorkOrders, token, one(order.id))).body).toMatchObject({ done: 1 })
    expect(await listed(stores)).toMatchObject([{ workOrderState: 'Discarded' }])
    const refused = await portal.call(transferWorkOrders, token, one(order.id))
    expect(refused).toMatchObject({ status: 409, code: 'NoValidWorkOrder' })
    expect((await portal.call(approveWorkOrders, token, one(order.id))).body).toMatchObject({
      results: [{ refusal: 'WorkOrderState' }],
    })
    expect(
      await portal.call(explainNoProposal, token, { productCode: 'NONE', locationCode: stores.quiet.code }),
    ).toMatchObject({ status: 404, code: 'ProductNotFound' })
  })

  it.each(['none', 'dropBefore', 'dropAfter', 'error500', 'malformed'])(
    'reach the ERP once through the fault %s and are acknowledged line by line',
    async (kind) => {
      const { stores, order } = await open()
      await fault(kind, { times: 1 })
      expect((await portal.call(transferWorkOrders, stores.planner.token, one(order.id))).body).toMatchObject(
        {
          done: 1,
        },
      )
      const again = await portal.call(transferWorkOrders, stores.planner.token, one(order.id))
      expect(again).toMatchObject({ code: 'NoValidWorkOrder' })
      for (let tries = 0; tries < 4; tries++) await deliver(stores)
      expect(await listed(stores)).toMatchObject([{ workOrderState: 'Transferred', erpNotified: true }])
      expect((await received()).lines[order.id]).toBe(1)
    },
  )

  it('are told as flows between places for the map, without those that were discarded', async () => {
    const { stores, order } = await open()
    const flows = async () =>
      (await portal.call(getWorkOrderFlows, stores.planner.token, { from: runDay, to: runDay })).body
    const { senderCode, recipientCode, amount } = order
    expect(await flows()).toMatchObject({
      flows: [{ senderCode, recipientCode, workOrders: 1, amount }],
      left: 0,
    })
    const { places } = await flows()
    expect(places.map(({ code, sends, receives }) => [code, sends, receives]).toSorted()).toEqual(
      [
        [senderCode, amount, 0],
        [recipientCode, 0, amount],
      ].toSorted(),
    )
    await portal.call(discardWorkOrders, stores.planner.token, one(order.id))
    expect(await flows()).toEqual({ places: [], flows: [], left: 0 })
    const wide = { from: '2020-01-01', to: runDay }
    expect(await portal.call(getWorkOrderFlows, stores.planner.token, wide)).toMatchObject({
      code: 'WindowTooWide',
    })
    const stranger = await openStores(portal)
    const seen = await portal.call(getWorkOrderFlows, stranger.planner.token, { from: runDay, to: runDay })
    expect(seen.body.flows).toEqual([])
  })

  it('that the ERP refuses say why, and can be sent again', async () => {
    const { stores, order } = await open()
    await erp.refuse(order.productCode)
    await portal.call(transferWorkOrders, stores.planner.token, one(order.id))
    await deliver(stores)
    expect(await listed(stores)).toMatchObject([
      {
        workOrderState: 'Failed',
        failureNote: `Material ${order.productCode} is blocked`,
        erpNotified: false,
      },
    ])
    await fault('none')
    await portal.call(transferWorkOrders, stores.planner.token, one(order.id))
    await deliver(stores)
    expect(await listed(stores)).toMatchObject([{ workOrderState: 'Transferred', failureNote: null }])
  })

  it('that were taken without an acknowledgement are synchronised afterwards by themselves', async () => {
    const { stores, order } = await open()
    await inCompany(
      portal,
      stores.company.id,
      `insert into work_order select company_id, gen_random_uuid(), version, code || 'B', run_id, service_date, type, state, variant_id, sender_id, recipient_id, proposed, amount, pack,
         override_reason, override_note, overridden_by, overridden_at, substitution, substitutes, revised_total, revised_price, net, reason, transfer_id, response_message, failure_note,
         search_text, created_at, published_at, transferred_at, changed_at, changed_by from work_order where company_id = $1`,
      [stores.company.id],
    )
    const ids = (await listed(stores)).map(({ id }) => id)
    await fault('withoutLines', { times: 1 })
    await portal.call(transferWorkOrders, stores.planner.token, {
      selection: { mode: 'ids', ids },
      dryRun: false,
    })
    await deliver(stores)
    expect((await listed(stores)).map(({ workOrderState }) => workOrderState)).toEqual([
      'Transferred',
      'TransferredNotSynced',
    ])
    const { services } = portal.app
    await services.db.withCompany(stores.company.id, (tx) =>
      workOrderSync.run({ tx, services, companyId: stores.company.id, dueAt: now }),
    )
    await deliver(stores)
    expect((await listed(stores)).map(({ workOrderState }) => workOrderState)).toEqual([
      'Transferred',
      'Transferred',
    ])
    expect((await received()).lines[order.id]).toBe(1)
  })

  it('of a simulation are never transferred', async () => {
    const { stores, order } = await open()
    await inCompany(
      portal,
      stores.company.id,
      `update service_run set domain = 'Experiment' where company_id = $1`,
      [stores.company.id],
    )
    const refused = await portal.call(transferWorkOrders, stores.planner.token, {
      ...one(order.id),
      dryRun: true,
    })
    expect(refused.body).toMatchObject({
      done: 0,
      refused: 1,
      results: [{ refusal: 'WorkOrderNotTransferable' }],
    })
  })
})

describe('[WRK-003] an override', () => {
  it('keeps the proposal beside it, and says what stands against it', async () => {
    const { stores, order } = await open()
    const { token } = stores.planner
    const input = {
      workOrderId: order.id,
      version: order.version,
      amount: 3,
      reason: 'Promotion' as const,
      note: null,
      confirmed: false,
    }
    expect(await portal.call(overrideWorkOrder, token, { ...input, amount: -1 })).toMatchObject({
      code: 'OverrideNegative',
    })
    const packs = (size: number) =>
      inCompany(portal, stores.company.id, 'update work_order set pack = $2 where company_id = $1', [
        stores.company.id,
        size,
      ])
    await packs(2)
    expect(await portal.call(overrideWorkOrder, token, input)).toMatchObject({ code: 'AmountNotInPacks' })
    await packs(1)
    expect(await portal.call(overrideWorkOrder, token, { ...input, amount: 90_000 })).toMatchObject({
      code: 'InsufficientWarehouseStock',
    })
    await portal.app.services.db.withCompany(stores.company.id, async (tx) => {
      const { sql } = await import('kysely')
      await sql`select pg_advisory_xact_lock(hashtextextended('work order ' || o.variant_id || ' ' || o.sender_id, o.company_id)) from work_order o where o.id = ${order.id}`.execute(
        tx,
      )
      expect(await portal.call(overrideWorkOrder, token, input)).toMatchObject({ code: 'TransactionRunning' })
    })
    expect(await portal.call(overrideWorkOrder, token, input)).toMatchObject({ status: 200 })
    expect(await portal.call(overrideWorkOrder, token, input)).toMatchObject({
      code: 'TransferAmountChanged',
    })
    expect(await listed(stores)).toMatchObject([
      { workOrderState: 'Overridden', amount: 3, proposedAmount: order.amount },
    ])
    const recipient = await inCompany(
      portal,
      stores.company.id,
      `update location set blacklisted = true where company_id = $1 and code = $2 returning id`,
      [stores.company.id, order.recipientCode],
    )
    expect(recipient).toHaveLength(1)
    const next = { ...input, version: order.version + 1, amount: 2 }
    expect(await portal.call(overrideWorkOrder, token, next)).toMatchObject({ code: 'LocationMayNotReceive' })
    expect(await portal.call(overrideWorkOrder, token, { ...next, confirmed: true })).toMatchObject({
      status: 200,
    })
  })

  it('mutes a product for a location until a day', async () => {
    const { stores, order } = await open()
    const { token } = stores.planner
    expect(
      await portal.call(muteProposals, token, { workOrderId: order.id, until: '2026-11-01' }),
    ).toMatchObject({ code: 'MuteInPast' })
    await portal.call(muteProposals, token, { workOrderId: order.id, until: '2026-12-31' })
    const shown = (await portal.call(getWorkOrder, token, { workOrderId: order.id })).body
    expect(shown.mutedUntil).toBe('2026-12-31')
    await portal.call(muteProposals, token, { workOrderId: order.id, until: null })
    const again = (await portal.call(getWorkOrder, token, { workOrderId: order.id })).body
    expect(again.mutedUntil).toBeNull()
  })

  it('stands beside the next three dates and the last day to order', async () => {
    const { stores, order } = await open()
    const { body } = await portal.call(getWorkOrder, stores.planner.token, { workOrderId: order.id })
    // Empty is sold out: the day of the service is the last one.
    expect(body).toMatchObject({ recipient: { stock: 0, cover: 0 }, orderBy: runDay })
    expect(body.nextDates).toHaveLength(3)
    expect(body.nextDates).toEqual(body.nextDates.toSorted())
    expect(body.nextDates[0]! > runDay).toBe(true)
  })
})
