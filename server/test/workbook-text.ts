import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readXlsx } from 'hucre'
import { defaultLimits } from '../src/kit/excel/limits.ts'
import { parseWorkbook } from '../src/kit/excel/parse-workbook.ts'

/** What a workbook that was sent says, row by row, the header first. Read in this thread: a thread for each of a thousand small ones takes minutes. */
export async function workbookRows(body: unknown): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'kervan-workbook-'))
  const path = join(folder, 'sent.xlsx')
  const read: string[][] = []
  try {
    await writeFile(path, body as Buffer)
    await using file = await open(path)
    await parseWorkbook(file, defaultLimits, 'en', async (rows) =>
      rows.forEach(({ cells }) => read.push(cells.map((cell) => cell?.text ?? ''))),
    )
    return read
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The comments of a workbook's first sheet, each behind its cell. */
export async function commentsIn(body: unknown): Promise<string[]> {
  const { sheets } = await readXlsx(new Uint8Array(body as Buffer), { readStyles: false })
  return [...(sheets[0]?.cells ?? [])].flatMap(([cell, { comment }]) =>
    comment ? [`${cell}: ${comment.text}`] : [],
  )
}
