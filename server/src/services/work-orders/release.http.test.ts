import { stockLevelKind } from '@kervan/contract/company/stock'
import { getWorkOrder, transferWorkOrders, workOrders } from '@kervan/contract/services/work-orders'
import { existing } from '@kervan/contract/kit/typed'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliverToErp, startErp, type ErpOfTests } from '../../../test/erp.ts'
import { page } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { openStores, planMoment, runDay, runStores, type Stores } from '../stores.testing.ts'

// What may happen between the moment at which a run looks and the moment at which the ERP has its work orders.

let portal: Portal
let erp: ErpOfTests
let now = planMoment
beforeEach(() => {
  now = planMoment
})
beforeAll(async () => {
  erp = await startErp()
  portal = await startPortal({ now: () => now, worker: false, own: true, env: erp.env })
})
afterAll(async () => {
  await portal.close()
  await erp.close()
})
const at = (moment: Date) => {
  now = moment
}
const listed = async ({ planner }: Stores) =>
  (await portal.call(workOrders.page, planner.token, { ...page, from: runDay, to: runDay })).body.rows
async function open(before: (stores: Stores) => Promise<unknown> = async () => {}) {
  const stores = await openStores(portal)
  await before(stores)
  await runStores(stores, { at })
  return { stores, order: existing((await listed(stores))[0]) }
}
const transfer = ({ planner }: Stores, ids: string[], dryRun = false) =>
  portal.call(transferWorkOrders, planner.token, { selection: { mode: 'ids', ids }, dryRun })

describe('[WRK-002] between a proposal and its transfer', () => {
  it('the stock of the sender has gone elsewhere: what it still has is said, and nothing goes', async () => {
    const { stores, order } = await open()
    const { company, warehouse } = stores
    const left = order.amount - 1
    await inCompany(
      portal,
      company.id,
      'update stock set on_hand = $2 where company_id = $1 and location_id = $3',
      [company.id, left, warehouse],
    )
    for (const dryRun of [true, false])
      expect((await transfer(stores, [order.id], dryRun)).body).toMatchObject({
        done: 0,
        refused: 1,
        results: [{ refusal: 'InsufficientWarehouseStock', message: expect.stringContaining(String(left)) }],
      })
    expect(await listed(stores)).toMatchObject([{ workOrderState: 'Proposed', erpNotified: false }])
    await inCompany(portal, company.id, 'update stock set on_hand = 500 where company_id = $1', [company.id])
    expect((await transfer(stores, [order.id])).body).toMatchObject({ done: 1, refused: 0 })
  })

  it('two of them want the same goods: the first one gets them, the other one is told', async () => {
    const { stores, order } = await open()
    const { company, warehouse } = stores
    const [twin] = await inCompany(
      portal,
      company.id,
      `insert into work_order select company_id, gen_random_uuid(), version, code || 'B', run_id, service_date, type, state, variant_id, sender_id, recipient_id, proposed, amount, pack,
         override_reason, override_note, overridden_by, overridden_at, substitution, substitutes, revised_total, revised_price, net, reason, transfer_id, response_message, failure_note,
         search_text, created_at, published_at, transferred_at, changed_at, changed_by from work_order where company_id = $1 returning id`,
      [company.id],
    )
    await inCompany(
      portal,
      company.id,
      'update stock set on_hand = $2 where company_id = $1 and location_id = $3',
      [company.id, order.amount * 2 - 1, warehouse],
    )
    const answers = await Promise.all([order.id, String(twin?.['id'])].map((id) => transfer(stores, [id])))
    for (const { status } of answers) expect(status).toBe(200)
    const both = await transfer(stores, [order.id, String(twin?.['id'])], true)
    expect(both.body.done).toBe(0)
    const states = (await listed(stores)).map(({ workOrderState }) => workOrderState).toSorted()
    expect(states).toEqual(['Proposed', 'TransferPending'])
  })

  it('the ERP is down for an hour and then back: each line has one effect', async () => {
    const { stores, order } = await open()
    await erp.fault('error500')
    await transfer(stores, [order.id])
    for (let quarter = 0; quarter < 4; quarter++) {
      now = new Date(now.getTime() + 15 * 60_000)
      await deliverToErp(stores, now)
      expect((await listed(stores))[0]).toMatchObject({ workOrderState: 'TransferPending' })
    }
    await erp.fault('none')
    now = new Date(now.getTime() + 15 * 60_000)
    await deliverToErp(stores, now)
    expect((await listed(stores))[0]).toMatchObject({ workOrderState: 'Transferred', erpNotified: true })
    expect((await erp.received()).lines[order.id]).toBe(1)
  })
})

describe('[ENG-001] what a run is given', () => {
  const facts = async (before?: (stores: Stores) => Promise<unknown>) => {
    const { stores, order } = await open(before)
    const { body } = await portal.call(getWorkOrder, stores.planner.token, { workOrderId: order.id })
    return { amount: order.amount, rate: body.recipient.rate, stock: body.recipient.stock }
  }

  it('half a day of sales of the day itself does not move its forecast', async () => {
    const plain = await facts()
    const half = await facts(({ company, empty, product }) =>
      inCompany(
        portal,
        company.id,
        `insert into daily_sale (company_id, variant_id, location_id, day, units, stock) values ($1, $2, $3, '${runDay}', 40, 0)`,
        [company.id, existing(product.variants[0]).id, empty.id],
      ),
    )
    expect(half).toEqual(plain)
  })

  it('a stock below zero is refused where it comes in', async () => {
    const stores = await openStores(portal)
    const answer = await portal.call(stockLevelKind.save, stores.planner.token, {
      id: null,
      version: null,
      confirmed: false,
      values: {
        location: stores.quiet.code,
        variant: existing(stores.product.variants[0]).code,
        onHand: -7,
      },
    })
    expect(answer.status).toBe(422)
  })
})
