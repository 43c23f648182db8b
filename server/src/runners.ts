import { watchContacts } from './account/contacts/tell-contacts.ts'
import { mailUsernameCode } from './account/profile/own-username.ts'
import { mailTemporaryPassword } from './access/forgot-password.ts'
import { mailInvitation } from './access/invitation.ts'
import { tellingOwnCompanies } from './access/tell-own-companies.ts'
import type { Chores, JobKind, JobRunner } from './kit/jobs.ts'
import type { Services } from './kit/context.ts'
import type { Mailer } from './kit/mail.ts'
import { deliverer, watchOutbox, type Errands } from './kit/outbox.ts'
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
const errands: Errands = {
  temporaryPassword: mailTemporaryPassword,
  usernameCode: mailUsernameCode,
  registrationCode: mailRegistrationCode,
  registrationAccepted: mailRegistrationAccepted,
  invitation: mailInvitation,
}

/** What workers do with what the house sends itself. */
export const choresOf = (services: Services, mailer: Mailer): Chores => ({
  outbox: deliverer(services, mailer, errands),
  'signIn.blocked': tellingOwnCompanies(services),
})

/** What a worker looks after now and then, each with how to stop it. */
export const watches: readonly ((services: Services) => () => Promise<void>)[] = [watchOutbox, watchContacts]
