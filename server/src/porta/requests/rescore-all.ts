import { sql } from 'kysely'
import type { Services } from '../../kit/context.ts'
import type { QueuePayloads } from '../../kit/work/payloads.ts'
import { payerGlnOf } from '../payer.ts'
import { rescore } from './rescore.ts'

const atOnce = 200

/** Scores what nobody has decided yet anew, in portions: the rest is an entry of its own in the queue. */
export async function rescoreAll(
  services: Services,
  { companyId, after }: QueuePayloads['penaltyRescoring'],
): Promise<void> {
  await services.db.withCompany(companyId, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select r.id from discount_request r
      where r.company_id = ${companyId} and r.state in ('PreApplication', 'Pending') and r.archived_at is null and (${after}::uuid is null or r.id > ${after}::uuid)
      order by r.id limit ${atOnce} for update`.execute(tx)
    await rescore(
      tx,
      { payerGln: payerGlnOf(services) },
      companyId,
      rows.map(({ id }) => id),
    )
    const last = rows.length === atOnce ? rows.at(-1) : undefined
    if (last) await services.jobs.send(tx, 'penaltyRescoring', { companyId, after: last.id })
  })
}
