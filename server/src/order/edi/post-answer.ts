import { ediAddressOf } from '@kervan/contract/company/edi-address'
import { sql } from 'kysely'
import { mayPostTo } from '../../company/company.api.ts'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { UnknownAnswer } from '../../kit/outside/deliver.ts'
import { deliveries, type DeliveryContext, type Prepared } from '../../kit/outside/deliveries.ts'
import type { OutsideLimits } from '../../kit/outside/outside.ts'
import { mayExportTo } from '../settings/erp-codes.ts'

// Answers of EDI messages to the addresses of partners (ORD-023), sent as `deliveries`. The key names the message and its
// answer, so an answer may arrive twice, never in two versions under one key.

const limits: OutsideLimits = {
  timeoutMs: 20_000,
  retries: 0,
  concurrent: 4,
  perSecond: 10,
  breaker: { failures: 5, openMs: 60_000 },
}

type Answer = { url: URL; name: string; type: string; storageKey: string }

export const ediAnswers = deliveries<Answer>('ediAnswers', {
  pauses: [60, 300, 1_800, 7_200, 21_600],
  prepare,
  async send({ url, name, type, storageKey }, { services, key }) {
    const response = await services.outside.system(`EDI ${url.host}`, limits).fetch(url.href, {
      method: 'POST',
      body: new Uint8Array(await services.files.bytes(storageKey)),
      headers: {
        'Content-Type': type,
        'Content-Disposition': `attachment; filename="${name}"`,
        // The same for every try of one answer, so that a partner can drop the second copy.
        'Idempotency-Key': key,
      },
    })
    await response.body?.cancel()
    if (!response.ok) throw new UnknownAnswer(`HTTP ${response.status}`)
    return { taken: true, receipt: null, response: null }
  },
})

/** Of a message `m`: the key of its answer. */
export const answerKey = sql<string>`m.id || '-' || m.answer_file_id`

/** Of a message `m`: its answer says that something was ordered. One that came again has the answer of the first. */
export const confirmsOrders = (companyId: number) =>
  sql<boolean>`coalesce((select f.placed_lines from edi_message f where f.company_id = ${companyId} and f.id = m.repeats_id), m.placed_lines) > 0`

/** Of a message `m`: its answer confirms no order, or the customer has the ERP codes that the company asks for (ORD-021). */
export const mayGoOut = (companyId: number) =>
  sql<boolean>`(not ${confirmsOrders(companyId)} or ${mayExportTo(companyId, sql`m.partner_id`)})`

/**
 * Promises the answer of a settled message to its partner's address, if there is one. One that was promised already is
 * sent once more.
 */
export async function promiseAnswer(
  tx: Tx,
  services: Pick<Services, 'jobs'>,
  companyId: number,
  messageId: string,
  now: Date,
): Promise<void> {
  const found = sql`
    select ${answerKey} as key, m.id as record_id, coalesce(nullif(m.document_number, ''), m.file_name) as name, p.name as recipient
    from edi_message m join partner p on p.company_id = ${companyId} and p.id = m.partner_id and p.edi_address is not null
    where m.company_id = ${companyId} and m.id = ${messageId} and m.answer_file_id is not null`
  await ediAnswers.requestFound(tx, services, { companyId, now }, found, 'all')
}

type Found = {
  address: string | null
  name: string
  type: string
  storage_key: string
  may_go_out: boolean
}

/** An answer that another one has replaced is not sent; one that confirms orders waits for the ERP codes. */
async function prepare(
  tx: Tx,
  { services, companyId, key }: DeliveryContext & { key: string },
): Promise<Prepared<Answer>> {
  const { rows } = await sql<Found>`
    select p.edi_address as address, f.name, f.type, f.storage_key, ${mayGoOut(companyId)} as may_go_out
    from edi_message m join file f on f.company_id = ${companyId} and f.id = m.answer_file_id
      left join partner p on p.company_id = ${companyId} and p.id = m.partner_id
    where m.company_id = ${companyId} and m.id = ${key.slice(0, 36)} and ${answerKey} = ${key}`.execute(tx)
  const [found] = rows
  if (!found) return 'gone'
  if (!found.may_go_out) return { waits: 'ErpCodesMissing' }
  const url = found.address === null ? null : ediAddressOf(found.address)
  if (!url || !mayPostTo(services, url.href)) return { failed: 'HostNotAllowed' }
  return { notice: { url, name: found.name, type: found.type, storageKey: found.storage_key } }
}
