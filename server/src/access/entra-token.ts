import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { jwtVerify, type JWTPayload } from 'jose'
import type { Shared } from '../kit/database/db.ts'
import type { OutsideSystem } from '../kit/outside/outside.ts'
import { hashToken } from '../kit/http/session.ts'
import { keysOf } from './entra-keys.ts'

// What a token of Microsoft must be before it says who somebody is (ACC-004, D23). Whoever calls learns only that it is
// good; what is wrong with it goes to the log.

export type EntraSetting = { tenantId: string; clientId: string; authority: string; keysUrl: string }
export type EntraPerson = { tenantId: string; objectId: string }

/** Throws with the cause when the token is not an ID token of this setting's authority for us, now, asked for by us, used once. */
export async function verifyEntraToken(
  authority: OutsideSystem,
  db: Shared,
  setting: EntraSetting,
  companyId: number,
  token: string,
  now: Date,
): Promise<EntraPerson> {
  const { payload, protectedHeader } = await jwtVerify(token, keysOf(authority, setting.keysUrl), {
    issuer: setting.authority,
    audience: setting.clientId,
    algorithms: ['RS256'],
    clockTolerance: 60,
    currentDate: now,
    requiredClaims: ['exp', 'nbf', 'iat', 'nonce', 'tid', 'oid'],
  })
  assertIdToken(payload, protectedHeader.typ)
  const [tenantId, objectId, nonce] = [text(payload, 'tid'), text(payload, 'oid'), text(payload, 'nonce')]
  if (tenantId !== setting.tenantId) throw new Error('the token is of another tenant')
  if (!(await spendNonce(db, companyId, nonce)))
    throw new Error('the nonce was not given by us, is too old or was used')
  if (!(await spendToken(db, token, payload))) throw new Error('the token was used before')
  return { tenantId, objectId }
}

/** Access tokens carry scopes or roles for an API, and say so in their type. */
function assertIdToken(payload: JWTPayload, type: string | undefined): void {
  if (type !== undefined && type.toUpperCase() !== 'JWT')
    throw new Error(`a token of the type ${type.slice(0, 20)} is no ID token`)
  if ('scp' in payload || 'appid' in payload) throw new Error('an access token is no ID token')
}

function text(payload: JWTPayload, claim: string): string {
  const value = payload[claim]
  if (typeof value !== 'string' || value === '') throw new Error(`the claim ${claim} is not a text`)
  return value
}

export async function keepNonce(db: Shared, companyId: number, nonce: string): Promise<void> {
  await db
    .deleteFrom('entra_nonce')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  await db
    .insertInto('entra_nonce')
    .values({
      nonce_hash: hashToken(nonce),
      company_id: companyId,
      expires_at: sql`now() + interval '10 minutes'`,
    })
    .execute()
}

/** One statement: of two that bring the same nonce at once, one takes it. */
async function spendNonce(db: Shared, companyId: number, nonce: string): Promise<boolean> {
  const taken = await db
    .deleteFrom('entra_nonce')
    .where('nonce_hash', '=', hashToken(nonce))
    .where('company_id', '=', companyId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('company_id')
    .executeTakeFirst()
  return taken !== undefined
}

async function spendToken(db: Shared, token: string, payload: JWTPayload): Promise<boolean> {
  await db
    .deleteFrom('entra_token')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  // What is signed, without the signature: the same token can be written with more than one of those.
  const tokenHash = createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('entra_token')
    .values({ token_hash: tokenHash, expires_at: new Date(((payload.exp ?? 0) + 120) * 1_000) })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
