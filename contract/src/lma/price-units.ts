/** Units in which refinery prices are entered and shown (LMA-001). */
export const refineryUnits = ['TL/TON', 'TL/M3'] as const
export type RefineryUnit = (typeof refineryUnits)[number]

/** Units of the EU market (LMA-002). */
export const marketUnits = ['$/M3', '$/TON', '$/BBL'] as const
export type MarketUnit = (typeof marketUnits)[number]

/** Every unit that a price can be switched to. */
export const priceUnits = [...refineryUnits, 'TL/L', ...marketUnits] as const
export type PriceUnit = (typeof priceUnits)[number]

/** The unit in which an expectation is computed and shown. */
export const expectationUnit: PriceUnit = 'TL/M3'
