import { screenParts, type AreaScreens } from '../kit/page/screen.ts'
import {
  expectationSearch,
  historySearch,
  marginSearch,
  partSearch,
  simulationSearch,
  transferSearch,
} from './search.ts'

/** The screens of the fuel price module, by the contract's key. */
export const screens: AreaScreens = {
  lma: screenParts({ component: () => import('./Fuel.tsx') }),
  refineryPrices: screenParts({ component: () => import('./RefineryPrices.ts'), search: partSearch }),
  fuelInputs: screenParts({ component: () => import('./FuelInputs.ts'), search: partSearch }),
  priceExpectation: screenParts({
    component: () => import('./expectation/PriceExpectation.tsx'),
    search: expectationSearch,
  }),
  importMargin: screenParts({ component: () => import('./margins/ImportMargin.tsx'), search: marginSearch }),
  marketMargin: screenParts({ component: () => import('./margins/MarketMargin.tsx'), search: marginSearch }),
  priceSimulation: screenParts({
    component: () => import('./simulation/Simulation.tsx'),
    search: simulationSearch,
  }),
  historicalPrices: screenParts({
    component: () => import('./history/History.tsx'),
    search: historySearch,
  }),
  transferPrice: screenParts({
    component: () => import('./transfer/TransferPrices.tsx'),
    search: transferSearch,
  }),
  fuelParameters: screenParts({ component: () => import('./FuelParameters.ts'), search: partSearch }),
  apiParameters: screenParts({ component: () => import('./kinds/apiParameters.ts'), search: partSearch }),
  blendedProducts: screenParts({ component: () => import('./kinds/blendedProducts.ts'), search: partSearch }),
  transferParameters: screenParts({ component: () => import('./TransferParameters.ts'), search: partSearch }),
  fuelNotifications: screenParts({ component: () => import('./FuelNotifications.ts'), search: partSearch }),
}
