import type { Offered } from '@kervan/contract/kit/actions'
import type { MasterData } from '@kervan/contract/kit/master-data'
import type { Fields, TargetsOf } from '@kervan/contract/kit/master-fields'
import type { ComponentType, ReactNode } from 'react'
import type { FieldProps } from '../form/TextField.tsx'
import type { ColumnView } from '../grid/gridState.ts'
import type { RecordAction } from '../record/recordActions.tsx'

/** A row of the list of a kind: its columns and what every record has. */
export type MasterRow = Record<string, unknown> & {
  id: string
  version: number
  waiting: string | null
  actions: Offered
}
/** A record that something can be done with: from its row or from its drawer. */
export type MasterRecord = { id: string; actions: Offered; title?: string } & Record<string, unknown>

/** What a tab of an area gets. */
export type MasterTab = ComponentType<{ id: string; title: string }>

/** A kind that references lead to, fetched when their field is shown. */
export type Target = () => Promise<MasterData>
/** The kinds that the references of a kind lead to. Without one of them its screen does not compile. */
type LeadsTo<F extends Fields> = Fields extends F
  ? { targets?: Readonly<Record<string, Target>> }
  : [TargetsOf<F>] extends [never]
    ? unknown
    : { targets: { readonly [T in TargetsOf<F>]: Target } }

/** What an area adds to what follows from the declaration of a kind. */
export type MasterOptions<F extends Fields = Fields> = LeadsTo<F> & {
  /** How columns are shown, where it differs from the declaration. */
  views?: { [K in keyof F & string]?: ColumnView }
  /** How columns are shown that the list tells beside the fields. */
  told?: Record<string, ColumnView>
  /** Columns that are drawn in a way of their own. */
  renderers?: { [K in keyof F & string]?: (row: MasterRow) => ReactNode }
  /** What a row shows on a telephone; otherwise its name, its code and two more fields. */
  card?: (row: MasterRow) => ReactNode
  /** Fields that a row tells on a telephone; otherwise the first two that have a value. */
  facts?: readonly (keyof F & string)[]
  /** A column of few values that is filtered by chips. */
  quickFilter?: keyof F & string
  /** Kinds that have to be there first in practice, beside those of required references; each is among `targets`. */
  needs?: readonly string[]
  /** Further tabs of a record, named by `kind.<kind>.tab.<tab>`. */
  tabs?: Record<string, MasterTab>
  /** The one of these that a record opens with, before its fields. */
  firstTab?: string
  /** Other views of what became of a record, in its tab History and named as tabs are. */
  histories?: Record<string, MasterTab>
  /** What else can be done with records. */
  actions?: readonly RecordAction<MasterRecord>[]
  /** What the form of a new record begins with beyond the declaration, by the reader's language. */
  start?: (language: string) => { [K in keyof F & string]?: unknown }
  /** What a form says of the values in it, under its fields; it reads them from the form. */
  about?: ComponentType
  /** Fields with an input of their own; a picture has none without it. */
  inputs?: { [K in keyof F & string]?: ComponentType<FieldProps> }
}

/** The options where a kind needs none of them may be left out. */
export type GivenOptions<F extends Fields> = [TargetsOf<F>] extends [never]
  ? [options?: MasterOptions<F>]
  : [options: MasterOptions<F>]

/** A kind as its screen knows it, whatever its fields. */
export type Model = {
  kind: MasterData
  options: MasterOptions
  actions: (open: (id: string) => void) => readonly RecordAction<MasterRecord>[]
}
