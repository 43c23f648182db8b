import { downloadServiceFile, getServiceRun, serviceRuns } from '@kervan/contract/services/runs'
import { getServiceCalendar } from '@kervan/contract/services/scheduling'
import { serviceSettingKind } from '@kervan/contract/services/setting-values'
import { salesPromotionKind, stockBatchKind } from '@kervan/contract/services/engine-inputs'
import { approveWorkOrders, getWorkOrder, workOrders } from '@kervan/contract/services/work-orders'
import { existing } from '@kervan/contract/kit/typed'
import type { PrincipleContent } from '@kervan/contract/services/principles'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { page } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { workbookRows } from '../../../test/workbook-text.ts'
import { addPlan } from '@kervan/contract/services/scheduling'
import { workOffDue } from '../../../test/due-work.ts'
import { strategyOf, weekly } from '../desk.testing.ts'
import { serviceRunsWork } from '../runs/work.ts'
import {
  demandOnly,
  openStores,
  planMoment,
  runDay,
  runMoment,
  runStores,
  startRun,
  withSets,
  workOff,
  type Stores,
} from '../stores.testing.ts'

let portal: Portal
let now = planMoment
beforeEach(() => {
  now = planMoment
})
beforeAll(async () => {
  portal = await startPortal({ now: () => now, worker: false })
})
afterAll(() => portal.close())
const at = (moment: Date) => {
  now = moment
}

const ordersOf = ({ company }: Stores, runId: string) =>
  inCompany(
    portal,
    company.id,
    `select o.code, o.type, o.amount, s.name as sender, r.name as recipient, o.state, o.reason, o.published_at is not null as published
       from work_order o join location s on s.id = o.sender_id join location r on r.id = o.recipient_id
       where o.company_id = $1 and o.run_id = $2 order by o.code`,
    [company.id, runId],
  )

describe('[SVC-007] PST KPI tracking', () => {
  it('tells of each PST date whether its senders keep the threshold', async () => {
    const stores = await openStores(portal)
    const run = (text: string, ...values: unknown[]) =>
      inCompany(portal, stores.company.id, text, [stores.company.id, ...values])
    const calendar = async () =>
      (await portal.call(getServiceCalendar, stores.planner.token, { from: '2026-11-23', to: '2026-12-20' }))
        .body
    const threshold = (units: number) =>
      run(
        `insert into service_policy (company_id, retention_threshold) values ($1, $2)
         on conflict (company_id) do update set retention_threshold = excluded.retention_threshold`,
        units,
      )
    await runStores(stores, { at })
    await threshold(0)
    const before = await calendar()
    expect(before.tracking).toEqual({ retentionThreshold: 0, kept: 1, below: 0 })
    expect(before.entries.map(({ tracking }) => tracking?.state)).toEqual(['Kept', 'Open', 'Open', 'Open'])
    // More than the warehouse has: its product counts as one sender, however many work orders take of it.
    await threshold(9_000)
    const after = await calendar()
    expect(after.tracking).toEqual({ retentionThreshold: 9_000, kept: 0, below: 1 })
    const [first] = after.entries
    expect(first?.tracking?.below).toBe(first?.tracking?.senders)
    await run(`update work_order set state = 'Discarded' where company_id = $1`)
    expect((await calendar()).entries[0]?.tracking).toEqual({ state: 'NothingMoved', senders: 0, below: 0 })
  })
})

