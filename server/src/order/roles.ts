import type { AreaRoles } from '../access/access.api.ts'

const ordering = ['orderNew-*', 'orderMy-*', 'orderTemplate-*'] as const

export const roles: AreaRoles = {
  reads: {
    General: ['projectSetting-getOrderSettings'],
    Product: ['projectSetting-getOrderSettings'],
    Location: ['projectSetting-getOrderSettings'],
    BusinessRelations: ['projectSetting-getOrderSettings', 'dataManagement-read*'],
    QuotaManagement: [
      'projectSetting-getQuotaRules',
      'projectSetting-exportQuotaRules',
      'projectSetting-getQuotaUsage',
      'projectSetting-exportQuotaUsage',
    ],
    EDISettings: ['projectSetting-getOrderSettings'],
    NewOrder: ['orderNew-read*'],
    MyOrders: ['orderMy-read*'],
    OrderTemplate: ['orderTemplate-read*'],
    OrderManagement: ['orderManagement-read*'],
    PreApprovalOrderManagement: ['preApprovalOrderManagement-read*'],
    OrderReplenishment: ['orderReplenishment-read*'],
    OrderInsights: ['report-read*'],
  },
  calls: {
    // Enters orders for others; deciding on them is the manager's.
    orderOperator: ordering,
    orderManager: ['orderManagement-*', 'preApprovalOrderManagement-*', 'orderReplenishment-*'],
    orderCustomer: ordering,
    thirdPartyFranchiseUser: ordering,
    customerSuccess: ['projectSetting-read*'],
  },
}
