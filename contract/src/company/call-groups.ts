import type { CallGroups } from '../kit/permission-areas.ts'

export const companyCallGroups = {
  Location: 'company',
  LocationManagement: 'company',
  Product: 'company',
  CustomerPolicyData: 'company',
  UIFilterManagement: 'company',
} as const satisfies CallGroups
