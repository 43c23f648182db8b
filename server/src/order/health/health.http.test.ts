import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { getMyNotices } from '@kervan/contract/account/own-notices'
import { updateCart } from '@kervan/contract/order/cart'
import {
  getHealthInsuranceSettings,
  notifyHealthInsurance,
  notifyHealthInsuranceOrders,
  updateHealthInsuranceSettings,
} from '@kervan/contract/order/health-insurance'
import { pendingOrders, revertedOrder } from '@kervan/contract/order/order-management'
import { placeOrder } from '@kervan/contract/order/order-new'
import { approvePreApprovalOrders, getPreApprovalOrder } from '@kervan/contract/order/pre-approval'
import { quotaRuleKind } from '@kervan/contract/order/quota-rules'
import { dayIn } from '../../kit/clock.ts'
import { newId } from '../../kit/database/uuid.ts'
import { getMyOrder } from '@kervan/contract/order/order-my'
import type { OrderView } from '@kervan/contract/order/order-view'
import { getOutsideSystems, runScheduleNow } from '@kervan/contract/system/schedules'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Fault } from '../../../../simulators/medula/main.ts'
import {
  approve,
  fillCart,
  look,
  named,
  openShop,
  page,
  place,
  windowAround,
  type Shop,
} from '../../../test/ordering.ts'
import { lookForDeliveries, makeDeliveriesDue } from '../../../test/deliveries.ts'
import { inCompany, startPortal, type Portal } from '../../../test/portal.ts'
import { quotaRuleValues } from '../../../test/quota-rule.ts'
import { killWorker, startWorker } from '../../../test/worker-process.ts'

// Against the simulator, which runs as a process of its own and is up, slow, wrong and away by turns.

const simulatorFile = join(import.meta.dirname, '../../../../simulators/medula/main.ts')
const access = { username: '86899991000180000', password: 'Kervan-Demo-42!' }
const timeoutMs = 400

