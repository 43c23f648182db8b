import { watchContacts } from './account/contacts/tell-contacts.ts'
import { mailUsernameCode } from './account/profile/own-username.ts'
import { mailTemporaryPassword } from './access/forgot-password.ts'
import { mailInvitation } from './access/invitation.ts'
import type { JobKind, JobRunner } from './kit/jobs.ts'
import type { Services } from './kit/context.ts'
import { watchOutbox, type Errands } from './kit/outbox.ts'
import { runBulk } from './order/management/bulk-job.ts'
import { runImport } from './order/new/import-job.ts'
import { mailRegistrationAccepted } from './registration/accept.ts'
import { mailRegistrationCode } from './registration/register.ts'

/** What workers run, by the kind of job; the compiler sees to it that no kind is forgotten. */
export const runners: Record<JobKind, JobRunner> = {
  'order.import': runImport,
  'order.bulk': runBulk,
}

/** What is done for the outbox beside sending mails. */
export const errands: Errands = { temporaryPassword: mailTemporaryPassword, usernameCode: mailUsernameCode, registrationCode: mailRegistrationCode, registrationAccepted: mailRegistrationAccepted, invitation: mailInvitation }

/** What a worker looks after now and then, each with how to stop it. */
export const watches: readonly ((services: Services) => () => Promise<void>)[] = [watchOutbox, watchContacts]
