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
      'lma-getFuelProducts',
    ],
    Parameters: [
      'lma-getFuelProducts',
      'lma-getFuelParameters',
      'lma-getFuelTaxes',
      'lma-getFuelDays',
      'lma-getBoardPlans',
    ],
    ApiParameters: ['lma-getApiParameters', 'lma-getFuelProducts'],
    BlendedProducts: ['lma-getBlendedProducts', 'lma-getFuelProducts'],
    TransferPriceParameters: ['lma-getTransferItems', 'lma-getTransferLegs', 'lma-getFuelProducts'],
    NotificationSettings: ['lma-getFuelContacts', 'lma-getFuelMails'],
  },
  calls: { fuelAnalyst: ['lma-*'] },
}
