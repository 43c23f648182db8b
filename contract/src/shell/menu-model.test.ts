import { describe, expect, test } from 'vitest'
import { menuModel, menuOf } from './menu-model.ts'

const menu = (name: string, ...permissions: string[]) =>
  menuModel(new Set(permissions)).find((one) => one.menu === name)
const entries = (name: string, ...permissions: string[]) =>
  menu(name, ...permissions)?.groups.flatMap((group) => group.entries.map(({ key }) => key))

describe('the menus of the header', () => {
  test('[SHL-005] Company appears with any of its entries, and shows only those', () => {
    expect(menu('company')).toBeUndefined()
    expect(entries('company', 'CompanyProducts', 'KnowledgeBase')).toEqual([
      'companyProducts',
      'knowledgeBase',
    ])
  })
  test('[SHL-006] Services', () =>
    expect(entries('services', 'ServiceStrategy')).toEqual(['serviceStrategies']))
  test('[SHL-007] Orders needs its own permission, and is grey without any entry', () => {
    expect(menu('orders', 'NewOrder')).toBeUndefined()
    expect(menu('orders', 'Orders')).toMatchObject({ enabled: false, groups: [] })
    expect(menu('orders', 'Orders', 'NewOrder')).toMatchObject({ enabled: true })
    expect(entries('orders', 'Orders', 'NewOrder', 'OrderManagement', 'MyOrders')).toEqual([
      'newOrder',
      'myOrders',
      'orderManagement',
    ])
  })
  test('[SHL-008] Trace is a disabled entry without items', () => {
    expect(menu('trace')).toBeUndefined()
    expect(menu('trace', 'Trace')).toMatchObject({ enabled: false, groups: [] })
  })
  test('[SHL-009, MED-001] Porta shows product returns, in grey without ReturnsManagement', () => {
    expect(menu('porta', 'PromotionManagement')).toBeUndefined()
    expect(menu('porta', 'Porta', 'PromotionManagement')).toMatchObject({
      groups: [{ entries: [{ key: 'institutionalDiscountRequests' }, { key: 'productReturn', path: null }] }],
    })
    expect(menu('porta', 'Porta')).toMatchObject({ enabled: false })
    expect(menu('porta', 'Porta', 'ReturnsManagement')).toMatchObject({
      enabled: true,
      groups: [{ entries: [{ key: 'productReturn', path: '/porta/product-returns' }] }],
    })
  })
  test('[SHL-010] Reports', () =>
    expect(entries('reports', 'PFSIInsight', 'SystemDiagnosys', 'StockSenseReport')).toEqual([
      'stockSenseReport',
      'traceInquiry',
      'systemDiagnosis',
    ]))
  test('the menu of an address', () => {
    expect(menuOf('/services/trace-inquiry')).toBe('reports')
    expect(menuOf('/')).toBeNull()
    // Stands in no menu; the screens of orders lead there.
    expect(menuOf('/order/edi-inbox')).toBe('orders')
    expect(menuOf('/account/account-settings')).toBeNull()
  })
})
