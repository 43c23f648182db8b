import { plainText } from '@kervan/contract/kit/typed'
import type { ColumnWay } from '@kervan/contract/kit/master-change'
import type { CustomProperty } from '@kervan/contract/kit/master-data'
import type { Field, Values } from '@kervan/contract/kit/master-fields'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import type { Actor } from '../context.ts'
import type { SheetRow } from '../excel/read-workbook.ts'
import { columnFault, columnsBy, TableRows, type ColumnPlaces } from '../excel/table-rows.ts'
import { fold } from '../lists/fold.ts'
import {
  assignedPlaces,
  guessedFields,
  hasWords,
  isLeftOut,
  neededFields,
  type AssignedColumns,
} from './assignment.ts'
import { columnIds, FileProfile, type ProfiledSheet } from './file-profile.ts'
import { choicesOf, fromFile, hasKeys, readHeader, titlesOf, type Header } from './header.ts'
import { visibleKind, type Issue, type ServedKind } from './kind.ts'
import { propertyOf, readProperty } from './own-columns.ts'
import type { GivenRow } from './propose.ts'
import { readCell, type ChoiceWords, type Reading } from './read-cell.ts'
import { isSampleRow } from './sample-row.ts'
import { sayField } from './words.ts'

/** An assignment of the columns, given for this file or kept for its sender. */
export type GivenAssignment = AssignedColumns & { way: Exclude<ColumnWay, 'Template'> }

/** The rows of a file of master data as they go by: its header, and what each row below it gives. */
export class FileRows {
  readonly #served: ServedKind
  /** What the user who sent the file may see: nobody writes a price that they are not shown. */
  readonly #visible: ServedKind
  readonly #language: Language
  /** What a column can fill: a field, or a property of the company. */
  readonly #columns: { name: string; field: Field; property: CustomProperty | undefined }[]
  readonly #assigned: GivenAssignment | null
  readonly #titles: ReadonlyMap<string, string>
  readonly #choices: ReadonlyMap<string, ChoiceWords>
  readonly #rows = new TableRows((row) => this.#readHeader(row))
  readonly #profile = new FileProfile((ids) => this.#headingScore(ids))
  #way: ColumnWay = 'Template'
  /** Why a heading row cannot be used; no row below it is read then. */
  #fault: Refusal | null = null

  constructor(served: ServedKind, actor: Actor, language: Language, assigned: GivenAssignment | null = null) {
    this.#served = served
    this.#visible = visibleKind(served, actor)
    this.#language = language
    this.#columns = fromFile(this.#visible).map(([name, field]) => ({
      name,
      field,
      property: propertyOf(this.#visible, name),
    }))
    this.#assigned = assigned
    this.#titles = titlesOf(this.#visible)
    this.#choices = choicesOf(served)
  }

  /** What a row gives; null for a header, an empty row, the sample of the template and what is no data. */
  givenBy(row: SheetRow): GivenRow | null {
    this.#profile.add(row)
    const header = this.#rows.headerOf(row)
    if (!header || this.#fault) return null
    const given: Partial<Values> = {}
    const properties: Record<string, string | null> = {}
    const issues: Issue[] = []
    let isEmpty = true
    for (const { name, field, property } of this.#columns) {
      const at = header.columns.get(name)
      if (at === undefined) continue
      const cell = row.cells[at] ?? null
      if (cell && cell.text.trim() !== '') isEmpty = false
      const reading = property
        ? readProperty(property, cell)
        : (this.#assignedValue(name, field, cell?.text ?? '') ??
          readCell(field, cell, this.#choices.get(name) ?? new Map()))
      if ('issue' in reading)
        issues.push({ field: name, code: reading.issue, ...(reading.facts && { facts: reading.facts }) })
      else if (property) properties[property.code] = reading.value === null ? null : plainText(reading.value)
      else given[name] = reading.value
    }
    const textOf = (name: string) => row.cells[header.columns.get(name) ?? -1]?.text ?? ''
    if (isEmpty || isSampleRow(this.#served, textOf)) return null
    const { rowAction, ...values } = given
    return {
      sheet: row.sheet,
      fileRow: row.row,
      given: values,
      ...(Object.keys(properties).length > 0 && { properties }),
      issues,
      ...(rowAction === 'Remove' && { remove: true }),
    }
  }

  /** Why the file cannot be read as it is, once its last row has gone by; null where it can. */
  fault(): Refusal | null {
    if (this.#fault) return this.#fault
    const open = this.#profile.sheets().filter(({ sheet }) => !this.#rows.headers.has(sheet))
    const isOpen = (sheet: ProfiledSheet) =>
      !(this.#assigned && isLeftOut(this.#assigned, sheet)) && this.#seemsToHaveKeys(sheet)
    if (this.#rows.headers.size > 0 && !open.some(isOpen)) return null
    const columns = neededFields(this.#visible).map((name) => this.#say(name))
    return refusal('ExcelNoHeader', { columns: columns.join(', ') })
  }

  /** Throws what `fault` answers. */
  assertHeader(): void {
    const fault = this.fault()
    if (fault) throw fault
  }

  get places(): ColumnPlaces {
    return this.#rows.places
  }

  /** What stands in the columns, for who assigns them. */
  get sheets(): ProfiledSheet[] {
    return this.#profile.sheets()
  }

  get way(): ColumnWay {
    return this.#way
  }

  #say = (name: string): string => sayField(this.#language, this.#served.kind, name)

  /** A word of the file that was said to mean a value. */
  #assignedValue(name: string, field: Field, text: string): Reading | null {
    if (!hasWords(field) || text.trim() === '') return null
    const value = this.#assigned?.values.get(name)?.get(fold(text))
    if (value === undefined) return null
    return { value: field.type === 'flag' && value !== null ? value === 'true' : value }
  }

  #seemsToHaveKeys(sheet: ProfiledSheet): boolean {
    const fields = guessedFields(this.#visible, sheet, this.#assigned ? [this.#assigned] : [])
    return hasKeys(this.#served, (key) => fields.includes(key))
  }

  #headingScore(ids: readonly (string | null)[]): number {
    const named = ids.filter((id) => id !== null)
    if (this.#assigned && assignedPlaces(this.#visible, this.#assigned, ids)) return 1000
    const known = named.filter((id) => this.#titles.has(id)).length
    const { columns } = columnsBy(this.#titles, ids)
    if (hasKeys(this.#served, (key) => columns.has(key))) return 500 + known
    const sheet = {
      sheet: '',
      row: 0,
      columns: named.map((id, at) => ({ at, id, title: id, values: [], more: false })),
    }
    return guessedFields(this.#visible, sheet, []).filter((field) => field !== null).length
  }

  #readHeader({ sheet, cells }: SheetRow): Header | null {
    const assigned = this.#assigned && assignedPlaces(this.#visible, this.#assigned, columnIds(cells))
    if (assigned) {
      this.#way = this.#assigned?.way ?? 'Assigned'
      return { columns: assigned, unknown: [], twice: [] }
    }
    const header = readHeader(this.#served, this.#titles, cells)
    if (header && !this.#rows.headers.has(sheet))
      this.#fault ??= columnFault(sheet, header, () =>
        this.#columns.map(({ name, property }) => property?.name ?? this.#say(name)),
      )
    return header
  }
}
