import type { RoundingStrategy, ShipmentMethod } from '@kervan/contract/order/words'
import { parseDate } from '../../kit/excel/parse-date.ts'
import { parseDecimal } from '../../kit/excel/parse-decimal.ts'
import type { CellValue } from '../../kit/excel/read-workbook.ts'
import { packsAround, toFullPacks } from '@kervan/contract/order/packs'
import { shipmentMethodOf } from './shipment-words.ts'
import type { Suggestion } from './suggest-codes.ts'
import { importColumns, type ImportColumn } from './import-columns.ts'

// The rule of one imported row (ORD-004): what does it order, and what is wrong with it? Pure. Every fault of the row
// is told, not only the first, so that a file need not be corrected five times.

/** A cell as the check takes it: what it holds, and whether it was a real number, date or text. */
export type ImportCell = {
  kind: 'text' | 'number' | 'date' | 'boolean' | 'error'
  value: string
  text: string
}
export type ImportCells = Partial<Record<ImportColumn, ImportCell>>

export type IssueCode =
  | 'Required'
  | 'CellError'
  | 'ProductUnknown'
  | 'ProductSuggested'
  | 'ProductUnclear'
  | 'NotANumber'
  | 'NotWhole'
  | 'NotPositive'
  | 'TooLarge'
  | 'ThousandsUnclear'
  | 'Rounded'
  | 'OutOfBounds'
  | 'LocationUnknown'
  | 'LocationUnclear'
  | 'CannotShip'
  | 'NotADate'
  | 'DateDoesNotExist'
  | 'DateTwoDigitYear'
  | 'DatePassed'
  | 'ShipmentUnknown'
  | 'PointOfSaleUnknown'
  | 'OtherOrderDate'

export type Issue = {
  severity: 'Refused' | 'Confirm' | 'Rounded'
  column: ImportColumn
  code: IssueCode
  /** What the file holds, not what Excel made of it: 1.5 and not the 2 of a cell without decimals; days as 2026-11-30. */
  value: string | null
  facts: Record<string, string | number>
  remedy: string | null
}

export type ImportVariant = {
  id: string
  productId: string
  code: string
  name: string
  flowType: string
  packUnit: number
  minimumQuantity: number
  maximumQuantity: number
}
export type ImportLocation = {
  id: string
  code: string
  name: string
  pointOfSale: boolean
  customerId: string
}

export type ImportLookups = {
  variant: (code: string) => ImportVariant | null
  /** The codes of the variants that a code means equally, where they are several. */
  severalVariants: (code: string) => readonly string[]
  suggestion: (code: string) => Suggestion | null
  location: (code: string) => ImportLocation | null
  /** The codes of the locations that have this GLN together. */
  severalLocations: (code: string) => readonly string[]
  blocked: (productId: string, locationId: string) => boolean
  /** Used when a row names no location and the user has only one. */
  onlyLocation: ImportLocation | null
  /** The point of sale that follows from a location; null where several could be meant. */
  proposedPointOfSale: (location: ImportLocation) => string | null
  rounding: RoundingStrategy
  today: string
  /** Used when a row names no delivery date: what the screen proposes. */
  proposedDay: string
  /** The day of the customer's own order, from the file's first good row that names one: a file is one order of theirs. */
  orderDate: string | null
}

export type CheckedRow = {
  result: 'Good' | 'Rounded' | 'Confirm' | 'Refused'
  variantId: string | null
  locationId: string | null
  shipmentMethod: ShipmentMethod | null
  deliveryDate: string | null
  pointOfSaleId: string | null
  quantity: number | null
  externalProductCode: string | null
  externalOrderDate: string | null
  /** What the row does not say, and the proposal stands for. */
  proposed: ProposedColumn[]
  issues: Issue[]
}

export type ProposedColumn = 'deliveryDate' | 'shipmentMethod'
/** How goods are sent where nothing is said. */
export const proposedShipment = 'Road' satisfies ShipmentMethod

const largest = 999_999_999

