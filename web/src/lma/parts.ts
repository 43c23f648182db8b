import type { ScreenPart } from '../kit/page/part.ts'

const kind = (key: string, call: string, component: ScreenPart['component']): ScreenPart<'data'> => ({
  key,
  permission: `lma-${call}`,
  group: 'data',
  component,
})

/** Parts of the screens that have several, each with the kind of record that it keeps; its name is `kind.<key>.many`. */
export const refineryParts = [
  kind('refineryPrice', 'getRefineryPrices', () => import('./kinds/refineryPrices.ts')),
  kind('localExpectation', 'getLocalExpectations', () => import('./kinds/localExpectations.ts')),
]

export const inputParts = [
  kind('marketQuote', 'getMarketQuotes', () => import('./kinds/marketQuotes.ts')),
  kind('fuelRate', 'getFuelRates', () => import('./kinds/fuelRates.ts')),
  kind('bioPrice', 'getBioPrices', () => import('./kinds/bioPrices.ts')),
  kind('lpgPrice', 'getLpgPrices', () => import('./kinds/lpgPrices.ts')),
  kind('importCost', 'getImportCosts', () => import('./kinds/importCosts.ts')),
  kind('pumpPrice', 'getPumpPrices', () => import('./kinds/pumpPrices.ts')),
  kind('marketValue', 'getMarketValues', () => import('./sources/MarketValues.tsx')),
  kind('marketFile', 'getMarketFiles', () => import('./sources/MarketFiles.tsx')),
  kind('marketSymbol', 'getMarketSymbols', () => import('./kinds/marketSymbols.ts')),
]

export const parameterParts = [
  kind('fuelProduct', 'getFuelProducts', () => import('./kinds/fuelProducts.ts')),
  kind('fuelParameter', 'getFuelParameters', () => import('./kinds/fuelParameters.ts')),
  kind('fuelTax', 'getFuelTaxes', () => import('./kinds/fuelTaxes.ts')),
  kind('fuelDay', 'getFuelDays', () => import('./kinds/fuelDays.ts')),
  kind('boardPlan', 'getBoardPlans', () => import('./kinds/boardPlans.ts')),
]

export const transferParts = [
  kind('transferItem', 'getTransferItems', () => import('./kinds/transferItems.ts')),
  kind('transferLeg', 'getTransferLegs', () => import('./kinds/transferLegs.ts')),
  kind('sapCondition', 'getSapConditions', () => import('./kinds/sapConditions.ts')),
]

export const notificationParts = [
  kind('fuelContact', 'getFuelContacts', () => import('./kinds/fuelContacts.ts')),
  kind('fuelMailLog', 'getFuelMails', () => import('./FuelMails.tsx')),
]
