import { refusal } from '@kervan/contract/kit/refusals'
import { proposedPointOfSale } from '@kervan/contract/order/point-of-sale'
import { importRowLimit } from '@kervan/contract/order/words'
import { dayIn } from '../../kit/clock.ts'
import type { Actor, Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { SheetRow } from '../../kit/excel/read-workbook.ts'
import { TableRows } from '../../kit/excel/table-rows.ts'
import type { JobHandler, JobRun } from '../../kit/work/jobs.ts'
import { stagedFile, type RowReader } from '../../kit/work/staged-file.ts'
import { checkImportRow, importCell, type ImportCells, type ImportLookups } from './check-import-row.ts'
import { clearHeader, quoted, type Header, type ImportColumn } from './import-columns.ts'
import { endReading, removeLines, stageRows, totalOfImport, type StagedRow } from './import.sql.ts'
import {
  findTyped,
  proposedDay,
  readBlocks,
  readLocations,
  type ImportLocations,
} from './import-lookups.sql.ts'
import { sole } from './meant-variants.ts'
import {
  countProposed,
  countRow,
  newReading,
  sheetReading,
  type Left,
  type Reading,
} from './import-reading.ts'
import { translate } from '../../kit/messages.ts'
import { defaultLanguage, type Language } from '@kervan/contract/kit/values'
import { suggestCodes, type Suggestion } from './suggest-codes.ts'
import { orderSettings, type OrderSettings } from '../order-settings.ts'

/** Looking for the closest code costs a walk over the catalogue; a file of nothing but wrong codes needs no more help. */
const suggestionLimit = 500

type Row = { row: SheetRow; cells: ImportCells }

/** Reads an uploaded order workbook and checks every row. A job that failed or was cancelled leaves a failed import. */
export const orderImport: JobHandler<'order.import'> = stagedFile<'order.import', Prepared, Row, RowChecker>({
  use: 'import',
  begin: prepare,
  options: (_run, { language }) => ({
    limits: { rows: importRowLimit },
    ...(language && { locale: language }),
  }),
  reader: (run, prepared) => new RowChecker(run, prepared),
  async end(tx, { actor, services, input: { importId } }, { reader, begun, summary }) {
    const total = await totalOfImport(tx, actor, importId)
    const seconds = ((services.clock.now().getTime() - begun.startedAt) / 1000).toFixed(2)
    const kept = await endReading(tx, actor.company.id, importId, {
      state: 'Ready',
      sheets: summary.sheets.length,
      rows_read: reader.rowsRead,
      external_order_date: reader.orderDate,
      headers: JSON.stringify({ ...reader.reading, hiddenSheets: summary.hiddenSheets }),
      total,
      seconds,
    })
    if (!kept) await removeLines(tx, actor.company.id, importId)
    return null
  },
  // One that was discarded meanwhile stays discarded.
  async stopped(tx, { companyId, input: { importId } }) {
    if (!(await endReading(tx, companyId, importId, { state: 'Failed' })))
      await removeLines(tx, companyId, importId)
  },
})

async function prepare(tx: Tx, { actor, services, input }: JobRun<'order.import'>): Promise<Prepared> {
  const startedAt = services.clock.now().getTime()
  await removeLines(tx, actor.company.id, input.importId)
  const file = await tx
    .selectFrom('order_import as i')
    .innerJoin('file as f', (join) =>
      join.onRef('f.company_id', '=', 'i.company_id').onRef('f.id', '=', 'i.file_id'),
    )
    .select('f.storage_key')
    .where('i.company_id', '=', actor.company.id)
    .where('i.id', '=', input.importId)
    .executeTakeFirstOrThrow()
  const [locations, blocks, proposed, { rounding }] = await Promise.all([
    readLocations(tx, actor),
    readBlocks(tx, actor),
    proposedDay(tx, actor, dayIn(actor.company.timeZone, services.clock.now())),
    orderSettings(tx, actor.company),
  ])
  const { language = null, leavesHidden: hidden = false, leftSheets: sheets = [] } = input
  return {
    storageKey: file.storage_key,
    startedAt,
    locations,
    blocks,
    proposedDay: proposed,
    rounding,
    language,
    left: { hidden, sheets },
  }
}

type Prepared = {
  storageKey: string
  /** Milliseconds, by the clock of the portal. */
  startedAt: number
  language: Language | null
  locations: ImportLocations
  blocks: Set<string>
  proposedDay: string
  rounding: OrderSettings['rounding']
  left: Left
}

/** Finds each sheet's header, checks the rows that follow, and stages them. */
class RowChecker implements RowReader<Row> {
  rowsRead = 0
  readonly reading: Reading
  readonly #run: JobRun<'order.import'>
  readonly #prepared: Prepared
  readonly #rows = new TableRows((row) => this.#readHeader(row))
  readonly #counts = { Good: 0, Rounded: 0, Confirm: 0, Refused: 0 }
  orderDate: string | null = null
  #suggested = 0

  constructor(run: JobRun<'order.import'>, prepared: Prepared) {
    this.#run = run
    this.#prepared = prepared
    this.reading = newReading(prepared.proposedDay, prepared.left)
  }

  counts(): Record<string, number> {
    const { Good, Rounded, Confirm, Refused } = this.#counts
    return { good: Good, rounded: Rounded, confirm: Confirm, refused: Refused }
  }

  /** No sheet with a header is a fault of the whole file, told with the columns that are needed. */
  assertHeader(): void {
    if (this.#rows.headers.size === 0)
      throw refusal('ExcelNoHeader', { columns: this.#titles(this.#needed).join(', ') })
  }

  /** Without these no row can be ordered; what else is missing is proposed. */
  get #needed(): readonly ImportColumn[] {
    return neededColumns(this.#prepared.locations)
  }

  #titles(columns: readonly ImportColumn[]): string[] {
    return columns.map((column) => translate(this.#language, `order.import.column.${column}`))
  }

  get #language(): Language {
    return this.#prepared.language ?? defaultLanguage
  }

  /** Throws `OrderColumnTwice`, and `OrderColumnMissing` once rather than a fault for every row. */
  #readHeader(row: SheetRow): Header | null {
    const header = clearHeader(row, this.#language)
    const missing = header ? this.#needed.filter((column) => !header.columns.has(column)) : []
    if (!header || missing.length === 0) return header
    const { unread } = sheetReading(header)
    throw refusal('OrderColumnMissing', {
      sheet: row.sheet || 'CSV',
      columns: this.#titles(missing).join(', '),
      unknown: unread.length > 0 ? quoted(unread.slice(0, 10)) : '–',
    })
  }

  read(row: SheetRow): Row | null {
    const header = this.#rows.headerOf(row)
    if (!header) return null
    const cells: ImportCells = {}
    for (const [column, at] of header.columns) {
      const cell = importCell(row.cells[at])
      if (cell) cells[column] = cell
    }
    if (Object.keys(cells).length === 0) return null
    return countRow(this.reading, row, header) ? { row, cells } : null
  }

  async keep(tx: Tx, data: readonly Row[]): Promise<void> {
    const { actor, input } = this.#run
    const codes = data.flatMap(({ cells }) => cells.productCode?.value.trim() ?? [])
    const variants = await findTyped(tx, actor, codes)
    const unknown = [...new Set(codes.filter((code) => code !== '' && !variants.has(code)))].slice(
      0,
      Math.max(0, suggestionLimit - this.#suggested),
    )
    this.#suggested += unknown.length
    const suggestions = await suggestCodes({ tx, actor, language: this.#prepared.language }, unknown)
    const staged = data.map(({ row, cells }): StagedRow => {
      const checked = checkImportRow(cells, this.#lookups(variants, suggestions))
      this.#counts[checked.result] += 1
      countProposed(this.reading, checked)
      if (checked.result !== 'Refused') this.orderDate ??= checked.externalOrderDate
      return { sheet: row.sheet, row: row.row, checked, cells }
    })
    await stageRows(tx, actor, input.importId, staged)
    this.rowsRead += data.length
  }

  #lookups(
    variants: Awaited<ReturnType<typeof findTyped>>,
    suggestions: Map<string, Suggestion>,
  ): ImportLookups {
    return lookupsFor(
      this.#run.actor,
      this.#run.services,
      this.#prepared,
      variants,
      suggestions,
      this.orderDate,
    )
  }
}

/** The columns without which no row can be ordered: the location follows by itself where there is only one. */
export const neededColumns = ({ only }: Pick<ImportLocations, 'only'>): readonly ImportColumn[] => [
  'productCode',
  'quantity',
  ...(only ? [] : (['location'] as const)),
]

/** What the check of a row looks things up in. */
export function lookupsFor(
  actor: Actor,
  services: Services,
  prepared: Omit<Prepared, 'language' | 'left' | 'storageKey' | 'startedAt'>,
  variants: Awaited<ReturnType<typeof findTyped>>,
  suggestions: Map<string, Suggestion>,
  orderDate: string | null,
): ImportLookups {
  return {
    variant: (code) => sole(variants.get(code)),
    severalVariants: (code) => (variants.get(code) ?? []).map((variant) => variant.code),
    suggestion: (code) => suggestions.get(code) ?? null,
    location: (code) => prepared.locations.byCode.get(code.trim().toLowerCase()) ?? null,
    severalLocations: (code) => prepared.locations.several.get(code.trim()) ?? [],
    blocked: (productId, locationId) => prepared.blocks.has(`${productId} ${locationId}`),
    onlyLocation: prepared.locations.only,
    proposedPointOfSale: (location) =>
      proposedPointOfSale(location, prepared.locations.shops.get(location.customerId) ?? []),
    rounding: prepared.rounding,
    proposedDay: prepared.proposedDay,
    today: dayIn(actor.company.timeZone, services.clock.now()),
    orderDate,
  }
}
