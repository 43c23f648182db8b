import { existing, filterKeys } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import type { Values } from '@kervan/contract/kit/master-fields'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../context.ts'
import { handle, type Handler } from '../http/handle.ts'
import { containing, fold } from '../lists/fold.ts'
import { seesPartOnly } from '../records/scope.ts'
import { addRows, beginChange } from './change.sql.ts'
import { settleChange } from './apply.ts'
import { visibleKind, type MasterContext, type ServedKind, type ServedRecords, type Sql } from './kind.ts'
import { plainSql, wholeKeySql } from './values-sql.ts'
import { recordsById, type FoundRecord } from './find-records.ts'
import { recordOffer, searchSql, seenSql, waitingSql } from './lists.ts'
import { lookupName, titleOf } from './names.ts'
import { differences } from './differences.ts'
import { propose, type ProposedRow } from './propose.ts'
import { customProperties, valueNames } from './value-names.ts'
import { faultyRecord } from './words.ts'

// One record or some of them: read, found while typing, saved, changed, deleted. Each write is a change like that of a
// workbook, so what a form does is seen, approved, reverted and found in the history in the same way.

/** Master data holds for the whole company. Throws `WholeCompanyNeeded`. */
export function assertWholeCompany({ actor }: Pick<SessionContext, 'actor'>): void {
  if (seesPartOnly(actor)) throw refusal('WholeCompanyNeeded')
}

/** Throws where somebody may not bring or move changes: asked by whatever does. */
export function assertMayImport(context: Pick<SessionContext, 'actor'>, { options }: ServedKind): void {
  if (!options.partialScope) assertWholeCompany(context)
}

export const getHandler = (served: ServedRecords): Handler =>
  handle(served.kind.get, async (context) => {
    const { tx, actor, input } = context
    const [found] = await recordsById(tx, served, actor, [input.id])
    if (!found) throw refusal('NotFound')
    const values = hidePrices(context, served, found.values)
    const company = actor.company.id
    const { rows } = await sql<{ waiting: string | null }>`
      select ${waitingSql(served, company)} as waiting from (select ${found.id}::uuid as id) t`.execute(tx)
    return {
      id: found.id,
      version: found.version,
      title: titleOf(served.kind, found.values, context.language),
      values: values,
      names: await valueNames(context, served, [values]),
      waiting: rows[0]?.waiting ?? null,
      ...(await stampsOf(context, served, found)),
      actions: recordOffer(context, served),
    }
  })

/** The values with null for what this reader may not see. */
function hidePrices({ actor }: SessionContext, served: ServedRecords, values: Values): Values {
  const visible = new Set(visibleKind(served, actor).fields.map(([name]) => name))
  return Object.fromEntries(
    served.fields.map(([name]) => [name, visible.has(name) ? (values[name] ?? null) : null]),
  )
}

/** Of given values those that this writer may see; what is hidden stays as it is. */
export function visibleValues(
  { actor }: Pick<SessionContext, 'actor'>,
  served: ServedRecords,
  given: Partial<Values>,
): Partial<Values> {
  const visible = new Set(visibleKind(served, actor).fields.map(([name]) => name))
  return filterKeys(given, (name) => visible.has(name))
}

/** Who made, checked and approved the version that stands (DAT-003). */
async function stampsOf(
  { tx, actor }: SessionContext,
  { kind }: ServedRecords,
  { id, version }: FoundRecord,
) {
  const { rows } = await sql<Record<string, string | Date | null>>`
    select c.made_by_name, c.made_at, c.checked_by_name, c.checked_at, c.decided_by_name, c.decided_at
    from master_change_row r join master_change c on c.company_id = ${actor.company.id} and c.id = r.change_id
    where r.company_id = ${actor.company.id} and r.kind = ${kind.key} and r.record_id = ${id} and r.version = ${version} and c.activated_at is not null
    limit 1`.execute(tx)
  const row = rows[0] ?? {}
  const stamp = (by: string, at: string) =>
    row[by] && row[at] instanceof Date ? { by: String(row[by]), at: row[at].toISOString() } : null
  return {
    made: stamp('made_by_name', 'made_at'),
    checked: stamp('checked_by_name', 'checked_at'),
    approved: stamp('decided_by_name', 'decided_at'),
  }
}

export const historyHandler = (served: ServedRecords): Handler =>
  handle(served.kind.history, async (context) => {
    const { tx, actor, input, language } = context
    const company = actor.company.id
    const [seen] = await recordsById(tx, served, actor, [input.id])
    const { rows } = await sql<{
      change_id: string
      version: number
      action: ProposedRow['action']
      source: 'Form'
      activated_at: Date
      made_by_name: string
      checked_by_name: string | null
      decided_by_name: string | null
      record: string
      before: Values | null
      after: Values | null
    }>`select r.change_id, r.version, r.action, c.source, c.activated_at, c.made_by_name, c.checked_by_name, c.decided_by_name, r.record, r.before, r.after
      from master_change_row r join master_change c on c.company_id = ${company} and c.id = r.change_id
      where r.company_id = ${company} and r.kind = ${served.kind.key} and r.record_id = ${input.id} and r.version is not null and c.activated_at is not null
      order by r.version desc limit 500`.execute(tx)
    // What is deleted has a history as well; who sees part of the company sees that of records they see.
    if (!seen && (rows.length === 0 || seesPartOnly(actor))) throw refusal('NotFound')
    const visible = visibleKind(served, actor)
    const changed = rows.map(({ before, after }) => differences(visible, before, after))
    return {
      title: seen ? titleOf(served.kind, seen.values, language) : (rows[0]?.record ?? ''),
      names: await valueNames(
        context,
        served,
        changed.flat().flatMap(({ field, before, after }) => [{ [field]: before }, { [field]: after }]),
      ),
      versions: rows.map((row, at) => ({
        changeId: row.change_id,
        version: row.version,
        action: row.action,
        source: row.source,
        at: row.activated_at.toISOString(),
        by: row.made_by_name,
        checkedBy: row.checked_by_name,
        approvedBy: row.decided_by_name,
        fields: changed[at] ?? [],
      })),
    }
  })

