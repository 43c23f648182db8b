import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readWorkbook } from '../src/kit/excel/read-workbook.ts'

/** What a workbook that was sent says, row by row, the header first. */
export async function workbookRows(body: unknown): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'kervan-workbook-'))
  const path = join(folder, 'sent.xlsx')
  const read: string[][] = []
  try {
    await writeFile(path, body as Buffer)
    await readWorkbook(path, { onRows: (rows) => rows.forEach(({ cells }) => read.push(cells.map((cell) => cell?.text ?? ''))) })
    return read
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
