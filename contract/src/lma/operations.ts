import type { Operations } from '../kit/operation-types.ts'

/** What the audit log calls the operations of the fuel price module. */
export const lmaOperations = {
  'fuel.expectationMade': null,
  'fuel.expectationApproved': 'FuelPrices',
  'fuel.expectationRejected': null,
  'fuel.expectationSent': null,
  'fuel.marketFileTaken': null,
  'fuel.marketValueConfirmed': null,
  'fuel.marketValueRefused': null,
  'fuel.scenarioSaved': null,
  'fuel.scenarioRemoved': null,
  'fuel.transferMade': null,
  'fuel.transferChecked': null,
  'fuel.transferApproved': 'FuelPrices',
  'fuel.transferRejected': null,
  'fuel.transferExported': null,
  'fuel.transferAcknowledged': 'FuelPrices',
} as const satisfies Operations

/** Records that are kept as master data. */
export const lmaDataTypes = [
  'fuelProduct',
  'fuelParameter',
  'marketSymbol',
  'marketQuote',
  'fuelRate',
  'lpgPrice',
  'bioPrice',
  'importCost',
  'pumpPrice',
  'refineryPrice',
  'localExpectation',
  'fuelTax',
  'fuelDay',
  'blendedProduct',
  'apiParameter',
  'fuelContact',
  'boardPlan',
  'transferItem',
  'transferLeg',
  'sapCondition',
] as const
export const lmaRecordTypes = [
  ...lmaDataTypes,
  'expectationRun',
  'transferBatch',
  'priceScenario',
  'marketFile',
  'marketValue',
] as const
