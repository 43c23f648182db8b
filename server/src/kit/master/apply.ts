import { plainText } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import type { Values } from '@kervan/contract/kit/master-fields'
import { refusal } from '@kervan/contract/kit/refusals'
import { pipeline, sqlState, type Tx } from '../database/db.ts'
import { translate } from '../messages.ts'
import { record } from '../records/audit.ts'
import { approvalOf, lockKind, recount, setHead, type ChangeHead } from './change.sql.ts'
import { columnName, type Issue, type MasterContext, type ServedKind, type Sql } from './kind.ts'
import { continueSet } from './file-sets/set.sql.ts'
import { valuesSql, writtenSql } from './values-sql.ts'
import { differences, sameValue } from './differences.ts'
import { tableRefuses } from './periods.ts'
import { isContested, ownReferences, refuseStaged } from './judge-all.ts'
import { faultyRecord } from './words.ts'

// A change takes effect: all its rows in one transaction, by one statement for each kind of write, whether one or a
// hundred thousand. Who has read the records sees all of it or nothing.

/**
 * Lets the rows of a change take effect. Rows whose record was changed since are brought together with what stands now,
 * field by field; where both changed the same field, or another record has got the number of a row meanwhile, the row
 * becomes faulty, the change `ReValidate`, and nothing is written ('outdated'). Throws `ChangeOutdated` when somebody adds the same record at this moment, `RecordsInUse` when a
 * record that is to be removed is used.
 */
export async function applyChange(
  context: MasterContext,
  served: ServedKind,
  head: Pick<ChangeHead, 'id' | 'source'>,
  decided: Partial<ChangeHead> = {},
): Promise<'applied' | 'outdated'> {
  const { tx, actor, now } = context
  if (!(await lockRecords(context, served, head.id)) || !(await stillAlone(context, served, head.id))) {
    await setHead(tx, actor, head.id, { state: 'ReValidate' })
    return 'outdated'
  }
  await served.options.before?.(context, head.id)
  try {
    await pipeline(tx, ...writesOf(served, actor.company.id, head.id).map((write) => write.compile(tx)))
  } catch (error) {
    const state = sqlState(error)
    // A check or a missing value that no rule of the kind has told is a fault of ours, and is answered as one.
    if (state === '23505') throw refusal('ChangeOutdated')
    if (state === '23P01') throw faultyRecord(context.language, [tableRefuses(served)], served.kind)
    if (state === '23503')
      throw refusal('RecordsInUse', {
        records: translate(context.language, `kind.${served.kind.key}.many`),
        users: '',
      })
    throw error
  }
  await setHead(tx, actor, head.id, { ...decided, state: 'Active', activated_at: now })
  await sql`update master_change c set state = 'Reverted', reverted_by_id = b.id from master_change b
    where c.company_id = ${actor.company.id} and b.company_id = ${actor.company.id} and b.id = ${head.id} and c.id = b.reverts_id`.execute(
    tx,
  )
  await served.options.after?.(context, head.id)
  await writeDown(context, served, head.id)
  await continueSet(tx, context.services, {
    company: actor.company,
    changeId: head.id,
    language: context.language,
    now,
    tookEffect: true,
  })
  return 'applied'
}

const rowsOf = (company: number, changeId: string, action: string): Sql =>
  sql`r.company_id = ${company} and r.change_id = ${changeId} and r.action = ${action}`

