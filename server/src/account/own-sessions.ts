import { sql } from 'kysely'
import { endOtherSessions, endOwnSession, getSessions } from '@kervan/contract/access/own-security'
import { refusal } from '@kervan/contract/kit/refusals'
import { record } from '../kit/records/audit.ts'
import { handle } from '../kit/http/handle.ts'
import { endSessionsOf } from '../kit/http/session.ts'

// A person's own open sessions (USR-009), in whatever company: it is one password that opens them all.

export const getSessionsHandler = handle(getSessions, async ({ tx, actor, familyId }) => {
  const rows = await tx
    .selectFrom('session')
    .distinctOn('family_id')
    .select(['family_id', 'agent', 'address', 'signed_in_at', 'last_seen_at'])
    .where('identity_id', '=', actor.identityId)
    .where('ended_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('last_seen_at', '>', sql<Date>`now() - make_interval(mins => idle_minutes)`)
    .orderBy('family_id')
    .orderBy('last_seen_at', 'desc')
    .execute()
  const sessions = rows.map((row) => ({
    id: row.family_id,
    agent: row.agent,
    address: row.address,
    signedInAt: row.signed_in_at.toISOString(),
    lastUsedAt: row.last_seen_at.toISOString(),
    current: row.family_id === familyId,
  }))
  return {
    sessions: sessions.toSorted(
      (a, b) => Number(b.current) - Number(a.current) || (a.lastUsedAt < b.lastUsedAt ? 1 : -1),
    ),
  }
})

export const endOwnSessionHandler = handle(endOwnSession, async ({ input, tx, actor, now }) => {
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set({ ended_at: sql`now()` })
    .where('family_id', '=', input.id)
    .where('identity_id', '=', actor.identityId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw refusal('NotFound')
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'security.sessionsEnded',
        recordType: 'membership',
        recordId: actor.membershipId,
        recordCode: actor.userName,
        after: { count: 1 },
      },
    ],
  })
  return { done: true } as const
})

export const endOtherSessionsHandler = handle(endOtherSessions, async ({ tx, actor, familyId, now }) => {
  const ended = await endSessionsOf(tx, { identityId: actor.identityId }, familyId ?? undefined)
  if (ended > 0)
    await record(tx, actor, now, {
      audit: [
        {
          operation: 'security.sessionsEnded',
          recordType: 'membership',
          recordId: actor.membershipId,
          recordCode: actor.userName,
          after: { count: ended },
        },
      ],
    })
  return { ended }
})
