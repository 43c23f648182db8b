import { createHash, createPublicKey, verify } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import {
  deviceClockSeconds,
  deviceHeaders,
  deviceName,
  deviceNonce,
  deviceSignature,
  deviceTime,
  signedText,
} from '@kervan/contract/kit/device'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Database, Tx } from '../database/db.ts'
import type { Entrance } from './actor.ts'

// Calls of paired devices (`access: 'device'`). Each is signed with the device's Ed25519 key over method, path, time,
// nonce and body, so that nobody on the way changes one or sends it again.

const bodyHashes = new WeakMap<object, string>()

/** Keeps what the signature of a call covers of its body, which is gone once it is parsed. */
export function noteSignedBody(request: FastifyRequest, bytes: Buffer): void {
  if (deviceHeaders.signature in request.headers) bodyHashes.set(request, sha256(bytes))
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('base64url')

/** Whether an Ed25519 key, given as its 32 bytes in base64url, has signed this text. False also for what is no key. */
export function hasSigned(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

type DeviceEntrance = Pick<Entrance, 'method' | 'passwordLimit' | 'scope'> & {
  companyId: number
  membershipId: string
  identityId: string
  familyId: null
  deviceId: string
}

/**
 * Which device has signed this call, and what it may do. Throws `DeviceNotPaired` where nobody has signed, the device is
 * unknown or revoked, its user is not active or the signature does not fit; `DeviceClockOff`; `DeviceRequestRepeated`.
 * The nonce is kept in a transaction of its own, so that a call which was refused cannot be sent again either.
 */
export async function findDevice(db: Database, request: FastifyRequest, now: Date): Promise<DeviceEntrance> {
  const signed = readSigned(request)
  if (!signed) throw refusal('DeviceNotPaired')
  const { companyId, deviceId, text, signature, nonce, time } = signed
  return db.withCompany(companyId, async (tx) => {
    const found = await tx
      .selectFrom('device as d')
      .innerJoin('membership as m', (join) =>
        join.onRef('m.company_id', '=', 'd.company_id').onRef('m.id', '=', 'd.membership_id'),
      )
      .select(['d.membership_id', 'd.scope', 'd.public_key', 'm.identity_id'])
      .select(
        sql<boolean>`d.last_used_at is null or d.last_used_at < now() - interval '1 minute'`.as('stale'),
      )
      .where('d.company_id', '=', companyId)
      .where('d.id', '=', deviceId)
      .where('d.revoked_at', 'is', null)
      .where('m.state', '=', 'Active')
      .executeTakeFirst()
    if (!found || !hasSigned(found.public_key.toString('base64url'), text, signature))
      throw refusal('DeviceNotPaired')
    const seconds = Math.round((Number(time) - now.getTime()) / 1_000)
    if (Math.abs(seconds) > deviceClockSeconds)
      throw refusal('DeviceClockOff', { seconds, limit: deviceClockSeconds })
    await useNonce(tx, { companyId, deviceId, nonce, sentAt: new Date(Number(time)), now })
    if (found.stale)
      await tx
        .updateTable('device')
        .set({ last_used_at: now, last_address: request.ip })
        .where('company_id', '=', companyId)
        .where('id', '=', deviceId)
        .execute()
    return {
      companyId,
      membershipId: found.membership_id,
      identityId: found.identity_id,
      familyId: null,
      deviceId,
      method: 'Device',
      passwordLimit: null,
      scope: new Set(found.scope),
    }
  })
}

function readSigned(request: FastifyRequest) {
  const header = (name: keyof typeof deviceHeaders) => String(request.headers[deviceHeaders[name]] ?? '')
  const [device, time, nonce, signature] = [
    header('device'),
    header('time'),
    header('nonce'),
    header('signature'),
  ]
  const [, company, deviceId] = deviceName.exec(device) ?? []
  if (!company || !deviceId || !deviceTime.test(time)) return null
  if (!deviceNonce.test(nonce) || !deviceSignature.test(signature)) return null
  const { method, url: path } = request
  const bodyHash = bodyHashes.get(request) ?? sha256('')
  const text = signedText({ method, path, device, time, nonce, bodyHash })
  return { companyId: Number(company), deviceId, text, signature, nonce, time }
}

type Used = { companyId: number; deviceId: string; nonce: string; sentAt: Date; now: Date }

/**
 * Of two calls with one nonce, also at once, the second is refused. What is too old to be accepted is forgotten, after
 * twice the time, because the clocks of several servers differ.
 */
async function useNonce(tx: Tx, { companyId, deviceId, nonce, sentAt, now }: Used): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('device_nonce')
    .values({ company_id: companyId, device_id: deviceId, nonce, sent_at: sentAt })
    .onConflict((conflict) => conflict.columns(['company_id', 'device_id', 'nonce']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw refusal('DeviceRequestRepeated')
  await tx
    .deleteFrom('device_nonce')
    .where('company_id', '=', companyId)
    .where('device_id', '=', deviceId)
    .where('sent_at', '<', new Date(now.getTime() - 2 * deviceClockSeconds * 1_000))
    .execute()
}