describe('[ENG-001] a run', () => {
  it('makes work orders with reasons from stock and sales, and publishes them', async () => {
    const stores = await openStores(portal)
    const runId = await runStores(stores, { at })
    const run = (await portal.call(getServiceRun, stores.planner.token, { serviceRunId: runId })).body
    expect(run).toMatchObject({ state: 'Closed' })
    const orders = await ordersOf(stores, runId)
    const toEmpty = orders.filter(({ recipient }) => recipient === 'Empty')
    expect(toEmpty).toMatchObject([
      { type: 'DemandRelatedReplenishment', sender: 'Warehouse', state: 'Proposed', published: true },
    ])
    expect(Number(toEmpty[0]?.['amount'])).toBeGreaterThanOrEqual(3)
    expect(toEmpty[0]?.['reason']).toMatchObject({
      recipient: { stock: 0, inTransit: 0 },
      planHash: run.planHash,
    })
    expect(orders.filter(({ recipient }) => recipient === 'Quiet')).toEqual([])
    const why = await inCompany(
      portal,
      stores.company.id,
      `select n.reason, n.stock from no_proposal n join location l on l.id = n.location_id where n.company_id = $1 and n.run_id = $2 and l.name = 'Quiet'`,
      [stores.company.id, runId],
    )
    expect(why).toEqual([{ reason: 'EnoughStock', stock: 1 }])
    const file = await portal.call(downloadServiceFile, stores.planner.token, {
      serviceFileId: null,
      day: runDay,
      type: 'WorkOrders',
      service: 'PST',
    })
    expect(file.status).toBe(200)
  })

  it('[SVC-009] leaves an audit file: by what it was computed, what came of it, and why nothing came of the rest', async () => {
    const stores = await openStores(portal)
    const runId = await runStores(stores, { at })
    const { files } = (await portal.call(getServiceRun, stores.planner.token, { serviceRunId: runId })).body
    expect(files.map(({ type }) => type).toSorted()).toEqual(['Audit', 'Report', 'WorkOrders'])
    const ask = (user: { token: string }, serviceFileId: string | null = null) =>
      portal.call(downloadServiceFile, user.token, {
        serviceFileId,
        day: runDay,
        type: 'Audit',
        service: 'PST',
      })
    const saved = await ask(stores.planner)
    expect(saved.status).toBe(200)
    const rows = await workbookRows(saved.body)
    const cells = rows.map((row) => row.join('|'))
    expect(cells).toContain(
      `run|${(await portal.call(getServiceRun, stores.planner.token, { serviceRunId: runId })).body.code}`,
    )
    expect(cells.some((row) => row.startsWith('WorkOrder|DemandRelatedReplenishment|1|'))).toBe(true)
    expect(cells.some((row) => row.includes(`|${stores.quiet.code}|EnoughStock|1|`))).toBe(true)
    expect(cells.some((row) => row.startsWith('serviceLevel|'))).toBe(true)
    const stranger = await openStores(portal)
    const own = existing(files.find(({ type }) => type === 'Audit'))
    expect(await ask(stranger.planner, own.id)).toMatchObject({ status: 404, code: 'AuditReportNotFound' })
    expect((await ask(stranger.planner)).refused?.Message).toContain(
      'Audit Report could not be found! The service has not run yet.',
    )
  })

  it('solves the size sets of a style together, and says so in the run, its files and the work order', async () => {
    const stores = await openStores(portal, { warehouseStock: 0, sizes: ['S', 'M', 'L'] })
    const runId = await runStores(stores, { at, contents: withSets })
    const run = (await portal.call(getServiceRun, stores.planner.token, { serviceRunId: runId })).body
    expect(run.steps.map(({ notes }) => notes)).toEqual([[], ['Size sets solved together: 1 style.'], [], []])
    const orders = await ordersOf(stores, runId)
    expect(orders.length).toBeGreaterThan(0)
    expect(orders.map(({ sender, recipient, reason }) => [sender, recipient, Object(reason).sets])).toEqual(
      orders.map(() => ['Full', 'Empty', 'Solved']),
    )
    const listed = await portal.call(workOrders.page, stores.planner.token, {
      ...page,
      from: runDay,
      to: runDay,
    })
    const { body } = await portal.call(getWorkOrder, stores.planner.token, {
      workOrderId: existing(listed.body.rows[0]).id,
    })
    expect(body.reasons).toContain('The size sets of the style were solved for all its sizes together.')
  })

  it('has stores help each other where the warehouse has nothing', async () => {
    const stores = await openStores(portal, { warehouseStock: 0 })
    const orders = await ordersOf(stores, await runStores(stores, { at }))
    expect(orders).toMatchObject([{ sender: 'Full', recipient: 'Empty', type: 'DemandRelatedReplenishment' }])
  })

  it('that is worked off again gives the same, and keeps what it has seen', async () => {
    const stores = await openStores(portal)
    const runId = await runStores(stores, { at })
    const before = await ordersOf(stores, runId)
    const again = (text: string) => inCompany(portal, stores.company.id, text, [stores.company.id, runId])
    // As if a worker had died in the middle: the shard is claimed by nobody any more, and the stock is another one.
    await again(`update run_shard set answer = null, done_at = null where company_id = $1 and run_id = $2`)
    await again(`update service_run set state = 'Active' where company_id = $1 and id = $2`)
    await again(`update service_step set state = 'Pending' where company_id = $1 and run_id = $2 and no >= 2`)
    await inCompany(portal, stores.company.id, 'update stock set on_hand = 0 where company_id = $1', [
      stores.company.id,
    ])
    await workOff(stores, runId)
    const after = await ordersOf(stores, runId)
    expect(after).toEqual(before)
    expect(after.length).toBeGreaterThan(0)
  })

  it('that two workers begin at the same time is made once', async () => {
    const stores = await openStores(portal)
    const runId = await startRun(stores, { at })
    await Promise.allSettled([workOff(stores, runId), workOff(stores, runId), workOff(stores, runId)])
    // The queue comes back to a step whose worker was told to wait.
    await workOff(stores, runId)
    const run = (await portal.call(getServiceRun, stores.planner.token, { serviceRunId: runId })).body
    expect(run).toMatchObject({ state: 'Closed' })
    expect(run.credit.map(({ kind }) => kind)).toEqual(['Reserve', 'Settle'])
    expect(run.files.map(({ type }) => type).toSorted()).toEqual(['Audit', 'Report', 'WorkOrders'])
    const orders = await ordersOf(stores, runId)
    expect(new Set(orders.map(({ code }) => code)).size).toBe(orders.length)
    expect(orders.filter(({ recipient }) => recipient === 'Empty')).toHaveLength(1)
  })

  it('of a second strategy on the same places and products counts what the first one has released', async () => {
    const stores = await openStores(portal)
    const first = await runStores(stores, { at })
    const approved = await portal.call(approveWorkOrders, stores.planner.token, {
      selection: {
        mode: 'ids',
        ids: (
          await portal.call(workOrders.page, stores.planner.token, { ...page, from: runDay, to: runDay })
        ).body.rows.map(({ id }) => id),
      },
      dryRun: false,
    })
    expect(approved.body).toMatchObject({ refused: 0 })
    at(planMoment)
    const strategyId = await strategyOf(stores, demandOnly)
    expect(
      await portal.call(addPlan, stores.planner.token, {
        ...weekly(strategyId),
        conflictingStrategyId: null,
        conflictChoice: 'KeepBoth',
      }),
    ).toMatchObject({ status: 200 })
    at(runMoment)
    await workOffDue(portal, stores.company.id, serviceRunsWork)
    const runs = (
      await portal.call(serviceRuns.page, stores.planner.token, { ...page, from: runDay, to: runDay })
    ).body.rows
    const second = existing(runs.find(({ id }) => id !== first))
    await workOff(stores, second.id)
    expect((await ordersOf(stores, first)).map(({ recipient }) => recipient)).toEqual(['Empty'])
    expect(await ordersOf(stores, second.id)).toEqual([])
    const why = await inCompany(
      portal,
      stores.company.id,
      `select n.reason, n.in_transit > 0 as coming from no_proposal n join location l on l.id = n.location_id
       where n.company_id = $1 and n.run_id = $2 and l.name = 'Empty'`,
      [stores.company.id, second.id],
    )
    expect(why).toEqual([{ reason: 'EnoughStock', coming: true }])
  })

  it('[SVC-002] goes by the value of a setting that holds at the place, on the day of its snapshot', async () => {
    const stores = await openStores(portal)
    const save = (code: string, values: object) =>
      portal.call(serviceSettingKind.save, stores.planner.token, {
        id: null,
        version: null,
        confirmed: false,
        values: {
          code,
          setting: 'minimumDisplay',
          locationGroup: null,
          location: null,
          product: null,
          validFrom: '2026-01-01',
          validTo: null,
          note: null,
          ...values,
        } as never,
      })
    // Quiet sells nothing and has one unit: without a value of its own it is left alone.
    expect(await save('SHELF', { location: stores.quiet.code, settingValue: '7' })).toMatchObject({
      status: 200,
    })
    expect(
      await save('ENDED', {
        location: stores.full.code,
        settingValue: '900',
        validTo: '2026-11-26',
      }),
    ).toMatchObject({ status: 200 })
    const contents: PrincipleContent[] = [
      { type: 'WorkOrderTypes', types: ['AvailabilityRelatedReplenishment'] },
      { type: 'ServiceSettings', setting: 'fixedLaneCost', value: '0' },
    ]
    const runId = await runStores(stores, { at, contents })
    const received = new Map(
      (await ordersOf(stores, runId)).map(({ recipient, amount }) => [recipient, Number(amount)]),
    )
    expect(received.get('Quiet')).toBeGreaterThanOrEqual(6)
    expect(received.has('Full')).toBe(false)
  })

  it('says that no work order was produced where nothing is to be moved', async () => {
    const stores = await openStores(portal)
    await inCompany(portal, stores.company.id, 'update stock set on_hand = 500 where company_id = $1', [
      stores.company.id,
    ])
    const runId = await runStores(stores, { at })
    expect(await ordersOf(stores, runId)).toEqual([])
  })

  it('expects more of a promotion to come, and takes none of before for ordinary demand', async () => {
    const amountTo = async (promotion: object | null) => {
      const stores = await openStores(portal)
      if (promotion)
        expect(
          await saveKind(stores, salesPromotionKind, { product: stores.product.code, ...promotion }),
        ).toMatchObject({
          status: 200,
        })
      const orders = await ordersOf(stores, await runStores(stores, { at }))
      return orders
        .filter(({ recipient }) => recipient === 'Empty')
        .reduce((sum, { amount }) => sum + Number(amount), 0)
    }
    const times = {
      code: 'PROMO',
      locationGroup: null,
      location: null,
      priceOff: '30',
      advertised: true,
      note: null,
    }
    const plain = await amountTo(null)
    const coming = { ...times, promotionFrom: '2026-11-20', promotionTo: '2026-12-31', promotionLift: '3' }
    expect(await amountTo(coming)).toBeGreaterThan(plain * 2)
    const over = { ...times, promotionFrom: '2026-05-01', promotionTo: '2026-11-26', promotionLift: '3' }
    expect(await amountTo(over)).toBeLessThan(plain)
    // It holds for another group of locations only.
    expect(await amountTo({ ...coming, location: null, locationGroup: 'Stores' })).toBeGreaterThan(plain * 2)
  })

  it('refuses a promotion that says nothing, ends before it begins, or is for a group that there is not', async () => {
    const stores = await openStores(portal)
    const save = (values: object) =>
      saveKind(stores, salesPromotionKind, {
        code: 'PROMO',
        product: stores.product.code,
        locationGroup: null,
        location: null,
        promotionFrom: '2026-11-01',
        promotionTo: '2026-11-30',
        priceOff: '10',
        advertised: false,
        promotionLift: null,
        note: null,
        ...values,
      })
    const issue = async (values: object) => JSON.stringify((await save(values)).refused)
    expect(await issue({ priceOff: '0' })).toContain('Enter a price reduction')
    expect(await issue({ promotionTo: '2026-10-31' })).toContain('before')
    expect(await issue({ locationGroup: 'Nowhere' })).toContain('Nowhere')
    expect(await issue({ locationGroup: 'Stores', location: stores.full.code })).toContain('group')
    expect(await save({})).toMatchObject({ status: 200 })
  })

  it('refills a store whose stock expires before it sells, and says so', async () => {
    const stores = await openStores(portal)
    // Full sells a unit in three days: of 60 that expire in three weeks it sells seven.
    const saved = await saveKind(stores, stockBatchKind, {
      location: stores.full.code,
      variant: existing(stores.product.variants[0]).code,
      batchCode: 'LOT-1',
      expiryDate: '2026-11-28',
      batchUnits: 60,
    })
    expect(saved).toMatchObject({ status: 200 })
    const orders = await ordersOf(stores, await runStores(stores, { at }))
    const toFull = orders.find(({ recipient }) => recipient === 'Full')
    expect(toFull).toMatchObject({ sender: 'Warehouse', reason: { recipient: { stock: 60, expiring: 60 } } })
    expect(orders.filter(({ sender }) => sender === 'Full')).toEqual([])
    const { body } = await portal.call(workOrders.page, stores.planner.token, {
      ...page,
      from: runDay,
      to: runDay,
    })
    const listed = existing(body.rows.find(({ recipientName }) => recipientName === 'Full'))
    const shown = await portal.call(getWorkOrder, stores.planner.token, { workOrderId: listed.id })
    expect(shown.body.reasons.join(' ')).toContain('Full: 60 of these units expire before they sell')
  })
})

const saveKind = (
  { planner }: Stores,
  kind: typeof salesPromotionKind | typeof stockBatchKind,
  values: object,
) =>
  portal.call(kind.save as typeof salesPromotionKind.save, planner.token, {
    id: null,
    version: null,
    confirmed: false,
    values: values as never,
  })
