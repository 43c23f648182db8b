import type { CallGroups } from '../kit/permission-areas.ts'

export const reportCallGroups = {
  StockSense: 'reports',
  PrimaryData: 'reports',
  ServiceInsights: 'reports',
  ReportView: 'reports',
  ReportRun: 'reports',
} as const satisfies CallGroups
