import { sql, type CompiledQuery } from 'kysely'
import type { Language } from '@kervan/contract/kit/values'
import type { FactValue } from '@kervan/contract/kit/refusals'
import type { Services } from '../context.ts'
import { compiledOnce } from '../database/compiled-once.ts'
import { afterCommit, writeAtCommit, type Tx } from '../database/db.ts'
import type { Jobs } from './jobs.ts'
import type { OutboxPayloads, QueuePayloads } from './payloads.ts'
import type { Mailer } from './mail.ts'
import { repeat } from './repeat.ts'
import { newId } from '../database/uuid.ts'

// What must leave the house is written beside the change that causes it and sent afterwards, at least once (D35).
// A mail's Message-ID is its outbox id, so that a mailbox may drop the second copy after a crash in between.

/** A mail by the name of its text: `mail.<template>.subject` and `mail.<template>.body` in the reader's language. */
export type MailOrder = {
  to: string
  language: Language
  template: string
  facts: Record<string, FactValue>
  /** Where this one leads, below the address of the portal, where its text does not say it (`mails` of the areas). */
  path?: string
  /** Files of the company that go with it; one that is gone by then is left out. */
  fileIds?: readonly string[]
}

/** Promises a mail in the caller's transaction: without its commit no mail leaves. Answers its id in the outbox. */
export function enqueueMail(tx: Tx, jobs: Jobs, companyId: number, mail: MailOrder): Promise<string> {
  return enqueue(tx, jobs, companyId, 'mail', mail)
}

/** What has to be looked up or made before a mail can be written, by its kind; done outside the request that asks for it. */
export type OutboxHandler<K extends OutboxKind> = (
  services: Services,
  mailer: Mailer,
  companyId: number,
  id: string,
  payload: OutboxPayloads[K],
) => Promise<void>
/** Mails are the kit's own. */
export type OutboxHandlers = { readonly [K in Exclude<OutboxKind, 'mail'>]: OutboxHandler<K> }
type OutboxKind = keyof OutboxPayloads
/** What is done for a kind of the outbox, as an area brings it. */
export type AnyOutbox = {
  [K in keyof OutboxHandlers]: { outbox: K; deliver: OutboxHandlers[K] }
}[keyof OutboxHandlers]

/** Promises that work of this kind will be done, in the caller's transaction. It may run again after a crash. */
export async function enqueue<K extends OutboxKind>(
  tx: Tx,
  jobs: Jobs,
  companyId: number,
  kind: K,
  payload: OutboxPayloads[K],
): Promise<string> {
  const id = newId()
  await tx.executeQuery(enqueueQuery(tx, jobs, companyId, id, kind, payload))
  return id
}

/** As `enqueue`, with the last writes of the transaction. */
export function enqueueAtCommit<K extends OutboxKind>(
  tx: Tx,
  jobs: Jobs,
  companyId: number,
  kind: K,
  payload: OutboxPayloads[K],
): void {
  writeAtCommit(tx, enqueueQuery(tx, jobs, companyId, newId(), kind, payload))
}

/**
 * For a handler whose work is done in the database alone: notes it as done in the same transaction, so that it is done
 * once whatever is killed. False where it was done before.
 */
