import { acceptReturns } from '@kervan/contract/order/returns'
import type { NoticeEvent } from '@kervan/contract/kit/notices'
import { sql } from 'kysely'
import type { Actor, Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { loadActor } from '../../kit/http/actor.ts'
import { holdersOf, notify } from '../../kit/work/notices.ts'
import { orderScope } from '../scope.ts'

/** Tells those who decide on returns, of the orders that they see, that one was announced. */
export async function tellStaff(
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  actor: Actor,
  now: Date,
  { code, orderId }: { id: string; code: string; orderId: string },
): Promise<void> {
  const companyId = actor.company.id
  const event = 'productReturn.announced'
  const told: string[] = []
  for (const membershipId of await holdersOf(tx, companyId, acceptReturns.permission, event)) {
    if (membershipId === actor.membershipId) continue
    const reader = await loadActor(tx, companyId, membershipId)
    const { rows } =
      await sql`select from sales_order o where ${sql.join(orderScope(reader), sql` and `)} and o.id = ${orderId}`.execute(
        tx,
      )
    if (rows.length > 0) told.push(membershipId)
  }
  await notify(
    tx,
    jobs,
    { id: companyId },
    now,
    event,
    told.map((membershipId) => ({
      membershipId,
      codes: [code],
      facts: { by: actor.name, return: code, count: 1 },
      mail: { memo: '' },
    })),
  )
}

/** Tells who has announced returns what became of them; nobody of what they did themselves. */
export async function tellAnnouncers(
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  by: { companyId: number; membershipId: string | null; name: string; jobId?: string | undefined },
  now: Date,
  event: NoticeEvent & `productReturn.${'accepted' | 'refused' | 'received' | 'credited'}`,
  returns: readonly { code: string; announcedById: string }[],
  facts: { memo?: string | null; creditNote?: string | null } = {},
): Promise<void> {
  const byPerson = Map.groupBy(returns, ({ announcedById }) => announcedById)
  if (by.membershipId !== null) byPerson.delete(by.membershipId)
  await notify(
    tx,
    jobs,
    { id: by.companyId, jobId: by.jobId },
    now,
    event,
    [...byPerson].map(([membershipId, own]) => ({
      membershipId,
      codes: own.map(({ code }) => code),
      facts: {
        by: by.name,
        count: own.length,
        return: own.length === 1 ? (own[0]?.code ?? null) : null,
        creditNote: facts.creditNote ?? null,
      },
      mail: { memo: facts.memo ?? '' },
    })),
  )
}
