import { part, type Part } from '../kit/parts.ts'
import { acknowledgementGate } from './acknowledgements.ts'
import { mailTemporaryPassword } from './forgot-password.ts'
import { mailInvitation } from './invitation.ts'
import { mailWelcome } from './welcome.ts'
import { signInRetention } from './retention.ts'
import { notifyOwnCompanies } from './notify-own-companies.ts'

export const parts: readonly Part[] = [
  part('gate', acknowledgementGate),
  part('queue', { queue: 'signIn.blocked', work: notifyOwnCompanies }),
  part('outbox', { outbox: 'temporaryPassword', deliver: mailTemporaryPassword }),
  part('outbox', { outbox: 'invitation', deliver: mailInvitation }),
  part('outbox', { outbox: 'welcome', deliver: mailWelcome }),
  ...signInRetention.map((one) => part('retention', one)),
]
