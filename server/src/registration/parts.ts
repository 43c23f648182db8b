import { sql } from 'kysely'
import { part, type Part } from '../kit/parts.ts'
import { rowsOf } from '../kit/records/retention.ts'
import { mailRegistrationAccepted } from './accept.ts'
import { explainedRegistration } from './explained.ts'
import { mailRegistrationCode } from './register.ts'

export const parts: readonly Part[] = [
  part('outbox', { outbox: 'registrationCode', deliver: mailRegistrationCode }),
  part('outbox', { outbox: 'registrationAccepted', deliver: mailRegistrationAccepted }),
  part('explained', explainedRegistration),
  part('mails', { registrationCode: null, registrationRejected: null }),
  part('retention', {
    what: 'registrations',
    days: 30,
    remove: rowsOf(
      'registration',
      (scope) => sql`r.state = 'Unconfirmed' and r.expires_at < ${scope.before}`,
    ),
  }),
]
