import type { AreaRoles } from '../access/access.api.ts'

export const roles: AreaRoles = {
  reads: {
    LMA: [],
    PriceExpectation: ['lma-getExpectations', 'lma-exportExpectations'],
    LocalRefineryPriceExpectation: [
      'lma-getRefineryPrices',
      'lma-getLocalExpectations',
      'lma-getFuelProducts',
    ],
    InputData: [
      'lma-getMarketQuotes',
      'lma-getFuelRates',
      'lma-getBioPrices',
      'lma-getLpgPrices',
      'lma-getImportCosts',
      'lma-getPumpPrices',
      'lma-getMarketSymbols',
      'lma-getMarketFiles',
      'lma-getMarketValues',
      'lma-getFuelProducts',
    ],
    DailyImportMargin: ['lma-getImportMargins', 'lma-exportImportMargins', 'lma-getFuelChoices'],
    DailyMarketMargin: ['lma-getMarketMargins', 'lma-exportMarketMargins', 'lma-getFuelChoices'],
    Parameters: [
      'lma-getFuelProducts',
      'lma-getFuelParameters',
      'lma-getFuelTaxes',
      'lma-getFuelDays',
      'lma-getBoardPlans',
    ],
    ApiParameters: ['lma-getApiParameters', 'lma-getFuelProducts'],
    BlendedProducts: ['lma-getBlendedProducts', 'lma-getFuelProducts'],
    PriceSimulation: ['lma-getSimulationBase', 'lma-getFuelChoices'],
    HistoricalPriceAnalysis: ['lma-getPriceHistory', 'lma-getFuelChoices'],
    TransferPrice: ['lma-getTransferPrices', 'lma-exportTransferPrices'],
    TransferPriceParameters: [
      'lma-getTransferItems',
      'lma-getTransferLegs',
      'lma-getSapConditions',
      'lma-getFuelProducts',
    ],
    NotificationSettings: ['lma-getFuelContacts', 'lma-getFuelMails'],
  },
  calls: { fuelAnalyst: ['lma-*'] },
}
