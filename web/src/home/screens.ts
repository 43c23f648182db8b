import { screenParts, type AreaScreens } from '../kit/page/screen.ts'

export const screens: AreaScreens = {
  home: screenParts({ component: () => import('./Home.tsx') }),
  kpiDashboard: screenParts({ component: () => import('./dashboard/KpiDashboard.tsx') }),
}
