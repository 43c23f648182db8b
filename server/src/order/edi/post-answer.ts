import { ediAddressOf } from '@kervan/contract/company/edi-address'
import { sql } from 'kysely'
import { mayPostTo } from '../../company/company.api.ts'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { QueuePayloads } from '../../kit/work/payloads.ts'
import { mayExportTo } from '../settings/erp-codes.ts'
import { OutsideUnavailable, type OutsideLimits } from '../../kit/outside/outside.ts'

// Answers of EDI messages to the addresses of partners (ORD-023). A message is claimed in a transaction of its own, its
// answer is posted without any, and what came of it is written in a third one. An answer may arrive twice, never in two
// versions under one key. They have a queue of their own, so that mails do not wait for a slow partner.

/** How long a message is one worker's: longer than a request may take. */
const claimSeconds = 120
/** The pause after each try that failed; after the last one it is a person's to send it again. */
const pauses = [60, 300, 1_800, 7_200, 21_600]

const limits: OutsideLimits = {
  timeoutMs: 20_000,
  retries: 0,
  concurrent: 4,
  perSecond: 10,
  breaker: { failures: 5, openMs: 60_000 },
}

/** Of a message `m`: its answer says that something was ordered. One that came again has the answer of the first. */
export const confirmsOrders = (companyId: number) =>
  sql<boolean>`coalesce((select f.placed_lines from edi_message f where f.company_id = ${companyId} and f.id = m.repeats_id), m.placed_lines) > 0`

/** Of a message `m`: its answer confirms no order, or the customer has the ERP codes that the company asks for (ORD-021). */
export const mayGoOut = (companyId: number) =>
  sql<boolean>`(not ${confirmsOrders(companyId)} or ${mayExportTo(companyId, sql`m.partner_id`)})`

type DueAnswer = QueuePayloads['ediAnswers']

/** Promises the answer of a settled message to its partner's address, if there is one; an earlier promise is replaced. */
export async function promiseAnswer(
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  companyId: number,
  messageId: string,
  now: Date,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update edi_message m set post_due = ${now}, post_tries = 0, posted_at = null, post_problem = null
    from partner p where m.company_id = ${companyId} and m.id = ${messageId} and m.answer_file_id is not null
      and p.company_id = ${companyId} and p.id = m.partner_id and p.edi_address is not null`.execute(tx)
  if (numAffectedRows) await jobs.send(tx, 'ediAnswers', { companyId, messageId })
}

/** Messages whose answer is due and was not posted: because nobody took it, or because a worker died. */
export async function dueAnswers(tx: Tx, companyId: number, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from edi_message m where company_id = ${companyId} and post_due <= ${now} and ${mayGoOut(companyId)} order by post_due limit ${limit}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Promises again what is due. */
export async function remindAnswers(tx: Tx, services: Services, companyId: number): Promise<number> {
  const due = await dueAnswers(tx, companyId, services.clock.now(), 100)
  for (const messageId of due) await services.jobs.send(tx, 'ediAnswers', { companyId, messageId })
  return due.length
}

type Claimed = {
  tries: number
  answer_file_id: string
  address: string | null
  name: string
  type: string
  storage_key: string
}

/** Works off what the queue names. */
export const ediAnswering = (services: Services) => async (batch: readonly DueAnswer[]) => {
  for (const due of batch) await postAnswer(services, due)
}

/** Posts the answer of one message; does nothing for one that is not due or is another worker's. */
async function postAnswer(services: Services, { companyId, messageId }: DueAnswer): Promise<void> {
  const { db, clock } = services
  const claimed = await db.withCompany(companyId, (tx) => claim(tx, companyId, messageId, clock.now()))
  if (!claimed) return
  const problem = await post(services, messageId, claimed)
  const now = clock.now()
  const pause = pauses[claimed.tries - 1]
  const next = problem === null || pause === undefined ? null : new Date(now.getTime() + pause * 1_000)
  await db.withCompany(companyId, (tx) =>
    // Whoever settled the message anew meanwhile has promised another answer.
    sql`
      update edi_message set post_due = ${next}, posted_at = ${problem === null ? now : null}, post_problem = ${problem}
      where company_id = ${companyId} and id = ${messageId} and answer_file_id = ${claimed.answer_file_id} and post_tries = ${claimed.tries}`.execute(
      tx,
    ),
  )
}

async function claim(tx: Tx, companyId: number, messageId: string, now: Date): Promise<Claimed | null> {
  const { rows } = await sql<Claimed>`
    with mine as (
      update edi_message m set post_tries = post_tries + 1, post_due = ${now}::timestamptz + make_interval(secs => ${claimSeconds})
      where company_id = ${companyId} and id = ${messageId} and post_due <= ${now} and answer_file_id is not null and ${mayGoOut(companyId)}
      returning post_tries, partner_id, answer_file_id)
    select m.post_tries as tries, m.answer_file_id, p.edi_address as address, f.name, f.type, f.storage_key
    from mine m join file f on f.company_id = ${companyId} and f.id = m.answer_file_id
      left join partner p on p.company_id = ${companyId} and p.id = m.partner_id`.execute(tx)
  return rows[0] ?? null
}

/** Null when the partner has taken it, otherwise why not, in a word that holds no address. */
async function post(services: Services, messageId: string, claimed: Claimed): Promise<string | null> {
  const { address, name, type, storage_key: key, answer_file_id: fileId } = claimed
  const url = address === null ? null : ediAddressOf(address)
  if (!url || !mayPostTo(services, url.href)) return 'HostNotAllowed'
  try {
    const response = await services.outside.system(`EDI ${url.host}`, limits).fetch(url.href, {
      method: 'POST',
      body: new Uint8Array(await services.files.bytes(key)),
      headers: {
        'Content-Type': type,
        'Content-Disposition': `attachment; filename="${name}"`,
        // The same for every try of one answer, so that a partner can drop the second copy.
        'Idempotency-Key': `${messageId}-${fileId}`,
      },
    })
    await response.body?.cancel()
    return response.ok ? null : `HTTP ${response.status}`
  } catch (error) {
    if (error instanceof OutsideUnavailable) return error.code
    throw error
  }
}