export function checkImportRow(cells: ImportCells, lookups: ImportLookups): CheckedRow {
  const issues: Issue[] = []
  const refuse = (
    column: ImportColumn,
    code: IssueCode,
    facts: Issue['facts'] = {},
    remedy: string | null = null,
  ) => {
    issues.push({ severity: 'Refused', column, code, value: held(cells[column]), facts, remedy })
    return null
  }
  const say = (
    severity: 'Confirm' | 'Rounded',
    column: ImportColumn,
    code: IssueCode,
    facts: Issue['facts'],
    remedy: string | null,
  ) => issues.push({ severity, column, code, value: held(cells[column]), facts, remedy })

  const variant = readVariant(cells, lookups, refuse)
  const asked = readQuantity(cells, refuse, say)
  const location = readLocation(cells, lookups, refuse)
  const deliveryDate = readDay(cells, lookups, refuse)
  const shipmentMethod = readShipment(cells, refuse)
  const pointOfSaleId = readPointOfSale(cells, location, lookups, refuse)
  const externalOrderDate = readOrderDate(cells, lookups, refuse)
  if (variant && location && lookups.blocked(variant.productId, location.id))
    refuse('location', 'CannotShip', { product: variant.name, location: location.name })
  const quantity = variant && asked !== null ? packQuantity(asked, variant, lookups, refuse, say) : asked
  const severities = new Set(issues.map((issue) => issue.severity))
  return {
    result: severities.has('Refused')
      ? 'Refused'
      : severities.has('Confirm')
        ? 'Confirm'
        : severities.has('Rounded')
          ? 'Rounded'
          : 'Good',
    variantId: variant?.id ?? null,
    locationId: location?.id ?? null,
    shipmentMethod,
    deliveryDate,
    pointOfSaleId,
    quantity,
    externalProductCode: textOf(cells.externalProductCode)?.slice(0, 60) ?? null,
    externalOrderDate,
    proposed: (['deliveryDate', 'shipmentMethod'] as const).filter((column) => isEmpty(cells[column])),
    issues: issues.toSorted((a, b) => importColumns.indexOf(a.column) - importColumns.indexOf(b.column)),
  }
}

type Refuse = (column: ImportColumn, code: IssueCode, facts?: Issue['facts'], remedy?: string | null) => null
type Say = (
  severity: 'Confirm' | 'Rounded',
  column: ImportColumn,
  code: IssueCode,
  facts: Issue['facts'],
  remedy: string | null,
) => void

function held(cell: ImportCell | undefined): string | null {
  if (!cell) return null
  if (cell.kind === 'number') return cell.value
  return cell.kind === 'date' ? cell.value.slice(0, 10) : cell.text
}

function textOf(cell: ImportCell | undefined): string | null {
  const text = cell?.value.trim() ?? ''
  return text === '' ? null : text
}

/** Says nothing; one of Excel's errors is no proposal. */
const isEmpty = (cell: ImportCell | undefined): boolean => cell?.kind !== 'error' && textOf(cell) === null

/** The text of a required cell; tells when it is missing or holds one of Excel's errors. */
function required(cells: ImportCells, column: ImportColumn, refuse: Refuse): string | null {
  const cell = cells[column]
  if (cell?.kind === 'error') return refuse(column, 'CellError')
  return textOf(cell) ?? refuse(column, 'Required')
}

export function readVariant(
  cells: ImportCells,
  lookups: Pick<ImportLookups, 'variant' | 'severalVariants' | 'suggestion'>,
  refuse: Refuse,
): ImportVariant | null {
  const code = required(cells, 'productCode', refuse)
  if (code === null) return null
  const variant = lookups.variant(code)
  if (variant) return variant
  const several = lookups.severalVariants(code)
  if (several.length > 0) return refuse('productCode', 'ProductUnclear', { codes: several.join(', ') })
  const closest = lookups.suggestion(code)
  return closest
    ? refuse('productCode', 'ProductSuggested', { closest: closest.code, name: closest.name }, closest.code)
    : refuse('productCode', 'ProductUnknown')
}

export function readQuantity(cells: ImportCells, refuse: Refuse, say: Say): number | null {
  const text = required(cells, 'quantity', refuse)
  if (text === null) return null
  const reading =
    cells.quantity?.kind === 'number'
      ? ({ refused: null, value: text, ambiguous: false } as const)
      : parseDecimal(text, { decimal: 'auto' })
  if (reading.refused !== null) return refuse('quantity', 'NotANumber')
  const number = Number(reading.value)
  if (number <= 0) return refuse('quantity', 'NotPositive')
  if (number > largest) return refuse('quantity', 'TooLarge', { limit: largest })
  if (!Number.isInteger(number)) return refuse('quantity', 'NotWhole')
  if (reading.ambiguous) say('Confirm', 'quantity', 'ThousandsUnclear', { read: number }, String(number))
  return number
}

