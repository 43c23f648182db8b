import { sql } from 'kysely'
import { chunk, sharedRowsOf, type Retention } from '../kit/records/retention.ts'

/**
 * How long sign-ins and what they leave are kept. Sign-ins first, because they go over a connection of their own, and
 * distributed PostgreSQL lets that wait for shared tables that this transaction has written.
 */
export const signInRetention: readonly Retention[] = [
  { what: 'signIns', days: 730, remove: signInsOf('anybody') },
  { what: 'signInsOfStrangers', days: 90, remove: signInsOf('strangers') },
  {
    what: 'sessions',
    days: 30,
    remove: sharedRowsOf(
      'session',
      'token_hash',
      (s) => sql`r.company_id = ${s.companyId} and coalesce(r.ended_at, r.expires_at) < ${s.before}`,
    ),
  },
  {
    what: 'temporaryPasswords',
    days: 30,
    remove: sharedRowsOf(
      'temporary_password',
      'id',
      (
        s,
      ) => sql`r.expires_at < ${s.before} and not exists (select from session x where x.temporary_password_id = r.id)
        and r.identity_id in (select m.identity_id from membership m where m.company_id = ${s.companyId})`,
    ),
  },
  {
    what: 'throttles',
    days: 2,
    remove: sharedRowsOf(
      'login_throttle',
      'key',
      (s) =>
        sql`r.window_started_at < ${s.before} and coalesce(r.blocked_until, r.window_started_at) < ${s.before}`,
    ),
  },
]

function signInsOf(whom: 'anybody' | 'strangers'): Retention['remove'] {
  return ({ services, companyId, before }) =>
    services.removeSignIns({ companyId, before, whom, limit: chunk })
}
