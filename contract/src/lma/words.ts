// Words of the fuel price module as the specification and domain/fuel have them.

/** Units in which refinery prices are entered and shown (LMA-001). */
export const refineryUnits = ['TL/TON', 'TL/M3'] as const
export type RefineryUnit = (typeof refineryUnits)[number]

/** Units of the EU market (LMA-002). */
export const marketUnits = ['$/M3', '$/TON', '$/BBL'] as const
export type MarketUnit = (typeof marketUnits)[number]

/** Every unit that a price can be switched to. */
export const priceUnits = [...refineryUnits, 'TL/L', ...marketUnits] as const
export type PriceUnit = (typeof priceUnits)[number]

/** Units of a purchase premium (LMA-006). */
export const premiumUnits = ['TL/TON', '$/TON', '$/M3'] as const
export type PremiumUnit = (typeof premiumUnits)[number]

/** What a price is compared with (LMA-003). */
export const comparisons = ['Default', 'CompareWithLastChangedPrice', 'CompareWithLastMonthAvgPrice'] as const
export type Comparison = (typeof comparisons)[number]

/** Where market data come from (LMA-002); `TCMB` is the central bank, `Manual` an entry by hand. */
export const priceSources = ['PLATTS', 'ARGUS', 'TUPRAS', 'REFINITIV', 'SOCAR', 'TCMB', 'Manual'] as const
export type PriceSource = (typeof priceSources)[number]

/** Periods of an average (LMA-004). */
export const averagePeriods = ['Weekly', 'Monthly', 'Yearly'] as const
export type AveragePeriod = (typeof averagePeriods)[number]

export const purchaseTypes = ['Import', 'Local'] as const
export const supplierModes = ['Pipeline', 'Vessel', 'Rail', 'Road'] as const
export const incoterms = ['DAP', 'FOB'] as const

/** Fuels follow the market with a limit, LPG the monthly contract price (domain/fuel 1). */
export const fuelGroups = ['Fuel', 'Lpg', 'Bio'] as const
export const priceModels = ['Formula', 'Ratio'] as const
export type PriceModel = (typeof priceModels)[number]
