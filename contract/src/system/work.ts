import type { AreaWork } from '../kit/area-work.ts'

export const systemWork = {
  jobs: ['masterData.import'],
  schedules: {
    retention: '01936f00-0000-7000-8000-000000000001',
    auditHead: '01936f00-0000-7000-8000-000000000002',
    fileDrop: '01936f00-0000-7000-8000-000000000003',
    deliveries: '01936f00-0000-7000-8000-000000000007',
  },
} as const satisfies AreaWork
