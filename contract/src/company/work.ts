import type { AreaWork } from '../kit/area-work.ts'

export const companyWork = { jobs: ['mci.import', 'uiFilter.prepare'] } as const satisfies AreaWork
