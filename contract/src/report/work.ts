import type { AreaWork } from '../kit/area-work.ts'

export const reportWork = {
  jobs: ['report.run'],
  schedules: {
    reportData: '01936f00-0000-7000-8000-000000000061',
    reportMails: '01936f00-0000-7000-8000-000000000441',
  },
} as const satisfies AreaWork
