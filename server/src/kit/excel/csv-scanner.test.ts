import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvScanner } from './csv-scanner.ts'
import { defaultLimits } from './limits.ts'
import type { SheetRow } from './sheet-rows.ts'

test('whatever stands in the cells is read back, in whatever pieces it comes', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'Ş', ';', '"', '\n', '\r', ' ', '😀'), maxLength: 6 })
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 })),
      fc.integer({ min: 1, max: 7 }),
      (table, size) => {
        const content = table
          .map((row) =>
            row.map((one) => (/[;"\r\n]/.test(one) ? `"${one.replaceAll('"', '""')}"` : one)).join(';'),
          )
          .join('\r\n')
        const rows: SheetRow[] = []
        const scanner = new CsvScanner(';', defaultLimits, (row) => void rows.push(row))
        for (let at = 0; at < content.length; at += size) scanner.feed(content.slice(at, at + size))
        scanner.end()
        const filled = table.flatMap((row, at) => {
          const width = row.findLastIndex((one) => one !== '') + 1
          return width === 0 ? [] : [[at + 1, ...row.slice(0, width).map((one) => one || null)]]
        })
        expect(rows.map(({ row, cells }) => [row, ...cells.map((one) => one?.value ?? null)])).toEqual(filled)
      },
    ),
  )
})
