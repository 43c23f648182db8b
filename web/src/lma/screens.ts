import { partedScreen, screenParts, type AreaScreens } from '../kit/page/screen.ts'
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
  refineryPrices: partedScreen(() => import('./RefineryPrices.ts')),
  fuelInputs: partedScreen(() => import('./FuelInputs.ts')),
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
  fuelParameters: partedScreen(() => import('./FuelParameters.ts')),
  apiParameters: screenParts({ component: () => import('./kinds/apiParameters.ts'), search: partSearch }),
  blendedProducts: screenParts({ component: () => import('./kinds/blendedProducts.ts'), search: partSearch }),
  transferParameters: partedScreen(() => import('./TransferParameters.ts')),
  fuelNotifications: partedScreen(() => import('./FuelNotifications.ts')),
}
