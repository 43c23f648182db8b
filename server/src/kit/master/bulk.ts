import { existing, filterKeys } from '@kervan/contract/kit/typed'
import type { MasterData } from '@kervan/contract/kit/master-data'
import type { Values } from '@kervan/contract/kit/master-fields'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { handleBulk, pass, type BulkContext, type BulkHandler } from '../lists/handle-bulk.ts'
import type { ServedList } from '../lists/serve-list.ts'
import { translate } from '../messages.ts'
import { addRows, approvalOf, beginChange } from './change.sql.ts'
import type { ServedRecords } from './kind.ts'
import { recordsById, type FoundRecord } from './find-records.ts'
import { titleOf } from './names.ts'
import { propose, type GivenRow, type ProposedRow } from './propose.ts'
import { assertWholeCompany, settle, visibleValues } from './records.ts'
import { faultyRecord } from './words.ts'

// Many records at once: some fields changed, or all of them deleted, each judged by the rules of its kind.

const mostAtOnce = 10_000

type Chosen = FoundRecord & { code: string }

function bulkOf<C extends MasterData['change'] | MasterData['remove']>(
  served: ServedRecords,
  call: C,
  list: ServedList,
  rowOf: (record: Chosen, input: Record<string, unknown>, context: BulkContext) => GivenRow,
  refusedAs: (language: BulkContext['language'], row: ProposedRow) => Refusal,
): BulkHandler {
  return handleBulk<C, Chosen, ProposedRow>(call, {
    list: () => list,
    limit: mostAtOnce,
    notFound: () => refusal('NotFound'),
    load: async (context, ids, { lock }) => {
      assertWholeCompany(context)
      const found = await recordsById(context.tx, served, context.actor, ids, { lock })
      return found.map((record) => ({ ...record, code: titleOf(served.kind, record.values) }))
    },
    judge: async (context, records) => {
      const input = context.input as Record<string, unknown>
      const rows = await propose(
        context,
        served,
        records.map((record) => rowOf(record, input, context)),
      )
      const byId = new Map(records.map((record, at) => [record.id, existing(rows[at])]))
      return ({ id }) => {
        const row = existing(byId.get(id))
        if (row.action === 'Faulty') return refusedAs(context.language, row)
        return row.action === 'Unchanged' ? refusal('NothingToChange') : pass(row)
      }
    },
    consequences: async (context, passing) =>
      toldBefore(
        context,
        served,
        passing.map(({ plan }) => plan),
      ),
    apply: async (context, passing) => {
      const plans = passing.map(({ plan }) => plan)
      const { waits } = await settle(context, served, 'Bulk', plans, true)
      return waits ? 'waits' : undefined
    },
  })
}

/** What else there is to know: that it waits for a second person, and what these rows would lead to elsewhere. */
async function toldBefore(
  context: BulkContext,
  served: ServedRecords,
  rows: readonly ProposedRow[],
): Promise<string[]> {
  const waits = (await approvalOf(context.tx, served, context.actor)) !== 'None'
  return [
    ...(waits ? [translate(context.language, 'masterData.bulk.waits')] : []),
    ...(await consequencesOf(context, served, rows)),
  ]
}

/** What these rows would lead to elsewhere: they are a change for as long as it is asked. */
async function consequencesOf(
  context: BulkContext,
  served: ServedRecords,
  rows: readonly ProposedRow[],
): Promise<string[]> {
  const { consequences } = served.options
  if (!consequences) return []
  const { tx, actor } = context
  const { id } = await beginChange(context, served, { source: 'Bulk', state: 'Succeeded' })
  await addRows(tx, actor, served, id, rows)
  const told = await consequences(context, id)
  await tx
    .deleteFrom('master_change')
    .where('company_id', '=', actor.company.id)
    .where('id', '=', id)
    .execute()
  return told
}

/** Some fields of many records. */
export function changeHandler(served: ServedRecords, list: ServedList): BulkHandler {
  return bulkOf(
    served,
    served.kind.change,
    list,
    ({ id }, input, context) => {
      const values = visibleValues(context, served, input['values'] as Partial<Values>)
      return { id, given: filterKeys(values, (name) => served.kind.fields[name]?.bulk ?? false) }
    },
    faultyOf(served),
  )
}

const faultyOf =
  ({ kind }: ServedRecords) =>
  (language: BulkContext['language'], row: ProposedRow) =>
    faultyRecord(language, row.issues, kind)

/** Deletes records that nothing uses (PRD-003). */
export function removeHandler(served: ServedRecords, list: ServedList): BulkHandler {
  return bulkOf(
    served,
    served.kind.remove,
    list,
    ({ id }) => ({ id, given: {}, remove: true }),
    (language, row) => {
      const uses = row.issues.filter(({ code }) => code === 'InUse')
      if (uses.length === 0) return faultyOf(served)(language, row)
      return refusal('RecordsInUse', {
        records: translate(language, `kind.${served.kind.key}.many`),
        users: uses.map(({ facts }) => String(facts?.['users'] ?? '')).join('; '),
      })
    },
  )
}
