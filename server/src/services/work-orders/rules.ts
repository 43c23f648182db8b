import type { Bound, Settling } from '@kervan/engine/settle'
import type { SettingName } from '@kervan/contract/services/settings'
import type { PlaceSet, ProductSet } from '@kervan/contract/services/principles'
import { everywhere, type Spot } from '../settings/holding.ts'
import type { Plan, PlanRule } from '../strategies/compile.ts'

// What a compiled plan says of places and products (domain/advisor 1.5). The more specific key wins: place and product,
// product, place, group, company; of equal keys the latest approval, which stands last in the plan.

export type RulePlace = { code: string; group: string | null }
/** A product with its groups, from its category up to the root. */
export type RuleProduct = { code: string; groups: readonly string[] }

const isIn = ({ locations, groups }: PlaceSet, place: RulePlace): boolean =>
  (locations.length === 0 && groups.length === 0) ||
  locations.includes(place.code) ||
  (place.group !== null && groups.includes(place.group))
const isAmong = ({ products, groups }: ProductSet, product: RuleProduct): boolean =>
  (products.length === 0 && groups.length === 0) ||
  products.includes(product.code) ||
  product.groups.some((group) => groups.includes(group))

function weight(places: PlaceSet, products: ProductSet): number {
  if (places.locations.length > 0 && products.products.length > 0) return 4
  if (products.products.length > 0) return 3
  if (places.locations.length > 0) return 2
  return places.groups.length > 0 || products.groups.length > 0 ? 1 : 0
}

type Rule<T extends PlanRule['content']['type']> = PlanRule & {
  content: Extract<PlanRule['content'], { type: T }>
}
const ofType = <T extends PlanRule['content']['type']>(plan: Pick<Plan, 'rules'>, type: T): Rule<T>[] =>
  plan.rules.filter((rule): rule is Rule<T> => rule.content.type === type)

/** The value of a setting at a place, as `holderOf` of the settings answers it. */
export type Held = (name: SettingName, spot: Spot) => number

export const spotOf = (place: RulePlace | null, product: RuleProduct | null): Spot => ({
  location: place?.code ?? null,
  locationGroup: place?.group ?? null,
  product: product?.code ?? null,
  productGroup: product?.groups ?? [],
})

export type Restrictions = {
  /** No product takes this lane. */
  closes: (from: RulePlace, to: RulePlace) => boolean
  /** This product does not take this lane. */
  closesFor: (product: RuleProduct) => ((from: RulePlace, to: RulePlace) => boolean) | null
}

/** Restrictions take lanes away: from these senders to these recipients, for these products. */
export function restrictionsOf(plan: Pick<Plan, 'rules'>): Restrictions {
  const rules = ofType(plan, 'Restriction').map(({ content }) => content)
  const isForAll = ({ products }: (typeof rules)[number]) =>
    products.products.length === 0 && products.groups.length === 0
  const closing =
    (which: typeof rules) =>
    (from: RulePlace, to: RulePlace): boolean =>
      which.some(({ senders, recipients }) => isIn(senders, from) && isIn(recipients, to))
  return {
    closes: closing(rules.filter(isForAll)),
    closesFor: (product) => {
      const own = rules.filter((rule) => !isForAll(rule) && isAmong(rule.products, product))
      return own.length > 0 ? closing(own) : null
    },
  }
}

/** Bounds on sums of a run, from constraints and from settings. */
export function settlingOf(
  plan: Pick<Plan, 'rules'>,
  held: Held,
  places: readonly RulePlace[],
  skus: readonly { code: string; product: RuleProduct }[],
): Settling {
  const bounds: Bound[] = []
  let leastLaneValue = held('leastLaneValue', everywhere)
  for (const { principle, content } of ofType(plan, 'Constraint')) {
    const limit = Number(content.limit)
    if (content.bound === 'Minimum') {
      if (content.measure === 'Value' && content.target === 'Lane')
        leastLaneValue = Math.max(leastLaneValue, limit)
      continue
    }
    const ofAll = weight(content.places, content.products) === 0
    bounds.push({
      rule: principle,
      target: content.target,
      measure: content.measure,
      most: limit,
      places: ofAll
        ? null
        : new Set(places.flatMap((place, at) => (isIn(content.places, place) ? [at] : []))),
      skus: ofAll
        ? null
        : new Set(skus.flatMap(({ code, product }) => (isAmong(content.products, product) ? [code] : []))),
    })
  }
  for (const [setting, target] of [
    ['mostUnitsReceived', 'Recipient'],
    ['mostUnitsSent', 'Sender'],
  ] as const) {
    const atPlace = places.map((place) => held(setting, spotOf(place, null)))
    // 0 bounds nothing.
    for (const most of new Set(atPlace.filter((one) => one > 0)))
      bounds.push({
        rule: setting,
        target,
        measure: 'Units',
        most,
        places: new Set(atPlace.flatMap((one, at) => (one === most ? [at] : []))),
        skus: null,
      })
  }
  // What a store is recommended is decided over all products.
  bounds.push({
    rule: 'recommendedProducts',
    target: 'Recipient',
    measure: 'Lines',
    most: held('recommendedProducts', everywhere),
    places: null,
    skus: null,
    types: new Set(['RBD']),
  })
  return { bounds, laneCost: held('fixedLaneCost', everywhere), leastLaneValue }
}
