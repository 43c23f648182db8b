import type { Call } from '@kervan/contract/kit/call'
import type { NoticeEvent } from '@kervan/contract/kit/notices'
import type { orderNotices } from '@kervan/contract/order/notices'
import { sql } from 'kysely'
import type { Services } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { loadActor } from '../kit/http/actor.ts'
import { holdersOf, notify, type Told } from '../kit/work/notices.ts'
import { preOrderScope } from './pre/offer.ts'
import { orderScope } from './scope.ts'

type Options = {
  of?: 'order' | 'preOrder'
  /** Who did it, and is not told. */
  by?: { membershipId: string | null; name: string }
  jobId?: string | undefined
}

/**
 * Tells everybody whose roles open a call of those of the orders that they may see: one notice and one mail each
 * (ORD-024). Programs are told nothing. Of what is usually not told, only who has asked for it.
 *
 * @param orders ids, each with how many of its lines it is about
 */
export async function notifyManagers(
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  companyId: number,
  now: Date,
  event: NoticeEvent & keyof typeof orderNotices,
  { permission }: Pick<Call, 'permission'>,
  orders: ReadonlyMap<string, number>,
  { of = 'order', by, jobId }: Options = {},
): Promise<void> {
  const told: Told[] = []
  for (const membershipId of await holdersOf(tx, companyId, permission, event)) {
    if (membershipId === by?.membershipId) continue
    const seen = await seenBy(tx, companyId, membershipId, of, [...orders.keys()])
    if (seen.length === 0) continue
    told.push({
      membershipId,
      codes: seen.map(({ code }) => code),
      facts: {
        ...(by && { by: by.name }),
        count: seen.length,
        order: seen.length === 1 ? (seen[0]?.code ?? null) : null,
        lines: seen.reduce((sum, { id }) => sum + (orders.get(id) ?? 0), 0),
      },
    })
  }
  await notify(tx, jobs, { id: companyId, jobId }, now, event, told)
}

async function seenBy(
  tx: Tx,
  companyId: number,
  membershipId: string,
  of: 'order' | 'preOrder',
  ids: readonly string[],
) {
  const actor = await loadActor(tx, companyId, membershipId)
  const [table, scope] =
    of === 'order' ? [sql`sales_order`, orderScope(actor)] : [sql`pre_order`, preOrderScope(actor, 'manager')]
  const { rows } = await sql<{ id: string; code: string }>`
    select o.id, o.code from ${table} o
    where ${sql.join(scope, sql` and `)} and o.id = any(${[...ids]}::uuid[]) order by o.code`.execute(tx)
  return rows
}
