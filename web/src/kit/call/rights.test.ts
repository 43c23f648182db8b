import { expect, test } from 'vitest'
import { rightsOf } from './rights.ts'

test('[SHL-025] rights: one, any of several, all of several', () => {
  const rights = rightsOf(['PendingOrders', 'ClosedOrders'])
  expect([rights.has('PendingOrders'), rights.has('MyOrders')]).toEqual([true, false])
  expect([rights.any('MyOrders', 'ClosedOrders'), rights.any('MyOrders')]).toEqual([true, false])
  expect([rights.all('PendingOrders', 'ClosedOrders'), rights.all('PendingOrders', 'MyOrders')]).toEqual([
    true,
    false,
  ])
})
