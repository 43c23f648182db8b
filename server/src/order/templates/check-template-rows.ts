import type { ImportVariant } from '../new/check-import-row.ts'
import {
  readQuantity,
  readVariant,
  type ImportCell,
  type ImportCells,
  type ImportLookups,
  type Issue,
} from '../new/check-import-row.ts'

// The rule of a workbook that becomes a template: a product and a quantity in each row, each product once. Pure.

export type TemplateRow = { row: number; product: ImportCell | undefined; quantity: ImportCell | undefined }
type RowIssue = Omit<Issue, 'severity' | 'remedy' | 'code'> & {
  row: number
  code: Issue['code'] | 'ProductTwice'
}
export type CheckedRows = { lines: { variantId: string; quantity: number }[]; issues: RowIssue[] }

/** The lines of the template, and everything that is wrong with the rows; a template is made of none or all of them. */
export function checkTemplateRows(
  rows: readonly TemplateRow[],
  lookups: Pick<ImportLookups, 'variant' | 'severalVariants' | 'suggestion'>,
): CheckedRows {
  const lines: CheckedRows['lines'] = []
  const issues: RowIssue[] = []
  const first = new Map<string, number>()
  for (const { row, product, quantity: typed } of rows) {
    const cells: ImportCells = {
      ...(product && { productCode: product }),
      ...(typed && { quantity: typed }),
    }
    const refuse = (column: Issue['column'], code: RowIssue['code'], facts: Issue['facts'] = {}) => {
      issues.push({ row, column, code, value: cells[column]?.text ?? null, facts })
      return null
    }
    const variant: ImportVariant | null = readVariant(cells, lookups, refuse)
    // A quantity that could be read in two ways is refused: a template is not looked at again before it is ordered from.
    const quantity = readQuantity(cells, refuse, (_, column, code, facts) => void refuse(column, code, facts))
    if (!variant) continue
    const before = first.get(variant.id)
    if (before !== undefined) refuse('productCode', 'ProductTwice', { row: before })
    else first.set(variant.id, row)
    if (quantity !== null) lines.push({ variantId: variant.id, quantity })
  }
  return { lines, issues }
}
