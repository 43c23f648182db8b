import { part, type Part } from '../kit/parts.ts'
import { watchContacts } from './contacts/notify-contacts.ts'
import { operatorSession } from './companies.ts'
import { administrationFirstSteps } from './first-steps.ts'
import { userFinder } from './users/find-users.ts'

export const parts: readonly Part[] = [
  part('session', operatorSession),
  part('watch', watchContacts),
  part('finder', userFinder),
  ...administrationFirstSteps.map((step) => part('firstStep', step)),
  part('mails', { contactEvents: 'account/account-settings?part=activity', contactTest: null }),
]
