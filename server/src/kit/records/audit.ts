import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import type { EventKind, Operation, RecordType } from '@kervan/contract/kit/operations'
import { pipeline, writeAtCommit, type Tx } from '../database/db.ts'
import { insertManyQueries } from '../database/insert-many.ts'
import { newId } from '../database/uuid.ts'

/** One change of one record, for the audit log. */
export type AuditEntry = {
  operation: Operation
  recordType: RecordType
  recordId?: string | null
  recordCode?: string | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  /**
   * The fields that hold amounts of money, wherever they stand: kept from readers without prices (ORD-020). Of an entry
   * that does not say, whatever looks like an amount is kept from them.
   */
  amounts?: readonly string[]
}

type By = { id: string | null; name: string }

const genesis = Buffer.alloc(32)

/**
 * Adds entries to the company's audit log, in the transaction of the change they tell of (D41). Each entry's hash
 * covers the one before it, so removing or changing an entry later breaks the chain. The head row is the lock that
 * keeps the order: call this last, because it serialises the writers of a company until they commit.
 */
export async function audit(
  tx: Tx,
  companyId: number,
  by: By,
  at: Date,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length > 0)
    await pipeline(tx, auditBegun(companyId), ...appendQueries(companyId, by, at, entries))
}

/** Makes the beginning of a company's chain where there is none; to be asked before `auditLast`. */
export function auditBegun(companyId: number): CompiledQuery {
  return CompiledQuery.raw(beginChain, [companyId, genesis])
}

// Asks before it inserts: an insert that finds a row waits for whoever is about to change it.
const beginChain =
  'insert into audit_head (company_id, seq, hash) select $1::int, 0, $2::bytea where not exists (select from audit_head where company_id = $1) on conflict do nothing'

// The chain is wound in the database, so that nobody who waits for its end waits for our answer as well. What an entry's
// hash covers is the text that `chain` below makes: number and code are put into it here, the rest comes ready.
// Distributed PostgreSQL takes the recursion in the FROM of an insert that returns something, and the head on its own.
const appendEntries = (codes: string): string => `
  insert into audit_entry (company_id, seq, at, actor_id, actor_name, operation, record_type, record_id, record_code, before, after, amounts, hash)
  select $1, seq, $2::timestamptz, $3::uuid, $4::text, ($7::text[])[n], ($8::text[])[n], ($9::uuid[])[n], code, ($10::jsonb[])[n], ($11::jsonb[])[n], ($12::jsonb[])[n], hash from (
    with recursive head as materialized (
      select seq, hash, (${codes}) as codes from audit_head where company_id = $1 for update of audit_head),
    wound (n, seq, code, hash, codes) as (
      select 0, head.seq, null::text collate "C", head.hash, head.codes from head
      union all
      select w.n + 1, w.seq + 1, w.codes[w.n + 1] collate "C",
        sha256(w.hash || convert_to('[' || $1::int || ',' || w.seq + 1 || ',' || ($5::text[])[w.n + 1] || ',' || coalesce(to_json(w.codes[w.n + 1])::text, 'null') || ',' || ($6::text[])[w.n + 1] || ']', 'UTF8')),
        w.codes
      from wound w where w.n < cardinality($5::text[])
    )
    select n, seq, code, hash from wound where n > 0) entries
  returning seq`
const appendGiven = appendEntries('$13::text[]')
const moveHead = `
  update audit_head h set seq = e.seq, hash = e.hash
  from (select seq, hash from audit_entry where company_id = $1 order by seq desc limit 1) e where h.company_id = $1`

// A step of the recursion carries the codes of all entries and looks for its own in arrays, so a statement for many would
// take a time that grows with their square.
const entriesAtOnce = 200

/** `codes`: SQL for the codes of the records `$9::uuid[]` of company $1, where the entries cannot know them yet. */
function appendQueries(
  companyId: number,
  by: By,
  at: Date,
  entries: readonly AuditEntry[],
  codes?: string,
): CompiledQuery[] {
  return Array.from({ length: Math.ceil(entries.length / entriesAtOnce) }, (_, portion) =>
    appendPortion(
      companyId,
      by,
      at,
      entries.slice(portion * entriesAtOnce, (portion + 1) * entriesAtOnce),
      codes,
    ),
  ).flat()
}

