import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readWorkbook } from '../src/kit/excel/read-workbook.ts'
import { newId } from '../src/kit/database/uuid.ts'

/** What stands in the cells of a workbook's first sheet, row by row. */
export async function cellsOf(workbook: Buffer): Promise<string[][]> {
  const path = join(tmpdir(), `kervan-cells-${newId()}.xlsx`)
  await writeFile(path, workbook)
  const rows: string[][] = []
  try {
    await readWorkbook(path, {
      onRows: (some) => void rows.push(...some.map((row) => row.cells.map((cell) => cell?.value ?? ''))),
    })
  } finally {
    await rm(path)
  }
  return rows
}
