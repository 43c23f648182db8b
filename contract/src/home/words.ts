import type { UiPermission } from '../access/words.ts'

/**
 * Which permission shows which box of the home page. The specification names dashboardbox0A to dashboardbox13 and not
 * what each shows; this order is our reading (HOM-001). The numbers from 7 on belong to the KPI dashboard (HOM-003).
 */
export const homeBoxes = {
  services: 'dashboardbox0A',
  signIns: 'dashboardbox0B',
  shortcuts: 'dashboardbox1',
  discountRequests: 'dashboardbox2',
  orders: 'dashboardbox3',
  subscriptions: 'dashboardbox4',
  whatsNew: 'dashboardbox5',
  videos: 'dashboardbox6',
} as const satisfies Record<string, UiPermission>

/**
 * The boxes of the KPI dashboard (HOM-003): the permission that shows each. What each shows is our reading; the list holds
 * for home and dashboard together.
 */
export const dashboardBoxes = {
  orders: 'dashboardbox7',
  stockAvailability: 'dashboardbox8',
  lostSales: 'dashboardbox9',
  sellInSellOut: 'dashboardbox10',
  serviceRuns: 'dashboardbox11',
  fuelExpectations: 'dashboardbox12',
  findings: 'dashboardbox13',
} as const satisfies Record<string, UiPermission>
export type DashboardBox = keyof typeof dashboardBoxes

export type HomeBox = keyof typeof homeBoxes
