import { expect, test } from 'vitest'
import type { OrderView } from '@kervan/contract/order/order-view'
import { widthsOf } from './lineColumns.ts'

const format = { money: (amount: string | null) => `₺${amount}` }
const order = (lineTotal: string) =>
  ({ currency: 'TRY', lines: [{ lineTotal }, { lineTotal: '1.00' }] }) as OrderView

test('[ORD-009] the column of totals is as wide as its longest amount', () => {
  expect(widthsOf(['box', 'total'], order('64,772.80'), format)).toBe('44px max(108px, 91px)')
  expect(widthsOf(['total'], order('174,946,668.20'), format)).toBe('max(108px, 128px)')
})

test('[ORD-009] the column of states is wider where a line waits for somebody outside', () => {
  const lines = (...states: string[]) =>
    ({ currency: 'TRY', lines: states.map((state) => ({ state })) }) as OrderView
  expect(widthsOf(['state'], lines('Pending'), format)).toBe('var(--state, 150px)')
  expect(widthsOf(['state'], lines('Pending', 'WaitingExternalApproval'), format)).toBe(
    'max(var(--state, 150px), 168px)',
  )
})
