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

export const isWarehouse = (type: string): boolean => type.endsWith('DistributionCenter')
export const isStore = (type: string): boolean => type.endsWith('PointOfSales') || type === 'OnlineStore'
/** Warehouses and stores hold goods that others can be supplied from; virtual and foreign locations do not. */
export const isSupplier = (type: string): boolean => isWarehouse(type) || isStore(type)
