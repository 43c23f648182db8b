import { dashboardBoxes, homeBoxes } from '@kervan/contract/home/words'
import type { AreaRoles } from '../access/access.api.ts'

export const roles: AreaRoles = {
  reads: {
    HomePage: ['home-*'],
    Dashboard: ['home-*'],
    [homeBoxes.subscriptions]: ['subscription-read*'],
    [dashboardBoxes.orders]: ['orderManagement-read*'],
    [dashboardBoxes.stockAvailability]: ['stockSense-read*'],
    [dashboardBoxes.lostSales]: ['stockSense-read*'],
    [dashboardBoxes.sellInSellOut]: ['primaryData-read*'],
    [dashboardBoxes.serviceRuns]: ['serviceOperations-read*'],
    [dashboardBoxes.findings]: ['systemDiagnosis-read*'],
  },
}
