import { PrincipleContent } from '@kervan/contract/services/principles'
import {
  declaredSettings,
  orderedCandidates,
  settingLevels,
  settingNames,
  type SettingLevel,
  type SettingName,
  type SettingSource,
} from '@kervan/contract/services/settings'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'

// Which value of a setting holds at a place (SVC-002): what the company says by level, and what the principles of a
// strategy say. The more specific level goes first; on one level a principle goes before a value of the company.

/** A location and a product as values name them; null where none is asked about. */
export type Spot = {
  location: string | null
  locationGroup: string | null
  product: string | null
  productGroup: readonly string[]
}

export type Candidate = {
  level: SettingLevel
  source: SettingSource
  code: string | null
  value: string
  validFrom: string | null
  validTo: string | null
}

export type HeldValue = Candidate & {
  setting: SettingName
  location: string | null
  locationGroup: string | null
  product: string | null
}

/** The company's values that hold on a day, of all levels. */
export async function valuesOn(tx: Tx, companyId: number, day: string): Promise<HeldValue[]> {
  const { rows } = await sql<Omit<HeldValue, 'level' | 'source'>>`
    select s.setting, s.code, trim_scale(s.setting_value)::text as value, s.location_group as "locationGroup", l.code as location, p.code as product,
      s.valid_from::text as "validFrom", s.valid_to::text as "validTo"
    from service_setting s left join location l on l.company_id = ${companyId} and l.id = s.location_id
      left join product p on p.company_id = ${companyId} and p.id = s.product_id
    where s.company_id = ${companyId} and s.valid_from <= ${day}::date and coalesce(s.valid_to >= ${day}::date, true)
    order by s.code`.execute(tx)
  return rows.map((row) => ({ ...row, source: 'Value', level: levelOfValue(row) }))
}

type Place = Pick<HeldValue, 'location' | 'locationGroup' | 'product'>

const levelOfValue = ({ location, locationGroup, product }: Place): SettingLevel => {
  if (location !== null) return product !== null ? 'LocationProduct' : 'Location'
  if (product !== null) return 'Product'
  return locationGroup !== null ? 'LocationGroup' : 'Company'
}

const holdsAt = (value: Place, spot: Spot): boolean =>
  (value.location === null || value.location === spot.location) &&
  (value.product === null || value.product === spot.product) &&
  (value.locationGroup === null || value.locationGroup === spot.locationGroup)

/** A rule of a compiled plan, as far as it says something of a setting. */
export type SettingRule = { principle: string; from: string; to: string | null; content: unknown }

/** Whether a rule holds on a day: its principle has begun and has not come to its end. */
export const ruleHoldsOn = ({ from, to }: Pick<SettingRule, 'from' | 'to'>, day: string): boolean =>
  from <= day && (to === null || to >= day)

/** What somebody says of a setting, and on which level it holds at a place; null where it does not. */
type Saying = Omit<Candidate, 'level'> & { levelAt: (spot: Spot) => SettingLevel | null }

function sayingOfRule({ principle, from, to, content: kept }: SettingRule): [SettingName, Saying][] {
  const content = PrincipleContent.parse(kept)
  const said = { source: 'Principle', code: principle, validFrom: from, validTo: to } as const
  if (content.type === 'ServiceSettings')
    return [[content.setting, { ...said, value: content.value, levelAt: () => 'Company' }]]
  if (content.type !== 'Setting') return []
  const { places, products } = content
  const levelAt = (spot: Spot): SettingLevel | null => {
    const place = narrowed(spot.location, spot.locationGroup === null ? [] : [spot.locationGroup], {
      codes: places.locations,
      groups: places.groups,
    })
    const goods = narrowed(spot.product, spot.productGroup, {
      codes: products.products,
      groups: products.groups,
    })
    return place === null || goods === null ? null : levelOfRule(place, goods)
  }
  return [[content.setting, { ...said, value: content.value, levelAt }]]
}

const sayingOfValue = ({ setting, level, source, code, value, validFrom, validTo, ...place }: HeldValue) =>
  [
    setting,
    {
      source,
      code,
      value,
      validFrom,
      validTo,
      levelAt: (spot: Spot) => (holdsAt(place, spot) ? level : null),
    },
  ] satisfies [SettingName, Saying]

/**
 * What is said of each setting, in the order in which it counts among equals: principles before values, of principles the
 * one that was authorised last first.
 */
function sayingsOf(
  values: readonly HeldValue[],
  rules: readonly SettingRule[],
): ReadonlyMap<SettingName, readonly Saying[]> {
  const sayings = new Map<SettingName, Saying[]>()
  for (const [name, saying] of [...rules.toReversed().flatMap(sayingOfRule), ...values.map(sayingOfValue)])
    sayings.set(name, [...(sayings.get(name) ?? []), saying])
  return sayings
}

/** Nowhere in particular: what holds for the whole company. */
export const everywhere: Spot = { location: null, locationGroup: null, product: null, productGroup: [] }

/** Answers the value of a setting at a place, as a number. */
export function holderOf(
  values: readonly HeldValue[],
  rules: readonly SettingRule[],
): (name: SettingName, spot: Spot) => number {
  const sayings = sayingsOf(values, rules)
  return (name, spot) => {
    let value = declaredSettings[name].start
    let best: number = settingLevels.length
    for (const saying of sayings.get(name) ?? []) {
      const level = saying.levelAt(spot)
      // Of one level the first one said counts.
      if (level === null || settingLevels.indexOf(level) >= best) continue
      best = settingLevels.indexOf(level)
      value = saying.value
    }
    return Number(value)
  }
}

type Narrowed = 'One' | 'Group' | 'All'

/** How narrowly a set names something; null where it does not. */
function narrowed(
  code: string | null,
  groups: readonly string[],
  set: { codes: readonly string[]; groups: readonly string[] },
): Narrowed | null {
  if (set.codes.length + set.groups.length === 0) return 'All'
  if (code !== null && set.codes.includes(code)) return 'One'
  return groups.some((group) => set.groups.includes(group)) ? 'Group' : null
}

/** A group of products narrows as a group of locations does. */
function levelOfRule(place: Narrowed, goods: Narrowed): SettingLevel {
  if (place === 'One') return goods === 'One' ? 'LocationProduct' : 'Location'
  if (goods === 'One') return 'Product'
  return place === 'Group' || goods === 'Group' ? 'LocationGroup' : 'Company'
}

/** The candidates of each setting at a place; the first one holds. */
export function candidatesAt(
  spot: Spot,
  values: readonly HeldValue[],
  rules: readonly SettingRule[],
): { setting: SettingName; candidates: Candidate[] }[] {
  const sayings = sayingsOf(values, rules)
  return settingNames.map((setting) => ({
    setting,
    candidates: orderedCandidates<Candidate>([
      ...(sayings.get(setting) ?? []).flatMap(({ levelAt, ...said }) => {
        const level = levelAt(spot)
        return level === null ? [] : { level, ...said }
      }),
      {
        level: 'Start',
        source: 'Start',
        code: null,
        value: declaredSettings[setting].start,
        validFrom: null,
        validTo: null,
      },
    ]),
  }))
}
