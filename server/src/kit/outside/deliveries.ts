import type { DeliveryKind } from '@kervan/contract/kit/work'
import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import type { Services } from '../context.ts'
import type { Tx } from '../database/db.ts'
import type { SystemJobHandlers } from '../work/jobs.ts'
import { deliver } from './deliver.ts'

// Sending to a system outside with a receipt. What is sent is a row of `delivery`, written in the transaction that causes
// it, so it is as certain as its cause. A worker claims it in a transaction of its own, sends it without any, and notes
// in a third one what came of it. A claim runs out: what a worker that died had sent is sent again under the same key,
// and the receiver answers as the first time.

/** What is sent, of one kind. */
export type Delivery = {
  /** Names what is sent, also for who receives it: whatever is sent under it again is the same. */
  key: string
  /** The record that it belongs to. */
  recordId: string
  /** What people call it: `SO-26-00042-1`. */
  name: string
  /** 1 for the first try. */
  tries: number
}

/** For what a delivery is asked. `recipient`: who receives it, where a kind has several. */
export type Requested = Pick<Delivery, 'key' | 'recordId' | 'name'> & { recipient?: string | null }

export type DeliveryContext = { services: Services; companyId: number; now: Date }

/**
 * What is sent now. `failed`: nothing can be, and somebody has to mend it first. `waits`: not yet, asked again after a
 * minute without a try counted. 'gone': nothing is to be sent any more. Both problems are codes.
 */
export type Prepared<N> = { notice: N } | { failed: string } | { waits: string } | 'gone'

/** What the receiver has said. `receipt`: the number that it gave. One that was refused is not sent again by itself. */
export type Answer = { taken: boolean; receipt: string | null; response: string | null }

/** How a delivery has ended. `problem`: why nobody has said so, a code; null where the receiver has. */
export type DeliveryOutcome = Answer & { problem: string | null }

export type DeliveryOptions<N> = {
  /** In a transaction: what is sent of this key. */
  prepare: (tx: Tx, asked: DeliveryContext & { key: string }) => Promise<Prepared<N>>
  /**
   * Outside any transaction. Throws where it is not known what came of it (`OutsideUnavailable`, `UnknownAnswer`): then
   * it is tried again; a system that was not asked, for an open breaker or a spent budget, costs no try.
   */
  send: (
    notice: N,
    asked: Pick<DeliveryContext, 'services' | 'companyId'> & { key: string },
  ) => Promise<Answer>
  /** In the transaction that notes the end: the area's records and entries. May be called again, with better news. */
  settle?: (tx: Tx, delivery: Delivery, outcome: DeliveryOutcome, context: DeliveryContext) => Promise<void>
  /** Seconds until the next try, after each that nobody answered; after the last of them it has failed. */
  pauses: readonly number[]
  /**
   * Who is told of final failures, of all since the last minute at once. Without it those who may send again
   * (`delivery.failed`).
   */
  tellOnFailure?: (tx: Tx, failed: readonly Delivery[], context: DeliveryContext) => Promise<void>
}

/** A kind of what is sent, as an area brings it. */
export type Deliveries = {
  readonly kind: DeliveryKind
  /**
   * Asks that these are sent, in the caller's transaction, once for each key. `again`: also of what has failed, or of
   * whatever is not under way; tries are counted anew.
   */
  request: (
    tx: Tx,
    services: Pick<Services, 'jobs'>,
    asked: { companyId: number; now: Date },
    requests: readonly Requested[],
    again?: Again,
  ) => Promise<void>
  /** As `request`, of what a query finds: columns `key`, `record_id`, `name` and `recipient`. */
  requestFound: (
    tx: Tx,
    services: Pick<Services, 'jobs'>,
    asked: { companyId: number; now: Date },
    found: RawBuilder<unknown>,
    again?: Again,
  ) => Promise<void>
  /**
   * The statement behind `requestFound`, for who sends it with the commit and wakes the workers with the keys that it may
   * find.
   */
  requestQuery: (
    tx: Tx,
    asked: { companyId: number; now: Date },
    found: RawBuilder<unknown>,
    again?: Again,
  ) => CompiledQuery<{ key: string }>
  /** Puts keys into the queue, in the caller's transaction; for what is not due nothing is done. */
  wake: (
    tx: Tx,
    services: Pick<Services, 'jobs'>,
    companyId: number,
    keys: readonly string[],
  ) => Promise<void>
  /** Works off what the queue names. */
  work: (services: Services) => SystemJobHandlers[DeliveryKind]
  tellOnFailure: DeliveryOptions<never>['tellOnFailure']
}

