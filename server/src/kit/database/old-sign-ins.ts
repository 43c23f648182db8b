import pg from 'pg'

/** Removes rows of the sign-in log that are older than `before`, at most `limit`; returns how many. */
export type RemoveSignIns = (which: {
  companyId: number
  before: Date
  whom: 'anybody' | 'strangers'
  limit: number
}) => Promise<number>

/** No younger row goes, whatever is asked for. */
const atLeastDays = 80

/**
 * As the owner of the database, on a connection of its own: the runtime role may not take anything out of the sign-in
 * log, so that whoever takes over the server cannot hide that they did.
 */
export function removingSignIns(ownerUrl: string): RemoveSignIns {
  return async ({ companyId, before, whom, limit }) => {
    const client = new pg.Client({ connectionString: ownerUrl, application_name: 'kervan retention' })
    client.on('error', () => {})
    await client.connect()
    try {
      const { rowCount } = await client.query(
        `delete from login_attempt where id in (
           select id from login_attempt where at < least($2::timestamptz, now() - make_interval(days => ${atLeastDays}))
             and (company_id = $1 or company_id is null) and (identity_id is null or not $3) limit $4)`,
        [companyId, before, whom === 'strangers', limit],
      )
      return rowCount ?? 0
    } finally {
      await client.end()
    }
  }
}
