import { describe, expect, it } from 'vitest'
import { projectColors } from './states.ts'

describe('[SHL-026] the colours of service products', () => {
  it('exist for each of the ten, and text on white is readable in them', () => {
    expect(Object.keys(projectColors).toSorted()).toEqual(
      ['ARE', 'FDGO', 'KIGO', 'OMP', 'PBD', 'PLAN', 'PST', 'PWI', 'TRACE', 'TraceInsight'].toSorted(),
    )
    for (const [name, color] of Object.entries(projectColors))
      expect([name, contrastOnWhite(color) >= 4.5]).toEqual([name, true])
  })
})

/** WCAG 2.2, relative luminance. */
function contrastOnWhite(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
