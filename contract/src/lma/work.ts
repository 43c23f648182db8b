import type { AreaWork } from '../kit/area-work.ts'

export const lmaWork = {
  schedules: {
    fuelFiles: '01936f00-0000-7000-8000-000000000060',
    fuelQuotes: '01936f00-0000-7000-8000-000000000061',
    fuelRates: '01936f00-0000-7000-8000-000000000062',
    fuelExpectation: '01936f00-0000-7000-8000-000000000063',
    fuelMissing: '01936f00-0000-7000-8000-000000000064',
    fuelLpg: '01936f00-0000-7000-8000-000000000065',
  },
} as const satisfies AreaWork
