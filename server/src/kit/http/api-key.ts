import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Database } from '../database/db.ts'
import { hashToken, type SessionRow } from './session.ts'

// Keys of API users travel where a session's token does (USR-009). Only their hash is kept.

const mark = 'kvn_'

export function newApiKey(): string {
  return `${mark}${randomBytes(32).toString('base64url')}`
}

export function isApiKey(token: string): boolean {
  return token.startsWith(mark)
}

/** Whose key it is, and what it may be used for. Throws `SessionExpired` for an unknown, expired or revoked one. */
export async function findApiKey(
  db: Database,
  key: string,
  address: string,
): Promise<Omit<SessionRow, 'familyId'> & { familyId: null }> {
  const named = await db.shared
    .selectFrom('api_key_hash')
    .select(['company_id', 'api_key_id'])
    .where('key_hash', '=', hashToken(key))
    .executeTakeFirst()
  if (!named) throw refusal('SessionExpired')
  return db.withCompany(named.company_id, async (tx) => {
    const found = await tx
      .selectFrom('api_key as k')
      .innerJoin('membership as m', (join) =>
        join.onRef('m.company_id', '=', 'k.company_id').onRef('m.id', '=', 'k.membership_id'),
      )
      .select(['k.membership_id', 'k.scope', 'm.identity_id'])
      .select(
        sql<boolean>`k.last_used_at is null or k.last_used_at < now() - interval '1 minute'`.as('stale'),
      )
      .where('k.company_id', '=', named.company_id)
      .where('k.id', '=', named.api_key_id)
      .where('k.revoked_at', 'is', null)
      .where('k.expires_at', '>', sql<Date>`now()`)
      .where('m.user_type', '=', 'APIUser')
      .executeTakeFirst()
    if (!found) throw refusal('SessionExpired')
    if (found.stale) {
      await tx
        .updateTable('api_key')
        .set({ last_used_at: sql`now()`, last_address: address })
        .where('company_id', '=', named.company_id)
        .where('id', '=', named.api_key_id)
        .execute()
    }
    return {
      companyId: named.company_id,
      membershipId: found.membership_id,
      identityId: found.identity_id,
      familyId: null,
      method: 'ApiKey',
      passwordLimit: null,
      scope: new Set(found.scope),
    }
  })
}
