import { productSubstituteKind } from '@kervan/contract/services/engine-inputs'
import {
  getWorkOrder,
  swapSubstitute,
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
const received = () => erp.received()
const listed = async ({ planner }: Stores) =>
  (await portal.call(workOrders.page, planner.token, { ...page, from: runDay, to: runDay })).body.rows
async function open() {
  const stores = await openStores(portal)
  await runStores(stores, { at })
  return { stores, order: existing((await listed(stores))[0]) }
}
const one = (id: string) => ({ selection: { mode: 'ids' as const, ids: [id] }, dryRun: false })
const deliver = (stores: Stores) => {
  now = new Date(now.getTime() + 2_000)
  return deliverToErp(stores, now)
}

describe('[ENG-003] a substitute', () => {
  /** The same size in another colour, of which the warehouse has this much. */
  const alike = async (stores: Stores, stock: number) => {
    const [made] = await inCompany(
      portal,
      stores.company.id,
      `with made as (
         insert into product_variant (company_id, id, product_id, code, color, size, status)
         select v.company_id, gen_random_uuid(), v.product_id, v.code || '-ALIKE', 'Blue', v.size, 'Active' from product_variant v where v.company_id = $1 and v.id = $2
         returning id, code)
       insert into stock (company_id, variant_id, location_id, on_hand) select $1, m.id, $3, $4 from made m
       returning (select code from made) as code`,
      [stores.company.id, existing(stores.product.variants[0]).id, stores.warehouse, stock],
    )
    return String(made?.['code'])
  }

  it('is swapped by hand as far as the sender has it, and carried to the ERP', async () => {
    const { stores, order } = await open()
    const { token } = stores.planner
    const code = await alike(stores, order.amount + 5)
    const shown = (await portal.call(getWorkOrder, token, { workOrderId: order.id })).body
    expect(shown).toMatchObject({ substitute: null, substitutes: [{ code, available: order.amount + 5 }] })
    const input = {
      workOrderId: order.id,
      version: order.version,
      substituteCode: code,
      reason: 'Quality' as const,
      note: null,
    }
    expect(await portal.call(swapSubstitute, token, { ...input, substituteCode: 'NOTHING' })).toMatchObject({
      code: 'NotASubstitute',
    })
    expect(await portal.call(swapSubstitute, token, { ...input, reason: 'Other' })).toMatchObject({
      code: 'ReasonMemoRequired',
    })
    expect(await portal.call(swapSubstitute, token, input)).toMatchObject({ status: 200 })
    expect(await portal.call(swapSubstitute, token, input)).toMatchObject({ code: 'TransferAmountChanged' })
    expect((await listed(stores)).find(({ id }) => id === order.id)).toMatchObject({
      workOrderState: 'Overridden',
      productCode: order.productCode,
      substitution: true,
      substituteProducts: code,
      amount: order.amount,
    })
    await portal.call(transferWorkOrders, token, one(order.id))
    await deliver(stores)
    expect((await received()).goods[order.id]).toBe(code)
  })

  it('that the sender has too little of does not go', async () => {
    const { stores, order } = await open()
    const code = await alike(stores, order.amount - 1)
    expect(
      await portal.call(swapSubstitute, stores.planner.token, {
        workOrderId: order.id,
        version: order.version,
        substituteCode: code,
        reason: 'Quality',
        note: null,
      }),
    ).toMatchObject({ code: 'InsufficientWarehouseStock' })
  })

  it('that is declared is proposed with its reason, swapped by hand, and carried to the ERP', async () => {
    const { stores, order, other, declared } = await openDeclared()
    const { token } = stores.planner
    expect(order).toMatchObject({
      recipientName: 'Empty',
      substitution: true,
      substituteProducts: other.variants[0]?.code,
      workOrderState: 'Proposed',
    })
    const shown = (await portal.call(getWorkOrder, token, { workOrderId: order.id })).body
    expect(shown.reasons.join(' ')).toContain(
      'It is declared as a substitute; 75 percent of the buyers are expected to accept it.',
    )
    expect(shown.substitutes.map(({ code }) => code)).toEqual([other.variants[0]?.code])
    const input = { workOrderId: order.id, version: order.version, reason: 'Quality' as const, note: null }
    expect(await portal.call(swapSubstitute, token, { ...input, substituteCode: null })).toMatchObject({
      status: 200,
    })
    expect((await listed(stores)).find(({ id }) => id === order.id)).toMatchObject({ substitution: false })
    const back = { ...input, version: order.version + 1, substituteCode: other.variants[0]?.code ?? '' }
    expect(await portal.call(swapSubstitute, token, back)).toMatchObject({ status: 200 })
    await portal.call(transferWorkOrders, token, one(order.id))
    await deliver(stores)
    expect((await received()).goods[order.id]).toBe(other.variants[0]?.code)
    expect(declared).toMatchObject({ status: 200 })
  })

  it('that was declared until a day before is not proposed, and is no choice by hand', async () => {
    const { stores } = await openDeclared({ validTo: '2026-11-26' })
    expect(await listed(stores)).toEqual([])
  })

  it('is neither the product itself nor one of another company', async () => {
    const stores = await openStores(portal)
    const stranger = await openStores(portal)
    const own = stores.product.code
    const asked = (substitute: string) => declare(stores, { product: own, substitute })
    expect(await asked(own)).toMatchObject({ status: 422 })
    await inCompany(
      portal,
      stranger.company.id,
      `update product set code = 'FOREIGN' where company_id = $1 and id = $2`,
      [stranger.company.id, stranger.product.id],
    )
    expect(await asked('FOREIGN')).toMatchObject({ status: 422 })
  })
})

const declare = ({ planner }: Stores, values: object) =>
  portal.call(productSubstituteKind.save, planner.token, {
    id: null,
    version: null,
    confirmed: false,
    values: {
      validFrom: '2026-01-01',
      validTo: null,
      substituteRank: 1,
      substituteShare: 75,
      note: null,
      ...values,
    } as never,
  })

/** Nobody has the product any more; the warehouse has another one that is declared for it. */
async function openDeclared(values: object = {}) {
  const stores = await openStores(portal, { warehouseStock: 0 })
  const { company, product } = stores
  await inCompany(portal, company.id, 'update stock set on_hand = 0 where company_id = $1', [company.id])
  const other = await company.product({ price: '90.00', stock: 40, sizes: ['M'], colors: ['Green'] })
  const declared = await declare(stores, { product: product.code, substitute: other.code, ...values })
  await runStores(stores, { at })
  const orders = await listed(stores)
  return { stores, other, declared, order: orders[0] as (typeof orders)[number] }
}
