import { newPropertyColumn, propertyColumn } from '@kervan/contract/kit/file-columns'
import type { CustomProperty } from '@kervan/contract/kit/master-data'
import { field, type Field, type Values } from '@kervan/contract/kit/master-fields'
import { plainText } from '@kervan/contract/kit/typed'
import { refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../context.ts'
import type { CellValue } from '../excel/read-workbook.ts'
import { fold } from '../lists/fold.ts'
import type { ProfiledSheet } from './file-profile.ts'
import { seesPartOnly } from '../records/scope.ts'
import { holds } from '../http/gates.ts'
import { partsOf } from '../parts.ts'
import type { PropertyAdder, ServedKind } from './kind.ts'
import { readCell, type Reading } from './read-cell.ts'
import { customProperties } from './value-names.ts'

// Columns of a file that fill custom properties: each property that the company has defined is a column of its own.

/** A property as a column of a file; what it holds is read by its type. */
const columnField: Field = field.text({ optional: true, max: 500 })
const numberField: Field = field.decimal({ optional: true, scale: 6 })
const dateField: Field = field.date({ optional: true })
const flagField: Field = field.flag()

/** The kind with a column for each property that the company has defined for it. */
export async function withOwnColumns(
  context: Pick<SessionContext, 'tx' | 'actor'>,
  served: ServedKind,
): Promise<ServedKind> {
  const own = await customProperties(context, served)
  return own.length === 0 ? served : { ...served, own }
}

/** The columns of the properties, beside those of the fields. */
export const ownColumns = ({ own = [] }: ServedKind): [string, Field][] =>
  own.map(({ code }) => [propertyColumn(code), columnField])

export const propertyOf = ({ own = [] }: ServedKind, column: string): CustomProperty | undefined =>
  own.find(({ code }) => propertyColumn(code) === column)

const noWords = new Map<string, string>()

/** What a cell says of a property, as it is kept: a number with a point, a day as 2026-01-31, true or false, the code of a value. */
export function readProperty({ type, name, values }: CustomProperty, cell: CellValue | null): Reading {
  const read = (as: Field): Reading => {
    const reading = readCell(as, cell, noWords)
    if ('issue' in reading)
      return { issue: 'PropertyWrong', facts: { property: name, value: cell?.text ?? '' } }
    return { value: reading.value === null ? null : plainText(reading.value) }
  }
  switch (type) {
    case 'Number':
      return read(numberField)
    case 'Date':
      return read(dateField)
    case 'Flag':
      return read(flagField)
    case 'Choice': {
      const reading = readCell(columnField, cell, noWords)
      if ('issue' in reading || reading.value === null) return reading
      const said = fold(plainText(reading.value))
      // A word that no value of the list has is told by the rule of the kind.
      const meant = values.find(({ code, name: called }) => fold(code) === said || fold(called) === said)
      return meant ? { value: meant.code } : reading
    }
    case 'Text':
      return readCell(columnField, cell, noWords)
  }
}

/** The properties of a record with those that a row of a file gives: null takes one away, the others stay. */
export function mergedProperties(
  held: Values[string],
  given: Readonly<Record<string, string | null>>,
): Values[string] {
  const kept = typeof held === 'object' && held !== null && !Array.isArray(held) ? held : {}
  const all = new Map<string, string | null>([...Object.entries(kept), ...Object.entries(given)])
  return Object.fromEntries(
    [...all].flatMap(([code, value]): [string, string][] => (value === null ? [] : [[code, value]])),
  )
}

/** Whether this user may keep a column of a file as a new property. */
export function mayAddProperties({ actor }: Pick<SessionContext, 'actor'>, served: ServedKind): boolean {
  const adder = adderOf(served)
  return adder !== undefined && holds(adder.by, actor) && !seesPartOnly(actor)
}

const adderOf = ({ kind }: ServedKind): PropertyAdder | undefined =>
  partsOf('newProperty').find(({ of }) => of === kind.key)

/**
 * Defines a property for each column that is kept as a new one, called as the column is, and answers the assignment with
 * them. Throws `PermissionMissing`.
 */
export async function addProperties(
  context: SessionContext,
  served: ServedKind,
  columns: readonly { id: string; field: string | null }[],
  sheets: readonly ProfiledSheet[],
): Promise<{ id: string; field: string | null }[]> {
  const isNew = ({ field: name }: { field: string | null }) => name === newPropertyColumn
  if (!columns.some(isNew)) return [...columns]
  const adder = adderOf(served)
  if (!adder || !mayAddProperties(context, served))
    throw refusal('PermissionMissing', { permission: adder?.by.permission ?? '' })
  const titles = new Map(sheets.flatMap(({ columns: own }) => own.map(({ id, title }) => [id, title])))
  const named: { id: string; field: string | null }[] = []
  for (const column of columns) {
    const title = titles.get(column.id)
    named.push(
      isNew(column) && title !== undefined
        ? { id: column.id, field: propertyColumn(await adder.add(context, title)) }
        : column,
    )
  }
  return named
}
