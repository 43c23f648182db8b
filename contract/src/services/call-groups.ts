import type { CallGroups } from '../kit/permission-areas.ts'

export const servicesCallGroups = {
  ServiceStrategy: 'services',
  ServiceSetting: 'services',
  ServiceSchedule: 'services',
  Calendar: 'services',
  ServiceOperations: 'services',
  ServiceReportDownloads: 'services',
  WorkOrderManagement: 'services',
  WorkOrderOverride: 'services',
} as const satisfies CallGroups
