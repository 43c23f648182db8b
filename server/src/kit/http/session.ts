import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { PasswordLimit } from '@kervan/contract/access/words'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Entrance } from './actor.ts'
import { compiledOnce } from '../database/compiled-once.ts'
import type { Database, Shared, Tx } from '../database/db.ts'
import { newId } from '../database/uuid.ts'

// Opaque session tokens (D14 to D17): 256 random bits, stored only as their SHA-256.

export const absoluteHours = 12
/** How long the old token still answers once the new one was used, for requests that were under way. */
export const rotationGraceSeconds = 30
const touchSeconds = 60

export type SessionRow = {
  companyId: number
  membershipId: string
  identityId: string
  familyId: string
} & Pick<Entrance, 'method' | 'passwordLimit' | 'scope'>
type Origin = { address: string; agent: string }
type NewSession = Origin & {
  companyId: number
  membershipId: string
  identityId: string
  method: 'Password' | 'Entra'
  /** The company's own (USR-009); it holds for this session even when the policy changes. */
  idleMinutes: number
  passwordLimit?: PasswordLimit | null
  /** The temporary password it was opened with. */
  temporaryPasswordId?: string | null
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Opens a session and returns its token, the only time it exists in clear on the server. */
export async function openSession(tx: Tx, session: NewSession): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      family_id: newId(),
      company_id: session.companyId,
      membership_id: session.membershipId,
      identity_id: session.identityId,
      expires_at: sql`now() + make_interval(hours => ${absoluteHours})`,
      idle_minutes: session.idleMinutes,
      method: session.method,
      password_limit: session.passwordLimit ?? null,
      temporary_password_id: session.temporaryPasswordId ?? null,
      address: session.address,
      agent: session.agent,
    })
    .execute()
  return token
}

/** Whose token it is. That never changes, so it is remembered; whether it still counts is asked every time. */
type Owner = { companyId: number; membershipId: string; notedAt: number }
const owners = new Map<string, Owner>()
const ownersLimit = 20_000

/**
 * Whose session this is, as far as this process knows without asking: null for a token that has not been found for as
 * long as a session may go without being touched. Whoever relies on it checks the session as well.
 */
export function knownOwner(tokenHash: Buffer): Owner | null {
  const owner = owners.get(tokenHash.toString('latin1'))
  return owner && performance.now() - owner.notedAt < touchSeconds * 1_000 ? owner : null
}

/** The live session of a token, which counts as used now, unless `quietly`. Throws as `checkSession` does. */
export async function findSession(
  db: Database,
  tokenHash: Buffer,
  { quietly = false } = {},
): Promise<SessionRow> {
  const { stale, ...session } = await checkSession(db, db.shared, tokenHash)
  if (quietly) return session
  if (stale)
    await db.shared
      .updateTable('session')
      .set({ last_seen_at: sql`now()` })
      .where('token_hash', '=', tokenHash)
      .execute()
  if (owners.size >= ownersLimit) owners.clear()
  owners.set(tokenHash.toString('latin1'), {
    companyId: session.companyId,
    membershipId: session.membershipId,
    notedAt: performance.now(),
  })
  return session
}

const isLive = sql<boolean>`(ended_at is null and expires_at > now() and last_seen_at > now() - make_interval(mins => idle_minutes))`

const sessionOf = compiledOnce(({ tokenHash }: { tokenHash: Buffer }, db) =>
  db
    .selectFrom('session')
    .select([
      'company_id',
      'membership_id',
      'identity_id',
      'family_id',
      'method',
      'password_limit',
      'replaces',
    ])
    .select([
      isLive.as('live'),
      sql<boolean>`replaced_at is not null`.as('replaced'),
      sql<boolean>`replaced_at > now() - make_interval(secs => ${rotationGraceSeconds})`.as('in_grace'),
      sql<boolean>`last_seen_at < now() - make_interval(secs => ${touchSeconds})`.as('stale'),
    ])
    .where('token_hash', '=', tokenHash)
    .compile(),
)

