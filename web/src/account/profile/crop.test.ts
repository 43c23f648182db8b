import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cropByKey, fitCrop, sideOf, startCrop, zoomLimit } from './crop.ts'

const size = fc.record({
  width: fc.integer({ min: 1, max: 8_000 }),
  height: fc.integer({ min: 1, max: 8_000 }),
})
const number = fc.double({ min: -10_000, max: 10_000, noNaN: true })

describe('[USR-008] the square that is cut from a picture', () => {
  test('begins as the largest there is, in the middle', () => {
    expect(startCrop({ width: 400, height: 300 })).toEqual({ x: 200, y: 150, zoom: 1 })
    expect(sideOf({ width: 400, height: 300 }, 1)).toBe(300)
  })

  test('lies inside the picture, wherever it is dragged and however far it is zoomed', () => {
    fc.assert(
      fc.property(size, number, number, number, (picture, x, y, zoom) => {
        const crop = fitCrop(picture, { x, y, zoom })
        const half = sideOf(picture, crop.zoom) / 2
        expect(crop.zoom).toBeGreaterThanOrEqual(1)
        expect(crop.zoom).toBeLessThanOrEqual(zoomLimit)
        expect(
          Math.min(crop.x, picture.width - crop.x, crop.y, picture.height - crop.y) - half,
        ).toBeGreaterThanOrEqual(-1e-6)
        expect(fitCrop(picture, crop)).toEqual(crop)
      }),
    )
  })

  test('moves and grows by keys', () => {
    const picture = { width: 400, height: 200 }
    const begun = startCrop(picture)
    expect(cropByKey(picture, begun, 'ArrowRight')).toEqual({ x: 210, y: 100, zoom: 1 })
    expect(cropByKey(picture, begun, 'ArrowUp')).toEqual(begun)
    expect(cropByKey(picture, begun, '+')?.zoom).toBeCloseTo(1.1)
    expect(cropByKey(picture, begun, '-')?.zoom).toBe(1)
    expect(cropByKey(picture, begun, 'x')).toBeNull()
  })
})
