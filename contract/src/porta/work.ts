import type { AreaWork } from '../kit/area-work.ts'

export const portaWork = {
  deliveries: ['discountReports'],
  schedules: { discountReports: '01936f00-0000-7000-8000-000000000020' },
} as const satisfies AreaWork
