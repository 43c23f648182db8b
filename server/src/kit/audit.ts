import { createHash } from 'node:crypto'
import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import type { Actor } from './context.ts'
import { writeLast, type Tx } from './db.ts'
import { newId } from './uuid.ts'

/** One change of one record, for the audit log. */
export type AuditEntry = {
  operation: string
  recordType: string
  recordId?: string | null
  recordCode?: string | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

type By = { id: string | null; name: string }

const genesis = Buffer.alloc(32)

/**
 * Adds entries to the company's audit log, in the transaction of the change they tell of (D41). Each entry's hash
 * covers the one before it, so removing or changing an entry later breaks the chain. The head row is the lock that
 * keeps the order: call this last, because it serialises the writers of a company until they commit.
 */
export async function audit(tx: Tx, companyId: number, by: By, at: Date, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const { rows } = await tx.executeQuery(auditHeadQuery(tx, companyId, entries.length))
  await auditInsert(companyId, by, at, entries, rows[0] as AuditHead).execute(tx)
}

function auditInsert(companyId: number, by: By, at: Date, entries: readonly AuditEntry[], head: AuditHead): RawBuilder<unknown> {
  let hash = head.hash
  const rows = entries.map((entry, index) => {
    const row = {
      company_id: companyId,
      seq: head.seq - entries.length + index + 1,
      at,
      actor_id: by.id,
      actor_name: by.name,
      operation: entry.operation,
      record_type: entry.recordType,
      record_id: entry.recordId ?? null,
      record_code: entry.recordCode ?? null,
      before: entry.before ? canonical(entry.before) : null,
      after: entry.after ? canonical(entry.after) : null,
    }
    hash = chain(hash, row)
    return { ...row, hash }
  })
  return insertRows(companyId, rows, hash)
}

/** The end of the chain, locked, with room for so many entries. */
export type AuditHead = { seq: number; hash: Buffer }

/** Takes the end of the chain, for a handler that asks for it together with something else. */
export function auditHeadQuery(tx: Tx, companyId: number, count: number): CompiledQuery<AuditHead> {
  return tx
    .insertInto('audit_head')
    .values({ company_id: companyId, seq: count, hash: genesis })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ seq: sql`audit_head.seq + ${count}` }))
    .returning(['seq', 'hash'])
    .compile()
}

type Row = { company_id: number; seq: number; at: Date; actor_id: string | null; actor_name: string; operation: string; record_type: string; record_id: string | null; record_code: string | null; before: string | null; after: string | null }

function insertRows(companyId: number, rows: readonly (Row & { hash: Buffer })[], last: Buffer): RawBuilder<unknown> {
  const pick = <K extends keyof (Row & { hash: Buffer })>(key: K) => rows.map((row) => row[key])
  return sql`
    with head as (update audit_head set hash = ${last} where company_id = ${companyId})
    insert into audit_entry (company_id, seq, at, actor_id, actor_name, operation, record_type, record_id, record_code, before, after, hash)
    select * from unnest(${pick('company_id')}::int[], ${pick('seq')}::bigint[], ${pick('at')}::timestamptz[], ${pick('actor_id')}::uuid[], ${pick('actor_name')}::text[],
      ${pick('operation')}::text[], ${pick('record_type')}::text[], ${pick('record_id')}::uuid[], ${pick('record_code')}::text[], ${pick('before')}::jsonb[], ${pick('after')}::jsonb[], ${pick('hash')}::bytea[])`
}

function chain(previous: Buffer, row: Row): Buffer {
  const text = JSON.stringify([row.company_id, row.seq, row.at.toISOString(), row.actor_id, row.actor_name, row.operation, row.record_type, row.record_id, row.record_code, row.before, row.after])
  return createHash('sha256').update(previous).update(text).digest()
}

/** JSON with sorted keys: the database keeps jsonb in an order of its own, and the hash must not depend on it. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object' && !(value instanceof Date)) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
  }
  return JSON.stringify(value ?? null)
}

/** The number of the first entry that does not fit the chain, or null when all of them do. Reads the log in order. */
export async function verifyAudit(tx: Tx, companyId: number): Promise<{ entries: number; firstBroken: number | null }> {
  const head = await tx.selectFrom('audit_head').selectAll().where('company_id', '=', companyId).executeTakeFirst()
  let hash: Buffer = genesis
  let seq = 0
  for (;;) {
    const rows = await tx.selectFrom('audit_entry').selectAll().where('company_id', '=', companyId).where('seq', '>', seq).orderBy('seq').limit(5_000).execute()
    for (const row of rows) {
      const expected = chain(hash, { ...row, before: row.before === null ? null : canonical(row.before), after: row.after === null ? null : canonical(row.after) })
      if (row.seq !== seq + 1 || !expected.equals(row.hash)) return { entries: seq, firstBroken: seq + 1 }
      hash = expected
      seq = row.seq
    }
    if (rows.length < 5_000) break
  }
  const complete = (head?.seq ?? 0) === seq && (head === undefined || head.hash.equals(hash))
  return { entries: seq, firstBroken: complete ? null : seq + 1 }
}

/** What happened to a record, as its time line shows it. `kind` names the sentence `event.<kind>`. */
export type RecordedEvent = { recordType: string; recordId: string; kind: string; facts?: Record<string, string | number | null> }

/** A change as it is written down: what the record's time line shows, and what the audit log keeps. */
export type Change = { events?: readonly RecordedEvent[]; audit: readonly AuditEntry[] }
type Doer = Pick<Actor, 'company' | 'membershipId' | 'name'>

/**
 * Writes down a change: the events that the record's time line shows and the audit entries behind them, in the
 * transaction of the change. Call it last in a handler, right before the answer is made.
 */
export async function record(tx: Tx, actor: Doer, now: Date, { events = [], audit: entries }: Change): Promise<void> {
  await Promise.all([
    events.length > 0 && eventsInsert(actor, now, events).execute(tx),
    audit(tx, actor.company.id, { id: actor.membershipId, name: actor.name }, now, entries),
  ])
}

/** The audit entries of a change together with the commit, for who took the end of the chain with `auditHeadQuery`. */
export function auditLast(tx: Tx, actor: Doer, now: Date, entries: readonly AuditEntry[], head: AuditHead): void {
  writeLast(tx, auditInsert(actor.company.id, { id: actor.membershipId, name: actor.name }, now, entries, head).compile(tx))
}

/** The events of a change alone, for who writes them together with something else. */
export function eventsInsert(actor: Doer, now: Date, events: readonly RecordedEvent[]): RawBuilder<unknown> {
  const facts = events.map((event) => JSON.stringify(event.facts ?? {}))
  return sql`
    insert into record_event (company_id, id, record_type, record_id, at, by_id, by_name, kind, facts)
    select ${actor.company.id}::int, id, type, record, ${now}::timestamptz, ${actor.membershipId}::uuid, ${actor.name}::text, kind, facts
    from unnest(${events.map(() => newId())}::uuid[], ${events.map((event) => event.recordType)}::text[], ${events.map((event) => event.recordId)}::uuid[],
      ${events.map((event) => event.kind)}::text[], ${facts}::jsonb[]) as e(id, type, record, kind, facts)`
}
