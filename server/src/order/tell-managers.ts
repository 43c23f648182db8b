import type { Call } from '@kervan/contract/kit/call'
import type { NoticeEvent } from '@kervan/contract/kit/notices'
import type { orderNotices } from '@kervan/contract/order/notices'
import { sql } from 'kysely'
import type { Services } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { loadActor } from '../kit/http/actor.ts'
import { tell, type Told } from '../kit/work/notices.ts'
import { orderScope } from './scope.ts'

/**
 * Tells everybody whose roles open a call of those of the orders that they may see: one notice and one mail each
 * (ORD-024). For work that goes on without anybody; programs are told nothing.
 *
 * @param orders ids, each with how many of its lines it is about
 */
export async function tellManagers(
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  companyId: number,
  now: Date,
  event: NoticeEvent & keyof typeof orderNotices,
  { permission }: Pick<Call, 'permission'>,
  orders: ReadonlyMap<string, number>,
): Promise<void> {
  const told: Told[] = []
  for (const membershipId of await holders(tx, companyId, permission)) {
    const seen = await seenBy(tx, companyId, membershipId, [...orders.keys()])
    if (seen.length === 0) continue
    told.push({
      membershipId,
      codes: seen.map(({ code }) => code),
      facts: {
        count: seen.length,
        order: seen.length === 1 ? (seen[0]?.code ?? null) : null,
        lines: seen.reduce((sum, { id }) => sum + (orders.get(id) ?? 0), 0),
      },
    })
  }
  await tell(tx, jobs, { id: companyId }, now, event, told)
}

async function holders(tx: Tx, companyId: number, permission: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from membership m
    where m.company_id = ${companyId} and m.state = 'Active' and m.user_type <> 'APIUser' and coalesce(m.invitation, 'Accepted') = 'Accepted'
      and exists (select from membership_role mr join role_permission p on p.company_id = ${companyId} and p.role_id = mr.role_id
        where mr.company_id = ${companyId} and mr.membership_id = m.id and p.permission = ${permission})
    order by m.id`.execute(tx)
  return rows.map(({ id }) => id)
}

async function seenBy(tx: Tx, companyId: number, membershipId: string, ids: readonly string[]) {
  const actor = await loadActor(tx, companyId, membershipId)
  const { rows } = await sql<{ id: string; code: string }>`
    select o.id, o.code from sales_order o
    where ${sql.join(orderScope(actor), sql` and `)} and o.id = any(${[...ids]}::uuid[]) order by o.code`.execute(
    tx,
  )
  return rows
}
