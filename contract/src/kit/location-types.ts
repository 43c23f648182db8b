/** The types of a location, as the specification lists them; named by `state.locationType.<Type>`. */
export const locationTypes = [
  'AdvisorVirtualLocation',
  'BoutiquePointOfSales',
  'CustomLocation',
  'IncubatingPrimaryPointOfSales',
  'IncubatingSecondaryPointOfSales',
  'OnlineStore',
  'PrimaryCompanyDistributionCenter',
  'PrimaryFranchisePointOfSales',
  'PrimaryPointOfSales',
  'SecondaryCompanyDistributionCenter',
  'SecondaryFranchisePointOfSales',
  'SecondaryPointOfSales',
  'VendorDistributionCenter',
  'WholesalePointOfSales',
  'ExternalDataVendor',
] as const
