import type { Values } from '@kervan/contract/kit/master-fields'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import type { Actor } from '../context.ts'
import type { SheetRow } from '../excel/read-workbook.ts'
import { assertColumns, TableRows, type ColumnPlaces } from '../excel/table-rows.ts'
import { choicesOf, fromFile, readHeader, titlesOf, type Header } from './header.ts'
import { visibleKind, type Issue, type ServedKind } from './kind.ts'
import type { GivenRow } from './propose.ts'
import { readCell, type ChoiceWords } from './read-cell.ts'
import { sayField } from './words.ts'

/** The rows of a file of master data as they go by: its header, and what each row below it gives. */
export class FileRows {
  readonly #served: ServedKind
  /** What the user who sent the file may see: nobody writes a price that they are not shown. */
  readonly #visible: ServedKind
  readonly #language: Language
  readonly #titles: ReadonlyMap<string, string>
  readonly #choices: ReadonlyMap<string, ChoiceWords>
  readonly #rows = new TableRows((row) => this.#readHeader(row))

  constructor(served: ServedKind, actor: Actor, language: Language) {
    this.#served = served
    this.#visible = visibleKind(served, actor)
    this.#language = language
    this.#titles = titlesOf(this.#visible)
    this.#choices = choicesOf(served)
  }

  /** What a row gives; null for a header, an empty row and what is no data. Throws where a header has a wrong column. */
  givenBy(row: SheetRow): GivenRow | null {
    const header = this.#rows.headerOf(row)
    if (!header) return null
    const given: Partial<Values> = {}
    const issues: Issue[] = []
    let isEmpty = true
    for (const [name, field] of fromFile(this.#visible)) {
      const at = header.columns.get(name)
      if (at === undefined) continue
      const cell = row.cells[at] ?? null
      if (cell && cell.text.trim() !== '') isEmpty = false
      const reading = readCell(field, cell, this.#choices.get(name) ?? new Map())
      if ('issue' in reading)
        issues.push({ field: name, code: reading.issue, ...(reading.facts && { facts: reading.facts }) })
      else given[name] = reading.value
    }
    if (isEmpty) return null
    const { rowAction, ...values } = given
    return {
      sheet: row.sheet,
      fileRow: row.row,
      given: values,
      issues,
      ...(rowAction === 'Remove' && { remove: true }),
    }
  }

  /** A file without a header is refused as a whole, with the columns that it needs. */
  assertHeader(): void {
    if (this.#rows.headers.size > 0) return
    const columns = this.#served.kind.keys.map((key) => sayField(this.#language, this.#served.kind, key))
    throw refusal('ExcelNoHeader', { columns: columns.join(', ') })
  }

  get places(): ColumnPlaces {
    return this.#rows.places
  }

  #readHeader({ sheet, cells }: SheetRow): Header | null {
    const header = readHeader(this.#served, this.#titles, cells)
    if (header && !this.#rows.headers.has(sheet))
      assertColumns(sheet, header, () =>
        fromFile(this.#visible).map(([name]) => sayField(this.#language, this.#served.kind, name)),
      )
    return header
  }
}
