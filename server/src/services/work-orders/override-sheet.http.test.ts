import {
  getOverrideProducts,
  getOverrideSheet,
  saveOverrides,
} from '@kervan/contract/services/work-order-override'
import { getWorkOrder, workOrders } from '@kervan/contract/services/work-orders'
import { existing } from '@kervan/contract/kit/typed'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { page } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { openStores, planMoment, runDay, runStores } from '../stores.testing.ts'

let portal: Portal
let now = planMoment
beforeEach(() => {
  now = planMoment
})
beforeAll(async () => {
  portal = await startPortal({ now: () => now, worker: false, own: true })
})
afterAll(() => portal.close())

async function open() {
  const stores = await openStores(portal)
  await runStores(stores, {
    at: (moment) => {
      now = moment
    },
  })
  const { token } = stores.planner
  const { body: choice } = await portal.call(getOverrideProducts, token, { runCode: null })
  const runCode = String(choice.runCode)
  const productCode = stores.product.code
  const sheet = async () => (await portal.call(getOverrideSheet, token, { runCode, productCode })).body
  return { stores, token, choice, runCode, sheet }
}
const cellOf = (sheet: Awaited<ReturnType<Awaited<ReturnType<typeof open>>['sheet']>>) =>
  existing(sheet.lines[0]?.cells[0])
const saving = { reason: 'LocalKnowledge' as const, note: null, confirmed: true }

