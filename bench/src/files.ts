import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { commentWorkbook } from '../../server/src/kit/excel/comment-workbook.ts'
import { millionRowLimits } from '../../server/src/kit/excel/limits.ts'
import { readSheet } from '../../server/src/kit/excel/read-sheet.ts'
import { writeWorkbook } from '../../server/src/kit/excel/write-workbook.ts'
import { ms, within, type Figure } from './figures.ts'

const rowCount = 999_999
const names = ['code', 'name', 'city', 'price', 'day', 'quantity', 'type', 'note', 'gtin', 'active']

/** A million rows of ten cells, header included, read from CSV and from a workbook, and the workbook commented on. */
export async function benchFiles(folder: string): Promise<Figure[]> {
  const csv = join(folder, 'million.csv')
  const workbook = join(folder, 'million.xlsx')
  await pipeline(Readable.from(csvLines()), createWriteStream(csv))
  const columns = names.map((header) => ({ header, kind: 'text' as const }))
  await pipeline(
    writeWorkbook({ sheets: [{ name: 'Data', columns, rows: rows() }] }),
    createWriteStream(workbook),
  )
  const read = async (path: string) => {
    let seen = 0
    await readSheet(path, { limits: millionRowLimits, onRows: (some) => void (seen += some.length) })
    if (seen !== rowCount + 1) throw new Error(`${path}: only ${seen} rows were read`)
  }
  const comments = Array.from({ length: 10_000 }, (_, i) => ({
    sheet: 'Data',
    row: i * 99 + 2,
    column: i % names.length,
    text: `Error ${i}`,
  }))
  return [
    await figure('1,000,000 rows of CSV read', 10_000, () => read(csv)),
    await figure('1,000,000 rows of a workbook read', 30_000, () => read(workbook)),
    await figure('10,000 comments into that workbook', 15_000, () =>
      commentWorkbook(workbook, comments, createWriteStream(join(folder, 'commented.xlsx'))),
    ),
  ]
}

async function figure(work: string, budget: number, run: () => Promise<void>): Promise<Figure> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const before = process.memoryUsage.rss()
  let peak = before
  const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50)
  delay.enable()
  const begun = performance.now()
  await run()
  const took = performance.now() - begun
  delay.disable()
  clearInterval(sampler)
  const grown = (peak - before) / 1024 / 1024
  const lag = delay.percentile(99) / 1e6
  return {
    work,
    measured: ms(took),
    ratio: `+${grown.toFixed(0)} MB, event loop p99 ${ms(lag)}`,
    budget: `≤ ${budget / 1_000} s, +≤ 250 MB, lag ≤ 50 ms`,
    kept: within(took, budget) && grown <= 250 && within(lag, 50),
  }
}

function* rows(): Generator<string[]> {
  for (let i = 0; i < rowCount; i++) {
    const day = `2026-11-${String((i % 28) + 1).padStart(2, '0')}`
    yield [
      `P${i}`,
      `Ürün "${i}"`,
      'İstanbul',
      `${i % 99}.50`,
      day,
      `${i % 500}`,
      'Road',
      `note ${i}`,
      `869${i}`,
      'true',
    ]
  }
}

function* csvLines(): Generator<string> {
  let lines = `${names.join(';')}\r\n`
  for (const row of rows()) {
    lines += `${row.map((cell) => (cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell)).join(';')}\r\n`
    if (lines.length < 65_536) continue
    yield lines
    lines = ''
  }
  yield lines
}