/** The custom properties of a kind that has them. */
export const propertiesHandlers = (served: ServedRecords): Handler[] =>
  served.kind.properties === null
    ? []
    : [
        handle(served.kind.properties, async (context) => ({
          properties: await customProperties(context, served),
        })),
      ]

const foundAtOnce = 20

export const findHandler = (served: ServedRecords): Handler =>
  handle(served.kind.find, async (context) => {
    const { tx, input } = context
    const { options } = served
    // A key may be a number; what is looked for and answered is text.
    const column = (field: string): Sql => sql`(${plainSql(served, context.actor.company.id, field)})::text`
    const code = wholeKeySql(served, context.actor.company.id)
    const name = lookupName(served, context.actor.company.id, context.language)
    const wanted = input.codes
      ? sql`${code} = any(${input.codes}::text[])`
      : fold(input.search) === ''
        ? sql`true`
        : sql`${searchSql(served, column)} like ${containing(input.search)}`
    const { rows } = await sql<{ id: string; code: string; name: string }>`
      select t.id, ${code} as code, ${name} as name from ${sql.table(options.table)} t
      where ${sql.join([...seenSql(served, context), wanted], sql` and `)}
      order by fold(${code}) = ${fold(input.search)} desc, ${name} collate "tr-x-icu", t.id
      limit ${input.codes ? 200 : foundAtOnce + 1}`.execute(tx)
    const hasMore = !input.codes && rows.length > foundAtOnce
    return { options: hasMore ? rows.slice(0, foundAtOnce) : rows, hasMore }
  })

/** Makes a record or changes one; the change takes effect, or waits for a second person (DAT-003). */
export const saveHandler = (served: ServedRecords): Handler =>
  handle(served.kind.save, async (context) => {
    const { tx, actor, input, language } = context
    assertWholeCompany(context)
    const [record] = input.id ? await recordsById(tx, served, actor, [input.id], { lock: true }) : []
    if (input.id && !record) throw refusal('NotFound')
    if (record && record.version !== input.version) throw await changedSince(context, served, record)
    const given = visibleValues(context, served, input.values as Values)
    const [row] = await propose(context, served, [{ id: input.id, given }])
    if (!row) throw new Error('a row without a judgement')
    if (row.action === 'Faulty') throw faultyRecord(language, row.issues, served.kind)
    if (row.action === 'Unchanged' && record)
      return { id: record.id, version: record.version, changeId: null, waits: false }
    const { changeId, waits } = await settle(context, served, 'Form', [row], input.confirmed)
    return {
      id: existing(row.recordId),
      version: waits ? (record?.version ?? 0) : (row.version ?? 1),
      changeId,
      waits,
    }
  })

/** Says who has changed the record, from its newest version. */
export async function changedSince(
  { tx, actor }: Pick<SessionContext, 'tx' | 'actor'>,
  { kind }: ServedRecords,
  { id }: FoundRecord,
): Promise<Refusal> {
  const { rows } = await sql<{ by: string; at: Date }>`
    select coalesce(c.decided_by_name, c.made_by_name) as by, c.activated_at as at
    from master_change_row r join master_change c on c.company_id = ${actor.company.id} and c.id = r.change_id
    where r.company_id = ${actor.company.id} and r.kind = ${kind.key} and r.record_id = ${id} and c.activated_at is not null
    order by r.version desc limit 1`.execute(tx)
  return refusal('ChangedMeanwhile', {
    changedBy: rows[0]?.by ?? '',
    changedAt: rows[0]?.at.toISOString() ?? '',
  })
}

type Settled = { changeId: string; waits: boolean }

/** Rows that are fine become a change. Throws `ConsequencesUnconfirmed` with what it leads to elsewhere. */
export async function settle(
  context: MasterContext,
  served: ServedRecords,
  source: 'Form' | 'Bulk',
  rows: readonly ProposedRow[],
  confirmed: boolean,
): Promise<Settled> {
  const { tx, actor } = context
  const { id } = await beginChange(context, served, { source, state: 'Succeeded' })
  await addRows(tx, actor, served, id, rows)
  await assertConfirmed(context, served, id, confirmed)
  const outcome = await settleChange(context, served, { id, source })
  if (outcome === 'outdated') throw refusal('ChangeOutdated')
  return { changeId: id, waits: outcome === 'waits' }
}

/** Throws `ConsequencesUnconfirmed` where the change leads to something elsewhere that nobody has accepted. */
export async function assertConfirmed(
  context: MasterContext,
  { options }: ServedKind,
  changeId: string,
  confirmed: boolean,
): Promise<void> {
  if (confirmed || !options.consequences) return
  const consequences = await options.consequences(context, changeId)
  if (consequences.length > 0) throw refusal('ConsequencesUnconfirmed', { consequences })
}
