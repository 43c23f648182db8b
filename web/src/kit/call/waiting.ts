import type { Gate } from '@kervan/contract/kit/call'
import type { Session } from '@kervan/contract/access/authentication'

/** What waits for this user at the door before anything else, in the order in which the server asks for it (D24). */
export function waitingStep({
  PasswordChangeText,
  InvitationPending,
  UserAcknowledgement,
  SecondFactorSetup,
}: Session): Gate | null {
  if (PasswordChangeText !== '') return 'password'
  if (InvitationPending) return 'invitation'
  if (UserAcknowledgement) return 'acknowledgement'
  return SecondFactorSetup ? 'secondFactor' : null
}
