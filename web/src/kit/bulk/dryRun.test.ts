import { describe, expect, test } from 'vitest'
import { onlyPassing } from './dryRun.ts'

const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const refused = (index: number) => ({
  id: id(index),
  code: `SO-${index}`,
  ok: false,
  count: 0,
  refusal: 'OwnOrder',
  message: 'no',
})
const passed = (index: number) => ({
  id: id(index),
  code: `SO-${index}`,
  ok: true,
  count: 1,
  refusal: null,
  message: null,
})
const answer = (results: (ReturnType<typeof refused> | ReturnType<typeof passed>)[]) => ({
  jobId: null,
  done: 0,
  refused: 0,
  reasons: [],
  results,
})
const everything = {
  mode: 'query' as const,
  query: { sort: [], filters: {}, search: '', from: '2026-09-01', to: '2026-11-20' },
  exclude: [id(9)],
  asOf: '2026-11-20T07:42:00.000Z',
}

describe('[ORD-010] what is sent after the dryRun', () => {
  test('leaves the refused ones out of those picked one by one', () => {
    expect(
      onlyPassing({ mode: 'ids', ids: [id(1), id(2), id(3)] }, answer([refused(2), passed(1), passed(3)])),
    ).toEqual({ mode: 'ids', ids: [id(1), id(3)] })
  })

  test('excepts them from all that match, beside those the user excepted', () => {
    expect(onlyPassing(everything, answer([refused(2), passed(1)]))).toMatchObject({
      exclude: [id(9), id(2)],
    })
  })

  test('leaves them to the server when there are more than can be named', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => refused(100 + index))
    expect(onlyPassing(everything, answer(many))).toBe(everything)
  })
})
