import { screenParts, type AreaScreens } from '../kit/page/screen.ts'
import {
  calendarSearch,
  downloadsSearch,
  operationsSearch,
  overrideSearch,
  schedulingSearch,
  strategiesSearch,
  workOrderSearch,
} from './search.ts'

/** The screens of the advisor services, by the contract's key. */
export const screens: AreaScreens = {
  serviceStrategies: screenParts({
    component: () => import('./strategies/Strategies.tsx'),
    search: strategiesSearch,
  }),
  serviceScheduling: screenParts({
    component: () => import('./schedule/Scheduling.tsx'),
    search: schedulingSearch,
  }),
  serviceCalendar: screenParts({
    component: () => import('./schedule/ServiceCalendar.tsx'),
    search: calendarSearch,
  }),
  serviceOperations: screenParts({
    component: () => import('./runs/Operations.tsx'),
    search: operationsSearch,
  }),
  workOrderManagement: screenParts({
    component: () => import('./work-orders/WorkOrders.tsx'),
    search: workOrderSearch,
  }),
  workOrderOverride: screenParts({
    component: () => import('./work-orders/OverrideSheet.tsx'),
    search: overrideSearch,
  }),
  downloadsManager: screenParts({ component: () => import('./runs/Downloads.tsx'), search: downloadsSearch }),
}
