import { getManagedOrder } from '@kervan/contract/order/order-management'
import { getCart, setCartQuantities, updateCart } from '@kervan/contract/order/cart'
import { findForTrial, mendedAt, trialFindings, tryOrder } from '@kervan/contract/order/order-trial'
import { placeOrder } from '@kervan/contract/order/order-new'
import { quotaRuleKind } from '@kervan/contract/order/quota-rules'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inDatabase } from '../../../test/office.ts'
import {
  approve,
  deliveryTo,
  fillCart,
  look,
  openShop,
  place,
  stockOf,
  type Shop,
} from '../../../test/ordering.ts'
import { patient } from '../../../test/patient.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import { quotaRuleValues } from '../../../test/quota-rule.ts'
import { newId } from '../../kit/database/uuid.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false })
})
afterAll(() => portal.close())

type Input = Parameters<typeof portal.call<typeof tryOrder>>[2]

async function attempt(shop: Shop, input: Input = {}, by: User = shop.boss) {
  const answer = await patient(() => portal.call(tryOrder, by.token, input))
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.refused))
  return answer.body
}
const codesOf = ({ findings }: { findings: { code: string }[] }) => findings.map(({ code }) => code)

/** How many rows each table of the database has, and where each sequence stands. */
async function everyTable(): Promise<Record<string, number>> {
  const { rows } = await portal.owner.query<{ name: string; kind: string }>(
    `select c.oid::regclass::text as name, c.relkind as kind from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'S') and n.nspname !~ '^(pg_|information_schema)' order by 1`,
  )
  expect(rows.length).toBeGreaterThan(100)
  const each = rows.map(({ name, kind }) =>
    kind === 'S'
      ? `select '${name}' as name, last_value::bigint as n from ${name}`
      : `select '${name}', count(*) from ${name}`,
  )
  const counted = await portal.owner.query<{ name: string; n: string }>(each.join(' union all '))
  return Object.fromEntries(counted.rows.map(({ name, n }) => [name, Number(n)]))
}

