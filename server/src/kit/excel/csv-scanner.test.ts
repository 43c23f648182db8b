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

test('[ORD-004] [DAT-002] characters that show nothing are taken out of every cell', () => {
  const rows: SheetRow[] = []
  const scanner = new CsvScanner(';', defaultLimits, (row) => void rows.push(row))
  scanner.feed('\u200bSE10925-1\u200d;\u00ad\u2060\ufeff;"4\u200c0"')
  scanner.end()
  expect(rows.map(({ cells }) => cells.map((one) => one?.value ?? null))).toEqual([['SE10925-1', null, '40']])
})
