import { keepAuditHead } from '../kit/records/audit-heads.ts'
import type { CalendarWork } from '../kit/work/schedule.ts'

/** Keeps the head of the audit log outside the database, so that a log that was cut short is noticed. */
export const auditHeadWork: CalendarWork = {
  name: 'auditHead',
  expression: '0 * * * *',
  catchUp: 'latest',
  quiet: true,
  async run({ tx, services, companyId }) {
    const seq = await keepAuditHead(tx, services.files, companyId)
    services.log.info({ companyId, seq }, 'audit head kept')
    return { counts: {} }
  },
}