type Again = 'failed' | 'all'

/** Keys that one entry of the queue names: they are sent one after the other. */
const together = 50

/** A kind of deliveries. Its name stands in `contract/src/<area>/work.ts`, and the answer is a part of the area. */
export function deliveries<N>(kind: DeliveryKind, options: DeliveryOptions<N>): Deliveries {
  const wake: Deliveries['wake'] = async (tx, { jobs }, companyId, keys) => {
    for (let at = 0; at < keys.length; at += together)
      await jobs.send(tx, kind, { companyId, keys: keys.slice(at, at + together) })
  }
  const requestFound: Deliveries['requestFound'] = async (tx, services, asked, found, again) => {
    const { rows } = await tx.executeQuery(insert(tx, kind, asked, found, again))
    await wake(
      tx,
      services,
      asked.companyId,
      rows.map(({ key }) => key),
    )
  }
  return {
    kind,
    wake,
    requestFound,
    request: async (tx, services, asked, requests, again) =>
      requests.length > 0 ? requestFound(tx, services, asked, rowsOf(requests), again) : undefined,
    requestQuery: (tx, asked, found, again) => insert(tx, kind, asked, found, again),
    work: (services) => async (batch) => {
      const failures: unknown[] = []
      for (const { companyId, keys } of batch)
        for (const key of keys)
          await deliver(services, kind, options, companyId, key).catch((error: unknown) =>
            failures.push(error),
          )
      if (failures.length > 0) throw failures[0]
    },
    tellOnFailure: options.tellOnFailure,
  }
}

const rowsOf = (requests: readonly Requested[]): RawBuilder<unknown> => {
  const rows = JSON.stringify(requests.map(({ recordId, ...one }) => ({ ...one, record_id: recordId })))
  return sql`select r.key, r.record_id, r.name, r.recipient
    from jsonb_to_recordset(${rows}::jsonb) as r(key text, record_id uuid, name text, recipient text)`
}

/** Which rows are asked for again; one that is being sent is left to who sends it. */
const anew = {
  failed: sql`delivery.state = 'Failed'`,
  all: sql`(delivery.state <> 'Waiting' or delivery.claim is null)`,
} as const satisfies Record<Again, RawBuilder<unknown>>

function insert(
  tx: Tx,
  kind: DeliveryKind,
  { companyId, now }: { companyId: number; now: Date },
  found: RawBuilder<unknown>,
  again?: Again,
): CompiledQuery<{ key: string }> {
  return sql<{ key: string }>`
    insert into delivery (company_id, kind, key, record_id, name, recipient, state, requested_at, due_at)
    select ${companyId}::int, ${kind}::text, f.key, f.record_id, f.name, f.recipient, 'Waiting', ${now}::timestamptz, ${now}::timestamptz
    from (${found}) f order by f.key
    on conflict (company_id, kind, key) ${
      again
        ? sql`do update set state = 'Waiting', tries = 0, due_at = excluded.due_at, claim = null, settled_at = null, told_at = null,
            receipt = null, response = null, problem = null, name = excluded.name, recipient = excluded.recipient where ${anew[again]}`
        : sql`do nothing`
    } returning key`.compile(tx)
}

/** Keys of a kind that are due and were not sent: because nobody answered, or because a worker died. */
export async function dueKeys(
  tx: Tx,
  kind: DeliveryKind,
  { companyId, now }: { companyId: number; now: Date },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from delivery where company_id = ${companyId} and kind = ${kind} and state = 'Waiting' and due_at <= ${now}
    order by due_at limit ${limit}`.execute(tx)
  return rows.map(({ key }) => key)
}

/** What has failed and nobody was told of; held, and noted as told, so that it is told once. */
export async function untoldFailures(
  tx: Tx,
  kind: DeliveryKind,
  { companyId, now }: { companyId: number; now: Date },
): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    update delivery set told_at = ${now} where company_id = ${companyId} and kind = ${kind} and state = 'Failed' and told_at is null
    returning key, record_id as "recordId", name, tries`.execute(tx)
  return rows
}
