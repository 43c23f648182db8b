// Words of the fuel price module as the specification and domain/fuel have them.

/** Units of a purchase premium (LMA-006). */
export const premiumUnits = ['TL/TON', '$/TON', '$/M3'] as const
export type PremiumUnit = (typeof premiumUnits)[number]

/** What a price is compared with (LMA-003). */
export const comparisons = ['Default', 'CompareWithLastChangedPrice', 'CompareWithLastMonthAvgPrice'] as const
export type Comparison = (typeof comparisons)[number]

/** Where market data come from (LMA-002); `TCMB` is the central bank, `Manual` an entry by hand. */
export const priceSources = ['PLATTS', 'ARGUS', 'TUPRAS', 'REFINITIV', 'SOCAR', 'TCMB', 'Manual'] as const

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

export const refineries = [
  'TuprasIzmit',
  'TuprasIzmir',
  'TuprasKirikkale',
  'TuprasBatman',
  'SocarStar',
] as const
export const lpgSuppliers = ['SONATRACH', 'ARAMCO'] as const
export const calendars = ['TR', 'PLATTS_LON'] as const
/** A half day is a business day. */
export const dayParts = ['Full', 'Half', 'WorkingDay'] as const
export const componentRoles = ['Main', 'Secondary'] as const

/** What a contract says of days without a quote. */
export const holidayRules = ['PublishedDays', 'CarryLast', 'TakeNext'] as const

/** What recipients are told of (domain/fuel 5). */
export const fuelMails = [
  'PriceExpectation',
  'RefineryPriceChanged',
  'LpgMonthly',
  'MissingData',
  'Correction',
  'TransferPriceApproved',
  'SapExport',
] as const
export type FuelMail = (typeof fuelMails)[number]
/** What became of a mail. */
export const mailStates = ['Waiting', 'Sent', 'Failed'] as const

/** A run waits for a second person; what it was made of may change afterwards. */
export const expectationStates = ['Made', 'Approved', 'Rejected'] as const

/** What is to be known of how a line of a run came about. */
export const expectationNotes = [
  'QuoteCarried',
  'RateCarried',
  'Provisional',
  'NoQuote',
  'NoRate',
  'NoPrice',
  'NoParameter',
] as const
export type ExpectationNote = (typeof expectationNotes)[number]

/** The way of a batch of transfer prices (LMA-006). */
export const yt04States = [
  'Draft',
  'Checked',
  'Approved',
  'Exported',
  'Acknowledged',
  'Failed',
  'Rejected',
  'Superseded',
] as const
export type Yt04State = (typeof yt04States)[number]

/** Series of the historical analysis (LMA-004). */
export const historySeries = ['MarketPrice', 'RefineryPrice', 'PumpPrice', 'ExchangeRate'] as const
/** What became of a change that was expected or came. */
export const backtestOutcomes = ['Hit', 'FalseAlarm', 'Missed'] as const
/** Why a refinery price was changed: the market had moved by the limit, the premium stepped, or neither. */
export const changeReasons = ['Market', 'Premium', 'Correction'] as const

/** What a value of a source is of a day: of a price or of a rate (LMA-002). */
export const priceTypes = ['High', 'Low', 'Close', 'Buying', 'Selling'] as const
/** How it came: an estimate never takes the place of an actual value. */
export const marketValueKinds = ['New', 'Correction', 'Withdrawn', 'Estimate'] as const
/** `Held` waits until somebody confirms it. */
export const marketValueStates = ['Current', 'Held', 'Refused', 'Replaced', 'Withdrawn'] as const
/** By which way a file came. */
export const marketWays = ['Http', 'FileDrop', 'Store', 'Upload'] as const
/** Sources of quotes and rates. */
export const valueSources = ['PLATTS', 'ARGUS', 'REFINITIV', 'TCMB'] as const
export type ValueSource = (typeof valueSources)[number]
/** Refiners whose price lists become proposals of refinery prices. */
export const listSources = ['TUPRAS', 'SOCAR'] as const
export type ListSource = (typeof listSources)[number]
/** Sources that send files. */
export const fileSources = [...valueSources, ...listSources] as const
export type FileSource = (typeof fileSources)[number]
/** What became of a file: read, read with bad lines, or not read because it is none of its source. */
export const marketFileStates = ['Read', 'WithFaults', 'NotTheSource', 'Incomplete'] as const
