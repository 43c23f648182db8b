import { z } from 'zod'
import { screenParts, type AreaScreens } from '../../kit/page/screen.ts'

const search = z.looseObject({ part: z.string().optional().catch(undefined) })

/** Products, and what a company defines itself, by the contract's keys. */
export const productScreens: AreaScreens = {
  companyProducts: screenParts({ component: () => import('./CompanyProducts.tsx'), search }),
  customerPolicyData: screenParts({ component: () => import('../mci/CustomerPolicyData.tsx'), search }),
}
