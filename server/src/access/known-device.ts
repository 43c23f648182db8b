import { sql } from 'kysely'
import type { Shared, Tx } from '../kit/database/db.ts'
import { hashToken } from '../kit/http/session.ts'

// A browser that has signed in once is known for that person (D22). What it sends is a random secret of its own, kept
// here as a hash: who does not have it gains nothing, and others' failures do not count against it.

const remembered = { days: 180, devices: 20 }

/** The hash of the device when this user name has signed in with it before; null otherwise, after the same query. */
export async function knownDevice(
  db: Shared,
  usernameFolded: string,
  device: string | undefined,
): Promise<string | null> {
  const known = await db
    .selectFrom('known_device as d')
    .innerJoin('identity as i', 'i.id', 'd.identity_id')
    .select('d.device_hash')
    .where('i.username_folded', '=', usernameFolded)
    .where('d.device_hash', '=', device ? hashToken(device) : null)
    .where('d.last_seen_at', '>', sql<Date>`now() - make_interval(days => ${remembered.days})`)
    .executeTakeFirst()
  return known ? known.device_hash.toString('hex') : null
}

/** Remembers the device of a sign-in that succeeded; of too many the one not seen for longest is forgotten. */
export async function rememberDevice(tx: Tx, identityId: string, device: string | undefined): Promise<void> {
  if (!device) return
  await tx
    .insertInto('known_device')
    .values({ identity_id: identityId, device_hash: hashToken(device) })
    .onConflict((conflict) =>
      conflict
        .columns(['identity_id', 'device_hash'])
        .doUpdateSet({ last_seen_at: (set) => set.ref('excluded.last_seen_at') }),
    )
    .execute()
  await sql`
    delete from known_device where identity_id = ${identityId} and device_hash in (
      select device_hash from known_device where identity_id = ${identityId} order by last_seen_at desc offset ${remembered.devices})`.execute(
    tx,
  )
}
