import { timingSafeEqual } from 'node:crypto'
import pg from 'pg'
import type { Secrets } from './secrets.ts'

/** What the page of the first start needs; null once there is a company. The owner alone may make one. */
export type Setup = { code: string }

// Without look-alikes; 32 of them, so that every five bits are one.
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 16

/**
 * The one-time code of an installation that has no company yet (D48). It follows from the installation's secret and the
 * moment this database was made: every process and every start prints the same one, nothing keeps it, and a database
 * made anew has another.
 */
export async function openSetup(ownerUrl: string, secrets: Secrets): Promise<Setup | null> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ founded: boolean; made: string }>(
      'select exists (select from company) as founded, (select min(timestamp) from kysely_migration) as made',
    )
    const { founded = true, made = '' } = rows[0] ?? {}
    if (founded) return null
    const bytes = secrets.fingerprint('set-up code', made).subarray(0, length)
    return {
      code: [...bytes]
        .map((byte) => letters[byte % letters.length])
        .join('')
        .replace(/(.{4})(?=.)/g, '$1-'),
    }
  } finally {
    await client.end()
  }
}

/** Compares as long for a wrong code as for the right one; dashes, spaces and case do not matter. */
export function fitsSetupCode(typed: string, code: string): boolean {
  const [given, right] = [typed, code].map((text) =>
    Buffer.from(text.replace(/[\s-]/g, '').toUpperCase()),
  ) as [Buffer, Buffer]
  return given.length === right.length && timingSafeEqual(given, right)
}
