import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { refusal } from '@kervan/contract/kit/refusals'
import type { RequestContext, Services } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'

// The second factor: six digits of an app (RFC 6238, every 30 seconds), or one of ten recovery codes. A code is good
// once, and so is the step it belongs to; codes of the step before and after are taken, because clocks differ.

const period = 30
const window = 1
const seedBytes = 20

export function newSeed(): string {
  return new Secret({ size: seedBytes }).base32
}

/** What the QR code says. */
export function seedAddress(seed: string, account: string): string {
  return totp(seed, account).toString()
}

/** The step a code belongs to, or null when it belongs to none that counts now. */
export function stepOf(seed: string, code: string, now: Date): number | null {
  const delta = totp(seed).validate({ token: code, timestamp: now.getTime(), window })
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / period) + delta
}

function totp(seed: string, account = ''): TOTP {
  return new TOTP({
    issuer: 'Kervan',
    label: account,
    algorithm: 'SHA1',
    digits: 6,
    period,
    secret: Secret.fromBase32(seed),
  })
}

export function sealSeed({ secrets }: Services, identityId: string, seed: string): Buffer {
  return secrets.seal('second factor', identityId, seed)
}
export function openSeed({ secrets }: Services, identityId: string, sealed: Uint8Array): string {
  return secrets.open('second factor', identityId, sealed)
}

/** Asks for the second factor where there is one: throws `SecondFactorRequired` without a code, `SecondFactorWrong` for a wrong one. */
export async function proveSecondFactor(
  tx: Tx,
  context: Pick<RequestContext, 'services' | 'now'>,
  identityId: string,
  code: string | undefined,
): Promise<void> {
  const factor = await tx
    .selectFrom('second_factor')
    .select('sealed_seed')
    .where('identity_id', '=', identityId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!factor) return
  if (!code) throw refusal('SecondFactorRequired')
  const right = /^\d{6}$/.test(code)
    ? await spendStep(
        tx,
        identityId,
        stepOf(openSeed(context.services, identityId, factor.sealed_seed), code, context.now),
      )
    : await spendRecoveryCode(tx, context.services, identityId, code)
  if (!right) throw refusal('SecondFactorWrong')
}

/** Of two that send the same code at once, one gets in; an older step than the last used one is good for nothing. */
export async function spendStep(tx: Tx, identityId: string, step: number | null): Promise<boolean> {
  if (step === null) return false
  const { numUpdatedRows } = await tx
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('identity_id', '=', identityId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function spendRecoveryCode(
  tx: Tx,
  services: Services,
  identityId: string,
  code: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_code')
    .set({ used_at: sql`now()` })
    .where('identity_id', '=', identityId)
    .where('code_hash', '=', hashRecoveryCode(services, identityId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

// Without letters that are mistaken for digits.
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Ten new recovery codes in the place of the old ones; the only time they exist in clear. */
export async function newRecoveryCodes(tx: Tx, services: Services, identityId: string): Promise<string[]> {
  const part = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  const codes = Array.from({ length: 10 }, () => `${part()}-${part()}`)
  await tx.deleteFrom('recovery_code').where('identity_id', '=', identityId).execute()
  await tx
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({
        identity_id: identityId,
        code_hash: hashRecoveryCode(services, identityId, code),
      })),
    )
    .execute()
  return codes
}

function hashRecoveryCode({ secrets }: Services, identityId: string, code: string): Buffer {
  return secrets.fingerprint('recovery code', `${identityId} ${code.toUpperCase().replaceAll('-', '')}`)
}

/** Takes the second factor from somebody who has lost it, with the recovery codes. Returns whether there was one. */
export async function forgetSecondFactor(tx: Tx, identityId: string): Promise<boolean> {
  await tx.deleteFrom('recovery_code').where('identity_id', '=', identityId).execute()
  const { numDeletedRows } = await tx
    .deleteFrom('second_factor')
    .where('identity_id', '=', identityId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
