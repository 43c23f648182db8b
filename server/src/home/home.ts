import { sql } from 'kysely'
import { dashboardBoxes, type DashboardBox } from '@kervan/contract/home/words'
import {
  getDashboard,
  getDiscountMonths,
  getOrderMonths,
  getShortcuts,
  getSignIns,
  getWatched,
  markWatched,
  saveDashboard,
  saveShortcuts,
} from '@kervan/contract/home/home'
import type { LoginState } from '@kervan/contract/access/words'
import { handle, handleOutside } from '../kit/http/handle.ts'
import { knownOrderMonths, orderMonths } from '../order/order.api.ts'
import { discountMonths } from '../porta/porta.api.ts'
import { keepOwnSetting, ownSetting } from './own-setting.ts'

export const getShortcutsHandler = handle(getShortcuts, async (context) => ({
  screens: (await ownSetting(context))?.shortcuts ?? null,
}))

export const saveShortcutsHandler = handle(saveShortcuts, async (context) => {
  await keepOwnSetting(context, { shortcuts: [...new Set(context.input.screens)] })
  return { done: true } as const
})

export const getDashboardHandler = handle(getDashboard, async (context) => {
  // A box that there is no more is left out.
  const boxes = (await ownSetting(context))?.dashboard?.filter((box): box is DashboardBox =>
    Object.hasOwn(dashboardBoxes, box),
  )
  return { boxes: boxes ?? null }
})

export const saveDashboardHandler = handle(saveDashboard, async (context) => {
  await keepOwnSetting(context, { dashboard: [...new Set(context.input.boxes)] })
  return { done: true } as const
})

type Attempt = { at: Date; address: string; agent: string; state: LoginState }

/** Tries at this company's door only; "last" leaves out the sign-in that this session began with. */
export const getSignInsHandler = handle(getSignIns, async ({ tx, actor, tokenHash }) => {
  const last = (states: LoginState[], condition = sql`true`) =>
    sql<Attempt>`
    select at, address, agent, state from login_attempt
    where company_id = ${actor.company.id} and identity_id = ${actor.identityId} and state = any(${states}::text[]) and ${condition}
    order by at desc limit 1`.execute(tx)
  // The try is noted right after its session was opened.
  const beforeThisOne = sql`at < (select min(f.created_at) from session s join session f on f.family_id = s.family_id where s.token_hash = ${tokenHash})`
  const [successful, failed, member] = await Promise.all([
    last(['Succces'], beforeThisOne),
    last(['Failed', 'Blocked', 'Error']),
    tx
      .selectFrom('membership')
      .select('joined_at')
      .where('company_id', '=', actor.company.id)
      .where('id', '=', actor.membershipId)
      .executeTakeFirstOrThrow(),
  ])
  const present = ([row]: Attempt[]) => (row ? { ...row, at: row.at.toISOString() } : null)
  return {
    lastSuccessful: present(successful.rows),
    lastFailed: present(failed.rows),
    joinedAt: member.joined_at.toISOString(),
  }
})

export const getOrderMonthsHandler = handleOutside(
  getOrderMonths,
  async (context) => {
    const { tx, actor } = context
    const [known, policy] = await Promise.all([
      knownOrderMonths(context),
      tx
        .selectFrom('company_policy')
        .select('chart_export')
        .where('company_id', '=', actor.company.id)
        .executeTakeFirstOrThrow(),
    ])
    return { known, chartExport: policy.chart_export }
  },
  async ({ known, chartExport }, context) => {
    const { months, asOf } = await orderMonths(known, context)
    return { months, asOf: asOf.toISOString(), chartExport }
  },
)

export const getDiscountMonthsHandler = handle(getDiscountMonths, async (context) => {
  const { tx, actor, input } = context
  const [months, policy] = await Promise.all([
    discountMonths({ ...context, kind: input.kind ?? 'InstitutionalDiscount' }),
    tx
      .selectFrom('company_policy')
      .select('chart_export')
      .where('company_id', '=', actor.company.id)
      .executeTakeFirstOrThrow(),
  ])
  return { months, chartExport: policy.chart_export }
})

export const getWatchedHandler = handle(getWatched, async ({ tx, actor }) => {
  const rows = await tx
    .selectFrom('watched_content')
    .select('reference_key')
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .orderBy('watched_at')
    .execute()
  return { referenceKeys: rows.map((row) => row.reference_key) }
})

export const markWatchedHandler = handle(markWatched, async ({ input, tx, actor, now }) => {
  const id = {
    company_id: actor.company.id,
    membership_id: actor.membershipId,
    reference_key: input.referenceKey,
  }
  if (!input.watched) {
    await tx
      .deleteFrom('watched_content')
      .where((where) => where.and(id))
      .execute()
    return { done: true } as const
  }
  const known = await tx
    .selectFrom('service_media_content')
    .select('int_code')
    .where('company_id', '=', actor.company.id)
    .where('reference_key', '=', input.referenceKey)
    .executeTakeFirst()
  if (!known) throw markWatched.refuse('NotFound')
  await tx
    .insertInto('watched_content')
    .values({ ...id, watched_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { done: true } as const
})
