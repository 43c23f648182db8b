import { describe, expect, test } from 'vitest'
import { sameAssortment } from './season.ts'

const weeks = 60
const wave = (week: number) => 1 + 0.5 * Math.sin((2 * Math.PI * week) / 52)
const product = (level: number, from = 0, until = weeks) =>
  Float64Array.from({ length: weeks }, (_, week) => (week >= from && week < until ? level * wave(week) : 0))

describe('[ENG-001] the season of a category', () => {
  test('is that of its products, whichever of them begin or end', () => {
    const steady = sameAssortment([product(10), product(20), product(30)], weeks)
    const changing = sameAssortment([product(10), product(20, 0, 30), product(30, 14)], weeks)
    for (let week = 0; week < weeks; week++) {
      expect(steady[week]).toBeCloseTo(60 * wave(week), 6)
      // The first product alone says what the season is; the others follow it in their time.
      expect((changing[week] ?? 0) / (changing[0] ?? 1)).toBeCloseTo(wave(week) / wave(0), 1)
    }
  })

  test('a product that has not sold in the last weeks only is still there', () => {
    const quiet = product(10)
    quiet.fill(0, weeks - 3)
    const found = sameAssortment([quiet], weeks)
    expect(found[weeks - 1]).toBe(0)
    expect(sameAssortment([], weeks).every((one) => one === 0)).toBe(true)
  })
})