let simulator: ChildProcess
let url: string
let portal: Portal
/** By how much the clock of the portal is ahead. */
let ahead = 0
beforeAll(async () => {
  simulator = spawn(process.execPath, [simulatorFile], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [line] = await once(simulator.stdout!, 'data')
  url = String(line).trim()
  portal = await startPortal({
    env: { MEDULA_URL: url, MEDULA_TIMEOUT_MS: String(timeoutMs) },
    now: () => new Date(Date.now() + ahead),
  })
}, 180_000)
afterAll(async () => {
  await portal.close()
  simulator.kill()
})
beforeEach(() => setFault('none'))

const admin = async (path: string, body?: object) => {
  const answer = await fetch(
    new URL(`/admin/${path}`, url),
    body && { method: 'POST', body: JSON.stringify(body) },
  )
  return answer.json()
}
const setFault = (fault: Fault, times?: number) => admin('fault', { fault, times })
type Taken = { siparisNo: string; bildirimNo: string }
/** What the service has of this order. */
/** What the service has taken of an order, by line: the lines are sent side by side and arrive in any order. */
async function taken(order: OrderView): Promise<Taken[]> {
  const { notifications } = (await admin('notifications')) as { notifications: Taken[] }
  return notifications
    .filter(({ siparisNo }) => siparisNo.startsWith(`${order.orderCode}-`))
    .toSorted((a, b) => a.siparisNo.localeCompare(b.siparisNo))
}

async function settings(shop: Shop, over: object = {}) {
  const { version } = (await portal.call(getHealthInsuranceSettings, shop.boss.token, {})).body
  return portal.call(updateHealthInsuranceSettings, shop.boss.token, {
    version,
    medulaActive: true,
    medulaUser: access.username,
    medulaPassword: access.password,
    ...over,
  })
}

/** A company that notifies, with a pharmacy and packs that the service knows; order codes are its own. */
async function openPharmacy({ variants = 1 } = {}) {
  const shop = await openShop(portal, { product: { stock: 10_000, variants } })
  expect((await settings(shop)).status).toBe(200)
  const prefix = `H${shop.company.id}`
  await portal.owner.query('update company set order_prefix = $2 where id = $1', [shop.company.id, prefix])
  await inCompany(
    portal,
    shop.company.id,
    `update location set gln = '8699999100010' where company_id = $1`,
    [shop.company.id],
  )
  await inCompany(
    portal,
    shop.company.id,
    `update product_variant set gtin = '08699999000017' where company_id = $1`,
    [shop.company.id],
  )
  return shop
}

const details = { externalPoCode: '', externalContact: '', note: '' }

async function ordered(shop: Shop, quantities = [12], medulaTransactionNo = '3F5K7'): Promise<OrderView> {
  await fillCart(shop, quantities)
  const { body: cart } = await portal.call(updateCart, shop.buyer.token, { ...details, medulaTransactionNo })
  const [code] = await place(shop, cart.version)
  return look(shop, code!)
}

/** Approves at once what fits. */
const rule = quotaRuleValues({ quotaValue: '1000' })

async function preOrdered(shop: Shop): Promise<string> {
  await fillCart(shop, [12])
  const { body: cart } = await portal.call(updateCart, shop.buyer.token, {
    ...details,
    medulaTransactionNo: '3F5K7',
  })
  const placed = await portal.call(placeOrder, shop.buyer.token, {
    cartVersion: cart.version,
    requestKey: newId(),
  })
  return placed.body.preOrders[0]?.id ?? ''
}

async function approved(
  shop: Shop,
  ...of: Parameters<typeof ordered> extends [Shop, ...infer R] ? R : never
) {
  const answer = await approve(shop, await ordered(shop, ...of))
  expect(answer.status).toBe(200)
  return answer.body
}

const healthOf = (order: OrderView) => order.lines.map(({ healthInsurance }) => healthInsurance)
/** Waits until no line of the order waits, or one of them is in that state. */
async function settled(
  shop: Shop,
  { orderCode }: OrderView,
  state?: 'Notified' | 'Failed',
): Promise<OrderView> {
  await expect
    .poll(async () => healthOf(await look(shop, orderCode)).map((one) => one?.state), {
      timeout: 20_000,
      interval: 100,
    })
    .toSatisfy((states: string[]) =>
      state ? states.every((one) => one === state) : !states.includes('Waiting'),
    )
  return look(shop, orderCode)
}
/** Waits until the line was sent and nobody answered. */
const unanswered = (shop: Shop, { orderCode }: OrderView, problem: string) =>
  expect
    .poll(async () => healthOf(await look(shop, orderCode))[0]?.problem, { timeout: 20_000, interval: 100 })
    .toBe(problem)

/** As if the time of the next try had come. */
async function makeDue(shop: Shop): Promise<void> {
  await makeDeliveriesDue(portal, shop.company.id)
  await portal.call(runScheduleNow, shop.boss.token, { schedule: 'deliveries' })
}

describe('[ORD-015] the health-insurance service', () => {
  it('is told of each line of an approved order with a transaction number, and its response and ID are shown', async () => {
    const shop = await openPharmacy({ variants: 2 })
    const order = await approved(shop, [12, 24])
    expect(order.medulaTransactionNo).toBe('3F5K7')
    expect(healthOf(order).map((one) => one?.state)).toEqual(['Waiting', 'Waiting'])
    const done = await settled(shop, order, 'Notified')
    const got = await taken(order)
    expect(got).toEqual([
      {
        islemNo: '3F5K7',
        eczaneGln: '8699999100010',
        barkod: '8699999000017',
        adet: '12',
        siparisNo: `${order.orderCode}-1`,
        tarih: dayIn('Europe/Istanbul', new Date(order.orderDate)),
        bildirimNo: expect.any(String),
      },
      expect.objectContaining({ adet: '24', siparisNo: `${order.orderCode}-2` }),
    ])
    expect(healthOf(done)).toMatchObject(
      got.map(({ bildirimNo }) => ({
        responseText: '0000 Sipariş bildirimi alındı',
        notificationId: bildirimNo,
        problem: null,
        attempts: 1,
      })),
    )
    expect(done.events.map(({ kind }) => kind)).toEqual([
      'order.medulaNotified',
      'order.medulaNotified',
      'order.approved',
      'order.placed',
    ])
    // Who ordered sees it as well.
    const mine = await portal.call(getMyOrder, shop.buyer.token, { orderCode: order.orderCode })
    expect(healthOf(mine.body)[0]?.notificationId).toBe(got[0]?.bildirimNo)
  })

  it('[QTA-002] is told of what a quota approves when it is placed, and of what becomes an order by pre-approval', async () => {
    const shop = await openPharmacy()
    await portal.owner.query('update company set quota_active = true where id = $1', [shop.company.id])
    await portal.call(quotaRuleKind.save, shop.boss.token, {
      id: null,
      version: null,
      confirmed: true,
      values: rule,
    })
    const order = await ordered(shop)
    // It is sent right after the commit; whoever looks may be faster.
    expect(order.lines[0]?.state).toBe('Approved')
    expect(['Waiting', 'Notified']).toContain(healthOf(order)[0]?.state)
    await settled(shop, order, 'Notified')
    await inCompany(
      portal,
      shop.company.id,
      `update order_policy set order_flow = 'TwoLayerFlow' where company_id = $1`,
      [shop.company.id],
    )
    const ids = [await preOrdered(shop)]
    const selection = { mode: 'ids' as const, ids }
    const approving = await portal.call(approvePreApprovalOrders, shop.boss.token, {
      selection,
      dryRun: false,
    })
    expect(approving.body).toMatchObject({ done: 1 })
    const pre = await portal.call(getPreApprovalOrder, shop.boss.token, { preOrderId: ids[0]! })
    const made = await look(shop, pre.body.orders[0]?.orderCode ?? '')
    expect([pre.body.medulaTransactionNo, made.medulaTransactionNo]).toEqual(['3F5K7', '3F5K7'])
    await settled(shop, made, 'Notified')
  })

  it('is not told of orders without a number, of lines that are not approved, nor where it is switched off', async () => {
    const shop = await openPharmacy()
    const plain = await approved(shop, [12], '')
    const open = await ordered(shop)
    await settings(shop, { medulaActive: false })
    const off = await approved(shop)
    const notified = await look(shop, off.orderCode)
    expect([plain, open, notified].flatMap(healthOf)).toEqual([null, null, null])
    const { orderCode } = off
    expect((await portal.call(notifyHealthInsurance, shop.boss.token, { orderCode })).code).toBe(
      'MedulaNotActive',
    )
    // Switched on again, it can be asked for by hand.
    await settings(shop)
    const asked = await portal.call(notifyHealthInsurance, shop.boss.token, { orderCode })
    expect(healthOf(asked.body)[0]?.state).toBe('Waiting')
    await settled(shop, off, 'Notified')
  })

  it('refuses: failed with its words, and told again with another number it succeeds', async () => {
    const shop = await openPharmacy()
    await setFault('refuse')
    const order = await settled(shop, await approved(shop), 'Failed')
    expect(healthOf(order)).toMatchObject([
      { responseText: '1102 İşlem numarası bulunamadı', notificationId: null },
    ])
    expect(order.events[0]).toMatchObject({ kind: 'order.medulaFailed' })
    const failed = await portal.call(pendingOrders.page, shop.boss.token, {
      ...page,
      ...windowAround(),
      filters: { medulaState: { in: ['Failed'] } },
    })
    expect(failed.body.rows.map(({ orderCode }) => orderCode)).toEqual([order.orderCode])
    await setFault('none')
    const named = { orderCode: order.orderCode, medulaTransactionNo: '3F5K8' }
    const again = await portal.call(notifyHealthInsurance, shop.boss.token, named)
    expect([again.body.medulaTransactionNo, healthOf(again.body)[0]?.state]).toEqual(['3F5K8', 'Waiting'])
    const done = await settled(shop, order, 'Notified')
    expect(await taken(order)).toMatchObject([{ islemNo: '3F5K8' }])
    expect(done.actions.notifyHealthInsurance).toContain('Nothing')
    const third = await portal.call(notifyHealthInsurance, shop.boss.token, { orderCode: order.orderCode })
    expect(third.code).toBe('MedulaNothingToNotify')
    const other = { ...named, medulaTransactionNo: '3F5K9' }
    expect((await portal.call(notifyHealthInsurance, shop.boss.token, other)).code).toBe('MedulaNumberUsed')
  })

  it('answers too late after it has taken one: the retry gets the same number, and there is one notification', async () => {
    const shop = await openPharmacy()
    await setFault('timeoutAfter', 2)
    const order = await approved(shop)
    await unanswered(shop, order, 'TimeoutError')
    const [first] = await taken(order)
    expect(first).toBeDefined()
    await makeDue(shop)
    const done = await settled(shop, order, 'Notified')
    expect(await taken(order)).toEqual([first])
    expect(healthOf(done)).toMatchObject([{ notificationId: first?.bildirimNo, attempts: 2 }])
  })

  it.each([
    ['timeoutBefore', 'TimeoutError'],
    ['error500', 'HTTP 500'],
    ['malformed', 'Malformed'],
  ] as const)('goes wrong (%s): tried again, and failed after the last try', async (fault, problem) => {
    const shop = await openPharmacy()
    await setFault(fault, 2)
    const order = await approved(shop)
    await unanswered(shop, order, problem)
    expect(await taken(order)).toEqual([])
    await inCompany(portal, shop.company.id, `update delivery set tries = 5 where company_id = $1`, [
      shop.company.id,
    ])
    await setFault(fault, 2)
    await makeDue(shop)
    expect(healthOf(await settled(shop, order, 'Failed'))).toMatchObject([{ attempts: 6, problem }])
    await setFault('none')
    await portal.call(notifyHealthInsurance, shop.boss.token, { orderCode: order.orderCode })
    expect(await taken(await settled(shop, order, 'Notified'))).toHaveLength(1)
  })

  it('lacks what it is told of: a pharmacy without GLN, a pack without barcode', async () => {
    const shop = await openPharmacy()
    const without = (table: string, column: string) =>
      inCompany(portal, shop.company.id, `update ${table} set ${column} = null where company_id = $1`, [
        shop.company.id,
      ])
    await without('product_variant', 'gtin')
    expect(healthOf(await settled(shop, await approved(shop)))).toMatchObject([{ problem: 'BarcodeMissing' }])
    await without('location', 'gln')
    expect(healthOf(await settled(shop, await approved(shop)))).toMatchObject([{ problem: 'GlnMissing' }])
  })

  it('keeps failing: it is not asked any more, lines wait without a try counted, and the state is shown', async () => {
    const shop = await openPharmacy({ variants: 6 })
    await setFault('error500')
    const order = await approved(shop, [12, 12, 12, 12, 12, 12])
    await unanswered(shop, order, 'HTTP 500')
    await expect
      .poll(async () => healthOf(await look(shop, order.orderCode)).at(-1), { timeout: 20_000 })
      .toMatchObject({ state: 'Waiting', problem: 'BreakerOpen', attempts: 0 })
    const { body } = await portal.call(getOutsideSystems, shop.boss.token, {})
    expect(body.systems.find(({ name }) => name === 'Medula')).toMatchObject({ breaker: 'Open' })
    expect(JSON.stringify([portal.logLines, body])).not.toContain(access.password)
    await setFault('none')
    // The breaker lets one through when its time is over.
    ahead += 30_000
    await expect
      .poll(
        async () => {
          await makeDue(shop)
          return healthOf(await look(shop, order.orderCode)).map((one) => one?.state)
        },
        { timeout: 30_000, interval: 1_000 },
      )
      .toEqual(Array(6).fill('Notified'))
    expect(await taken(order)).toHaveLength(6)
  }, 120_000)

  it('a line that is taken back before it was sent is not sent', async () => {
    const shop = await openPharmacy()
    await setFault('timeoutBefore', 2)
    const order = await approved(shop)
    await unanswered(shop, order, 'TimeoutError')
    const back = await portal.call(revertedOrder, shop.boss.token, named(order))
    expect(back.body.lines[0]?.state).toBe('Pending')
    await makeDue(shop)
    await expect
      .poll(async () => healthOf(await look(shop, order.orderCode)), { timeout: 20_000 })
      .toEqual([null])
    expect(await taken(order)).toEqual([])
  })
})

describe('[ORD-015] whoever dies or comes twice', () => {
  const workers = async (count: number) => {
    const idle = await startPortal({ worker: false, env: { MEDULA_URL: url } })
    onTestFinished(() => idle.close())
    const start = () => startWorker(idle, { MEDULA_URL: url, MEDULA_TIMEOUT_MS: '20000' })
    const started = await Promise.all(Array.from({ length: count }, start))
    return { idle, started, start }
  }

  it('a worker killed between sending and writing down: the next one gets the same number', async () => {
    const { idle, started, start } = await workers(1)
    const before = portal
    portal = idle
    try {
      const shop = await openPharmacy()
      // It has taken the notification, and the worker waits for the answer.
      await setFault('timeoutAfter', 1)
      const order = await approved(shop)
      await expect.poll(() => taken(order), { timeout: 20_000, interval: 50 }).toHaveLength(1)
      const [first] = await taken(order)
      await killWorker(idle, started[0]!)
      await start()
      await makeDue(shop)
      const done = await settled(shop, order, 'Notified')
      expect(await taken(order)).toEqual([first])
      expect(healthOf(done)).toMatchObject([{ notificationId: first?.bildirimNo, attempts: 2 }])
    } finally {
      portal = before
    }
  }, 120_000)

  it('two workers and many entries for the same lines ask once for each', async () => {
    const { idle } = await workers(2)
    const before = portal
    portal = idle
    try {
      const shop = await openPharmacy({ variants: 10 })
      const { asked } = (await admin('notifications')) as { asked: number }
      const order = await approved(shop, Array(10).fill(12))
      const keys = order.lines.map(({ id }) => id)
      await idle.app.services.db.withCompany(shop.company.id, async (tx) => {
        for (let n = 0; n < 6; n++)
          await idle.app.services.jobs.send(tx, 'healthInsurance', { companyId: shop.company.id, keys })
      })
      await settled(shop, order, 'Notified')
      await expect
        .poll(() => idle.app.services.jobs.isBusy('healthInsurance'), { timeout: 20_000 })
        .toBe(false)
      const after = (await admin('notifications')) as { asked: number }
      expect([after.asked - asked, (await taken(order)).length]).toEqual([10, 10])
    } finally {
      portal = before
    }
  }, 120_000)
})

describe('[ORD-015] who may', () => {
  it('notify again: by permission and within the rows one sees, one order or many', async () => {
    const shop = await openPharmacy()
    await setFault('refuse')
    const order = await settled(shop, await approved(shop), 'Failed')
    const second = await settled(shop, await approved(shop), 'Failed')
    const fine = await approved(shop, [12], '')
    await setFault('none')
    const clerk = await shop.company.user({ without: ['orderManagement-notifyHealthInsurance'] })
    const { orderCode } = order
    expect((await portal.call(notifyHealthInsurance, clerk.token, { orderCode })).status).toBe(403)
    expect((await look(shop, orderCode, clerk)).actions.notifyHealthInsurance).toBeUndefined()
    const elsewhere = await shop.company.user({ customer: await shop.company.customer() })
    expect((await portal.call(notifyHealthInsurance, elsewhere.token, { orderCode })).code).toBe(
      'OrderNotFound',
    )
    const stranger = await openPharmacy()
    expect((await portal.call(notifyHealthInsurance, stranger.boss.token, { orderCode })).code).toBe(
      'OrderNotFound',
    )
    // Who may notify again is told once of all that has failed, as soon as the minute's schedule looks.
    const notices = async ({ token }: { token: string }) =>
      (await portal.call(getMyNotices, token, { before: null })).body.notices
        .filter(({ event }) => event === 'order.medulaFailed')
        .map(({ facts }) => facts['count'])
    for (let twice = 0; twice < 2; twice++) await lookForDeliveries(portal, shop.company.id)
    expect([await notices(shop.boss), await notices(clerk), await notices(elsewhere)]).toEqual([[2], [], []])
    const selection = { mode: 'ids' as const, ids: [order.id, second.id, fine.id] }
    const tried = await portal.call(notifyHealthInsuranceOrders, shop.boss.token, { selection, dryRun: true })
    expect(tried.body).toMatchObject({ done: 2, refused: 1, reasons: [{ refusal: 'MedulaNumberMissing' }] })
    await portal.call(notifyHealthInsuranceOrders, shop.boss.token, { selection, dryRun: false })
    await settled(shop, order, 'Notified')
    await settled(shop, second, 'Notified')
  })

  it('change the settings: by permission, for the whole company, and the password is never told', async () => {
    const shop = await openPharmacy()
    expect((await settings(shop, { version: 1 })).code).toBe('ChangedMeanwhile')
    expect((await settings(shop, { medulaUser: ' ', medulaPassword: undefined })).code).toBe(
      'MedulaAccessMissing',
    )
    const kept = await settings(shop, { medulaPassword: undefined })
    expect(kept.body).toMatchObject({ medulaActive: true, hasPassword: true, isConnected: true })
    const part = await shop.company.user({ customer: shop.customer })
    const { version } = kept.body
    const input = { version, medulaActive: false, medulaUser: '' }
    expect((await portal.call(updateHealthInsuranceSettings, part.token, input)).code).toBe(
      'WholeCompanyNeeded',
    )
    const clerk = await shop.company.user({ permissions: ['projectSetting-getHealthInsuranceSettings'] })
    expect((await portal.call(updateHealthInsuranceSettings, clerk.token, input)).status).toBe(403)
    const [stored] = await inCompany(
      portal,
      shop.company.id,
      'select medula_password, (select json_agg(a)::text from audit_entry a where a.company_id = $1) as audit from order_policy where company_id = $1',
      [shop.company.id],
    )
    expect(JSON.stringify([stored, kept.body, portal.logLines])).not.toContain(access.password)
    expect(String(stored?.['medula_password'])).not.toContain(access.password)
  })
})