/** Everything that the company has, row by row; a session says when it was last used. */
async function everything(shop: Shop): Promise<string[]> {
  const { rows: tables } = await portal.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'session' order by 1`,
  )
  const each = tables.map(
    ({ name }) => `select '${name} ' || t::text as row from ${name} t where company_id = $1`,
  )
  const rows = await inDatabase(shop, `${each.join(' union all ')} order by 1`)
  return rows.map(({ row }) => String(row))
}

/** A shop whose customer orders and does not approve. */
async function openShopOf(options: Parameters<typeof openShop>[1] = {}): Promise<Shop> {
  const shop = await openShop(portal, options)
  const approvals = ['orderManagement-approvedOrder', 'preApprovalOrderManagement-approvePreApprovalOrders']
  await portal.owner.query(`update membership set state = 'Passive' where id = $1`, [shop.buyer.id])
  return { ...shop, buyer: await shop.company.user({ customer: shop.customer, without: approvals }) }
}

/** Two products with a discount; the customer's buyer and a second colleague who may approve. */
async function openTrialShop(options: Parameters<typeof openShop>[1] = {}) {
  const shop = await openShopOf({
    discount: '12.5',
    ...options,
    product: { name: 'Apple tea', price: '10.35', pack: 6, stock: 20, ...options.product },
  })
  const other = await shop.company.product({ name: 'Mint tea', price: '7.99', pack: 1, stock: 500 })
  const colleague = await shop.company.user({ like: shop.boss, name: ['Ayşe', 'Demir'] })
  const [first, second] = [shop.product.variants[0]!, other.variants[0]!]
  return { ...shop, colleague, first, second }
}

describe('[ORD-007] a trial order', () => {
  it('proposes a place and two products, and says what became of them', async () => {
    const shop = await openTrialShop()
    const trial = await attempt(shop)
    expect(trial.place).toMatchObject({ locationId: shop.location.id, customerName: shop.customer.name })
    expect(trial.asked.map(({ variantId }) => variantId)).toEqual([shop.first.id, shop.second.id])
    expect(trial.orders).toMatchObject([
      {
        type: 'DirectlyOrder',
        approved: true,
        isPreOrder: false,
        discountPercent: expect.stringMatching(/^12\.5/),
      },
    ])
    expect(trial.deciders).toMatchObject({ count: 1, names: ['Ayşe Demir'], by: 'Ayşe Demir', atOnce: false })
    expect(codesOf(trial)).toEqual(['MailsStay', 'NoAddress'])
  })

  it('is what a real order then gets: code, lines, prices, warehouses and whom it tells', async () => {
    const shop = await openTrialShop()
    const lines = [
      { variantId: shop.first.id, quantity: 25 },
      { variantId: shop.second.id, quantity: 3 },
    ]
    const trial = await attempt(shop, { locationId: shop.location.id, lines })
    const filled = await portal.call(setCartQuantities, shop.boss.token, {
      delivery: deliveryTo(shop.location, { deliveryDate: trial.place!.deliveryDate }),
      quantities: lines,
    })
    const codes = await place(shop, filled.body.cart.version, shop.boss)
    expect(trial.orders.map(({ code }) => code)).toEqual(codes)
    expect(trial.orders.map(({ type }) => type)).toEqual(['DirectlyOrder', 'Backorder'])
    for (const [at, code] of codes.entries()) {
      const real = (await portal.call(getManagedOrder, shop.colleague.token, { orderCode: code })).body
      const tried = trial.orders[at]!
      expect(tried).toMatchObject({ type: real.type })
      for (const key of ['subtotal', 'discount', 'total'] as const)
        expect(Number(tried[key])).toBe(Number(real[key]))
      const { rows } = await portal.owner.query(
        `select l.variant_code, l.po_quantity, l.unit_price::float, l.net_amount::float, s.name, l.pack_unit, l.state
         from order_line l join sales_order o on o.company_id = l.company_id and o.id = l.order_id left join location s on s.company_id = l.company_id and s.id = l.supply_location_id
         where o.company_id = $1 and o.code = $2 order by l.line_no`,
        [shop.company.id, code],
      )
      expect(
        tried.lines.map((line) => [
          line.variantCode,
          line.quantity,
          Number(line.unitPrice),
          Number(line.net),
          line.warehouse,
          line.packUnit,
          line.state,
        ]),
      ).toEqual(rows.map((row) => Object.values(row)))
    }
    // 25 pieces are 30 in packs of 6, of which 18 lie in stock.
    expect(trial.orders.flatMap((order) => order.lines.map(({ quantity }) => quantity))).toEqual([18, 3, 12])
    expect((await approve(shop, await look(shop, codes[0]!, shop.colleague), shop.colleague)).status).toBe(
      200,
    )
    const { rows: told } = await portal.owner.query(
      `select event from notice where company_id = $1 and membership_id = $2`,
      [shop.company.id, shop.boss.id],
    )
    expect(told.map(({ event }) => event)).toContain('order.approved')
    expect(trial.told.filter(({ when }) => when === 'approved')).toMatchObject([
      { name: shop.boss.name, notice: true },
    ])
    // What is placed tells the colleague of the first that waits.
    expect(trial.told.filter(({ when }) => when === 'placed').map(({ name }) => name)).toContain('Ayşe Demir')
  })

  it('keeps nothing in any table and no number, and leaves cart, stock and quotas as they are', async () => {
    const shop = await openTrialShop()
    await portal.owner.query('update company set quota_active = true where id = $1', [shop.company.id])
    const rule = await portal.call(quotaRuleKind.save, shop.boss.token, {
      id: null,
      version: null,
      values: quotaRuleValues({ quotaValue: '20' }),
      confirmed: true,
    })
    expect(rule.status).toBe(200)
    await fillCart(shop, [12], { buyer: shop.boss })
    await portal.call(updateCart, shop.boss.token, { externalPoCode: 'PO 7', externalContact: '', note: '' })
    await attempt(shop)
    const [counts, rows] = [await everyTable(), await everything(shop)]
    const stock = await stockOf(shop, shop.first.id)
    const cart = (await portal.call(getCart, shop.boss.token, {})).body
    const trial = await attempt(shop)
    expect(trial.orders[0]?.code).toMatch(/^SO-\d\d-00001$/)
    await Promise.all([1, 2, 3, 4, 5].map(() => attempt(shop)))
    expect(await everything(shop)).toEqual(rows)
    expect(await everyTable()).toEqual(counts)
    expect(await stockOf(shop, shop.first.id)).toEqual(stock)
    expect((await portal.call(getCart, shop.boss.token, {})).body).toEqual(cart)
  })

  it('keeps nothing when its connection is ended in the middle', async () => {
    const shop = await openTrialShop()
    await attempt(shop)
    const [counts, rows] = [await everyTable(), await everything(shop)]
    // The stock is held, so the trial waits in the middle: its cart is filled, its order is not placed.
    const holder = await portal.owner.connect()
    await holder.query('begin')
    await holder.query('select from stock where company_id = $1 for update', [shop.company.id])
    const trial = portal.call(tryOrder, shop.boss.token, {})
    await vi.waitFor(
      async () => {
        const { rowCount } = await portal.owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ 'from stock'`,
        )
        expect(rowCount).toBe(1)
      },
      { timeout: 10_000, interval: 20 },
    )
    expect((await trial).status).toBeGreaterThanOrEqual(500)
    await holder.query('rollback')
    holder.release()
    expect(await everything(shop)).toEqual(rows)
    expect(await everyTable()).toEqual(counts)
    expect((await attempt(shop)).orders[0]?.code).toMatch(/00001$/)
  })
})

