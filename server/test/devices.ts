// Paired devices of a test, and calls as a device signs them.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { Call, InputOf } from '@kervan/contract/kit/call'
import { deviceHeaders, signedText } from '@kervan/contract/kit/device'
import { devicePermissions } from '@kervan/contract/registry'
import { newId } from '../src/kit/database/uuid.ts'
import { hashToken } from '../src/kit/http/session.ts'
import type { Answer, Portal } from './portal.ts'

export type TestDevice = { device: string; key: KeyObject }

/** A key pair as a device makes it, and the public half as it is sent. */
export function newDeviceKey(): { key: KeyObject; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { key: privateKey, publicKey: publicKey.export({ format: 'jwk' }).x ?? '' }
}

export const signatureOf = (key: KeyObject, text: string): string =>
  sign(null, Buffer.from(text), key).toString('base64url')

type Signing = { time?: number; nonce?: string }

/** The headers with which a device sends this body to this path. */
export function deviceSigned(
  { device, key }: TestDevice,
  path: string,
  body: string,
  { time = Date.now(), nonce = randomBytes(16).toString('base64url') }: Signing = {},
): Record<string, string> {
  const bodyHash = createHash('sha256').update(body).digest('base64url')
  const text = signedText({ method: 'POST', path, device, time: String(time), nonce, bodyHash })
  return {
    [deviceHeaders.device]: device,
    [deviceHeaders.time]: String(time),
    [deviceHeaders.nonce]: nonce,
    [deviceHeaders.signature]: signatureOf(key, text),
  }
}

/** A call as a device makes it. */
export async function callAs<C extends Call>(
  portal: Portal,
  device: TestDevice,
  call: C,
  input: InputOf<C>,
  signing?: Signing,
): Promise<Pick<Answer<C>, 'status' | 'code' | 'body' | 'refused'>> {
  const body = JSON.stringify(input)
  const answer = await portal.post(call.path, body, deviceSigned(device, call.path, body, signing))
  const refused = answer.status === 200 ? null : (answer.body as Answer<C>['refused'])
  return {
    status: answer.status,
    body: answer.body as Answer<C>['body'],
    refused,
    code: refused?.ErrorCode ?? null,
  }
}

const ofTokens = new Map<string, Promise<TestDevice | null>>()

/** A device with every right there is, of the user whose session this is; the same one for the same session. */
export function deviceOf(portal: Portal, token: string): Promise<TestDevice | null> {
  const known = ofTokens.get(token) ?? pairFor(portal, token)
  ofTokens.set(token, known)
  return known
}

async function pairFor({ owner }: Pick<Portal, 'owner'>, token: string): Promise<TestDevice | null> {
  const { key, publicKey } = newDeviceKey()
  const id = newId()
  const { rows } = await owner.query<{ company_id: number }>(
    `insert into device (company_id, id, membership_id, name, public_key, scope, paired_at, paired_from)
     select company_id, $1, membership_id, 'Test', $2, $3, now(), '' from session where token_hash = $4 returning company_id`,
    [id, Buffer.from(publicKey, 'base64url'), [...devicePermissions], hashToken(token)],
  )
  return rows[0] ? { device: `${rows[0].company_id}.${id}`, key } : null
}
