import { keysOf } from '../kit/typed.ts'

// The settings of the advisor services by scope (SVC-002): each with unit, default and bounds. Which value holds for a
// location and a product follows from principles and from the values kept by level.

export const settingScopes = [
  'LOGISTICS',
  'FUNDAMENTAL',
  'CONSTRAINT',
  'AVAILABILITY',
  'PRIORITY',
  'LOCATION_PRODUCT_PATTERN',
  'EXECUTION_KPI',
  'FAL',
  'ELC',
  'RBD',
  'PBC',
  'PRP',
  'DSC',
  'PDL',
  'RRP',
  'DRP',
] as const
export type SettingScope = (typeof settingScopes)[number]

export const settingUnits = ['Units', 'Days', 'Weeks', 'Percent', 'Money', 'Rank', 'Ratio'] as const
export type SettingUnit = (typeof settingUnits)[number]

/** Where a value holds, the first of these that has one before the others (domain/advisor 1.5). */
export const settingLevels = [
  'LocationProduct',
  'Product',
  'Location',
  'LocationGroup',
  'Company',
  'Start',
] as const
export type SettingLevel = (typeof settingLevels)[number]
/** Who says so: on one level a principle of the strategy goes before a value of the company. */
export const settingSources = ['Principle', 'Value', 'Start'] as const
export type SettingSource = (typeof settingSources)[number]

export type DeclaredSetting = {
  scope: SettingScope
  unit: SettingUnit
  /** What holds where nothing is said, as text. */
  start: string
  least: number
  most: number
  /** Decimal places that a value may have. */
  places: number
}

const whole = (scope: SettingScope, unit: SettingUnit, start: number, least: number, most: number) =>
  ({ scope, unit, start: String(start), least, most, places: 0 }) satisfies DeclaredSetting
const amount = (scope: SettingScope, unit: SettingUnit, start: string, least: number, most: number) =>
  ({ scope, unit, start, least, most, places: 2 }) satisfies DeclaredSetting

/** Words at `state.serviceSetting.<name>` and `services.settingText.<name>`. */
export const declaredSettings = {
  unitHandlingCost: amount('LOGISTICS', 'Money', '0.50', 0, 10_000),
  costPerKilometre: amount('LOGISTICS', 'Money', '0.10', 0, 10_000),
  fixedLaneCost: amount('LOGISTICS', 'Money', '60', 0, 1_000_000),
  leadTime: whole('LOGISTICS', 'Days', 2, 0, 90),
  packRounding: whole('LOGISTICS', 'Units', 1, 1, 9_999),
  forecastHorizon: whole('FUNDAMENTAL', 'Weeks', 8, 1, 52),
  benchmarkHorizon: whole('FUNDAMENTAL', 'Days', 56, 7, 730),
  priorStrength: whole('FUNDAMENTAL', 'Weeks', 6, 0, 52),
  mostUnitsReceived: whole('CONSTRAINT', 'Units', 0, 0, 1_000_000),
  mostUnitsSent: whole('CONSTRAINT', 'Units', 0, 0, 1_000_000),
  leastLaneValue: amount('CONSTRAINT', 'Money', '0', 0, 1_000_000),
  blockedAfterMove: whole('CONSTRAINT', 'Days', 14, 0, 365),
  blockedAfterIntroduction: whole('CONSTRAINT', 'Days', 28, 0, 365),
  serviceLevel: whole('AVAILABILITY', 'Percent', 95, 50, 99),
  minimumDisplay: whole('AVAILABILITY', 'Units', 1, 0, 9_999),
  retentionThreshold: whole('AVAILABILITY', 'Units', 1, 0, 9_999),
  priorityRank: whole('PRIORITY', 'Rank', 5, 1, 9),
  patternWeeks: whole('LOCATION_PRODUCT_PATTERN', 'Weeks', 26, 4, 104),
  executionWindow: whole('EXECUTION_KPI', 'Days', 3, 0, 60),
  firstAllocationHoldBack: whole('FAL', 'Percent', 30, 0, 90),
  endOfLifeClearance: whole('ELC', 'Percent', 50, 0, 100),
  recommendedProducts: whole('RBD', 'Units', 10, 1, 500),
  underPerformance: amount('PBC', 'Ratio', '0.50', 0, 1),
  presentationCover: whole('PRP', 'Days', 7, 0, 120),
  remnantThreshold: whole('DSC', 'Units', 3, 0, 9_999),
  listingQuantity: whole('PDL', 'Units', 2, 0, 9_999),
  brokenSetValue: amount('RRP', 'Ratio', '0.55', 0, 1),
  reviewDays: whole('DRP', 'Days', 7, 1, 90),
} as const satisfies Record<string, DeclaredSetting>
export type SettingName = keyof typeof declaredSettings
const names = keysOf(declaredSettings)
export const settingNames = names as [SettingName, ...SettingName[]]

export type SettingFault = 'NotANumber' | 'TooSmall' | 'TooLarge' | 'TooPrecise'

/** What is wrong with a value of a setting; null where nothing is. */
export function settingFault(name: SettingName, value: string): SettingFault | null {
  const { least, most, places }: DeclaredSetting = declaredSettings[name]
  if (!/^-?\d{1,9}(\.\d{1,6})?$/.test(value)) return 'NotANumber'
  if ((value.split('.')[1]?.length ?? 0) > places) return 'TooPrecise'
  const number = Number(value)
  if (number < least) return 'TooSmall'
  return number > most ? 'TooLarge' : null
}

/** Candidates for a setting in the order in which they hold: the more specific first, then a principle before a value. */
export function orderedCandidates<C extends { level: SettingLevel; source: SettingSource }>(
  candidates: readonly C[],
): C[] {
  return candidates.toSorted(
    (a, b) =>
      settingLevels.indexOf(a.level) - settingLevels.indexOf(b.level) ||
      settingSources.indexOf(a.source) - settingSources.indexOf(b.source),
  )
}
