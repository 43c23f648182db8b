import type { AreaWork } from '../kit/area-work.ts'

export const reportWork = {
  schedules: { reportData: '01936f00-0000-7000-8000-000000000061' },
} as const satisfies AreaWork
