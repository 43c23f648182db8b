import { exact, hundred, zero, type Exact } from '@kervan/contract/lma/exact'
import {
  ratiosComplete,
  transferPrice,
  type TransferInputs,
  type TransferLeg,
} from '@kervan/contract/lma/transfer-price'
import type { PremiumUnit, purchaseTypes, supplierModes } from '@kervan/contract/lma/words'

// One price of a batch: what it is made of stays with it as texts, so that it opens with the same digits ever after.

export type KeptLeg = {
  legNumber: number
  supplier: string
  purchaseType: (typeof purchaseTypes)[number]
  mode: (typeof supplierModes)[number]
  /** Per cent. */
  ratio: string
  rebate: string
  dap: { ratio: string; unit: PremiumUnit; premium: string }
  fob: { ratio: string; unit: PremiumUnit; premium: string }
}
export type KeptInputs = {
  /** $/TON; null where no quote is known. */
  quote: string | null
  quoteFrom: string | null
  quoteTo: string | null
  rate: string | null
  rateDay: string | null
  density: string
  /** TL/M3. */
  refineryPrice: string | null
  /** Per cent. */
  blendingRatio: string
  /** $/M3. */
  blendedIn: string | null
  parameter: string
  fee: string
  legs: KeptLeg[]
}

const share = (percent: string): Exact => exact(percent).over(hundred)

const termsOf = ({ dap, fob }: KeptLeg): TransferLeg['terms'] => [
  { incoterm: 'DAP', ratio: share(dap.ratio), premiumUnit: dap.unit, premium: exact(dap.premium) },
  { incoterm: 'FOB', ratio: share(fob.ratio), premiumUnit: fob.unit, premium: exact(fob.premium) },
]

const legOf = (leg: KeptLeg): TransferLeg => ({
  purchaseType: leg.purchaseType,
  ratio: share(leg.ratio),
  rebate: share(leg.rebate),
  terms: termsOf(leg),
})

/** Whether the legs of an item sum to 100 per cent exactly. */
export const areWhole = ({ legs }: Pick<KeptInputs, 'legs'>): boolean => ratiosComplete(legs.map(legOf))

/** Null where something that the item needs is not known. */
export function priceOf(kept: KeptInputs) {
  const { quote, rate, refineryPrice, blendedIn } = kept
  if (rate === null || kept.legs.length === 0) return null
  const needs = (type: KeptLeg['purchaseType']) => kept.legs.some(({ purchaseType }) => purchaseType === type)
  const isBlended = exact(kept.blendingRatio).sign() > 0
  if (
    (needs('Import') && quote === null) ||
    (needs('Local') && refineryPrice === null) ||
    (isBlended && blendedIn === null)
  )
    return null
  const inputs: TransferInputs = {
    quote: quote === null ? zero : exact(quote),
    rate: exact(rate),
    density: exact(kept.density),
    refineryPrice: refineryPrice === null ? zero : exact(refineryPrice),
    legs: kept.legs.map(legOf),
    blendingRatio: share(kept.blendingRatio),
    blendedIn: blendedIn === null ? zero : exact(blendedIn),
    parameter: exact(kept.parameter),
    fee: exact(kept.fee),
  }
  return transferPrice(inputs)
}
