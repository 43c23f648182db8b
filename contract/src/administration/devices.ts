import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { BulkAnswer } from '../kit/bulk-answer.ts'
import { call, Nothing, Uuid, Version } from '../kit/call.ts'
import { devicePublicKey, deviceSignature } from '../kit/device.ts'
import { column, pageList } from '../kit/page.ts'
import { permissionAreas } from '../kit/permission-areas.ts'
import { proofRefusals, stepUp } from '../kit/step-up.ts'
import { Instant, text } from '../kit/values.ts'
import { permissionKinds } from './permissions.ts'

// Programs on people's own machines that call the portal in the name of who paired them. A device signs each call with a
// key of its own (`kit/device.ts`) and reaches nothing but calls with `access: 'device'`, of those the ones it was given.

export const deviceStates = ['Active', 'Revoked'] as const
/** How long a pairing code can be used. */
export const pairingMinutes = 10

const columns = {
  name: column.text(),
  username: column.text(),
  state: column.choice(deviceStates, { words: 'device' }),
  permissionCount: column.integer(),
  pairedAt: column.instant(),
  pairedFrom: column.text(),
  lastUsedAt: column.instant({ nullable: true }),
  lastAddress: column.text({ nullable: true }),
  revokedAt: column.instant({ nullable: true }),
  revokedBy: column.text({ nullable: true }),
}
const extra = {
  id: Uuid,
  version: Version,
  membershipId: Uuid,
  scope: z.array(z.string()),
  actions: actionsField(['revoke']),
}

/** The devices of the company's users. */
export const devices = pageList('UserManagement/GetDevices', {
  columns,
  extra,
  defaultSort: [{ column: 'pairedAt', direction: 'desc' }],
  search: true,
  selectable: true,
})
/** The caller's own. */
export const ownDevices = pageList('Device/GetOwnDevices', {
  columns,
  extra,
  defaultSort: [{ column: 'pairedAt', direction: 'desc' }],
  search: true,
  selectable: true,
})

/** What devices of the caller can be given: the device calls that their roles open. */
export const getDevicePermissions = call('Device/GetDevicePermissions', {
  reads: true,
  input: Nothing,
  output: z.strictObject({
    permissions: z.array(
      z.strictObject({
        permission: z.string(),
        area: z.enum(permissionAreas),
        kind: z.enum(permissionKinds),
        mine: z.boolean(),
      }),
    ),
  }),
  refusals: [],
})

/**
 * A code for one device, which takes the place of an earlier one of the same person. Asks for a fresh proof: a device
 * outlives the session, so a session that somebody found open must not be enough.
 */
export const createPairingCode = call('Device/CreatePairingCode', {
  input: z.strictObject({ scope: z.array(z.string().min(1).max(100)).min(1).max(100), ...stepUp }),
  output: z.strictObject({ code: z.string().nullable(), expiresAt: Instant }),
  tellsOnce: ['code'],
  refusals: ['RightsExceedOwn', 'PortaMateTermsNotAccepted', ...proofRefusals],
})

/**
 * What the device itself says once: the code, its name, its Ed25519 public key (32 bytes in base64url) and the signature
 * of these (`pairingText`).
 */
export const pairDevice = call('Device/PairDevice', {
  access: 'public',
  input: z.strictObject({
    code: text(20),
    name: text(60),
    publicKey: z.string().regex(devicePublicKey),
    signature: z.string().regex(deviceSignature),
  }),
  output: z.strictObject({ device: z.string() }),
  refusals: ['PairingCodeWrong', 'DeviceKeyUnusable'],
})

/** What a device can tell its user about itself; asked at its start, it also shows that pairing, clock and rights are in order. */
export const getDeviceState = call('Device/GetDeviceState', {
  access: 'device',
  reads: true,
  input: Nothing,
  output: z.strictObject({
    name: z.string(),
    username: z.string(),
    company: z.string(),
    permissions: z.array(z.string()),
    now: Instant,
  }),
  refusals: [],
})

const bulk = { dryRun: z.boolean() }
/** A revoked device is refused from its next call on and does not come back. */
export const revokeDevices = call('UserManagement/RevokeDevices', {
  input: z.strictObject({ selection: devices.selection, ...bulk }),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge'],
})
export const revokeOwnDevices = call('Device/RevokeOwnDevices', {
  input: z.strictObject({ selection: ownDevices.selection, ...bulk }),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge'],
})
