import type { AreaWork } from '../kit/area-work.ts'

export const companyWork = {
  jobs: ['mci.import', 'uiFilter.prepare'],
  checks: { customerWithoutPlace: { level: 'Information', place: '/company/company-locations' } },
} as const satisfies AreaWork
