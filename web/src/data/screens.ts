import { partedScreen, type AreaScreens } from '../kit/page/screen.ts'

/** The screens of a company's data, by the contract's key. */
export const screens: AreaScreens = {
  dataManagement: partedScreen(() => import('./DataManagement.tsx')),
}
