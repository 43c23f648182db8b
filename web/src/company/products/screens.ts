import { partedScreen, type AreaScreens } from '../../kit/page/screen.ts'

/** Products, and what a company defines itself, by the contract's keys. */
export const productScreens: AreaScreens = {
  companyProducts: partedScreen(() => import('./CompanyProducts.tsx')),
  customerPolicyData: partedScreen(() => import('../mci/CustomerPolicyData.tsx')),
}
