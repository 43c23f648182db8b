import { packsAround } from './packs.ts'

// How much of a product a location should get (ORD-017; domain/advisor.md 3.4). Pure, for the screen and the server.

/** Pieces throughout; averages are pieces a month. */
export type SuggestionInputs = {
  average120Days: number
  average90Days: number
  /** Days that the delivery should last for, and days of demand that should always lie there. */
  horizonDays: number
  safetyDays: number
  /** On hand at the location, and approved for it without having left yet. */
  stock: number
  inTransit: number
  /** What earlier open lines of the same location ask for. */
  openOrders: number
  completedLast5Days: number
  packUnit: number
}
export type Suggestion = {
  /** The higher average, and what follows from it for the horizon and for the safety stock. */
  monthly: number
  horizonNeed: number
  safetyNeed: number
  /** In full packs, rounded up; 0 when the location has enough. */
  quantity: number
}

const daysAMonth = 30

/** The demand of the horizon and the safety stock, less what is there, on its way or asked for already. */
export function suggestionOf(inputs: SuggestionInputs): Suggestion {
  const { horizonDays, safetyDays, stock, inTransit, openOrders, completedLast5Days, packUnit } = inputs
  const monthly = Math.max(inputs.average90Days, inputs.average120Days)
  const horizonNeed = (monthly * horizonDays) / daysAMonth
  const safetyNeed = (monthly * safetyDays) / daysAMonth
  const lacking = horizonNeed + safetyNeed - stock - inTransit - openOrders - completedLast5Days
  // Averages are thirds and quarters of whole pieces: what is off by less than a thousandth is no piece.
  const pieces = Math.max(0, Math.ceil(lacking - 0.001))
  return { monthly, horizonNeed, safetyNeed, quantity: packsAround(pieces, packUnit).above }
}
