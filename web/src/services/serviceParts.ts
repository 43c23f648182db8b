import type { AnyPart } from '../kit/page/part.ts'

/** What the advisor services add to service settings; what has its home elsewhere is a link to it. */
export const serviceParts: readonly AnyPart<'services'>[] = [
  {
    key: 'serviceSetting',
    permission: 'serviceSetting-getServiceSettings',
    group: 'services',
    component: () => import('./settings/serviceSettings.ts'),
  },
  {
    key: 'settingsHere',
    permission: 'serviceSetting-getServiceSettings',
    group: 'services',
    component: () => import('./settings/SettingsHere.tsx'),
  },
  {
    key: 'productSubstitute',
    permission: 'serviceSetting-getProductSubstitutes',
    group: 'services',
    component: () => import('./settings/productSubstitutes.ts'),
  },
  {
    key: 'salesPromotion',
    permission: 'serviceSetting-getSalesPromotions',
    group: 'services',
    component: () => import('./settings/salesPromotions.ts'),
  },
  {
    key: 'dailySale',
    permission: 'serviceSetting-getDailySales',
    group: 'services',
    component: () => import('./settings/dailySales.ts'),
  },
  {
    key: 'stockBatch',
    permission: 'serviceSetting-getStockBatches',
    group: 'services',
    component: () => import('./settings/stockBatches.ts'),
  },
  {
    key: 'foreignProposal',
    permission: 'serviceSetting-getForeignProposals',
    group: 'services',
    component: () => import('./settings/foreignProposals.ts'),
  },
  {
    key: 'servicePolicy',
    permission: 'serviceSetting-getServicePolicy',
    group: 'services',
    component: () => import('./settings/ServiceTimes.tsx'),
  },
  {
    key: 'creditTariff',
    permission: 'projectSetting-getCreditTariffs',
    group: 'services',
    component: () => import('./settings/creditTariffs.ts'),
  },
  {
    key: 'subscriptionLink',
    permission: 'AccountSettings-ServiceSubscriptions',
    group: 'services',
    opens: { to: '/account/account-settings/service-subscriptions', search: {} },
  },
  {
    key: 'userLocationAccess',
    permission: 'UserManagement',
    group: 'services',
    opens: { to: '/account/account-settings', search: { part: 'locations' } },
  },
]
