import { declineRequests } from '@kervan/contract/porta/discount-requests'
import { sql } from 'kysely'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { loadActor } from '../../kit/http/actor.ts'
import { holdersOf, notify, type Told } from '../../kit/work/notices.ts'
import { requestScope } from '../requests/scope.ts'

const event = 'discountRequest.changed'

/** Tells those who may decline of the requests of which ITS now says something else, as far as they see them (DSC-012). */
export async function notifyAuditors(
  tx: Tx,
  services: Services,
  companyId: number,
  requestIds: readonly string[],
): Promise<void> {
  const told: Told[] = []
  for (const membershipId of await holdersOf(tx, companyId, declineRequests.permission, event)) {
    const reader = await loadActor(tx, companyId, membershipId)
    if (!reader) continue
    const { rows } = await sql<{ code: string }>`
      select r.code from discount_request r
      where ${sql.join(requestScope(reader, 'auditor'), sql` and `)} and r.id = any(${[...requestIds]}::uuid[]) order by r.code`.execute(
      tx,
    )
    const codes = rows.map(({ code }) => code)
    if (codes.length > 0)
      told.push({
        membershipId,
        codes,
        facts: { count: codes.length, request: codes.length === 1 ? (codes[0] ?? null) : null },
      })
  }
  await notify(tx, services.jobs, { id: companyId }, services.clock.now(), event, told)
}
