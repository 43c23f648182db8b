import type { AreaRoles } from '../access/access.api.ts'

export const roles: AreaRoles = {
  reads: {
    StockSenseReport: ['stockSense-read*'],
    PrimaryDataReport: ['primaryData-read*'],
    AdvisorServiceInsights: ['serviceInsights-read*'],
  },
  calls: {
    orderManager: ['reportView-*'],
    advisorPlanner: ['stockSense-*', 'serviceInsights-*', 'reportView-*'],
  },
}