/** False when rows of the change contradict what stands now. */
async function lockRecords(context: MasterContext, served: ServedKind, changeId: string): Promise<boolean> {
  const { tx, actor } = context
  const company = actor.company.id
  const table = sql.table(served.options.table)
  await sql`select count(*) from (
    select t.id from ${table} t join master_change_row r on r.record_id = t.id
    where t.company_id = ${company} and r.company_id = ${company} and r.change_id = ${changeId} and r.action in ('Changed', 'Removed')
    order by t.id for update of t) locked`.execute(tx)
  const { rows } = await sql<Stale>`
    select r.id, r.action, r.before, r.after, t.version, case when t.id is null then null else ${valuesSql(served, company)} end as now
    from master_change_row r left join ${table} t on t.company_id = ${company} and t.id = r.record_id
    where r.company_id = ${company} and r.change_id = ${changeId} and r.action in ('Changed', 'Removed')
      and (t.id is null or t.version <> r.base_version)`.execute(tx)
  if (rows.length === 0) return true
  const merged = rows.map((row) => merge(served, row))
  await sql`
    update master_change_row r set action = m.action, base_version = m.base_version, version = m.version, before = m.before, after = m.after, issues = m.issues
    from jsonb_to_recordset(${JSON.stringify(merged)}::jsonb)
      as m(id uuid, action text, base_version int, version int, before jsonb, after jsonb, issues jsonb)
    where r.company_id = ${company} and r.change_id = ${changeId} and r.id = m.id`.execute(tx)
  await recount(tx, actor, changeId)
  return merged.every(({ action }) => action !== 'Faulty')
}

/** False when a row takes a number or days that another record has by now. */
async function stillAlone(context: MasterContext, served: ServedKind, changeId: string): Promise<boolean> {
  if (!isContested(served)) return true
  await lockKind(context.tx, context.actor, served)
  const { Added, Changed } = await refuseStaged(context, served, changeId)
  return Added + Changed === 0
}

type Stale = {
  id: string
  action: 'Changed' | 'Removed'
  before: Values
  after: Values | null
  version: number | null
  now: Values | null
}

/** What was changed by this change on top of what stands now. */
function merge(served: ServedKind, { id, action, before, after, version, now }: Stale) {
  const kept = { id, base_version: version, before: now ?? before }
  if (!now || version === null)
    return { ...kept, action: 'Faulty', version: null, after, issues: [{ field: null, code: 'RecordGone' }] }
  if (action === 'Removed') return { ...kept, action, version: version + 1, after: null, issues: [] }
  const issues: Issue[] = []
  const values: Values = { ...now }
  for (const { field, after: mine } of differences(served, before, after)) {
    const theirs = now[field] ?? null
    if (!sameValue(theirs, before[field] ?? null) && !sameValue(theirs, mine))
      issues.push({ field, code: 'ChangedMeanwhile', facts: { value: plainText(theirs) } })
    values[field] = mine
  }
  const isNothing = differences(served, now, values).length === 0
  return {
    ...kept,
    action: issues.length > 0 ? 'Faulty' : isNothing ? 'Unchanged' : 'Changed',
    version: issues.length > 0 || isNothing ? null : version + 1,
    after: values,
    issues,
  }
}

/**
 * What is removed makes room for what is added. Where records refer to each other they are added first, hung where they
 * belong by a second statement, which finds them, and what they left is removed last.
 */
function writesOf(served: ServedKind, company: number, changeId: string): Sql[] {
  const [removed, changed, added] = [
    removing(served, company, changeId),
    changing(served, company, changeId, 'Changed'),
    adding(served, company, changeId),
  ]
  if (ownReferences(served).length === 0) return [removed, changed, added]
  return [added, changing(served, company, changeId, 'Added'), changed, removed]
}

function removing({ options }: ServedKind, company: number, changeId: string): Sql {
  return sql`delete from ${sql.table(options.table)} t using master_change_row r
    where t.company_id = ${company} and t.id = r.record_id and ${rowsOf(company, changeId, 'Removed')}`
}

function columnsOf(served: ServedKind, company: number): { name: string; value: Sql }[] {
  const written = new Map(
    served.fields.map(([name, field]) => [name, writtenSql(served, company, name, field)] as const),
  )
  const valueOf = (field: string): Sql => {
    const value = written.get(field)
    if (!value) throw new Error(`${served.kind.key} has no field ${field}`)
    return value
  }
  return [
    ...served.fields.map(([name]) => ({ name: columnName(served.options, name), value: valueOf(name) })),
    ...Object.entries(served.options.derived ?? {}).map(([name, of]) => ({
      name,
      value: of(valueOf, company),
    })),
  ]
}

