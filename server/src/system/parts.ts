import { fileSetJob } from '../kit/master/file-sets/job.ts'
import { masterImport } from '../kit/master/import-job.ts'
import { part, type Part } from '../kit/parts.ts'
import { systemChecks } from './checks.ts'
import { installationChecks } from './installation-checks.ts'
import { removeStoredFiles } from '../kit/records/files.ts'
import { auditHeadWork } from './audit-head.ts'
import { deliveryWork } from './deliveries.ts'
import { watchDropStore } from './drop-store.ts'
import { fileDropWork } from './file-drop.ts'
import { retentionWork } from './retention.ts'

/** The portal's own work, and the kit's. */
export const parts: readonly Part[] = [
  ...[...systemChecks, ...installationChecks].map((check) => part('check', check)),
  part('schedule', retentionWork),
  part('schedule', auditHeadWork),
  part('schedule', fileDropWork),
  part('schedule', deliveryWork),
  part('mails', { deliveriesFailed: 'account/account-settings?part=deliveries', systemTest: null }),
  part('watch', watchDropStore),
  part('job', { kind: 'masterData.import', ...masterImport }),
  part('job', { kind: 'masterData.fileSet', ...fileSetJob }),
  part('outbox', { outbox: 'removeFiles', deliver: removeStoredFiles }),
]
