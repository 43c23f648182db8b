import { sql } from 'kysely'
import { activityWindowMonths, loginLog } from '@kervan/contract/account/activity'
import { loginReasons } from '@kervan/contract/account/activity-words'
import type { LoginState } from '@kervan/contract/access/words'
import type { RowOf } from '@kervan/contract/kit/page'
import type { Actor } from '../../kit/context.ts'
import { handle, handleDownload } from '../../kit/handle.ts'
import { exportRows, readPage, type ListSql } from '../../kit/page.ts'
import { seesPartOnly } from '../../kit/reach.ts'
import { withinWindow, type DayWindow } from '../../kit/window.ts'
import { seenPerson } from '../users/user.sql.ts'

// The login log (ACC-005, USR-010): tries at the door of this company, and of no other. Tries are kept across companies,
// so the condition on the company stands here alone; a name is shown only for people of this company.

type Row = RowOf<typeof loginLog>
type Found = {
  id: string
  at: Date
  username: string
  name: string | null
  membership_id: string | null
  state: LoginState
  reason: (typeof loginReasons)[number]
  address: string
  agent: string
}

const reason = sql`case when a.reason = '' then 'none' when a.reason = any(${loginReasons}::text[]) then a.reason else 'other' end`
const name = sql`i.first_name || ' ' || i.last_name`

/** Who works for a customer or for some places sees only their own tries. */
function loginList(actor: Actor, window: DayWindow): ListSql {
  return {
    select: sql`a.id, a.at, a.username_folded as username, ${name} as name, m.id as membership_id, a.state, ${reason} as reason, a.address, a.agent`,
    from: sql`login_attempt a
      left join membership m on m.company_id = ${actor.company.id} and m.identity_id = a.identity_id
      left join ${seenPerson}`,
    where: [
      sql`a.company_id = ${actor.company.id}`,
      withinWindow(actor.company.timeZone, sql`a.at`, window, activityWindowMonths),
      ...(seesPartOnly(actor) ? [sql`a.identity_id = ${actor.identityId}`] : []),
    ],
    columns: {
      at: sql`a.at`,
      username: sql`a.username_folded`,
      name,
      loginState: sql`a.state`,
      loginReason: reason,
      address: sql`a.address`,
      agent: sql`a.agent`,
    },
    id: sql`a.id`,
    search: sql`a.username_folded`,
  }
}

function present(row: Found): Row {
  return {
    id: row.id,
    at: row.at.toISOString(),
    username: row.username,
    name: row.name,
    membershipId: row.membership_id,
    loginState: row.state,
    loginReason: row.reason,
    address: row.address,
    agent: row.agent,
  }
}

export const getLoginLog = handle(loginLog.page, async ({ input, tx, actor, now }) => {
  const page = await readPage<Found>(tx, actor, loginLog, loginList(actor, input), input)
  return {
    rows: page.rows.map(present),
    total: page.total,
    totalIsExact: page.totalIsExact,
    asOf: now.toISOString(),
  }
})

export const exportLoginLog = handleDownload(loginLog.excel, async (context) =>
  exportRows<Found>(
    context,
    loginLog,
    loginList(context.actor, context.input),
    context.input,
    'loginLog',
    present,
  ),
)
