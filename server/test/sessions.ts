// How users of a test get in.
import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { newId } from '../src/kit/database/uuid.ts'
import { absoluteHours, hashToken } from '../src/kit/http/session.ts'
import type { User } from './company.ts'
import type { Portal } from './portal.ts'

export const password = 'Correct-Horse-7!'
export const passwordHash = hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

/** As signing in does, without the work of proving a password, which would be most of what a test does. */
export function openSession({ id, identityId }: User) {
  const token = randomBytes(32).toString('base64url')
  const row = {
    token_hash: `\\x${hashToken(token).toString('hex')}`,
    family_id: newId(),
    membership_id: id,
    identity_id: identityId,
    expires_at: new Date(Date.now() + absoluteHours * 60 * 60_000),
    idle_minutes: 30,
    method: 'Password',
    address: '127.0.0.1',
    agent: 'test',
  }
  return { token, row }
}

/** The token of a fresh session; throws with the server's own words when signing in fails. */
export async function signIn(portal: Portal, companyId: number, username: string): Promise<string> {
  const { status, body } = await portal.post('/api/Authentication/Login', {
    username,
    password,
    companyIntCode: companyId,
  })
  if (status !== 200) throw new Error(`signing in failed: ${JSON.stringify(body)}`)
  return (body as { Token: string }).Token
}
