import {
  countMyNotices,
  getMyNotices,
  getNoticeChoices,
  markNoticesRead,
  noticesAtOnce,
  setNoticeChoice,
  watchMyNotices,
  type Notice,
} from '@kervan/contract/account/own-notices'
import { noticeEventNames, noticeEvents, noticeEventOf } from '@kervan/contract/kit/notices'
import type { Actor, Services } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { signal } from '../kit/database/signals.ts'
import { handle, handleStream } from '../kit/http/handle.ts'
import { asChoice, noticeSignal } from '../kit/work/notices.ts'

export const getMyNoticesHandler = handle(getMyNotices, async ({ tx, actor, input }) => {
  const rows = await tx
    .selectFrom('notice')
    .select(['id', 'event', 'facts', 'record_code', 'created_at', 'read_at'])
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    // An event that an older version wrote and this one does not know has no words.
    .where('event', 'in', noticeEventNames)
    .$if(input.before !== null, (query) => query.where('id', '<', input.before))
    .orderBy('id', 'desc')
    .limit(noticesAtOnce + 1)
    .execute()
  return {
    notices: rows.slice(0, noticesAtOnce).flatMap((row): Notice[] => {
      const event = noticeEventOf(row.event)
      if (!event) return []
      return [
        {
          id: row.id,
          event,
          facts: row.facts,
          recordCode: row.record_code,
          createdAt: row.created_at.toISOString(),
          isRead: row.read_at !== null,
        },
      ]
    }),
    more: rows.length > noticesAtOnce,
  }
})

export const countMyNoticesHandler = handle(countMyNotices, async ({ tx, actor }) => ({
  unread: await countUnread(tx, actor),
}))

export const watchMyNoticesHandler = handleStream(watchMyNotices, async ({ services, actor }) =>
  watchUnread(services, actor),
)

async function countUnread(tx: Tx, actor: Actor): Promise<number> {
  const { unread } = await tx
    .selectFrom('notice')
    .select((select) => select.cast<number>(select.fn.countAll(), 'integer').as('unread'))
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .where('event', 'in', noticeEventNames)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

/** How often it is said again what was said, in ms: sooner than anybody on the way takes the silence for the end. */
const sayAgainEvery = 45_000

async function* watchUnread({ db, signals }: Services, actor: Actor): AsyncGenerator<{ unread: number }> {
  const told = signals.subscribe(noticeSignal(actor.membershipId))
  try {
    let unread = -1
    for (let heard = true; !signals.isClosed(); heard = await told.heard(sayAgainEvery)) {
      if (heard || signals.isDeaf())
        unread = await db.withCompany(actor.company.id, (tx) => countUnread(tx, actor))
      yield { unread }
    }
  } finally {
    told.end()
  }
}

/** The reader's own business: no entry in the audit log. */
export const markNoticesReadHandler = handle(markNoticesRead, async ({ tx, actor, input, now }) => {
  await signal(tx, [noticeSignal(actor.membershipId)])
  await tx
    .updateTable('notice')
    .set({ read_at: now })
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .where('read_at', 'is', null)
    .$if(input.id !== null, (query) => query.where('id', '=', input.id))
    .execute()
  return { done: true } as const
})

export const getNoticeChoicesHandler = handle(getNoticeChoices, async ({ tx, actor }) => {
  const rows = await tx
    .selectFrom('notice_choice')
    .select(['event', 'choice'])
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .execute()
  const chosen = new Map(rows.map(({ event, choice }) => [event, choice]))
  return {
    choices: noticeEventNames.map((event) => ({
      event,
      choice: asChoice(chosen.get(event), noticeEvents[event].usual),
    })),
  }
})

/** A preference, not a right: it needs no entry in the audit log. */
export const setNoticeChoiceHandler = handle(setNoticeChoice, async ({ tx, actor, input }) => {
  await tx
    .insertInto('notice_choice')
    .values({
      company_id: actor.company.id,
      membership_id: actor.membershipId,
      event: input.event,
      choice: input.choice,
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'membership_id', 'event']).doUpdateSet({ choice: input.choice }),
    )
    .execute()
  return { done: true } as const
})