function appendPortion(
  companyId: number,
  by: By,
  at: Date,
  entries: readonly AuditEntry[],
  codes?: string,
): CompiledQuery[] {
  const rows = entries.map((entry) => ({
    ...entry,
    record_id: entry.recordId ?? null,
    before: entry.before ? canonical(entry.before) : null,
    after: entry.after ? canonical(entry.after) : null,
  }))
  const inner = (values: unknown[]) => JSON.stringify(values).slice(1, -1)
  const values = [
    companyId,
    at,
    by.id,
    by.name,
    rows.map((row) =>
      inner([at.toISOString(), by.id, by.name, row.operation, row.recordType, row.record_id]),
    ),
    rows.map((row) => inner([row.before, row.after])),
    rows.map((row) => row.operation),
    rows.map((row) => row.recordType),
    rows.map((row) => row.record_id),
    rows.map((row) => row.before),
    rows.map((row) => row.after),
    rows.map((row) => (row.amounts ? JSON.stringify(row.amounts) : null)),
  ]
  const append = codes
    ? CompiledQuery.raw(appendEntries(codes), values)
    : CompiledQuery.raw(appendGiven, [...values, rows.map((row) => row.recordCode ?? null)])
  return [append, CompiledQuery.raw(moveHead, [companyId])]
}

type Row = {
  company_id: number
  seq: number
  at: Date
  actor_id: string | null
  actor_name: string
  operation: string
  record_type: string
  record_id: string | null
  record_code: string | null
  before: string | null
  after: string | null
}

function chain(previous: Buffer, row: Row): Buffer {
  const text = JSON.stringify([
    row.company_id,
    row.seq,
    row.at.toISOString(),
    row.actor_id,
    row.actor_name,
    row.operation,
    row.record_type,
    row.record_id,
    row.record_code,
    row.before,
    row.after,
  ])
  return createHash('sha256').update(previous).update(text).digest()
}

/** JSON with sorted keys: the database keeps jsonb in an order of its own, and the hash must not depend on it. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object' && !(value instanceof Date)) {
    const entries = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
  }
  return JSON.stringify(value ?? null)
}

/** The number of the first entry that does not fit the chain, or null when all of them do. Reads the log in order. */
export async function verifyAudit(
  tx: Tx,
  companyId: number,
): Promise<{ entries: number; firstBroken: number | null }> {
  const head = await tx
    .selectFrom('audit_head')
    .selectAll()
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  let hash: Buffer = genesis
  let seq = 0
  for (;;) {
    const rows = await tx
      .selectFrom('audit_entry')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(5_000)
      .execute()
    for (const row of rows) {
      const expected = chain(hash, {
        ...row,
        before: row.before === null ? null : canonical(row.before),
        after: row.after === null ? null : canonical(row.after),
      })
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
export type RecordedEvent = {
  recordType: RecordType
  recordId: string
  kind: EventKind
  facts?: Record<string, string | number | null>
}

/** A change as it is written down: what the record's time line shows, and what the audit log keeps. */
export type Change = { events?: readonly RecordedEvent[]; audit: readonly AuditEntry[] }
/** Who did something; without a membership it was the portal itself, in the company's name. */
export type Doer = { company: { id: number }; membershipId: string | null; name: string }

/** The portal itself, in the name of the company: who did what no member did. */
export async function companyAsDoer(tx: Tx, companyId: number): Promise<Doer> {
  const { name } = await tx
    .selectFrom('company')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return { company: { id: companyId }, membershipId: null, name }
}

/**
 * Writes down a change: the events that the record's time line shows and the audit entries behind them, in the
 * transaction of the change. Call it last in a handler, right before the answer is made.
 */
export async function record(
  tx: Tx,
  actor: Doer,
  now: Date,
  { events = [], audit: entries }: Change,
): Promise<void> {
  await Promise.all([
    ...eventsInsert(actor, now, events).map((query) => tx.executeQuery(query)),
    audit(tx, actor.company.id, { id: actor.membershipId, name: actor.name }, now, entries),
  ])
}

/** The audit entries of a change together with the commit; `codes` as in `appendQueries`. */
export function auditLast(
  tx: Tx,
  actor: Doer,
  now: Date,
  entries: readonly AuditEntry[],
  codes?: string,
): void {
  writeAtCommit(
    tx,
    ...appendQueries(actor.company.id, { id: actor.membershipId, name: actor.name }, now, entries, codes),
  )
}

/** The events of a change alone, for who writes them together with something else. */
export function eventsInsert(actor: Doer, now: Date, events: readonly RecordedEvent[]): CompiledQuery[] {
  return insertManyQueries(
    'record_event',
    events.map((event) => ({
      company_id: actor.company.id,
      id: newId(),
      record_type: event.recordType,
      record_id: event.recordId,
      at: now,
      by_id: actor.membershipId,
      by_name: actor.name,
      kind: event.kind,
      facts: event.facts ?? {},
    })),
  )
}
