import { sql } from 'kysely'
import { activityWindowMonths, loginLog } from '@kervan/contract/administration/activity'
import { loginReasons } from '@kervan/contract/administration/activity-words'
import { serveList } from '../../kit/lists/serve-list.ts'
import { withinWindow } from '../../kit/lists/window.ts'
import { seesPartOnly } from '../../kit/records/scope.ts'
import { seenPerson } from '../users/user.sql.ts'

/**
 * The login log (ACC-005, USR-010): tries at the door of this company, and of no other. Tries are kept across companies,
 * so the condition on the company stands here alone; a name is shown only for people of this company. Who works for a
 * customer or for some locations sees only their own tries.
 */
export const loginLogList = serveList(loginLog, 'loginLog', ({ actor }, window) => ({
  from: sql`login_attempt a
    left join membership m on m.company_id = ${actor.company.id} and m.identity_id = a.identity_id
    left join ${seenPerson}`,
  where: [
    sql`a.company_id = ${actor.company.id}`,
    withinWindow(actor.company.timeZone, sql`a.at`, window, activityWindowMonths),
    ...(seesPartOnly(actor) ? [sql`a.identity_id = ${actor.identityId}`] : []),
  ],
  id: sql`a.id`,
  key: sql`a.id`,
  columns: {
    at: sql`a.at`,
    username: sql`a.username_folded`,
    name: sql`i.first_name || ' ' || i.last_name`,
    loginState: sql`a.state`,
    loginReason: sql`case when a.reason = '' then 'none' when a.reason = any(${loginReasons}::text[]) then a.reason else 'other' end`,
    address: sql`a.address`,
    agent: sql`a.agent`,
  },
  extra: { membershipId: sql`m.id` },
  search: sql`a.username_folded`,
}))
