import { z } from 'zod'
import { Binary, call, Uuid } from '../kit/call.ts'

// The lines of one order as a workbook: those that are shown, in the columns and the order in which they stand (ORD-009).

export const lineExportColumns = [
  'product',
  'color',
  'size',
  'code',
  'gtin',
  'stock',
  'demand',
  'po',
  'completed',
  'price',
  'total',
  'state',
] as const
export type LineExportColumn = (typeof lineExportColumns)[number]

const shown = {
  orderCode: z.string().min(1).max(40),
  columns: z.array(z.enum(lineExportColumns)).min(1).max(lineExportColumns.length),
  lineIds: z.array(Uuid).min(1).max(50_000),
}

export const exportManagedLines = call('OrderManagement/ExportOrderLines', {
  reads: true,
  kind: 'download',
  input: z.strictObject(shown),
  output: Binary,
  refusals: ['OrderNotFound'],
})
export const exportMyLines = call('OrderMy/ExportOrderLines', {
  reads: true,
  kind: 'download',
  input: z.strictObject(shown),
  output: Binary,
  refusals: ['OrderNotFound'],
})
