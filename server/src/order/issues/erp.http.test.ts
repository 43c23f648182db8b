import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createApiKey } from '@kervan/contract/administration/api-keys'
import { addDays } from '@kervan/contract/kit/days'
import { quotaRuleKind, quotaUsage } from '@kervan/contract/order/quota-rules'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { approve, look, openShop, orderOf, page, type Shop } from '../../../test/ordering.ts'
import { inCompany, startPortal, type Portal } from '../../../test/portal.ts'
import { quotaRuleValues } from '../../../test/quota-rule.ts'
import { partsOf } from '../../kit/parts.ts'

// The ERP as a process of its own, which knows nothing of the portal but its API and its drop folder.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

type ErpState = {
  issues: number
  sent: number
  duplicates: number
  outOfOrder: number
  answers: Record<string, number>
  refused: unknown[]
  failures: number
}

const scope = [
  'orderManagement-getPendingOrders',
  'orderManagement-getOrder',
  'orderManagement-importGoodsIssues',
]

/** A key for a program of the company, as its administrator makes one. */
async function keyOf({ company, boss }: Shop): Promise<string> {
  const robot = await company.user({ type: 'APIUser', signIn: false, permissions: scope })
  const { body, refused } = await portal.call(createApiKey, boss.token, {
    membershipId: robot.id,
    name: 'ERP',
    scope,
    expiresOn: addDays(new Date().toISOString().slice(0, 10), 30),
  })
  expect(refused).toBeNull()
  return body.key ?? ''
}

