import { workTypes, type Common, type Nothing, type Proposal, type WorkType } from './snapshot.ts'

// What holds over all products of a service date (domain/advisor 2.3, 1.5): bounds on sums, and lanes that must be worth
// their fixed cost. Shards know nothing of each other, so this is decided once all are there.

export type Bound = {
  /** Names the principle or setting, as reasons cite it. */
  rule: string
  target: 'Sender' | 'Recipient' | 'Lane' | 'Run'
  measure: 'Units' | 'Lines' | 'Lanes' | 'Value'
  most: number
  /** Places for which it holds; null for all. */
  places: ReadonlySet<number> | null
  /** SKUs for which it holds; null for all. */
  skus: ReadonlySet<string> | null
  /** Types for which it holds; without them for all. */
  types?: ReadonlySet<WorkType>
}

export type Settling = {
  bounds: readonly Bound[]
  /** Fixed cost of a used lane from a store, and the least net value of a lane, in money. */
  laneCost: number
  leastLaneValue: number
}

export type Settled = {
  kept: (Proposal & { rules: string[] })[]
  dropped: Nothing[]
}

/**
 * Keeps proposals by what they bring a unit, packs of one within the other in the order of their types, as far as the
 * bounds let them; then drops the lanes between stores that do not bring their cost.
 */
export function settle(common: Common, proposals: readonly Proposal[], settling: Settling): Settled {
  const used = settling.bounds.map(() => new Map<string, number>())
  const dropped: Nothing[] = []
  const kept: Settled['kept'] = []
  for (const proposal of ranked(proposals)) {
    const { quantity, rules } = allowed(proposal, settling.bounds, used)
    if (quantity === 0) {
      dropped.push(nothingOf(proposal, 'Constraint'))
      continue
    }
    kept.push({ ...cut(proposal, quantity), rules })
  }
  const worth = new Map<string, number>()
  for (const proposal of kept) {
    const lane = laneOf(proposal)
    worth.set(lane, (worth.get(lane) ?? 0) + proposal.net)
  }
  const isWorth = (proposal: Proposal) =>
    common.places[proposal.from]?.isWarehouse ||
    (worth.get(laneOf(proposal)) ?? 0) >= Math.max(settling.laneCost, settling.leastLaneValue)
  return {
    kept: kept.filter(isWorth),
    dropped: [...dropped, ...kept.filter((one) => !isWorth(one)).map((one) => nothingOf(one, 'LaneCost'))],
  }
}

function ranked(proposals: readonly Proposal[]): Proposal[] {
  const each = (one: Proposal) => one.net / one.quantity
  return proposals.toSorted(
    (a, b) =>
      workTypes.indexOf(a.type) - workTypes.indexOf(b.type) ||
      each(b) - each(a) ||
      (a.sku < b.sku ? -1 : Number(a.sku > b.sku)) ||
      a.to - b.to ||
      a.from - b.from,
  )
}

// PBC is proposed and never carried out, so it pays for no lane that others use.
const laneOf = ({ type, from, to }: Proposal) => `${type === 'PBC' ? 'PBC ' : ''}${from}>${to}`

function allowed(proposal: Proposal, bounds: readonly Bound[], used: readonly Map<string, number>[]) {
  const rules: string[] = []
  let packs = proposal.quantity / proposal.pack
  const concerned: { at: number; key: string }[] = []
  for (const [at, bound] of bounds.entries()) {
    const place = bound.target === 'Sender' ? proposal.from : proposal.to
    if (bound.places && !bound.places.has(place)) continue
    if (bound.skus && !bound.skus.has(proposal.sku)) continue
    if (bound.types && !bound.types.has(proposal.type)) continue
    const key = bound.target === 'Run' ? '' : bound.target === 'Lane' ? laneOf(proposal) : String(place)
    concerned.push({ at, key })
    const left = bound.most - (used[at]?.get(key) ?? 0)
    const fits = fitting(proposal, bound, left, used[at]?.get(`${key} ${laneOf(proposal)}`) !== undefined)
    if (fits >= packs) continue
    packs = fits
    rules.push(bound.rule)
  }
  const quantity = packs * proposal.pack
  if (quantity > 0)
    for (const { at, key } of concerned) {
      const bound = bounds[at]
      if (!bound) continue
      const lane = `${key} ${laneOf(proposal)}`
      const takes =
        bound.measure === 'Units'
          ? quantity
          : bound.measure === 'Value'
            ? (proposal.net / proposal.quantity) * quantity
            : bound.measure === 'Lines' || used[at]?.get(lane) === undefined
              ? 1
              : 0
      used[at]?.set(key, (used[at]?.get(key) ?? 0) + takes)
      used[at]?.set(lane, 1)
    }
  return { quantity, rules }
}

/** Packs of a proposal that a bound lets through. */
function fitting(proposal: Proposal, { measure }: Bound, left: number, isLaneUsed: boolean): number {
  const packs = proposal.quantity / proposal.pack
  if (measure === 'Units') return Math.max(0, Math.min(packs, Math.floor(left / proposal.pack)))
  if (measure === 'Lines') return left >= 1 ? packs : 0
  if (measure === 'Lanes') return isLaneUsed || left >= 1 ? packs : 0
  const each = proposal.net / packs
  return each <= 0 ? packs : Math.max(0, Math.min(packs, Math.floor(left / each)))
}

function cut(proposal: Proposal, quantity: number): Proposal {
  if (quantity === proposal.quantity) return proposal
  const packs = quantity / proposal.pack
  const sum = (values: number[]) => values.slice(0, packs).reduce((total, one) => total + one, 0)
  const laneCost = (proposal.laneCost * quantity) / proposal.quantity
  const round = (value: number) => Math.round(value * 100) / 100
  return {
    ...proposal,
    quantity,
    gain: proposal.gain.slice(0, packs),
    loss: proposal.loss.slice(0, packs),
    laneCost: round(laneCost),
    // What another engine proposes says what it brings in all, and not by pack.
    net:
      proposal.gain.length === 0
        ? round((proposal.net * quantity) / proposal.quantity)
        : round(sum(proposal.gain) - sum(proposal.loss) - laneCost),
    bound: [...new Set([...proposal.bound, 'Constraint' as const])].toSorted(),
  }
}

const nothingOf = ({ sku, to, recipient }: Proposal, code: Nothing['code']): Nothing => ({
  sku,
  place: to,
  code,
  stock: recipient.stock,
  inTransit: recipient.inTransit,
  rate: recipient.rate,
})
