import { refusal } from '@kervan/contract/kit/refusals'
import { proposedPointOfSale } from '@kervan/contract/order/point-of-sale'
import { importRowLimit } from '@kervan/contract/order/words'
import { dayIn } from '../../kit/clock.ts'
import type { Actor, Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { SheetRow } from '../../kit/excel/read-workbook.ts'
import { readKept, TableRows, type ColumnPlaces } from '../../kit/excel/table-rows.ts'
import type { JobRun } from '../../kit/work/jobs.ts'
import type { JobPayloads } from '../payloads.ts'
import { checkImportRow, importCell, type ImportCells, type ImportLookups } from './check-import-row.ts'
import { importColumns, readHeader } from './import-columns.ts'
import { endReading, removeLines, stageRows, totalOfImport, type StagedRow } from './import.sql.ts'
import { findVariants, readBlocks, readLocations, type ImportLocations } from './import-lookups.sql.ts'
import type { Language } from '@kervan/contract/kit/values'
import { suggestCodes, type Suggestion } from './suggest-codes.ts'

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
    const [locations, blocks] = await Promise.all([readLocations(tx, actor), readBlocks(tx, actor)])
    return { key: file.storage_key, locations, blocks, language: run.input.language ?? null }
  })
  const checker = new RowChecker(run, importId, prepared)
  const { sheets } = await readKept(
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
    headers: JSON.stringify(checker.places),
  }
}

type Prepared = {
  language: Language | null
  locations: ImportLocations
  blocks: Set<string>
}

/** Takes the rows of a workbook in chunks: finds each sheet's header, checks what follows, stages it, tells how far it is. */
class RowChecker {
  rowsRead = 0
  readonly #run: JobRun
  readonly #importId: string
  readonly #prepared: Prepared
  readonly #rows = new TableRows(readHeader)
  readonly #counts = { Good: 0, Rounded: 0, Confirm: 0, Refused: 0 }
  orderDate: string | null = null
  #suggested = 0

  constructor(run: JobRun, importId: string, prepared: Prepared) {
    this.#run = run
    this.#importId = importId
    this.#prepared = prepared
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

  /** No sheet with a header is a fault of the whole file, told with the columns that are missing. */
  assertHeader(): void {
    if (this.#rows.headers.size === 0)
      throw refusal('ExcelNoHeader', { columns: importColumns.slice(0, 5).join(', ') })
  }

  get places(): ColumnPlaces {
    return this.#rows.places
  }

  #dataRow(row: SheetRow): { row: SheetRow; cells: ImportCells } | null {
    const header = this.#rows.headerOf(row)
    if (!header) return null
    const cells: ImportCells = {}
    for (const [column, at] of header.columns) {
      const cell = importCell(row.cells[at])
      if (cell) cells[column] = cell
    }
    return Object.keys(cells).length === 0 ? null : { row, cells }
  }

  async #checkAndStage(data: { row: SheetRow; cells: ImportCells }[]): Promise<void> {
    const { actor, services } = this.#run
    await services.db.withCompany(actor.company.id, async (tx) => {
      const codes = data.flatMap(({ cells }) => cells.productCode?.value.trim() ?? [])
      const variants = await findVariants(tx, actor, codes)
      const unknown = [...new Set(codes.filter((code) => code !== '' && !variants.has(code)))].slice(
        0,
        Math.max(0, suggestionLimit - this.#suggested),
      )
      this.#suggested += unknown.length
      const suggestions = await suggestCodes({ tx, actor, language: this.#prepared.language }, unknown)
      const staged = data.map(({ row, cells }): StagedRow => {
        const checked = checkImportRow(cells, this.#lookups(variants, suggestions))
        this.#counts[checked.result] += 1
        if (checked.result !== 'Refused') this.orderDate ??= checked.externalOrderDate
        return { sheet: row.sheet, row: row.row, checked, cells }
      })
      await stageRows(tx, actor, this.#importId, staged)
    })
  }

  #lookups(
    variants: Awaited<ReturnType<typeof findVariants>>,
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

/** What the check of a row looks things up in. */
export function lookupsFor(
  actor: Actor,
  services: Services,
  prepared: Omit<Prepared, 'language'>,
  variants: Awaited<ReturnType<typeof findVariants>>,
  suggestions: Map<string, Suggestion>,
  orderDate: string | null,
): ImportLookups {
  return {
    variant: (code) => variants.get(code) ?? null,
    suggestion: (code) => suggestions.get(code) ?? null,
    location: (code) => prepared.locations.byCode.get(code.trim().toLowerCase()) ?? null,
    blocked: (productId, locationId) => prepared.blocks.has(`${productId} ${locationId}`),
    onlyLocation: prepared.locations.only,
    proposedPointOfSale: (location) =>
      proposedPointOfSale(location, prepared.locations.shops.get(location.customerId) ?? []),
    rounding: actor.company.rounding,
    today: dayIn(actor.company.timeZone, services.clock.now()),
    orderDate,
  }
}