export async function takeOutbox(tx: Tx, companyId: number, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({ done_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function enqueueQuery<K extends OutboxKind>(
  tx: Tx,
  jobs: Jobs,
  companyId: number,
  id: string,
  kind: K,
  payload: OutboxPayloads[K],
): CompiledQuery {
  afterCommit(tx, () => jobs.announce(companyId, id))
  return outboxInsert({ companyId, id, kind, payload: JSON.stringify(payload) })
}

const outboxInsert = compiledOnce(
  (row: { companyId: number; id: string; kind: OutboxKind; payload: string }, db) =>
    db
      .insertInto('outbox')
      .values({ company_id: row.companyId, id: row.id, kind: row.kind, payload: row.payload })
      .compile(),
)

const sweepEveryMs = 60_000
const forgottenAfterSeconds = 120

/** Looks now and then for what nobody announced. Returns how to stop it. */
export function watchOutbox(services: Services): () => Promise<void> {
  return repeat('outbox sweep', sweepEveryMs, services.log, () => announceForgotten(services))
}

/**
 * Announces what was promised and never tried, because the process that promised it died before it could say so. Only
 * while the queue is empty, so that nothing is announced that merely waits for its turn. Returns how many.
 */
export async function announceForgotten({ db, jobs }: Services): Promise<number> {
  if (await jobs.isBusy('outbox')) return 0
  let found = 0
  for (const { id: companyId } of await db.shared.selectFrom('company').select('id').execute()) {
    const rows = await db.withCompany(companyId, (tx) =>
      tx
        .selectFrom('outbox')
        .select('id')
        .where('company_id', '=', companyId)
        .where('done_at', 'is', null)
        .where('attempts', '=', 0)
        .where('created_at', '<', sql<Date>`now() - make_interval(secs => ${forgottenAfterSeconds})`)
        .limit(1_000)
        .execute(),
    )
    for (const { id } of rows) jobs.announce(companyId, id)
    found += rows.length
  }
  return found
}

/**
 * Sends what outbox jobs name, and does nothing for what has left already. Throws after the last when one could not
 * be sent, so that the queue comes back to it; the others are noted as sent by then.
 */
export function deliverer(services: Services, mailer: Mailer, outboxHandlers: Partial<OutboxHandlers>) {
  const kinds: OutboxWorks = { ...outboxHandlers, mail: sendMail }
  return async (batch: readonly QueuePayloads['outbox'][]): Promise<void> => {
    const failures: unknown[] = []
    for (const [companyId, named] of Map.groupBy(batch, (one) => one.companyId)) {
      failures.push(
        ...(await deliverOf(
          services,
          mailer,
          kinds,
          companyId,
          named.flatMap(({ ids }) => ids),
        )),
      )
    }
    if (failures.length > 0) throw failures[0]
  }
}

const sendMail: OutboxHandler<'mail'> = async ({ db, files }, mailer, companyId, id, mail) => {
  const fileIds = [...(mail.fileIds ?? [])]
  const named =
    fileIds.length === 0
      ? []
      : await db.withCompany(companyId, (tx) =>
          tx
            .selectFrom('file')
            .select(['name', 'type', 'storage_key'])
            .where('company_id', '=', companyId)
            .where('id', 'in', fileIds)
            .orderBy('name')
            .execute(),
        )
  const attached = await Promise.all(
    named.map(async ({ name, type, storage_key }) => ({ name, type, body: await files.bytes(storage_key) })),
  )
  await mailer.send(id, mail, attached)
}

type OutboxWorks = { readonly [K in OutboxKind]?: OutboxHandler<K> }

async function deliverOf(
  services: Services,
  mailer: Mailer,
  kinds: OutboxWorks,
  companyId: number,
  ids: string[],
): Promise<unknown[]> {
  const { db, clock } = services
  const rows = await db.withCompany(companyId, (tx) =>
    tx
      .selectFrom('outbox')
      .select(['id', 'kind', 'payload'])
      .where('company_id', '=', companyId)
      .where('id', 'in', ids)
      .where('done_at', 'is', null)
      .orderBy('id')
      .execute(),
  )
  const sent: string[] = []
  const failed: { id: string; error: unknown }[] = []
  const deliver = async <K extends OutboxKind>(id: string, kind: K, payload: OutboxPayloads[K]) => {
    const handler = kinds[kind]
    // Promised by a version that knew more kinds than this one.
    if (!handler) throw new Error(`nothing delivers ${kind}`)
    await handler(services, mailer, companyId, id, payload)
  }
  for (const { id, kind, payload } of rows) {
    await deliver(id, kind, payload).then(
      () => sent.push(id),
      (error: unknown) => failed.push({ id, error }),
    )
  }
  await db.withCompany(companyId, async (tx) => {
    const note = (some: string[], fields: { done_at?: Date; last_error: string | null }) =>
      tx
        .updateTable('outbox')
        .set({ ...fields, attempts: sql`attempts + 1` })
        .where('company_id', '=', companyId)
        .where('id', 'in', some)
        .execute()
    if (sent.length > 0) await note(sent, { done_at: clock.now(), last_error: null })
    for (const { id, error } of failed)
      await note([id], { last_error: error instanceof Error ? error.message : String(error) })
  })
  return failed.map(({ error }) => error)
}
