import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { rejectedOrder } from '@kervan/contract/order/order-management'
import { placeOrder } from '@kervan/contract/order/order-new'
import { rejectPreApprovalOrders } from '@kervan/contract/order/pre-approval'
import { quotaRuleKind } from '@kervan/contract/order/quota-rules'
import { newId } from '../kit/database/uuid.ts'
import { readCaught } from '../kit/work/mail.ts'
import { fillCart, openShop, orderOf, preOrderOf, type Shop } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'
import { quotaRuleValues } from '../../test/quota-rule.ts'

// What mails about orders say, in the language of who reads them.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

/** The newest mail to the buyer whose subject says so. */
const mailTo = (shop: Shop, subject: RegExp): Promise<string> =>
  vi.waitFor(
    async () => {
      const mails = await readCaught(join(portal.app.services.config.dataDir, 'mails'))
      const mail = mails.findLast((one) => one.to === shop.buyer.username && subject.test(one.subject))
      if (!mail) throw new Error('no such mail yet')
      return mail.text
    },
    { timeout: 60_000, interval: 50 },
  )

describe('[QTA-002] [ORD-024] the mail about a placed order', () => {
  it.each([
    ['en', /^Order SO-\S+ received by /, 'Quota check: Approved by quota: 1, Rejected by quota: 1.'],
    [
      'de',
      /^Bestellung SO-\S+ bei .* eingegangen$/,
      'Kontingentprüfung: Durch Kontingent genehmigt: 1, Durch Kontingent abgelehnt: 1.',
    ],
    ['tr', /tarafından alındı$/, 'Kota kontrolü: Kotayla onaylandı: 1, Kotayla reddedildi: 1.'],
  ] as const)('says in %s what quotas have decided', async (language, subject, says) => {
    const shop = await openShop(portal, { product: { variants: 2 } })
    await portal.owner.query('update company set quota_active = true where id = $1', [shop.company.id])
    const rule = await portal.call(quotaRuleKind.save, shop.boss.token, {
      id: null,
      version: null,
      values: quotaRuleValues({ quotaValue: '20' }),
      confirmed: true,
    })
    expect(rule.status).toBe(200)
    const { version: cartVersion } = await fillCart(shop, [12, 12])
    const input = { cartVersion, requestKey: newId() }
    await portal.owner.query('update membership set language = $2 where id = $1', [shop.buyer.id, language])
    const placed = await portal.call(placeOrder, shop.buyer.token, input)
    expect(placed.body.orders).toMatchObject([{ approvedLines: 1, rejectedLines: 1 }])
    expect(await mailTo(shop, subject)).toContain(says)
  })

  it('has no word of quotas where none has looked', async () => {
    const shop = await openShop(portal)
    await orderOf(shop, [12])
    expect(await mailTo(shop, /^Order SO-\S+ received by /)).not.toContain('Quota')
  })
})

describe('[ORD-010] [ORD-024] the mail about a rejected order', () => {
  it.each([
    ['en', /^Orders rejected/, 'Reason: Out of stock\nMay be back in June.'],
    ['de', /^Abgelehnte Bestellungen/, 'Grund: Nicht vorrätig\nMay be back in June.'],
    ['tr', /^Reddedilen siparişler/, 'Neden: Stok yok\nMay be back in June.'],
  ] as const)('gives the reason in %s, with the comment', async (language, subject, says) => {
    const shop = await openShop(portal)
    await portal.owner.query('update membership set language = $2 where id = $1', [shop.buyer.id, language])
    const { orderCode, version, lines } = await orderOf(shop, [12])
    const done = await portal.call(rejectedOrder, shop.boss.token, {
      orderCode,
      version,
      lineIds: lines.map(({ id }) => id),
      reason: 'OutOfStock',
      memo: 'May be back in June.',
    })
    expect(done.status).toBe(200)
    expect(await mailTo(shop, subject)).toContain(says)
  })

  it('[ORD-012] gives the reason for a pre-approval order too', async () => {
    const shop = await openShop(portal)
    const id = await preOrderOf(shop)
    const done = await portal.call(rejectPreApprovalOrders, shop.boss.token, {
      selection: { mode: 'ids', ids: [id] },
      dryRun: false,
      reason: 'SalesClosed',
    })
    expect(done.body).toMatchObject({ done: 1 })
    expect(await mailTo(shop, /^Pre-approval orders rejected/)).toContain('Reason: Sales closed')
  })
})
