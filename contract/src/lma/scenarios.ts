import { z } from 'zod'
import { call, Done, Uuid } from '../kit/call.ts'
import { DateOnly, Instant } from '../kit/values.ts'
import { priceModels } from './words.ts'

// Simulation (LMA-004): what a price would be with other inputs. The browser reckons by the formulas of the contract, so
// that a slider answers at once; nothing here touches live data.

/** At most so many scenarios stand side by side. */
export const scenariosAtOnce = 4
/** So many weekdays ahead can a scenario say quote and rate. */
export const daysAhead = 10
export const scenariosKept = 200

const Signed = z.string().regex(/^-?\d{1,9}(\.\d{1,9})?$/)
const Positive = z.string().regex(/^(?=.*[1-9])\d{1,9}(\.\d{1,9})?$/)

/** What a scenario says; null where it takes what is known. */
export const ScenarioInputs = z.strictObject({
  /** $/TON. */
  quote: Positive.nullable(),
  rate: Positive.nullable(),
  /** $/TON. */
  premium: Signed.nullable(),
  /** t/m³. */
  density: Positive.nullable(),
  /** Per cent. */
  thresholdRate: Signed.nullable(),
  /** TL/L. */
  exciseTax: Signed.nullable(),
  /** Quote and rate of the coming weekdays. */
  path: z.array(z.strictObject({ quote: Positive, rate: Positive })).max(daysAhead),
})
export type ScenarioInputs = z.infer<typeof ScenarioInputs>

/** What is known of a product now: where a simulation begins. */
export const SimulationBase = z.strictObject({
  fuelProduct: z.string(),
  fuelProductName: z.string(),
  day: DateOnly,
  density: z.string(),
  barrels: z.string().nullable(),
  thresholdRate: z.string(),
  priceModel: z.enum(priceModels),
  fixedPremium: z.string().nullable(),
  /** TL/M3, with quote and rate on which it was set. */
  basePrice: z.string(),
  baseQuote: z.string(),
  baseRate: z.string(),
  baseFrom: DateOnly,
  quote: z.string(),
  quoteDay: DateOnly,
  rate: z.string(),
  rateDay: DateOnly,
  exciseTax: z.string().nullable(),
  vatRate: z.string().nullable(),
  /** The coming weekdays. */
  ahead: z.array(DateOnly),
})
export type SimulationBase = z.infer<typeof SimulationBase>

export const getSimulationBase = call('Lma/GetSimulationBase', {
  reads: true,
  input: z.strictObject({ fuelProduct: z.string().max(20) }),
  output: SimulationBase,
  refusals: ['NotFound', 'NoPriceInformation'],
})

export const Scenario = z.strictObject({
  id: Uuid,
  name: z.string(),
  fuelProduct: z.string(),
  inputs: ScenarioInputs,
  madeBy: z.string(),
  changedAt: Instant,
})
export type Scenario = z.infer<typeof Scenario>

/** The scenarios of the company, by name. */
export const getScenarios = call('Lma/GetScenarios', {
  sharesPermission: 'GetSimulationBase',
  reads: true,
  input: z.strictObject({}),
  output: z.strictObject({ scenarios: z.array(Scenario).max(scenariosKept) }),
  refusals: [],
})

/** Keeps a scenario, a new one without an id. One with the name of another scenario is refused. */
export const saveScenario = call('Lma/SaveScenario', {
  input: z.strictObject({
    scenarioId: Uuid.nullable(),
    name: z.string().trim().min(1).max(80),
    fuelProduct: z.string().max(20),
    inputs: ScenarioInputs,
  }),
  output: z.strictObject({ scenarioId: Uuid }),
  refusals: ['NotFound', 'ScenarioNameTaken', 'TooManyScenarios', 'WholeCompanyNeeded'],
})

export const removeScenario = call('Lma/RemoveScenario', {
  input: z.strictObject({ scenarioId: Uuid }),
  output: Done,
  refusals: ['NotFound', 'WholeCompanyNeeded'],
})
