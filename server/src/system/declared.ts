import { keepAuditHead } from '../kit/records/audit-heads.ts'
import type { ScheduledWork, Schedules } from '../kit/work/schedule.ts'
import { noticeDigestWork } from '../account/account.api.ts'
import { dataTransferWork } from '../data/data.api.ts'
import { fileDropWork } from './file-drop.ts'
import {
  ediExchangeWork,
  externalApprovalsWork,
  healthInsuranceWork,
  pendingOrdersWork,
} from '../order/order.api.ts'
import { retentionWork } from './retention.ts'

const auditHeadWork: ScheduledWork = {
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

/** Everything that is done by the calendar. New work is one line here and its name in the contract. */
export const schedules: Schedules = [
  retentionWork,
  auditHeadWork,
  fileDropWork,
  dataTransferWork,
  pendingOrdersWork,
  noticeDigestWork,
  healthInsuranceWork,
  ediExchangeWork,
  externalApprovalsWork,
]
