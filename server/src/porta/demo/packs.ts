import { existing } from '@kervan/contract/kit/typed'

// The packs of the demo that the drug-tracking system knows: some of each pharmacy, one in each state that a request can
// meet there. The same pharmacies and products give the same packs.

/** What became of a pack: on the shelf, sold on prescription, sold and not finalized, sold for cash, recalled, on its way. */
const fates = ['shelf', 'sold', 'open', 'cash', 'recalled', 'onTheWay'] as const

export type DemoPack = {
  gtin: string
  sn: string
  bn: string
  /** Expiry date, a day. */
  xd: string
  /** GLN of the pharmacy that has it, has sold it or is to get it. */
  pharmacy: string
  fate: (typeof fates)[number]
}

/** Two packs of each kind for each pharmacy, by their GLN; serial numbers are `P`, the pharmacy's place in the list, a number. */
export function demoPacks(pharmacies: readonly string[], gtins: readonly string[]): DemoPack[] {
  if (gtins.length === 0) return []
  return pharmacies.flatMap((pharmacy, place) =>
    [...fates, ...fates].map((fate, at) => ({
      gtin: existing(gtins[(place * 7 + at * 13) % gtins.length]),
      sn: `P${String(place + 1).padStart(3, '0')}${String(at + 1).padStart(4, '0')}`,
      bn: `L${26_000 + (place % 40)}`,
      xd: `2028-${String((at % 12) + 1).padStart(2, '0')}-28`,
      pharmacy,
      fate,
    })),
  )
}