describe('[WRK-003] the override interface', () => {
  it('shows a product of a run by recipient and SKU, with sales and what the sender has left', async () => {
    const { stores, choice, sheet } = await open()
    expect(choice.runs).toMatchObject([{ serviceDate: runDay }])
    expect(choice.products).toMatchObject([{ code: stores.product.code, workOrders: 1, overridden: 0 }])
    const shown = await sheet()
    expect(shown).toMatchObject({
      serviceDate: runDay,
      variants: [{ code: existing(stores.product.variants[0]).code, pack: 1 }],
      lines: [{ recipientName: 'Empty' }],
    })
    expect(cellOf(shown)).toMatchObject({ stock: 0, lastWeek: 6, lastFourWeeks: 20, locked: null })
    const { body: listed } = await portal.call(workOrders.page, stores.planner.token, {
      ...page,
      from: runDay,
      to: runDay,
    })
    const order = existing(listed.rows[0])
    expect(cellOf(shown)).toMatchObject({ workOrderId: order.id, amount: order.amount })
    const free = existing(shown.senders[0]?.free[0]).free
    expect(free).toBe((order.senderCode === 'WAREHOUSE' ? 500 : 60) - order.amount)
  })

  it('saves amounts with one reason, the proposal stays beside them, and a second time nothing is done', async () => {
    const { stores, token, sheet } = await open()
    const { workOrderId, version, amount } = cellOf(await sheet())
    const asked = { amounts: [{ workOrderId, version, amount: amount + 3 }], ...saving }
    expect((await portal.call(saveOverrides, token, asked)).body).toEqual({ saved: 1, refused: [] })
    const after = cellOf(await sheet())
    expect(after).toMatchObject({
      amount: amount + 3,
      proposedAmount: amount,
      workOrderState: 'Overridden',
    })
    const { body } = await portal.call(getWorkOrder, stores.planner.token, { workOrderId })
    expect(body).toMatchObject({ overrideReason: 'LocalKnowledge', amount: amount + 3 })
    const again = await portal.call(saveOverrides, token, { ...asked, note: 'again' })
    expect(again.body).toMatchObject({
      saved: 0,
      refused: [{ workOrderId, refusal: 'TransferAmountChanged' }],
    })
  })

  it('says of each amount why it was not saved, and saves the others', async () => {
    const { token, sheet } = await open()
    const shown = await sheet()
    const { workOrderId, version } = cellOf(shown)
    const save = async (amount: number, id = workOrderId) =>
      (
        await portal.call(saveOverrides, token, {
          amounts: [{ workOrderId: id, version, amount }],
          ...saving,
        })
      ).body.refused.map(({ refusal }) => refusal)
    expect(await save(-1)).toEqual(['OverrideNegative'])
    expect(await save(100_000)).toEqual(['InsufficientWarehouseStock'])
    expect(await save(1, crypto.randomUUID())).toEqual(['NotFound'])
    expect(cellOf(await sheet())).toEqual(cellOf(shown))
    const { body } = await portal.call(saveOverrides, token, {
      amounts: [
        { workOrderId: crypto.randomUUID(), version: 1, amount: 2 },
        { workOrderId, version, amount: 0 },
      ],
      ...saving,
    })
    expect(body).toMatchObject({ saved: 1, refused: [{ refusal: 'NotFound' }] })
    const other = await portal.call(saveOverrides, token, {
      amounts: [{ workOrderId, version: version + 1, amount: 1 }],
      reason: 'Other',
      note: ' ',
      confirmed: true,
    })
    expect(other).toMatchObject({ status: 422, code: 'ReasonMemoRequired' })
  })

  it('of two planners at once one saves, the other is told', async () => {
    const { token, sheet } = await open()
    const { workOrderId, version, amount } = cellOf(await sheet())
    const answers = await Promise.all(
      [1, 2].map((more) =>
        portal.call(saveOverrides, token, {
          amounts: [{ workOrderId, version, amount: amount + more }],
          ...saving,
        }),
      ),
    )
    expect(answers.map(({ body }) => body.saved).toSorted()).toEqual([0, 1])
    const [refused] = answers.flatMap(({ body }) => body.refused)
    expect(['TransactionRunning', 'TransferAmountChanged']).toContain(refused?.refusal)
  })

  it('knows neither runs nor products of another company', async () => {
    const { runCode, stores } = await open()
    const stranger = await openStores(portal)
    const { token } = stranger.planner
    expect(
      await portal.call(getOverrideSheet, token, { runCode, productCode: stores.product.code }),
    ).toMatchObject({ status: 404, code: 'NotFound' })
    expect(await portal.call(getOverrideProducts, token, { runCode: 'SR-NONE' })).toMatchObject({
      status: 404,
    })
    expect((await portal.call(getOverrideProducts, token, { runCode: null })).body).toEqual({
      runs: [],
      runCode: null,
      products: [],
    })
  })

  describe('gives an amount to a size for which nothing was proposed', () => {
    /** The product gets a size M2 of which the warehouse has 12, in packs of 4. */
    async function withSize() {
      const opened = await open()
      const { stores, sheet } = opened
      const run = (text: string, ...values: unknown[]) =>
        inCompany(portal, stores.company.id, text, [stores.company.id, ...values])
      const [size] = await run(
        `insert into product_variant (company_id, id, product_id, code, color, size, status, sort_order)
           values ($1, gen_random_uuid(), $2, $3, 'Red', 'L', 'Active', 9) returning id, code`,
        stores.product.id,
        `${stores.product.code}-L`,
      )
      await run(
        'insert into stock (company_id, variant_id, location_id, on_hand) values ($1, $2, $3, 12)',
        size?.['id'],
        stores.warehouse,
      )
      await run('update product set pack_unit = 4 where company_id = $1 and id = $2', stores.product.id)
      const [line] = (await sheet()).lines
      const { senderCode, recipientCode } = existing(line)
      const spot = { senderCode, recipientCode, variantCode: String(size?.['code']) }
      return { ...opened, spot, run }
    }
    const add = (
      { token, runCode }: { token: string; runCode: string },
      added: { senderCode: string; recipientCode: string; variantCode: string; amount: number }[],
      confirmed = true,
    ) => portal.call(saveOverrides, token, { amounts: [], added, runCode, ...saving, confirmed })

    it('as a work order with the proposal 0, which is transferred as any other; once, however often it is asked', async () => {
      const opened = await withSize()
      const { sheet, spot, stores } = opened
      const before = existing((await sheet()).lines[0])
      expect(before.blanks).toMatchObject([{ variantCode: spot.variantCode, stock: 0, lastWeek: 0 }])
      const answers = await Promise.all([1, 2].map(() => add(opened, [{ ...spot, amount: 8 }])))
      expect(answers.map(({ body }) => body.saved).toSorted()).toEqual([0, 1])
      const [refused] = answers.flatMap(({ body }) => body.refused)
      expect(refused).toMatchObject({ added: { variantCode: spot.variantCode } })
      expect(['TransactionRunning', 'TransferAmountChanged']).toContain(refused?.refusal)
      const after = existing((await sheet()).lines[0])
      expect(after.blanks).toEqual([])
      const cell = existing(after.cells.find(({ variantCode }) => variantCode === spot.variantCode))
      expect(cell).toMatchObject({ amount: 8, proposedAmount: 0, workOrderState: 'Overridden', locked: null })
      const { body } = await portal.call(getWorkOrder, stores.planner.token, {
        workOrderId: cell.workOrderId,
      })
      expect(body).toMatchObject({ workOrderType: 'None', overrideReason: 'LocalKnowledge', pack: 4 })
      expect(body.reasons[0]).toContain('manually')
      expect((await add(opened, [{ ...spot, amount: 4 }])).body.refused).toMatchObject([
        { refusal: 'TransferAmountChanged' },
      ])
    })

    it('and says why where it does not', async () => {
      const opened = await withSize()
      const { spot, run, stores } = opened
      const why = async (amount: number, more: object = {}, confirmed = true) =>
        (await add(opened, [{ ...spot, amount, ...more }], confirmed)).body.refused.map(
          ({ refusal }) => refusal,
        )
      expect(await why(-4)).toEqual(['OverrideNegative'])
      expect(await why(3)).toEqual(['AmountNotInPacks'])
      expect(await why(16)).toEqual(['InsufficientWarehouseStock'])
      expect(await why(4, { recipientCode: stores.full.code })).toEqual(['NotFound'])
      expect(await why(4, { variantCode: 'NOTHING' })).toEqual(['NotFound'])
      await run(
        'update location set blacklisted = true where company_id = $1 and code = $2',
        spot.recipientCode,
      )
      expect(await why(4, {}, false)).toEqual(['LocationMayNotReceive'])
      await portal.app.services.db.withCompany(stores.company.id, async (tx) => {
        const { sql } = await import('kysely')
        await sql`select pg_advisory_xact_lock(hashtextextended('work order ' || v.id || ' ' || l.id, v.company_id)) from product_variant v, location l
          where v.code = ${spot.variantCode} and l.code = ${spot.senderCode} and v.company_id = ${stores.company.id} and l.company_id = ${stores.company.id}`.execute(
          tx,
        )
        expect(await why(4)).toEqual(['TransactionRunning'])
      })
      expect(await portal.call(saveOverrides, opened.token, { amounts: [], ...saving })).toMatchObject({
        status: 422,
        code: 'NoAmountChanged',
      })
      expect(await why(4)).toEqual([])
      const stranger = await openStores(portal)
      const foreign = await add({ token: stranger.planner.token, runCode: opened.runCode }, [
        { ...spot, amount: 4 },
      ])
      expect(foreign.body.refused).toMatchObject([{ refusal: 'NotFound' }])
    })
  })
})
