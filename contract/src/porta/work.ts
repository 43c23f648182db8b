import type { AreaWork } from '../kit/area-work.ts'

export const portaWork = {
  deliveries: ['discountReports'],
  schedules: {
    discountReports: '01936f00-0000-7000-8000-000000000020',
    discountSample: '01936f00-0000-7000-8000-000000000021',
    discountRecheck: '01936f00-0000-7000-8000-000000000022',
    discountAskAgain: '01936f00-0000-7000-8000-000000000023',
    discountArchive: '01936f00-0000-7000-8000-000000000024',
  },
} as const satisfies AreaWork