function packQuantity(
  asked: number,
  variant: ImportVariant,
  lookups: ImportLookups,
  refuse: Refuse,
  say: Say,
): number | null {
  const packed = toFullPacks(asked, variant, lookups.rounding)
  if (packed.outOfBounds)
    return refuse('quantity', 'OutOfBounds', {
      quantity: packed.quantity,
      minimum: variant.minimumQuantity,
      maximum: variant.maximumQuantity,
    })
  if (packed.rounded)
    say(
      'Rounded',
      'quantity',
      'Rounded',
      { pack: variant.packUnit, set: packed.quantity, ...packsAround(asked, variant.packUnit) },
      null,
    )
  return packed.quantity
}

function readLocation(cells: ImportCells, lookups: ImportLookups, refuse: Refuse): ImportLocation | null {
  if (textOf(cells.location) === null && lookups.onlyLocation) return lookups.onlyLocation
  const code = required(cells, 'location', refuse)
  return code === null ? null : (lookups.location(code) ?? unknownPlace('location', code, lookups, refuse))
}

/** Which place is meant by a GLN that several have, only who ordered knows. */
function unknownPlace(
  column: 'location' | 'pointOfSale',
  code: string,
  lookups: ImportLookups,
  refuse: Refuse,
): null {
  const several = lookups.severalLocations(code)
  if (several.length > 0) return refuse(column, 'LocationUnclear', { codes: several.join(', ') })
  return refuse(column, column === 'location' ? 'LocationUnknown' : 'PointOfSaleUnknown')
}

/** The point of sale that the row names, or the one that follows from where the goods go (ORD-003). */
function readPointOfSale(
  cells: ImportCells,
  location: ImportLocation | null,
  lookups: ImportLookups,
  refuse: Refuse,
): string | null {
  const code = textOf(cells.pointOfSale)
  const proposed = location && lookups.proposedPointOfSale(location)
  if (code === null) return location ? (proposed ?? refuse('pointOfSale', 'Required')) : null
  const named = lookups.location(code)
  const fits = named && (named.pointOfSale || named.id === proposed)
  return fits ? named.id : unknownPlace('pointOfSale', code, lookups, refuse)
}

function readDay(cells: ImportCells, lookups: ImportLookups, refuse: Refuse): string | null {
  if (isEmpty(cells.deliveryDate)) return lookups.proposedDay
  const text = required(cells, 'deliveryDate', refuse)
  if (text === null) return null
  const day = dayOf(cells, 'deliveryDate', text, refuse)
  if (day === null) return null
  return day < lookups.today ? refuse('deliveryDate', 'DatePassed', { date: day }) : day
}

function readOrderDate(cells: ImportCells, lookups: ImportLookups, refuse: Refuse): string | null {
  const text = textOf(cells.externalOrderDate)
  if (text === null) return null
  const day = dayOf(cells, 'externalOrderDate', text, refuse)
  if (day !== null && lookups.orderDate !== null && day !== lookups.orderDate)
    return refuse('externalOrderDate', 'OtherOrderDate', { date: lookups.orderDate })
  return day
}

function dayOf(cells: ImportCells, column: ImportColumn, text: string, refuse: Refuse): string | null {
  if (cells[column]?.kind === 'date') return text.slice(0, 10)

  const reading = parseDate(text)
  if (reading.refused === null) return reading.value
  if (reading.refused === 'DoesNotExist') return refuse(column, 'DateDoesNotExist')
  if (reading.refused === 'TwoDigitYear') return refuse(column, 'DateTwoDigitYear')
  return refuse(column, 'NotADate')
}

function readShipment(cells: ImportCells, refuse: Refuse): ShipmentMethod | null {
  if (isEmpty(cells.shipmentMethod)) return proposedShipment
  const text = required(cells, 'shipmentMethod', refuse)
  if (text === null) return null
  return shipmentMethodOf(text) ?? refuse('shipmentMethod', 'ShipmentUnknown')
}

/** A cell of the workbook as the check takes it; null stands for nothing. */
export function importCell(value: CellValue | undefined): ImportCell | undefined {
  return value ? { kind: value.kind, value: value.value, text: value.text } : undefined
}