/** The session of a token as `reader` sees it. Throws `SessionExpired` for an unknown, idle, old, ended or replaced one. */
export async function checkSession(
  db: Database,
  reader: Shared,
  tokenHash: Buffer,
): Promise<SessionRow & { stale: boolean }> {
  const { rows } = await reader.executeQuery(sessionOf({ tokenHash }))
  const [row] = rows
  if (!row?.live) throw refusal('SessionExpired')
  if (row.replaced && !row.in_grace) {
    // A token that was replaced long ago is in the hands of somebody who should not have it (D15).
    await endFamily(db, row.family_id)
    throw refusal('SessionExpired')
  }
  if (row.replaces) await replaceOld(db, row.replaces, tokenHash)
  return {
    companyId: row.company_id,
    membershipId: row.membership_id,
    identityId: row.identity_id,
    familyId: row.family_id,
    method: row.method,
    passwordLimit: row.password_limit,
    scope: null,
    stale: row.stale,
  }
}

/**
 * The sign-in that an answer began in which still goes on, as long as any token of it lives. By then the token it began
 * with may have been replaced, which is no sign that somebody has stolen it. Throws `SessionExpired`.
 */
export async function findFamily(reader: Shared, familyId: string): Promise<SessionRow> {
  const row = await reader
    .selectFrom('session')
    .select(['company_id', 'membership_id', 'identity_id', 'method', 'password_limit'])
    .where('family_id', '=', familyId)
    .where('replaced_at', 'is', null)
    .where(isLive)
    .limit(1)
    .executeTakeFirst()
  if (!row) throw refusal('SessionExpired')
  return {
    companyId: row.company_id,
    membershipId: row.membership_id,
    identityId: row.identity_id,
    familyId,
    method: row.method,
    passwordLimit: row.password_limit,
    scope: null,
  }
}

/**
 * A new token beside the old one, keeping the absolute end. The old one is good until the new one is used: the answer that
 * brings it may be lost, by a reload or by the line. Of two that rotate at once, each gets a token of the same family.
 */
export async function rotateSession(db: Database, tokenHash: Buffer, origin: Origin): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { numAffectedRows } = await sql`
    insert into session (token_hash, replaces, family_id, company_id, membership_id, identity_id, expires_at, idle_minutes, method, password_limit, temporary_password_id, signed_in_at, address, agent)
    select ${hashToken(token)}, token_hash, family_id, company_id, membership_id, identity_id, expires_at, idle_minutes, method, password_limit, temporary_password_id, signed_in_at, ${origin.address}, ${origin.agent}
    from session where token_hash = ${tokenHash} and ended_at is null
    returning 1
  `.execute(db.shared)
  if (numAffectedRows !== 1n) throw refusal('SessionExpired')
  return token
}

/** The first use of a new token shows that it has arrived: what it takes the place of ends with the requests under way. */
async function replaceOld(db: Database, old: Buffer, tokenHash: Buffer): Promise<void> {
  await db.shared
    .updateTable('session')
    .set({ replaced_at: sql`now()` })
    .where('token_hash', '=', old)
    .where('replaced_at', 'is', null)
    .execute()
  await db.shared.updateTable('session').set({ replaces: null }).where('token_hash', '=', tokenHash).execute()
}

/** Ends the session of this token and all tokens that came from the same sign-in. */
export async function endSession(db: Database, tokenHash: Buffer): Promise<void> {
  const row = await db.shared
    .selectFrom('session')
    .select('family_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (row) await endFamily(db, row.family_id)
}

type Whose = { identityId: string } | { companyId: number; membershipId: string }

/**
 * Ends the sessions of a person everywhere, or of a membership in its company, from the next request on (D16). `except`
 * is the family of the session that stays. Returns how many sign-ins were ended.
 */
export async function endSessionsOf(tx: Shared, whose: Whose, except?: string): Promise<number> {
  const ended = await tx
    .updateTable('session')
    .set({ ended_at: sql`now()` })
    .where('ended_at', 'is', null)
    .where((where) =>
      'identityId' in whose
        ? where('identity_id', '=', whose.identityId)
        : where.and({ company_id: whose.companyId, membership_id: whose.membershipId }),
    )
    .$if(except !== undefined, (query) => query.where('family_id', '<>', except ?? null))
    .returning('family_id')
    .execute()
  return new Set(ended.map((row) => row.family_id)).size
}

async function endFamily(db: Database, familyId: string): Promise<void> {
  await db.shared
    .updateTable('session')
    .set({ ended_at: sql`now()` })
    .where('family_id', '=', familyId)
    .where('ended_at', 'is', null)
    .execute()
}
