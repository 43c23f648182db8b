import type { AreaRoles } from '../access/access.api.ts'

export const roles: AreaRoles = {
  reads: {
    ServiceStrategy: ['serviceStrategy-read*'],
    ServiceSchedule: ['serviceSchedule-read*', 'calendar-read*'],
    AdvisorServiceCalendar: ['calendar-read*'],
    ServiceOperations: ['serviceOperations-read*'],
    WorkOrderManagement: ['workOrderManagement-read*'],
    WorkOrderOverrideInterface: ['workOrderOverride-read*'],
    AdvisorServiceDownloads: ['serviceReportDownloads-read*'],
  },
  calls: {
    advisorPlanner: [
      'serviceStrategy-*',
      'serviceSchedule-*',
      'calendar-*',
      'serviceOperations-*',
      'workOrderManagement-*',
      'workOrderOverride-*',
      'serviceSetting-*',
      'projectSetting-getCreditTariffs',
      'projectSetting-exportCreditTariffs',
    ],
    customerSuccess: ['serviceSetting-read*'],
  },
}
