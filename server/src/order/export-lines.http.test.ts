import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportManagedLines, exportMyLines } from '@kervan/contract/order/line-export'
import { quotaRuleKind } from '@kervan/contract/order/quota-rules'
import { openShop, orderOf } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'
import { quotaRuleValues } from '../../test/quota-rule.ts'
import { workbookRows } from '../../test/workbook-text.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

it('[ORD-009] [ORD-020] writes the shown lines of an order in their order, without prices that are hidden', async () => {
  for (const [visibility, priced] of [
    ['NoHide', true],
    ['HideForAll', false],
  ] as const) {
    const shop = await openShop(portal, { product: { variants: 2 }, visibility })
    const order = await orderOf(shop, [12, 24])
    const lineIds = order.lines.map(({ id }) => id).toReversed()
    const asked = { orderCode: order.orderCode, columns: ['po', 'price', 'state'] as const, lineIds }
    for (const [call, user] of [
      [exportManagedLines, shop.boss],
      [exportMyLines, shop.buyer],
    ] as const) {
      const file = await portal.call(call, user.token, { ...asked, columns: [...asked.columns] })
      const [head, ...rows] = await workbookRows(file.body)
      expect(head?.length).toBe(priced ? 3 : 2)
      expect(rows.map((row) => row[0])).toEqual(['24', '12'])
    }
    const stranger = await shop.company.user({ customer: await shop.company.customer() })
    const other = await portal.call(exportMyLines, stranger.token, { ...asked, columns: [...asked.columns] })
    expect(other.code).toBe('OrderNotFound')
  }
})

it('[QTA-002] says in the reader’s language what was rejected, and that a quota did', async () => {
  const shop = await openShop(portal)
  await portal.owner.query('update company set quota_active = true where id = $1', [shop.company.id])
  const rule = await portal.call(quotaRuleKind.save, shop.boss.token, {
    id: null,
    version: null,
    values: quotaRuleValues({ quotaValue: '5' }),
    confirmed: true,
  })
  expect(rule.status).toBe(200)
  const { orderCode, lines } = await orderOf(shop, [12])
  const asked = { orderCode, columns: ['state' as const], lineIds: lines.map(({ id }) => id) }
  for (const [language, state] of [
    ['en', 'Rejected – Quota exceeded'],
    ['de', 'Abgelehnt – Kontingent überschritten'],
    ['tr', 'Reddedildi – Kota aşıldı'],
  ] as const) {
    const file = await portal.call(exportMyLines, shop.buyer.token, asked, { language })
    expect((await workbookRows(file.body))[1]).toEqual([state])
  }
})
