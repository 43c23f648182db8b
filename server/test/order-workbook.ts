import { buffer } from 'node:stream/consumers'
import { writeWorkbook } from '../src/kit/excel/write-workbook.ts'
import { archive, workbook } from './workbooks/archive.ts'

const header = [
  'Product code',
  'Quantity',
  'Delivery location',
  'Delivery date',
  'Shipping type',
  'Your order date',
] as const
export type WorkbookRow = readonly (string | number | null)[]

/** An order workbook with these rows below its header. */
export function orderWorkbook(rows: Iterable<WorkbookRow>, sheet = 'Orders'): Promise<Buffer> {
  const columns = header.map((name) => ({
    header: name,
    kind: name === 'Quantity' ? ('integer' as const) : ('text' as const),
  }))
  return buffer(writeWorkbook({ sheets: [{ name: sheet, columns, rows }] }))
}

/** Passes the check of an upload and is refused by the parser: a cell in a column that no sheet has. */
export function damagedWorkbook(): Buffer {
  return archive(workbook('<row r="1"><c r="ZZZZZZZ1"><v>1</v></c></row>'))
}
