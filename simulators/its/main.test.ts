import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { spellings, startItsSimulator } from './main.ts'

const gtin = '08699999001014'
const maker = '8699999000006'
const shop = '8689999100010'
const password = 'Kervan-Demo-42!'
let its: Awaited<ReturnType<typeof startItsSimulator>>
beforeAll(async () => {
  its = await startItsSimulator(0)
  await post('/admin/seed', {
    gtins: [gtin],
    stakeholders: [
      { gln: maker, kind: 'manufacturer', name: 'Üretici', city: 'Ankara', active: true },
      { gln: shop, kind: 'pharmacy', name: 'Çınar Eczanesi', city: 'İzmir', active: true },
    ],
    users: { [`${maker}0000`]: password, [`${shop}0000`]: password },
  })
})
afterAll(() => its.close())
beforeEach(() => post('/admin/fault', { fault: 'none' }))

async function post(path: string, body: unknown, token?: string) {
  const response = await fetch(its.url + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  })
  const text = await response.text()
  return { status: response.status, text, json: () => JSON.parse(text) as Record<string, unknown> }
}
async function tokenOf(gln: string): Promise<string> {
  const answer = await post('/token/app/token/', { username: `${gln}0000`, password })
  return String(answer.json()['token'])
}
let serial = 0
/** A pack on the shelf of the pharmacy. */
async function packAtShop() {
  const sn = `SN${(serial += 1)}`
  const [from, to] = [await tokenOf(maker), await tokenOf(shop)]
  await post(
    '/product/app/supplynotification/',
    { dt: 'M', mi: maker, pt: 'PP', gtin, bn: 'L1', xd: '2028-01-31', snlist: [sn] },
    from,
  )
  await post('/wholesale/app/dispatch/', { togln: shop, productList: [{ gtin, sn }] }, from)
  await post('/common/app/accept/', { productList: [{ gtin, sn }] }, to)
  return {
    sn,
    token: to,
    status: () => post('/reference/app/check_status/', { productList: [{ gtin, sn }] }, to),
  }
}

describe('the simulator of the drug-tracking system', () => {
  it('answers an inquiry with state and owner, with and without a slash at the end', async () => {
    const { sn, token, status } = await packAtShop()
    const expected = { responseObjectList: [{ gtin, sn, uc: '60003', gln1: shop, gln2: '' }] }
    expect((await status()).json()).toEqual(expected)
    expect(
      (await post('/reference/app/check_status', { productList: [{ gtin, sn }] }, token)).json(),
    ).toEqual(expected)
  })

  it('takes calls with a token only, which ends after an hour', async () => {
    const { sn, token, status } = await packAtShop()
    expect((await post('/reference/app/check_status/', { productList: [{ gtin, sn }] })).status).toBe(401)
    expect(
      (await post('/token/app/token/', { username: `${shop}0000`, password: 'x' })).json(),
    ).toMatchObject({ fc: '11023' })
    await post('/admin/clock', { now: new Date(Date.now() + 61 * 60_000).toISOString() })
    expect((await status()).status).toBe(401)
    await post('/admin/clock', { now: null })
    expect(token).not.toBe('')
  })

  it('goes wrong as it is told to, so many times', async () => {
    const { status } = await packAtShop()
    for (const [fault, code] of [
      ['error500', 500],
      ['expired', 401],
      ['throttled', 429],
    ] as const) {
      await post('/admin/fault', { fault, times: 1 })
      expect([(await status()).status, (await status()).status]).toEqual([code, 200])
    }
    await post('/admin/fault', { fault: 'malformed', times: 1 })
    expect((await status()).text).toBe('{"notificationid":"12')
  })

  it('fails for every second pack, which then has not moved', async () => {
    const [one, two] = [await packAtShop(), await packAtShop()]
    await post('/admin/fault', { fault: 'partial', times: 1 })
    const sold = await post(
      '/prescription/app/pharmacysale/',
      {
        dt: 'S',
        fr: shop,
        to: '0'.repeat(13),
        productList: [
          { gtin, sn: one.sn },
          { gtin, sn: two.sn },
        ],
      },
      one.token,
    )
    expect(sold.json()['productList']).toMatchObject([
      { sn: one.sn, uc: '00000' },
      { sn: two.sn, uc: '10206' },
    ])
    expect((await two.status()).json()).toMatchObject({ responseObjectList: [{ uc: '60003' }] })
  })

  it.each(spellings)('spells the number of a notification %s', async (spelling) => {
    const { sn, token } = await packAtShop()
    await post('/admin/fault', { fault: 'none', spelling })
    const sold = await post(
      '/prescription/app/pharmacysale/',
      { dt: 'S', fr: shop, to: '0'.repeat(13), productList: [{ gtin, sn }] },
      token,
    )
    expect(sold.json()[spelling]).toMatch(/^\d{12,13}$/)
  })

  it.each([
    ['onTheWay', '60001'],
    ['shelf', '60003'],
    ['sold', '60004'],
    ['open', '60004'],
    ['cash', '60004'],
    ['recalled', '60007'],
  ])('begins with packs that have a past, %s', async (fate, uc) => {
    const pack = { gtin, sn: `P${fate.toUpperCase()}`, bn: 'L1', xd: '2028-01-31' }
    await post('/admin/seed', { packs: [{ ...pack, maker, pharmacy: shop, fate }] })
    const answer = await post('/reference/app/check_status/', { productList: [pack] }, await tokenOf(shop))
    expect(answer.json()).toMatchObject({ responseObjectList: [{ uc }] })
  })

  it('shows the movements of a pack to who is signed in to its pages', async () => {
    const { sn } = await packAtShop()
    const form = new URLSearchParams({ kullanici: `${shop}0000`, sifre: password })
    const signedIn = await fetch(`${its.url}/portal/login`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    })
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const look = (headers: Record<string, string>) =>
      fetch(`${its.url}/portal/movements?gtin=${gtin}&sn=${sn}`, { headers }).then((answer) => answer.text())
    const page = await look({ cookie })
    expect(page.match(/<tr>/g)).toHaveLength(4)
    expect(page).toContain('<td>Alım</td>')
    expect(await look({})).toContain('Paydaş Girişi')
  })
})
