import type { Language } from '@kervan/contract/kit/values'
import { emptyRecord } from '@kervan/contract/kit/typed'
import type { ImportView } from '@kervan/contract/order/order-import'
import type { SheetRow } from '../../kit/excel/read-workbook.ts'
import type { ColumnPlaces } from '../../kit/excel/table-rows.ts'
import { columnLetters } from '../../kit/excel/workbook-xml.ts'
import { sayDay, translate } from '../../kit/messages.ts'
import { proposedShipment, type CheckedRow, type ProposedColumn } from './check-import-row.ts'
import { importColumns, quoted, type Header, type ImportColumn } from './import-columns.ts'

// How an order file was understood, kept with the import and told above its rows (ORD-004): a file says more than rows.

export type SheetReading = {
  /** Where each column stands, and what its title is. */
  columns: Partial<Record<ImportColumn, { at: number; title: string }>>
  /** Titles of columns that nothing is read from. */
  unread: string[]
  rows: number
  /** Rows that the user, or a filter, had hidden. */
  hidden: number[]
}
export type Reading = {
  sheets: Record<string, SheetReading>
  hiddenSheets: string[]
  /** What the user has left out. */
  left: Left
  /** Rows that said nothing of these, and the day that was proposed. */
  proposed: Record<ProposedColumn, number>
  proposedDay: string
}

/** As many numbers of hidden rows are kept and told; further ones are counted. */
const toldTitles = 10
const toldRows = 10

/** Parts of a file of which nothing is ordered. */
export type Left = { hidden: boolean; sheets: string[] }

export const newReading = (proposedDay: string, left: Left): Reading => ({
  sheets: emptyRecord(),
  hiddenSheets: [],
  left,
  proposed: { deliveryDate: 0, shipmentMethod: 0 },
  proposedDay,
})

export function sheetReading({ columns, titles }: Header): SheetReading {
  const read = new Set(columns.values())
  return {
    columns: Object.fromEntries(
      [...columns].map(([column, at]) => [column, { at, title: titles.get(at) ?? '' }]),
    ),
    unread: [...titles].flatMap(([at, title]) => (read.has(at) ? [] : [title])),
    rows: 0,
    hidden: [],
  }
}

/** Counts a row; false for one that is left out. */
export function countRow(
  { sheets, left }: Reading,
  { sheet, row, hidden }: SheetRow,
  header: Header,
): boolean {
  const read = (sheets[sheet] ??= sheetReading(header))
  read.rows += 1
  if (hidden) read.hidden.push(row)
  return !(hidden && left.hidden) && !left.sheets.includes(sheet)
}

export function countProposed(reading: Reading, { proposed }: CheckedRow): void {
  for (const column of proposed) reading.proposed[column] += 1
}

/** What is kept of an import; before readings were kept it was the places alone. */
export type KeptReading = Reading | ColumnPlaces | null

const isReading = (kept: KeptReading): kept is Reading => kept !== null && Array.isArray(kept['hiddenSheets'])

/** Readings of before there was a choice leave nothing out. */
const leftOf = ({ left }: Omit<Reading, 'left'> & { left?: Left }): Left =>
  left ?? { hidden: false, sheets: [] }

/** What may be left out, and what is. */
export function partsOf(kept: KeptReading): ImportView['parts'] {
  if (!isReading(kept)) return { hiddenRows: 0, leavesHidden: false, sheets: [] }
  const left = leftOf(kept)
  const filled = Object.entries(kept.sheets).filter(([, { rows }]) => rows > 0)
  return {
    hiddenRows: filled.reduce((sum, [, { hidden }]) => sum + hidden.length, 0),
    leavesHidden: left.hidden,
    sheets:
      filled.length < 2
        ? []
        : filled.map(([sheet, { rows }]) => ({ sheet, rows, isLeft: left.sheets.includes(sheet) })),
  }
}

/** Where a column of the user's file stands, from 0. */
export function placeOf(kept: KeptReading, sheet: string, column: ImportColumn): number | undefined {
  return isReading(kept) ? kept.sheets[sheet]?.columns[column]?.at : kept?.[sheet]?.[column]
}

/** The columns that were read, sheet by sheet in the order in which they stand. */
export function columnsRead(kept: KeptReading, language: Language): ImportView['columns'] {
  if (!isReading(kept)) return []
  return Object.entries(kept.sheets).flatMap(([sheet, { columns }]) =>
    importColumns
      .flatMap((column) => {
        const found = columns[column]
        return found ? [{ column, ...found }] : []
      })
      .toSorted((a, b) => a.at - b.at)
      .map(({ column, at, title }) => ({
        sheet,
        column: translate(language, `order.import.column.${column}`),
        letter: columnLetters(at),
        title,
      })),
  )
}

/** What the user should know of the file before its rows are taken, a sentence each. */
export function notesOf(kept: KeptReading, language: Language): string[] {
  if (!isReading(kept)) return []
  const say = (key: string, facts: Record<string, string | number>) => translate(language, key, facts)
  const sheets = Object.entries(kept.sheets)
  const left = leftOf(kept)
  const notes: string[] = []
  for (const [sheet, { hidden }] of sheets) {
    if (hidden.length === 0) continue
    const rows = `${hidden.slice(0, toldRows).join(', ')}${hidden.length > toldRows ? ' …' : ''}`
    const words = left.hidden ? 'order.import.note.hiddenRowsLeft' : 'order.import.note.hiddenRows'
    notes.push(say(words, { count: hidden.length, sheet, rows }))
  }
  const filled = sheets.filter(([sheet, { rows }]) => rows > 0 && !left.sheets.includes(sheet))
  if (filled.length > 1)
    notes.push(
      say('order.import.note.sheets', {
        count: filled.length,
        sheets: quoted(filled.map(([sheet]) => sheet)),
      }),
    )
  if (kept.hiddenSheets.length > 0)
    notes.push(
      say('order.import.note.hiddenSheets', {
        count: kept.hiddenSheets.length,
        sheets: quoted(kept.hiddenSheets),
      }),
    )
  const unread = [...new Set(sheets.flatMap(([, sheet]) => sheet.unread))]
  if (unread.length > 0)
    notes.push(
      say('order.import.note.unread', {
        count: unread.length,
        titles: `${quoted(unread.slice(0, toldTitles))}${unread.length > toldTitles ? ' …' : ''}`,
      }),
    )
  const { deliveryDate, shipmentMethod } = kept.proposed
  if (deliveryDate > 0)
    notes.push(
      say('order.import.note.proposedDay', { count: deliveryDate, day: sayDay(language, kept.proposedDay) }),
    )
  if (shipmentMethod > 0)
    notes.push(
      say('order.import.note.proposedShipment', {
        count: shipmentMethod,
        shipment: translate(language, `state.shipment.${proposedShipment}`),
      }),
    )
  return notes
}
