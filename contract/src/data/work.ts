import type { AreaWork } from '../kit/area-work.ts'

export const dataWork = {
  schedules: { dataTransfers: '01936f00-0000-7000-8000-000000000004' },
} as const satisfies AreaWork