describe('[USR-006] whose trial it is', () => {
  it('is for whoever has the right, and about nothing of another company', async () => {
    const [shop, foreign] = [await openTrialShop(), await openTrialShop()]
    expect((await portal.call(tryOrder, 'nobody', {})).status).toBe(401)
    const without = await shop.company.user({ without: ['orderTrial-tryOrder'] })
    for (const call of [
      portal.call(tryOrder, without.token, {}),
      portal.call(findForTrial, without.token, { what: 'place', search: '' }),
    ])
      expect((await call).status).toBe(403)
    const lines = [{ variantId: foreign.first.id, quantity: 6 }]
    expect(codesOf(await attempt(shop, { locationId: foreign.location.id }))).toContain('LocationNotAllowed')
    const trial = await attempt(shop, { lines })
    expect(trial).toMatchObject({ asked: [], orders: [] })
    expect(trial.findings[0]).toMatchObject({ code: 'VariantNotFound', severity: 'problem' })
    for (const what of ['place', 'variant'] as const) {
      const { body } = await portal.call(findForTrial, shop.boss.token, { what, search: '' })
      const ids = body.options.map(({ id }) => id)
      expect(ids).not.toContain(foreign.location.id)
      expect(ids).not.toContain(foreign.first.id)
      expect(ids).toContain(what === 'place' ? shop.location.id : shop.first.id)
    }
    const { body: found } = await portal.call(findForTrial, shop.boss.token, {
      what: 'variant',
      search: 'MİNT',
    })
    expect(found.options.map(({ id }) => id)).toEqual([shop.second.id])
  })

  it('[ORD-020] shows no prices to whom they are hidden from', async () => {
    const shop = await openTrialShop({ visibility: 'HideForAll' })
    const trial = await attempt(shop)
    expect(trial).toMatchObject({
      total: null,
      orders: [{ total: null, lines: [{ unitPrice: null, net: null }, {}] }],
    })
  })

  it('is of one place for who sees one place', async () => {
    const shop = await openTrialShop()
    const far = await shop.company.location(shop.customer)
    const one = await shop.company.user({ locations: [far] })
    expect((await attempt(shop, {}, one)).place).toMatchObject({ locationId: far.id })
    expect(codesOf(await attempt(shop, { locationId: shop.location.id }, one))).toContain(
      'LocationNotAllowed',
    )
  })
})

