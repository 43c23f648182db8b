import type { CallGroups } from '../kit/permission-areas.ts'

export const orderCallGroups = {
  OrderNew: 'orders',
  OrderMy: 'orders',
  OrderManagement: 'orders',
  OrderTemplate: 'orders',
  OrderTrial: 'orders',
  PreApprovalOrderManagement: 'orders',
  OrderReplenishment: 'orders',
  ReturnsManagement: 'porta',
  Report: 'reports',
  ProjectSetting: 'services',
} as const satisfies CallGroups
