import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  deleteCompanyLogo,
  getCompanyProfile,
  saveCompanyProfile,
  uploadCompanyLogo,
} from '@kervan/contract/administration/company-profile'
import { getCompanyLogo } from '@kervan/contract/access/sign-in-page'
import { downloadManagedOrderPdf } from '@kervan/contract/order/order-management'
import { letterhead } from '../../kit/paper/letterhead.ts'
import { openShop, orderOf } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const own = {
  legalName: 'Lale Ecza Deposu Sanayi ve Ticaret A.Ş.',
  address: 'Ankara Caddesi 12\nKat 3',
  postalCode: '34110',
  city: 'İstanbul',
  taxOffice: 'Hocapaşa',
  taxNumber: '1234567890',
  phone: '+90 212 555 01 23',
  email: 'info@lale.example',
  website: 'https://lale.example',
}

describe('[ORD-019] the company on its documents', () => {
  it('is what it says of itself: kept with a version, written down, printed on an order', async () => {
    const shop = await openShop(portal)
    const { body: before } = await portal.call(getCompanyProfile, shop.boss.token, {})
    expect(before).toMatchObject({ version: 1, legalName: '', hasLogo: false, orderPrefix: 'SO' })
    const saved = await portal.call(saveCompanyProfile, shop.boss.token, { ...own, version: 1 })
    expect(saved.body).toMatchObject({ ...own, version: 2 })
    expect(
      await portal.call(saveCompanyProfile, shop.boss.token, { ...own, city: 'İzmir', version: 1 }),
    ).toMatchObject({
      code: 'ChangedMeanwhile',
    })
    const { rows } = await portal.owner.query(
      `select before, after from audit_entry where company_id = $1 and operation = 'company.profileChanged'`,
      [shop.company.id],
    )
    expect(rows).toMatchObject([
      { before: { city: '' }, after: { city: 'İstanbul', taxNumber: '1234567890' } },
    ])
    const { orderCode } = await orderOf(shop)
    expect((await portal.call(downloadManagedOrderPdf, shop.boss.token, { orderCode })).status).toBe(200)
    const head = await portal.app.services.db.withCompany(shop.company.id, (tx) =>
      letterhead(tx, shop.company.id, 'tr'),
    )
    expect(head).toEqual({
      company: own.legalName,
      lines: [
        'Ankara Caddesi 12',
        'Kat 3',
        '34110 İstanbul',
        'Hocapaşa · Vergi no: 1234567890',
        '+90 212 555 01 23 · info@lale.example · https://lale.example',
      ],
      logo: null,
    })
  })

  it('has a logo that is drawn anew and shown at the door, until it is taken away', async () => {
    const company = await portal.company()
    const boss = await company.user()
    const picture = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#1a6c98' } })
      .png()
      .toBuffer()
    const door = () => portal.call(getCompanyLogo, null, { CompanyIntCode: company.id })
    expect((await door()).status).toBe(204)
    expect(
      (await portal.upload(uploadCompanyLogo, boss.token, {}, [{ name: 'logo.png', body: picture }])).status,
    ).toBe(200)
    const { body } = await door()
    expect(await sharp(body as unknown as Buffer).metadata()).toMatchObject({ format: 'png', width: 512 })
    expect((await portal.call(getCompanyProfile, boss.token, {})).body.hasLogo).toBe(true)
    const script = {
      name: 'logo.png',
      body: '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    }
    expect(await portal.upload(uploadCompanyLogo, boss.token, {}, [script])).toMatchObject({
      code: 'FileTypeNotAllowed',
    })
    expect((await portal.call(deleteCompanyLogo, boss.token, {})).status).toBe(200)
    expect((await door()).status).toBe(204)
  })

  it('is changed by who sees the whole company and may; wrong values say where', async () => {
    const company = await portal.company()
    const part = await company.user({ customer: await company.customer() })
    expect(await portal.call(saveCompanyProfile, part.token, { ...own, version: 1 })).toMatchObject({
      code: 'WholeCompanyNeeded',
    })
    const blind = await company.user({ without: ['userManagement-saveCompanyProfile'] })
    expect((await portal.call(saveCompanyProfile, blind.token, { ...own, version: 1 })).status).toBe(403)
    const boss = await company.user()
    for (const wrong of [
      { taxNumber: 'a' },
      { email: 'nobody' },
      { website: 'javascript:alert(1)' },
      { phone: 'abc' },
    ])
      expect(
        await portal.call(saveCompanyProfile, boss.token, { ...own, ...wrong, version: 1 }),
      ).toMatchObject({
        status: 422,
        code: 'InvalidInput',
      })
    expect((await portal.call(getCompanyProfile, boss.token, {})).body.version).toBe(1)
  })
})
