import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getServiceMediaContents, mediaSwitches } from '@kervan/contract/access/web-resources'
import {
  getDashboard,
  getOrderMonths,
  getShortcuts,
  getSignIns,
  getWatched,
  markWatched,
  saveDashboard,
  saveShortcuts,
  shortcutLimit,
} from '@kervan/contract/home/home'
import { openShop, orderOf, place, fillCart } from '../../test/ordering.ts'
import { signIn, startPortal, type Company, type Portal } from '../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const ask = (company: Company, statement: string, values: unknown[] = []) =>
  portal.owner.query(statement.replaceAll(':company', String(company.id)), values)

describe('[HOM-003] the KPI dashboard', () => {
  it('keeps each user’s own boxes in their order, and leaves the shortcuts alone', async () => {
    const company = await portal.company()
    const [user, other] = [await company.user(), await company.user()]
    const boxesOf = async ({ token }: typeof user) => (await portal.call(getDashboard, token, {})).body.boxes
    expect(await boxesOf(user)).toBeNull()
    await Promise.all(
      [1, 2].map(() => portal.call(saveDashboard, user.token, { boxes: ['findings', 'orders', 'findings'] })),
    )
    expect(await boxesOf(user)).toEqual(['findings', 'orders'])
    expect((await portal.call(getShortcuts, user.token, {})).body.screens).toBeNull()
    await portal.call(saveShortcuts, user.token, { screens: ['newOrder'] })
    expect(await boxesOf(user)).toEqual(['findings', 'orders'])
    expect(await boxesOf(other)).toBeNull()
    await ask(company, `update home_setting set dashboard = '{orders,gone}' where company_id = :company`)
    expect(await boxesOf(user)).toEqual(['orders'])
    const unknown = { boxes: ['nothing'] } as never
    expect((await portal.call(saveDashboard, user.token, unknown)).status).toBe(422)
    const stranger = await company.user({ permissions: [] })
    expect((await portal.call(getDashboard, stranger.token, {})).status).toBe(403)
  })
})

describe('[HOM-001] the boxes of the home page', () => {
  it('tell the last sign-in before this one, the last that failed, and since when one is here', async () => {
    const company = await portal.company()
    const user = await company.user({ signIn: true })
    const { body: first } = await portal.call(getSignIns, user.token, {})
    expect(first).toMatchObject({
      lastSuccessful: null,
      lastFailed: null,
      joinedAt: expect.stringMatching(/^\d{4}-/),
    })
    await portal.post('/api/Authentication/Login', {
      username: user.username,
      password: 'not the right one',
      companyIntCode: company.id,
    })
    const again = await signIn(portal, company.id, user.username)
    const { body } = await portal.call(getSignIns, again, {})
    expect(body).toMatchObject({
      lastSuccessful: { state: 'Succces', address: expect.stringContaining('127.0.0.1') },
      lastFailed: { state: 'Failed' },
    })
    const stranger = await company.user()
    expect((await portal.call(getSignIns, stranger.token, {})).body.lastFailed).toBeNull()
  })

  it('keep each user’s own shortcuts, in their order, and refuse unknown pages and too many', async () => {
    const company = await portal.company()
    const [user, other] = [await company.user(), await company.user()]
    expect((await portal.call(getShortcuts, user.token, {})).body.screens).toBeNull()
    await Promise.all(
      [1, 2].map(() =>
        portal.call(saveShortcuts, user.token, { screens: ['myOrders', 'newOrder', 'myOrders'] }),
      ),
    )
    expect((await portal.call(getShortcuts, user.token, {})).body.screens).toEqual(['myOrders', 'newOrder'])
    expect((await portal.call(getShortcuts, other.token, {})).body.screens).toBeNull()
    expect(await portal.call(saveShortcuts, user.token, { screens: ['no such page'] })).toMatchObject({
      status: 422,
      code: 'InvalidInput',
    })
    expect(
      (
        await portal.call(saveShortcuts, user.token, {
          screens: Array.from({ length: shortcutLimit + 1 }, () => 'myOrders'),
        })
      ).status,
    ).toBe(422)
    expect(
      (
        await portal.call(saveShortcuts, (await company.user({ without: ['home-saveShortcuts'] })).token, {
          screens: [],
        })
      ).code,
    ).toBe('PermissionMissing')
  })

  it('count orders by month, each reader what that reader may see', async () => {
    const shop = await openShop(portal)
    const [other, elsewhere] = [await shop.company.customer(), await shop.company.customer()]
    await orderOf(shop)
    await orderOf(shop)
    await ask(
      shop.company,
      `update sales_order set order_date = order_date - interval '2 months', state = 'Rejected' where company_id = :company and code like '%00002'`,
    )
    const colleague = await shop.company.user({ customer: other, without: ['OrderManagement'] })
    const [theirs] = await place(
      shop,
      (await fillCart(shop, [12], { buyer: colleague, location: await shop.company.location(other) }))
        .version,
      colleague,
    )
    expect(theirs).toBeDefined()
    const sums = async (token: string) => {
      const { months } = (await portal.call(getOrderMonths, token, {})).body
      expect(months).toHaveLength(12)
      return [
        months.reduce((sum, month) => sum + month.toDecide, 0),
        months.reduce((sum, month) => sum + month.rejected, 0),
      ]
    }
    expect(await sums(shop.boss.token)).toEqual([2, 1])
    expect(await sums(colleague.token)).toEqual([1, 0])
    expect(await sums((await shop.company.user({ customer: elsewhere })).token)).toEqual([0, 0])
    expect(await sums((await (await portal.company()).user()).token)).toEqual([0, 0])
  })

  it('are counted once for all who ask at the same time, and told as they were while they are counted anew', async () => {
    const shop = await openShop(portal)
    await orderOf(shop)
    const ask = async () => (await portal.call(getOrderMonths, shop.boss.token, {})).body
    const pendingNow = async () => (await ask()).months.reduce((sum, month) => sum + month.toDecide, 0)
    const first = await Promise.all(Array.from({ length: 12 }, ask))
    expect(new Set(first.map(({ asOf }) => asOf)).size).toBe(1)
    expect(first.every(({ months }) => months.at(-1)?.toDecide === 1)).toBe(true)
    await orderOf(shop)
    expect(await pendingNow()).toBe(1)
    await portal.owner.query(
      `update order_month set counted_at = counted_at - interval '6 minutes' where company_id = ${shop.company.id}`,
    )
    const old = await ask()
    expect(old.months.at(-1)?.toDecide).toBe(1)
    await expect.poll(pendingNow).toBe(2)
  })

  it('[SHL-023] let nobody save charts as pictures until the company turns it on', async () => {
    const company = await portal.company()
    const user = await company.user()
    expect((await portal.call(getOrderMonths, user.token, {})).body.chartExport).toBe(false)
    await ask(company, 'update company_policy set chart_export = true where company_id = :company')
    expect((await portal.call(getOrderMonths, user.token, {})).body.chartExport).toBe(true)
  })
})

