import { expect, test } from 'vitest'
import { nearestCode } from './suggest-codes.ts'

const sold = ['SE10020-1', 'SE10002-1', 'SE20020-2', 'GL-M', 'GL-S'].map((code) => ({ code }))

test.each([
  ['O for 0, where another code is as near', 'SE1002O-1', 'SE10020-1'],
  ['I for 1', 'SE10020-I', 'SE10020-1'],
  ['a letter missing', 'SE1020-1', 'SE10020-1'],
  ['a letter exchanged', 'SE10020-3', 'SE10020-1'],
  ['two codes equally near', 'GL-X', null],
  ['nothing near', 'QQQQ', null],
])('[ORD-004, D11] %s', (_, asked, meant) => {
  expect(nearestCode(asked, sold)?.code ?? null).toBe(meant)
})
