import type { Call, Gate } from '@kervan/contract/kit/call'
import { refusal, type RefusalCode } from '@kervan/contract/kit/refusals'
import type { Actor } from '../context.ts'

// Who may make a call at all. Every request passes here, and whoever explains a right asks the same functions.

/** Throws when something waits for the user that this call does not help with (D20, D24), or the permission is missing. */
export function assertMayCall(call: Call, actor: Actor): void {
  const waiting = waitsFor(call, actor)
  if (waiting) throw refusal(gateRefusals[waiting])
  if (!holds(call, actor)) throw refusal('PermissionMissing', { permission: call.permission ?? '' })
}

/** What the user has to do before this call is answered; null when nothing is in the way. */
export function waitsFor(call: Pick<Call, 'beforeGates'>, actor: Actor): Gate | null {
  const waiting = gateOf(actor)
  return waiting === null || call.beforeGates === true || call.beforeGates === waiting ? null : waiting
}

/** Whether the call is open to the person: by an own right, or by one that is lent to them (see `Actor`). */
export function holds(
  { permission }: Pick<Call, 'permission'>,
  { permissions, lent }: Pick<Actor, 'permissions' | 'lent'>,
): boolean {
  return permission === null || permissions.has(permission) || lent.has(permission)
}

const gateRefusals = {
  password: 'PasswordChangeRequired',
  invitation: 'InvitationPending',
  acknowledgement: 'AcknowledgementPending',
  secondFactor: 'SecondFactorSetupRequired',
} as const satisfies Record<Gate, RefusalCode>

function gateOf(actor: Actor): Gate | null {
  if (actor.passwordLimit) return 'password'
  if (actor.invitationPending) return 'invitation'
  if (actor.acknowledgementPending) return 'acknowledgement'
  return actor.secondFactorMissing ? 'secondFactor' : null
}
