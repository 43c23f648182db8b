import type { ExplainTarget } from '@kervan/contract/administration/explain'
import type { Call } from '@kervan/contract/kit/call'
import type { RefusalCode } from '@kervan/contract/kit/refusals'
import type { RawBuilder } from 'kysely'
import type { Actor } from '../context.ts'

// Why somebody sees a record or not is explained by the conditions that the calls themselves put on it.

export type Conditions = readonly RawBuilder<unknown>[]
/** One way to see a record: a call, whose records it shows, and what it asks of the record besides. */
export type ExplainedWay = {
  call: Call
  scope: (actor: Actor) => Conditions
  deliverable?: (actor: Actor) => Conditions
}
export type RecordKey = Exclude<ExplainTarget['kind'], 'screen' | 'call'>

/** A kind of record that can be asked about; `ways` of other areas are parts of their own. */
export type ExplainedRecord = {
  kind: RecordKey
  from: RawBuilder<unknown>
  /** What a target names the record by, the company it belongs to, and how it is found and called in a field. */
  key: RawBuilder<unknown>
  company: RawBuilder<unknown>
  lookup: {
    search: (pattern: string) => RawBuilder<unknown>
    code: RawBuilder<unknown>
    name: RawBuilder<unknown>
  } | null
  /** The location by which UI filters show or hide it. */
  place: RawBuilder<unknown> | null
  /** Its prices have a rule of their own. */
  priced: boolean
  /** The answer for one that the asker does not see. */
  missing: RefusalCode
  /** The first is explained to who has none of them. */
  ways: readonly [ExplainedWay, ...ExplainedWay[]]
}
