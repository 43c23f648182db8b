import type { Values } from '@kervan/contract/kit/master-fields'
import { editDistance } from '../kit/lists/edit-distance.ts'
import { fold } from '../kit/lists/fold.ts'
import type { Issue, MasterContext } from '../kit/master/kind.ts'
import { partsOf } from '../kit/parts.ts'

// Provinces and districts of an address are texts, so that a company may deliver to countries whose places nobody has
// entered. Where the company's lists know the place, it is written as they write it, and what is nearly a known place is
// most likely that one: otherwise filters and reports by city fall apart.

type Known = {
  /** The spelling of a province, by its folded name. */
  cities: Map<string, string>
  /** The spelling of the districts of a province, by their folded names. */
  districts: Map<string, Map<string, string>>
}

/** A name that differs by so many letters at most may be meant; short ones differ by fewer. */
const nearby = (name: string) => (name.length > 5 ? 2 : name.length > 3 ? 1 : 0)

async function knownPlaces(context: MasterContext): Promise<Known> {
  const places = await Promise.all(partsOf('places').map((placesOf) => placesOf(context)))
  const known: Known = { cities: new Map(), districts: new Map() }
  for (const { city, district } of places.flat()) {
    const folded = fold(city)
    known.cities.set(folded, city)
    const districts = known.districts.get(folded) ?? new Map<string, string>()
    if (district !== null) districts.set(fold(district), district)
    known.districts.set(folded, districts)
  }
  return known
}

const districtsOf = (known: Known, city: unknown): Map<string, string> =>
  (typeof city === 'string' && known.districts.get(fold(city))) || new Map<string, string>()

/** Addresses with province and district as the company's lists write them. */
export async function placeSpelling(
  context: MasterContext,
  given: readonly Partial<Values>[],
): Promise<Partial<Values>[]> {
  const known = await knownPlaces(context)
  return given.map((values) => {
    const { city, district } = values
    return {
      ...values,
      ...(typeof city === 'string' && { city: known.cities.get(fold(city)) ?? city }),
      ...(typeof district === 'string' && {
        district: districtsOf(known, city).get(fold(district)) ?? district,
      }),
    }
  })
}

type PlaceField = 'city' | 'district'
/** A row of a kind with these fields. */
type PlaceRow<F extends PlaceField> = {
  before: Values | null
  after: Values | null
  addIssue: (field: F, code: string, facts?: Issue['facts']) => void
}

/**
 * Refuses a new province or district (`fields`) that is one of a list but for a letter or two, and names the one that is
 * meant.
 */
export async function placeRules<F extends PlaceField>(
  context: MasterContext,
  rows: readonly PlaceRow<F>[],
  fields: readonly F[],
): Promise<void> {
  const known = await knownPlaces(context)
  for (const { before, after, addIssue } of rows)
    for (const field of fields) {
      const value = after?.[field]
      if (typeof value !== 'string' || value === before?.[field]) continue
      const names = field === 'city' ? known.cities : districtsOf(known, after?.['city'])
      const meant = nearestOf(fold(value), names)
      if (meant !== null) addIssue(field, 'PlaceMeant', { value, meant })
    }
}

/** The only name that is nearly this one; null for a known name, and where none or several are as near. Pure. */
export function nearestOf(folded: string, names: ReadonlyMap<string, string>): string | null {
  if (names.has(folded)) return null
  const most = nearby(folded)
  const near = [...names].flatMap(([name, spelled]) => {
    const far = editDistance(folded, name, most)
    return far <= most ? [{ far, spelled }] : []
  })
  const least = Math.min(...near.map(({ far }) => far))
  const [first, second] = near.filter(({ far }) => far === least)
  return first && !second ? first.spelled : null
}
