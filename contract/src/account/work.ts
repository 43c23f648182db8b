import type { AreaWork } from '../kit/area-work.ts'

export const accountWork = {
  schedules: { noticeDigest: '01936f00-0000-7000-8000-000000000006' },
} as const satisfies AreaWork
