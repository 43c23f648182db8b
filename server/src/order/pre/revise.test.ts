import { describe, expect, test } from 'vitest'
import { reviseLines, type RevisableLine } from './revise.ts'

const line = (id: string, over: Partial<RevisableLine> = {}): RevisableLine => ({
  id,
  lineCode: `PA-26-00001-${id}`,
  quantity: 48,
  asked: 48,
  pack: 12,
  minimum: 12,
  maximum: 600,
  ...over,
})
const lines = [line('1'), line('2')]

describe('[ORD-012] quantities of a pre-approval order', () => {
  test.each([
    ['lower, in full packs', [['1', 24]], { '1': 24 }],
    ['nothing of a line', [['1', 0]], { '1': 0 }],
    [
      'what stays as it is, is no change',
      [
        ['1', 48],
        ['2', 12],
      ],
      { '2': 12 },
    ],
    ['more than before, and within what was asked for', [['3', 36]], { '3': 36 }],
  ] as const)('%s', (_, wanted, expected) => {
    const result = reviseLines(
      'PA-26-00001',
      [...lines, line('3', { quantity: 24 })],
      wanted.map(([lineId, quantity]) => ({ lineId, quantity })),
    )
    expect(result.refused === null && Object.fromEntries(result.changed)).toEqual(expected)
  })

  test.each([
    ['a line that is not there', [['9', 24]], 'LineNotFound'],
    ['more than was asked for', [['1', 60]], 'QuantityAboveDemand'],
    ['no full pack', [['1', 30]], 'QuantityNotPack'],
    ['nothing changes', [['1', 48]], 'QuantityUnchanged'],
    [
      'nothing is left',
      [
        ['1', 0],
        ['2', 0],
      ],
      'PreOrderEmpty',
    ],
  ] as const)('%s is refused', (_, wanted, code) => {
    const result = reviseLines(
      'PA-26-00001',
      lines,
      wanted.map(([lineId, quantity]) => ({ lineId, quantity })),
    )
    expect(result.refused?.code).toBe(code)
  })

  test('below the least that is sold is refused', () => {
    const result = reviseLines('PA', [line('1', { minimum: 24 })], [{ lineId: '1', quantity: 12 }])
    expect(result.refused).toMatchObject({ code: 'QuantityOutOfBounds', facts: { minimum: 24 } })
  })
})
