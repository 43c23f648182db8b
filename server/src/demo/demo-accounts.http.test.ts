import { colorKind, productKind } from '@kervan/contract/company/products'
import { productGroupKind } from '@kervan/contract/company/product-tree'
import type { Language } from '@kervan/contract/kit/values'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login } from '@kervan/contract/access/authentication'
import { getManagedOrder, pendingOrders } from '@kervan/contract/order/order-management'
import { myPendingOrders } from '@kervan/contract/order/order-my'
import { getOrderOptions, orderableProducts } from '@kervan/contract/order/order-new'
import { startPortal, type Portal } from '../../test/portal.ts'
import { startProcess } from '../../test/worker-process.ts'
import { demoAccounts, demoPassword } from './accounts.ts'
import { loadDemoData } from './load.ts'
import { refuseDemoAccounts } from './refuse-in-production.ts'

const now = new Date('2026-05-20T11:00:00Z')

describe('the demo through the portal', () => {
  let portal: Portal
  const tokens = new Map<string, string>()
  const signIn = (companyIntCode: number, username: string) =>
    portal.call(login, null, { companyIntCode, username, password: demoPassword })
  const token = (company: number, user: string) => tokens.get(`${company} ${user}`) ?? null

  beforeAll(async () => {
    portal = await startPortal({ now: () => now })
    await loadDemoData(portal.owner.options.connectionString ?? '', { now, orders: 600 })
    for (const { companyIntCode, username } of demoAccounts()) {
      const { status, body } = await signIn(companyIntCode, username)
      if (status === 200) tokens.set(`${companyIntCode} ${username}`, body.Token)
    }
  }, 300_000)
  afterAll(() => portal.close())

  test('every demo account signs in', () => {
    expect(
      demoAccounts().filter(({ companyIntCode, username }) => token(companyIntCode, username) === null),
    ).toEqual([])
  })

  test('those without a location, passive and blocked are refused, each in its way', async () => {
    expect((await signIn(1, 'nolocation@selvi.example')).code).toBe('NoLocationDefined')
    expect((await signIn(1, 'passive@selvi.example')).code).toBe('NotAuthorizedForCompany')
    expect((await signIn(1, 'blocked@selvi.example')).code).toBe('LoginFailed')
    expect((await signIn(2, 'inspector@denge.example')).code).toBe('NotAuthorizedForCompany')
  })

  test('[ACC-011] production does not start on it, and says what to do; once no account has the password it would', async () => {
    const ownerUrl = portal.owner.options.connectionString ?? ''
    const { dataDir } = portal.app.services.config
    const { ended, output } = await startProcess(portal, dataDir, { NODE_ENV: 'production' })
    expect(await ended).toBe(1)
    expect(output()).toMatch(
      /This database holds demo data: \d+ of its accounts have the printed demo password\./,
    )
    expect(output()).not.toMatch(/ {4}at /)
    const kept = 'create table kept_hash as select id, password_hash from identity'
    await portal.owner.query(kept)
    await portal.owner.query('update identity set password_hash = null')
    await refuseDemoAccounts(ownerUrl)
    await portal.owner.query(
      'update identity i set password_hash = k.password_hash from kept_hash k where k.id = i.id',
    )
    await portal.owner.query('drop table kept_hash')
    await expect(refuseDemoAccounts(ownerUrl)).rejects.toThrow('NODE_ENV=production')
  })

  const window = {
    from: '2026-03-01',
    to: '2026-05-20',
    page: 1,
    pageSize: 50 as const,
    sort: [],
    filters: {},
    search: '',
  }

  test('customers, third parties and points of sale find goods, locations and orders of their own', async () => {
    for (const user of ['customer@selvi.example', 'franchise@selvi.example', 'pointofsale@selvi.example']) {
      expect((await portal.call(getOrderOptions, token(1, user), {})).body.locations.length).toBeGreaterThan(
        0,
      )
      expect(
        (
          await portal.call(orderableProducts.page, token(1, user), {
            page: 1,
            pageSize: 50,
            sort: [],
            filters: {},
            search: 'bruve',
          })
        ).body.rows.length,
      ).toBeGreaterThan(5)
      expect((await portal.call(myPendingOrders.page, token(1, user), window)).status).toBe(200)
    }
    expect(
      (await portal.call(myPendingOrders.page, token(1, 'customer@selvi.example'), window)).body.total,
    ).toBeGreaterThan(5)
    expect(
      (await portal.call(getOrderOptions, token(1, 'pointofsale@selvi.example'), {})).body.locations,
    ).toHaveLength(6)
    expect(
      (await portal.call(getOrderOptions, token(1, 'franchise@selvi.example'), {})).body.locations,
    ).toHaveLength(1)
  })

  test('a manager has a worklist, can open the order of 1,200 lines, and an inspector may only look', async () => {
    const list = await portal.call(pendingOrders.page, token(1, 'manager@selvi.example'), {
      ...window,
      sort: [{ column: 'lineCount', direction: 'desc' }],
    })
    expect(list.body.total).toBeGreaterThan(10)
    const largest = list.body.rows[0]
    expect(largest).toMatchObject({ lineCount: 1_200, state: 'Request', actions: { approve: null } })
    expect(
      (
        await portal.call(getManagedOrder, token(1, 'manager@selvi.example'), {
          orderCode: largest?.orderCode ?? '',
        })
      ).body.lines,
    ).toHaveLength(1_200)
    const looked = await portal.call(pendingOrders.page, token(1, 'inspector@denge.example'), window)
    // What their rights do not allow is not offered at all; null is allowed, a sentence says why not now.
    expect(looked.body.rows[0]?.actions).toEqual({})
    expect((await portal.call(pendingOrders.page, token(1, 'operator@selvi.example'), window)).code).toBe(
      'PermissionMissing',
    )
  })

  test('[PRD-001, SHL-012] products, nodes and colours have names in Turkish and German in each company', async () => {
    for (const [company, user] of [
      [1, 'admin@selvi.example'],
      [2, 'admin@narketen.example'],
      [3, 'admin@bogac.example'],
    ] as const)
      for (const kind of [productKind, productGroupKind, colorKind]) {
        const names = async (language: Language) => {
          const asked = { page: 1, pageSize: 200, sort: [], filters: {}, search: '', day: null } as const
          const { status, body } = await portal.call(
            kind.list.page,
            token(company, user),
            { ...asked, sort: [] },
            { language },
          )
          expect([kind.key, company, status]).toEqual([kind.key, company, 200])
          return body.rows.map(({ name }) => name)
        }
        const [en, tr, de] = [await names('en'), await names('tr'), await names('de')]
        const same = en.filter((name, at) => name === tr[at] && name === de[at])
        expect([kind.key, company, same.length <= 1]).toEqual([kind.key, company, true])
      }
  })

  test('ORD-020: prices are hidden where the company hides them', async () => {
    const price = async (company: number, user: string) =>
      (
        await portal.call(orderableProducts.page, token(company, user), {
          page: 1,
          pageSize: 50,
          sort: [],
          filters: {},
          search: '',
        })
      ).body.rows[0]?.listPrice
    expect(await price(1, 'operator@selvi.example')).toEqual(expect.any(String))
    expect(await price(2, 'operator@narketen.example')).toBeNull()
    expect(await price(2, 'admin@narketen.example')).toEqual(expect.any(String))
    expect(await price(3, 'customer@bogac.example')).toEqual(expect.any(String))
    expect(await price(3, 'admin@bogac.example')).toBeNull()
  })
})
