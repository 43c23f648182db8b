import { refusal } from '@kervan/contract/kit/refusals'
import { proposedPointOfSale } from '@kervan/contract/order/point-of-sale'
import { importRowLimit } from '@kervan/contract/order/words'
import { dayIn } from '../../kit/clock.ts'
import type { Actor, Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { SheetRow } from '../../kit/excel/read-workbook.ts'
import { readKept, TableRows } from '../../kit/excel/table-rows.ts'
import type { JobRun } from '../../kit/work/jobs.ts'
import type { JobPayloads } from '../../kit/work/payloads.ts'
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

/** Reads an uploaded order workbook and checks every row. Started over after a crash, it forgets what it had staged. */
export async function runImport(run: JobRun<'order.import'>): Promise<unknown> {
  const { actor, services } = run
  const { importId } = run.input
  const started = services.clock.now().getTime()
  const read = await checkWorkbook(run, importId)
  await services.db.withCompany(actor.company.id, async (tx) => {
    const total = await totalOfImport(tx, actor, importId)
    const seconds = ((services.clock.now().getTime() - started) / 1000).toFixed(2)
    const kept = await endReading(tx, actor.company.id, importId, { state: 'Ready', ...read, total, seconds })
    if (!kept) await removeLines(tx, actor.company.id, importId)
  })
  return null
}

/** A job that failed or was cancelled leaves a failed import; one that was discarded meanwhile stays discarded. */
export async function importStopped(
  tx: Tx,
  { companyId, input: { importId } }: { companyId: number; input: JobPayloads['order.import'] },
): Promise<void> {
  if (!(await endReading(tx, companyId, importId, { state: 'Failed' })))
    await removeLines(tx, companyId, importId)
}

async function checkWorkbook(
  run: JobRun<'order.import'>,
  importId: string,
): Promise<{ sheets: number; rows_read: number; external_order_date: string | null; headers: string }> {
  const { actor, services } = run
  const prepared = await services.db.withCompany(actor.company.id, async (tx) => {
    await removeLines(tx, actor.company.id, importId)
    const file = await tx
      .selectFrom('order_import as i')
      .innerJoin('file as f', (join) =>
        join.onRef('f.company_id', '=', 'i.company_id').onRef('f.id', '=', 'i.file_id'),
      )
      .select('f.storage_key')
      .where('i.company_id', '=', actor.company.id)
      .where('i.id', '=', importId)
      .executeTakeFirstOrThrow()
    const [locations, blocks, proposed, { rounding }] = await Promise.all([
      readLocations(tx, actor),
      readBlocks(tx, actor),
      proposedDay(tx, actor, dayIn(actor.company.timeZone, services.clock.now())),
      orderSettings(tx, actor.company),
    ])
    const { language = null, leavesHidden: hidden = false, leftSheets: sheets = [] } = run.input
    return {
      key: file.storage_key,
      locations,
      blocks,
      proposedDay: proposed,
      rounding,
      language,
      left: { hidden, sheets },
    }
  })
  const checker = new RowChecker(run, importId, prepared)
  const { sheets, hiddenSheets } = await readKept(
    services,
    { use: 'import', key: prepared.key },
    {
      limits: { rows: importRowLimit },
      ...(prepared.language && { locale: prepared.language }),
      onRows: (rows) => checker.take(rows),
    },
  )
  checker.assertHeader()
  return {
    sheets: sheets.length,
    rows_read: checker.rowsRead,
    external_order_date: checker.orderDate,
    headers: JSON.stringify({ ...checker.reading, hiddenSheets }),
  }
}

type Prepared = {
  language: Language | null
  locations: ImportLocations
  blocks: Set<string>
  proposedDay: string
  rounding: OrderSettings['rounding']
  left: Left
}

/** Takes the rows of a workbook in chunks: finds each sheet's header, checks what follows, stages it, tells how far it is. */
class RowChecker {
  rowsRead = 0
  readonly reading: Reading
  readonly #run: JobRun
  readonly #importId: string
  readonly #prepared: Prepared
  readonly #rows = new TableRows((row) => this.#readHeader(row))
  readonly #counts = { Good: 0, Rounded: 0, Confirm: 0, Refused: 0 }
  orderDate: string | null = null
  #suggested = 0

  constructor(run: JobRun, importId: string, prepared: Prepared) {
    this.#run = run
    this.#importId = importId
    this.#prepared = prepared
    this.reading = newReading(prepared.proposedDay, prepared.left)
  }

  async take(rows: SheetRow[]): Promise<void> {
    const data = rows.flatMap((row) => this.#dataRow(row) ?? [])
    if (data.length > 0) await this.#checkAndStage(data)
    this.rowsRead += data.length
    const { Good, Rounded, Confirm, Refused } = this.#counts
    await this.#run.progress({
      done: this.rowsRead,
      total: null,
      counts: { good: Good, rounded: Rounded, confirm: Confirm, refused: Refused },
    })
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

  #dataRow(row: SheetRow): { row: SheetRow; cells: ImportCells } | null {
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

  async #checkAndStage(data: { row: SheetRow; cells: ImportCells }[]): Promise<void> {
    const { actor, services } = this.#run
    await services.db.withCompany(actor.company.id, async (tx) => {
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
      await stageRows(tx, actor, this.#importId, staged)
    })
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
  prepared: Omit<Prepared, 'language' | 'left'>,
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
