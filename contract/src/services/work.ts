import type { AreaWork } from '../kit/area-work.ts'

export const servicesWork = {
  deliveries: ['erpTransfers'],
  schedules: {
    workOrderSync: '01936f00-0000-7000-8000-000000000033',
    serviceRuns: '01936f00-0000-7000-8000-000000000030',
  },
  checks: { runFailed: { level: 'Error', place: '/services/service-operations' } },
} as const satisfies AreaWork
