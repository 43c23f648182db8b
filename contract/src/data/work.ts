import type { AreaWork } from '../kit/area-work.ts'

export const dataWork = {
  schedules: { dataTransfers: '01936f00-0000-7000-8000-000000000004' },
  checks: { transferLate: { level: 'Error', place: '/data/data-management?part=dataTransferCalendar' } },
} as const satisfies AreaWork