describe('[HOM-002] tutorials', () => {
  const content = async (company: Company, type: string, key: string, at: number) =>
    ask(
      company,
      `insert into service_media_content (company_id, int_code, type, reference_key, reference_dt_key, language_key, url, title, thumbnail_url) values (:company, $1, $2, $3, $3, 'en', 'https://films.example', $3, '')`,
      [at, type, key],
    )

  it('remember what each user has watched, once, and forget it when told', async () => {
    const company = await portal.company()
    const [user, other] = [await company.user(), await company.user()]
    await content(company, 'KIGOITSValidation', 'its', 1)
    await Promise.all(
      [1, 2].map(() => portal.call(markWatched, user.token, { referenceKey: 'its', watched: true })),
    )
    expect((await portal.call(getWatched, user.token, {})).body.referenceKeys).toEqual(['its'])
    expect((await portal.call(getWatched, other.token, {})).body.referenceKeys).toEqual([])
    expect(
      (await portal.call(markWatched, user.token, { referenceKey: 'no such film', watched: true })).code,
    ).toBe('NotFound')
    await portal.call(markWatched, user.token, { referenceKey: 'its', watched: false })
    expect((await portal.call(getWatched, user.token, {})).body.referenceKeys).toEqual([])
  })

  it('[API-004] are those of the company that is named, and of nobody else’s', async () => {
    const [company, other] = [await portal.company(), await portal.company()]
    const user = await company.user()
    await content(company, 'WhatsNew', 'ours', 1)
    await content(other, 'WhatsNew', 'theirs', 1)
    const shown = async (input: { CompanyIntCode?: number }) =>
      (await portal.call(getServiceMediaContents, user.token, input)).body.contents.map(({ Title }) => Title)
    expect(await shown({})).toEqual(['ours'])
    expect(await shown({ CompanyIntCode: company.id })).toEqual(['ours'])
    for (const CompanyIntCode of [other.id, 0, 2_147_483_647])
      expect(await shown({ CompanyIntCode })).toEqual([])
  })

  it.each(Object.entries(mediaSwitches))('%s takes away what it is about', async (name, types) => {
    const company = await portal.company()
    const user = await company.user()
    const shown = async (type: (typeof types)[number] | 'KIGONewApplication') =>
      (await portal.call(getServiceMediaContents, user.token, { ServiceMediaContentType: type })).body
        .contents.length
    for (const [at, type] of [...types, 'KIGONewApplication'].entries())
      await content(company, type, type, at + 1)
    for (const type of types) expect(await shown(type)).toBe(1)
    await ask(company, `update company_policy set ${name} = true where company_id = :company`)
    for (const type of types) expect(await shown(type)).toBe(0)
    expect(await shown('KIGONewApplication')).toBe(1)
    const { body } = await portal.call(getServiceMediaContents, user.token, {})
    expect(body.contents.map((one) => one.ServiceMediaContentType)).toEqual(['KIGONewApplication'])
  })

  it('are asked for all at once, kind by kind, each in the reader’s language where there is one, of the own company', async () => {
    const company = await portal.company()
    const user = await company.user()
    await content(company, 'KIGOPortaMateValidation', 'same key', 1)
    await content(company, 'WhatsNew', 'same key', 2)
    await content(company, 'KIGOITSValidation', 'its', 3)
    await ask(
      company,
      `insert into service_media_content (company_id, int_code, type, reference_key, reference_dt_key, language_key, url, title, thumbnail_url) values (:company, 4, 'WhatsNew', 'same key', 'same key', 'tr', 'https://films.example', 'Yenilikler', '')`,
    )
    await content(await portal.company(), 'WhatsNew', 'of others', 1)
    const all = async (language: string) =>
      (await portal.call(getServiceMediaContents, user.token, {}, { language })).body.contents.map((one) => [
        one.ServiceMediaContentType,
        one.Title,
      ])
    expect(await all('tr')).toEqual([
      ['WhatsNew', 'Yenilikler'],
      ['KIGOITSValidation', 'its'],
      ['KIGOPortaMateValidation', 'same key'],
    ])
    expect((await all('de'))[0]).toEqual(['WhatsNew', 'same key'])
    expect(
      (
        await portal.call(getServiceMediaContents, user.token, {
          ServiceMediaContentType: 'KIGOITSValidation',
        })
      ).body.contents,
    ).toHaveLength(1)
  })
})
