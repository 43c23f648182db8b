import type { AreaRoles } from '../access/access.api.ts'

const returning = ['returnsManagement-announceReturn', 'returnsManagement-withdrawReturns'] as const
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
    ReturnsManagement: ['returnsManagement-read*'],
  },
  calls: {
    // Enters orders for others; deciding on them is the manager's.
    orderOperator: ordering,
    orderManager: ['orderManagement-*', 'preApprovalOrderManagement-*', 'orderReplenishment-*'],
    orderCustomer: ordering,
    thirdPartyFranchiseUser: ordering,
    pharmacyApplicant: returning,
    // Decides on returns and receives them; announcing them is the customer's.
    providerReviewer: [
      'returnsManagement-acceptReturns',
      'returnsManagement-refuseReturns',
      'returnsManagement-receiveReturn',
    ],
    customerSuccess: ['projectSetting-read*'],
  },
}
