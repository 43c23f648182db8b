import type { DemoCompany } from '../../demo/people.ts'
import { Random } from '../../demo/random.ts'
import type { LocationRow, ProductRow } from '../../demo/world.ts'

// Values of the custom properties that `company-data.ts` defines (DAT-001). Every ninth record has none.

const origins = ['Türkiye', 'Almanya', 'İtalya', 'Hindistan', 'Çin'] as const
const segments = ['A', 'B', 'C'] as const

/** Locations with their segment and number of floors. */
export function withLocationProperties(
  company: DemoCompany,
  locations: readonly LocationRow[],
): LocationRow[] {
  const random = new Random(company.id + 22_000)
  return locations.map((location, at) => ({
    ...location,
    properties: propertiesOf(at, { segment: random.favour(segments), floors: String(random.int(1, 4)) }),
  }))
}

/** Products with the country that they come from. */
export function withProductProperties(company: DemoCompany, products: readonly ProductRow[]): ProductRow[] {
  const random = new Random(company.id + 23_000)
  return products.map((product, at) => ({
    ...product,
    properties: propertiesOf(at, { origin: random.favour(origins) }),
  }))
}

const propertiesOf = (at: number, values: Record<string, string>) => (at % 9 === 8 ? {} : values)
