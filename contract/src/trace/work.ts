import type { AreaWork } from '../kit/area-work.ts'

export const traceWork = {
  schedules: {
    packageExchange: '01936f00-0000-7000-8000-000000000040',
    packageTransfers: '01936f00-0000-7000-8000-000000000411',
  },
} as const satisfies AreaWork