async function startErp(shop: Shop, env: Record<string, string> = {}) {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../../simulators/erp/main.ts')],
    {
      env: {
        ...process.env,
        PORT: '0',
        PORTAL_URL: portal.url,
        API_KEY: await keyOf(shop),
        RATE: '0',
        PARTIAL: '1',
        SHORT: '0.5',
        DUPLICATES: '0.5',
        DISORDER: '0.7',
        POLL_SECONDS: '0.2',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout!, 'data')
  const state = async () => (await (await fetch(`${String(line).trim()}/admin/state`)).json()) as ErpState
  return { state, child }
}

/** A shop with much stock and a quota on what it sells, and some approved orders. */
async function openWithOrders(orders: number): Promise<{ shop: Shop; codes: string[] }> {
  const shop = await openShop(portal, { product: { stock: 10_000, variants: 2 } })
  await portal.owner.query('update company set quota_active = true where id = $1', [shop.company.id])
  const saved = await portal.call(quotaRuleKind.save, shop.boss.token, {
    id: null,
    version: null,
    confirmed: true,
    values: quotaRuleValues({
      actionType: 'Warning',
      quotaValue: '5000',
      bindingStrategy: 'Aggregate',
      locationLevel: 'Customer',
      productLevel: 'AllProducts',
    }),
  })
  expect(saved.refused).toBeNull()
  const codes: string[] = []
  for (let n = 0; n < orders; n++) {
    const order = await orderOf(shop, [48 + 12 * n, 36])
    expect((await approve(shop, order)).status).toBe(200)
    codes.push(order.orderCode)
  }
  return { shop, codes }
}

const issued = async (shop: Shop, codes: readonly string[]) => {
  const orders = await Promise.all(codes.map((code) => look(shop, code)))
  return {
    states: orders.map(({ state }) => state),
    ordered: orders.flatMap(({ lines }) => lines).reduce((sum, { poQuantity }) => sum + poQuantity, 0),
    completed: orders
      .flatMap(({ lines }) => lines)
      .reduce((sum, { completedQuantity }) => sum + completedQuantity, 0),
  }
}
const all = (codes: readonly string[], state: string) => codes.map(() => state)

/** Nothing is held for the orders any more, and quotas count what was delivered. */
async function assertReleased(shop: Shop, completed: number): Promise<void> {
  const [stock] = await inCompany(
    portal,
    shop.company.id,
    'select sum(on_hand)::int as on_hand, sum(reserved)::int as reserved from stock where company_id = $1',
    [shop.company.id],
  )
  expect(stock).toEqual({ on_hand: 20_000 - completed, reserved: 0 })
  const usage = await portal.call(quotaUsage.page, shop.boss.token, {
    ...page,
    current: true,
    ruleCode: null,
  })
  expect(usage.body.rows.map(({ quotaUsed }) => Number(quotaUsed))).toEqual([completed])
}

describe('[ORD-009] an ERP that sends goods in parts, twice and out of order', () => {
  it('brings every order to Completed by itself; stock and quota keep what was delivered and no more', async () => {
    const { shop, codes } = await openWithOrders(4)
    const { state } = await startErp(shop)
    await expect
      .poll(async () => (await issued(shop, codes)).states, { timeout: 40_000, interval: 200 })
      .toEqual(all(codes, 'Completed'))
    await expect
      .poll(async () => {
        const { sent, issues, duplicates } = await state()
        return sent - issues - duplicates
      })
      .toBe(0)
    const told = await state()
    expect(told).toMatchObject({ failures: 0, refused: [] })
    expect(told.answers).toEqual({ Added: told.issues, Unchanged: told.duplicates })
    expect(Math.min(told.duplicates, told.outOfOrder)).toBeGreaterThan(2)
    const { completed, ordered } = await issued(shop, codes)
    // Some lines were closed short.
    expect(completed).toBeLessThan(ordered)
    await assertReleased(shop, completed)
  }, 90_000)

  it('goes on where it was killed: what has left is not sent again', async () => {
    const { shop, codes } = await openWithOrders(3)
    const first = await startErp(shop, { RATE: '15', SHORT: '0' })
    await expect
      .poll(async () => (await first.state()).sent, { timeout: 20_000, interval: 50 })
      .toBeGreaterThan(4)
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    await startErp(shop, { SHORT: '0' })
    await expect
      .poll(async () => (await issued(shop, codes)).states, { timeout: 40_000, interval: 200 })
      .toEqual(all(codes, 'Completed'))
    const { completed, ordered } = await issued(shop, codes)
    expect(completed).toBe(ordered)
    await assertReleased(shop, completed)
  }, 90_000)

  it('puts its issues into the drop folder, and the orders are completed from there', async () => {
    const { shop, codes } = await openWithOrders(1)
    const { services } = portal.app
    const { rows } = await portal.owner.query<{ code: string }>('select code from company where id = $1', [
      shop.company.id,
    ])
    const folder = join(services.config.dataDir, 'drop', rows[0]?.code ?? '', 'goodsIssue')
    const { state } = await startErp(shop, { DROP_FOLDER: folder, BATCH: '100', SHORT: '0' })
    await expect.poll(async () => (await state()).sent, { timeout: 20_000, interval: 50 }).toBeGreaterThan(1)
    const files = async () =>
      (await readdir(folder)).filter((name) => name.endsWith('.csv') && !name.startsWith('.'))
    expect(await readFile(join(folder, (await files())[0] ?? ''), 'utf8')).toMatch(
      /^Code;Order line;Quantity issued;Issued on;Delivery note;Closes the line\nWA-/,
    )
    const fileDrop = partsOf('schedule').find(({ name }) => name === 'fileDrop')!
    // As the look of every minute does it, some time later.
    const later = { ...services, clock: { now: () => new Date(Date.now() + 60_000) } }
    await expect
      .poll(
        async () => {
          await services.db.withCompany(shop.company.id, (tx) =>
            fileDrop.run({
              tx,
              services: later,
              companyId: shop.company.id,
              key: '',
              dueAt: new Date(),
            }),
          )
          return (await issued(shop, codes)).states
        },
        { timeout: 40_000, interval: 300 },
      )
      .toEqual(all(codes, 'Completed'))
    const { completed, ordered } = await issued(shop, codes)
    expect(completed).toBe(ordered)
    await assertReleased(shop, completed)
  }, 90_000)
})