function changing(served: ServedKind, company: number, changeId: string, action: 'Changed' | 'Added'): Sql {
  const sets = columnsOf(served, company).map(({ name, value }) => sql`${sql.id(name)} = ${value}`)
  return sql`update ${sql.table(served.options.table)} t set ${sql.join(sets)}, version = r.version
    from master_change_row r where t.company_id = ${company} and t.id = r.record_id and ${rowsOf(company, changeId, action)}`
}

/** `returning`: distributed PostgreSQL would do it by COPY otherwise, which row-level security refuses. */
function adding(served: ServedKind, company: number, changeId: string): Sql {
  const created = Object.entries(served.options.created ?? {})
  const columns = [
    ...columnsOf(served, company),
    ...created.map(([name, of]) => ({ name, value: of(company) })),
  ]
  const names = sql.join(columns.map(({ name }) => sql.id(name)))
  const values = sql.join(columns.map(({ value }) => value))
  return sql`with added as (
      insert into ${sql.table(served.options.table)} (company_id, id, version, ${names})
      select ${company}::int, r.record_id, r.version, ${values} from master_change_row r where ${rowsOf(company, changeId, 'Added')}
      returning id)
    select count(*) from added`
}

const operations = {
  Added: 'masterData.added',
  Changed: 'masterData.changed',
  Removed: 'masterData.removed',
} as const

/**
 * One record is an entry of its own in the audit log; more are one entry with their counts, and each has its history. A
 * kind with operations of its own has an entry for each record.
 */
async function writeDown(context: MasterContext, served: ServedKind, changeId: string): Promise<void> {
  const { tx, actor, now } = context
  const { recordType, operations: own, mayWrite } = served.options
  const head = await tx
    .selectFrom('master_change')
    .select(['added', 'changed', 'removed', 'source', 'file_name'])
    .where('company_id', '=', actor.company.id)
    .where('id', '=', changeId)
    .executeTakeFirstOrThrow()
  const { added, changed, removed } = head
  const amounts = served.fields.flatMap(([name, { price }]) => (price ? [name] : []))
  // Who activates, approves or reverts may be somebody else than who proposed it.
  if (added + changed > 0) mayWrite?.(actor)
  if (!own && added + changed + removed !== 1) {
    const operation = head.source === 'Revert' ? 'masterData.reverted' : 'masterData.imported'
    const counted = { recordCode: head.file_name, after: { added, changed, removed }, amounts: [] }
    await record(tx, actor, now, { audit: [{ operation, recordType, recordId: changeId, ...counted }] })
    return
  }
  const rows = await changedRows(tx, actor.company.id, changeId)
  await record(tx, actor, now, {
    audit: rows.map(({ action, record_id: recordId, record: recordCode, before, after }) => {
      const fields = differences(served, before, after)
      const said = (side: 'before' | 'after') =>
        Object.fromEntries(fields.map((field) => [field.field, field[side]]))
      return {
        operation: (own ?? operations)[action],
        recordType,
        recordId,
        recordCode,
        amounts,
        ...(before && { before: said('before') }),
        ...(after && { after: said('after') }),
      }
    }),
  })
}

async function changedRows(tx: Tx, company: number, changeId: string) {
  const { rows } = await sql<{
    action: keyof typeof operations
    record_id: string
    record: string
    before: Values | null
    after: Values | null
  }>`select action, record_id, record, before, after from master_change_row
    where company_id = ${company} and change_id = ${changeId} and action in ('Added', 'Changed', 'Removed') order by position`.execute(
    tx,
  )
  return rows
}

/** What becomes of a change whose rows are fine: it takes effect, or waits for a second person. */
export async function settleChange(
  context: MasterContext,
  served: ServedKind,
  head: Pick<ChangeHead, 'id' | 'source'>,
): Promise<'applied' | 'outdated' | 'waits'> {
  const { tx, actor, now } = context
  const approval = await approvalOf(tx, served, actor)
  if (approval === 'None') return applyChange(context, served, head)
  await setHead(tx, actor, head.id, { state: 'WaitingApproval', approval })
  await record(tx, actor, now, {
    audit: [{ operation: 'masterData.proposed', recordType: served.options.recordType, recordId: head.id }],
  })
  return 'waits'
}
