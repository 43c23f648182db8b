import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { permissionCatalogue } from '@kervan/contract/administration/permissions'
import {
  createPairingCode,
  getDevicePermissions,
  getDeviceState,
  pairDevice,
  pairingMinutes,
} from '@kervan/contract/administration/devices'
import { pairingLength, pairingLetters, pairingText, plainPairingCode } from '@kervan/contract/kit/device'
import { portaMateScope } from '@kervan/contract/porta/porta-mate'
import { callPermissions, calls, devicePermissions } from '@kervan/contract/registry'
import { assertFreshProof, assertPortaMateTerms, countRequest } from '../../access/access.api.ts'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'
import { hasSigned } from '../../kit/http/device.ts'
import { handle, handlePublic } from '../../kit/http/handle.ts'
import { audit, record } from '../../kit/records/audit.ts'
import { assertMayGrant } from '../rights.ts'

// Pairing: a signed-in person makes a code, the device sends it with its public key and is one of theirs from then on.

const ofDevices = permissionCatalogue(calls).filter(
  ({ permission }) => callPermissions.includes(permission) && devicePermissions.has(permission),
)

export const getDevicePermissionsHandler = handle(getDevicePermissions, async ({ actor }) => ({
  permissions: ofDevices
    .filter(({ permission }) => actor.permissions.has(permission))
    .map((one) => ({ ...one, mine: true })),
}))

/** Nobody reads it in the database: guessing one from its hash takes the installation's secret as well. */
const hashOf = ({ secrets }: Services, code: string): Buffer =>
  secrets.fingerprint('pairing code', plainPairingCode(code))

export const createPairingCodeHandler = handle(createPairingCode, async (context) => {
  const { tx, actor, input, now, services } = context
  const scope = [...new Set(input.scope)].toSorted()
  assertMayGrant(
    { ...actor, permissions: new Set([...actor.permissions].filter((one) => devicePermissions.has(one))) },
    scope,
  )
  if (portaMateScope.some((one) => scope.includes(one))) await assertPortaMateTerms(tx, actor)
  await assertFreshProof(context, input.proof, [actor.name])
  await countRequest(services.db, {
    key: `pairing codes of ${actor.membershipId}`,
    requests: 10,
    minutes: pairingMinutes,
  })
  const code = Array.from({ length: pairingLength }, () =>
    pairingLetters.charAt(randomInt(pairingLetters.length)),
  ).join('')
  const expiresAt = new Date(now.getTime() + pairingMinutes * 60_000)
  await tx
    .deleteFrom('pairing_code')
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .execute()
  await tx
    .insertInto('pairing_code')
    .values({
      code_hash: hashOf(services, code),
      company_id: actor.company.id,
      membership_id: actor.membershipId,
      scope,
      expires_at: expiresAt,
    })
    .execute()
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'device.codeCreated',
        recordType: 'membership',
        recordId: actor.membershipId,
        recordCode: actor.userName,
        after: { scope, expiresAt: expiresAt.toISOString() },
      },
    ],
  })
  return { code: code.replace(/(.{4})(?=.)/, '$1-'), expiresAt: expiresAt.toISOString() }
})

export const pairDeviceHandler = handlePublic(pairDevice, async ({ input, services, address, now }) => {
  const { db } = services
  await countRequest(db, { key: `pairing from ${address}`, requests: 30, minutes: 15 })
  if (!hasSigned(input.publicKey, pairingText(input), input.signature))
    throw pairDevice.refuse('DeviceKeyUnusable')
  const codeHash = hashOf(services, input.code)
  const made = await db.shared
    .selectFrom('pairing_code')
    .select('company_id')
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  if (!made) throw pairDevice.refuse('PairingCodeWrong')
  const companyId = made.company_id
  return db.withCompany(companyId, async (tx) => {
    const { membershipId, scope } = await useCode(tx, codeHash, now)
    const user = await findPerson(tx, companyId, membershipId)
    const id = newId()
    await tx
      .insertInto('device')
      .values({
        company_id: companyId,
        id,
        membership_id: membershipId,
        name: input.name,
        public_key: Buffer.from(input.publicKey, 'base64url'),
        scope,
        paired_at: now,
        paired_from: address,
      })
      .execute()
    await audit(tx, companyId, { id: membershipId, name: user.name }, now, [
      {
        operation: 'device.paired',
        recordType: 'device',
        recordId: id,
        recordCode: input.name,
        after: { name: input.name, username: user.username, scope },
      },
    ])
    return { device: `${companyId}.${id}` }
  })
})

/** A code is gone once it is used: of two devices that send it at once, one gets it. */
async function useCode(
  tx: Tx,
  codeHash: Buffer,
  now: Date,
): Promise<{ membershipId: string; scope: string[] }> {
  const used = await tx
    .deleteFrom('pairing_code')
    .where('code_hash', '=', codeHash)
    .returning(['membership_id', 'scope', 'expires_at'])
    .executeTakeFirst()
  if (!used || used.expires_at <= now) throw pairDevice.refuse('PairingCodeWrong')
  return { membershipId: used.membership_id, scope: used.scope }
}

async function findPerson(tx: Tx, companyId: number, membershipId: string) {
  const user = await tx
    .selectFrom('membership as m')
    .innerJoin('identity as i', 'i.id', 'm.identity_id')
    .select(['i.username', sql<string>`i.first_name || ' ' || i.last_name`.as('name')])
    .where('m.company_id', '=', companyId)
    .where('m.id', '=', membershipId)
    .where('m.state', '=', 'Active')
    .executeTakeFirst()
  if (!user) throw pairDevice.refuse('PairingCodeWrong')
  return user
}

export const getDeviceStateHandler = handle(getDeviceState, async ({ tx, actor, deviceId, now }) => {
  const { name } = await tx
    .selectFrom('device')
    .select('name')
    .where('company_id', '=', actor.company.id)
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow()
  return {
    name,
    username: actor.userName,
    company: actor.company.name,
    permissions: [...actor.permissions].toSorted(),
    now: now.toISOString(),
  }
})