describe('what a trial finds', () => {
  it('is said with a screen where it is put right', () => {
    for (const code of trialFindings) expect(mendedAt(code), code).not.toBeNull()
  })

  it('a company without places, and one without products', async () => {
    const company = await portal.company()
    const boss = await company.user()
    const nothing = (await portal.call(tryOrder, boss.token, {})).body
    expect(nothing).toMatchObject({
      place: null,
      orders: [],
      findings: [{ code: 'NoPlace', severity: 'problem' }, {}, {}],
    })
    await company.location(await company.customer())
    const empty = (await portal.call(tryOrder, boss.token, {})).body
    expect(codesOf(empty)).toEqual(
      expect.arrayContaining(['NoProduct', 'OnlyYouApprove', 'NoSupplier', 'CustomerCannotOrder']),
    )
  })

  it('[ORD-010] that nobody can approve, or only who has placed it', async () => {
    const shop = await openShopOf()
    const alone = await attempt(shop)
    expect(alone.orders).toMatchObject([{ approved: false }])
    // What the customer orders, the caller may approve.
    const only = ({ findings }: typeof alone) => findings.find(({ code }) => code === 'OnlyYouApprove')
    expect(only(alone)).toMatchObject({ severity: 'warning' })
    await portal.owner.query(`update membership set state = 'Passive' where id = $1`, [shop.buyer.id])
    expect(only(await attempt(shop))).toMatchObject({ severity: 'problem' })
    const trier = await shop.company.user({ permissions: ['orderTrial-tryOrder'] })
    await portal.owner.query(
      `delete from role_permission where company_id = $1 and permission = 'orderManagement-approvedOrder'`,
      [shop.company.id],
    )
    await portal.owner.query('update role set version = version + 1 where company_id = $1', [shop.company.id])
    const trial = await attempt(shop, {}, trier)
    expect(trial.findings[0]).toMatchObject({ code: 'NobodyApproves', severity: 'problem' })
    expect(codesOf(trial)).toContain('YouCannotOrder')
    expect(trial.deciders).toEqual({ count: 0, names: [], by: null, atOnce: false })
  })

  it('that no user of the customer orders for the place', async () => {
    const shop = await openTrialShop()
    expect(codesOf(await attempt(shop))).not.toContain('CustomerCannotOrder')
    await portal.owner.query(`update membership set state = 'Passive' where id = $1`, [shop.buyer.id])
    expect(codesOf(await attempt(shop))).toContain('CustomerCannotOrder')
  })

  it('[ORD-007] stock that is missing, prices of 0 and warehouses that supply nothing', async () => {
    const shop = await openTrialShop({ backorders: false, product: { price: '0', stock: 6 } })
    const lines = [{ variantId: shop.first.id, quantity: 12 }]
    const trial = await attempt(shop, { lines })
    expect(trial.findings[0]).toMatchObject({ code: 'NoStock', severity: 'problem' })
    expect(codesOf(trial)).toContain('PriceZero')
    expect(trial.orders.map(({ code }) => code)).toEqual([null])
    await portal.owner.query('update company set backorders_allowed = true where id = $1', [shop.company.id])
    expect(codesOf(await attempt(shop, { lines }))).toContain('Backorder')
    await portal.owner.query('delete from supply_path where company_id = $1', [shop.company.id])
    const unsupplied = await attempt(shop, { lines })
    expect(codesOf(unsupplied)).toEqual(expect.arrayContaining(['NoSupplier', 'Backorder']))
    expect(unsupplied.deciders).toMatchObject({ atOnce: false, by: null })
    expect(unsupplied.orders).toMatchObject([
      { type: 'Backorder', approved: false, lines: [{ warehouse: null }] },
    ])
  })

  it('[ORD-002] [ORD-003] what ordering refuses, in its own sentence', async () => {
    const shop = await openTrialShop({ product: { maximum: 30 } })
    const many = await attempt(shop, { lines: [{ variantId: shop.first.id, quantity: 600 }] })
    expect(many.findings[0]).toMatchObject({
      code: 'QuantityOutOfBounds',
      severity: 'problem',
      message: expect.stringContaining('30'),
    })
    await shop.company.block(shop.product, shop.location)
    const blocked = await attempt(shop, { lines: [{ variantId: shop.first.id, quantity: 6 }] })
    expect(blocked.findings[0]).toMatchObject({ code: 'ProductCannotShip', severity: 'problem' })
    // What is proposed can be delivered.
    expect((await attempt(shop)).asked.map(({ variantId }) => variantId)).toEqual([shop.second.id])
  })

  it('[QTA-002] what quotas approve and reject at once', async () => {
    const shop = await openTrialShop()
    await portal.owner.query('update company set quota_active = true where id = $1', [shop.company.id])
    await portal.call(quotaRuleKind.save, shop.boss.token, {
      id: null,
      version: null,
      values: quotaRuleValues({ quotaValue: '10' }),
      confirmed: true,
    })
    const trial = await attempt(shop, {
      lines: [
        { variantId: shop.first.id, quantity: 6 },
        { variantId: shop.second.id, quantity: 40 },
      ],
    })
    expect(codesOf(trial)).toContain('QuotaRejects')
    expect(trial.deciders).toMatchObject({ atOnce: true, by: null })
    expect(trial.orders[0]?.lines.map(({ state }) => state)).toEqual(['Approved', 'Rejected'])
  })

  it('[ORD-021] that a PO number is needed, and goes on with one of its own', async () => {
    const shop = await openTrialShop()
    await portal.owner.query('update order_policy set check_po_number = true where company_id = $1', [
      shop.company.id,
    ])
    const trial = await attempt(shop)
    expect(codesOf(trial)).toContain('PoNumberNeeded')
    expect(trial.orders).toMatchObject([{ approved: true }])
  })

  it('[ORD-012] the way of two layers: a pre-approval order that is approved', async () => {
    const shop = await openTrialShop()
    await portal.owner.query(`update order_policy set order_flow = 'TwoLayerFlow' where company_id = $1`, [
      shop.company.id,
    ])
    const rows = await everything(shop)
    const trial = await attempt(shop)
    expect(trial.orders).toMatchObject([{ isPreOrder: true, approved: true, code: expect.any(String) }])
    expect(trial.deciders).toMatchObject({ by: 'Ayşe Demir', atOnce: false })
    expect(await everything(shop)).toEqual(rows)
    const filled = await fillCart(shop, [12], { buyer: shop.boss })
    const { body } = await portal.call(placeOrder, shop.boss.token, {
      cartVersion: filled.version,
      requestKey: newId(),
    })
    expect(body.preOrders.map(({ preOrderCode }) => preOrderCode)).toEqual([trial.orders[0]?.code])
  })

  it('takes at most five lines, each of at least one piece', async () => {
    const shop = await openTrialShop()
    const line = { variantId: shop.first.id, quantity: 6 }
    for (const lines of [Array.from({ length: 6 }, () => line), [{ ...line, quantity: 0 }]])
      expect((await portal.call(tryOrder, shop.boss.token, { lines })).status).toBe(422)
  })
})
