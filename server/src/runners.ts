import { watchContacts } from './administration/contacts/tell-contacts.ts'
import { mailUsernameCode } from './account/profile/own-username.ts'
import { mailTemporaryPassword } from './access/forgot-password.ts'
import { mailInvitation } from './access/invitation.ts'
import { tellingOwnCompanies } from './access/tell-own-companies.ts'
import { type JobHandlers, type SystemJobHandlers } from './kit/work/jobs.ts'
import { watchAbandonedJobs } from './kit/work/run-job.ts'
import type { Services } from './kit/context.ts'
import { removeStoredFiles } from './kit/records/files.ts'
import type { Mailer } from './kit/work/mail.ts'
import { scheduleRunner, watchSchedules } from './kit/work/schedule.ts'
import { schedules, watchDropStore } from './system/system.api.ts'
import { deliverer, watchOutbox, type OutboxHandlers } from './kit/work/outbox.ts'
import { handlers } from './handlers.ts'
import { uiFilterPreparing } from './company/ui-filters/prepare.ts'
import { mciImport } from './company/mci/import-job.ts'
import { masterImport } from './kit/master/import-job.ts'
import { runBulkJob } from './kit/lists/handle-bulk.ts'
import { ediJob } from './order/edi/edi-job.ts'
import { ediAnswering } from './order/edi/post-answer.ts'
import { healthNotifying } from './order/health/send.ts'
import { importStopped, runImport } from './order/new/import-job.ts'
import { tellPlaced } from './order/orders-placed.ts'
import { mailRegistrationAccepted } from './registration/accept.ts'
import { mailRegistrationCode } from './registration/register.ts'

/** What workers run, by the kind of job; the compiler sees to it that no kind is forgotten. */
export const jobHandlers: JobHandlers = {
  'order.import': { run: runImport, stopped: importStopped },
  bulk: { run: runBulkJob(handlers) },
  'masterData.import': masterImport,
  'mci.import': mciImport,
  'uiFilter.prepare': uiFilterPreparing,
  'order.edi': ediJob,
  // Begun before the update: it fails, and its owner is told.
  'order.bulk': { run: runBulkJob([]) },
}

/** What is done for the outbox beside sending mails. */
const outboxHandlers: OutboxHandlers = {
  temporaryPassword: mailTemporaryPassword,
  usernameCode: mailUsernameCode,
  registrationCode: mailRegistrationCode,
  registrationAccepted: mailRegistrationAccepted,
  invitation: mailInvitation,
  ordersPlaced: tellPlaced,
  removeFiles: removeStoredFiles,
}

/** What workers do with what the house sends itself. */
export const systemJobHandlers = (services: Services, mailer: Mailer): SystemJobHandlers => ({
  outbox: deliverer(services, mailer, outboxHandlers),
  'signIn.blocked': tellingOwnCompanies(services),
  schedule: scheduleRunner(services, schedules),
  healthInsurance: healthNotifying(services),
  ediAnswers: ediAnswering(services),
})

/** What a worker looks after now and then, each with how to stop it. */
export const watches: readonly ((services: Services) => () => Promise<void>)[] = [
  watchOutbox,
  watchContacts,
  watchAbandonedJobs(jobHandlers),
  watchSchedules(schedules),
  watchDropStore,
]
