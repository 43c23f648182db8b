import type { RefineryUnit } from '@kervan/contract/lma/price-units'
import { refineryUnits } from '@kervan/contract/lma/price-units'
import { refineries, type ListSource } from '@kervan/contract/lma/words'
import { fold } from '../../kit/lists/fold.ts'
import { readTable } from './csv.ts'
import { readDay, type Parsed } from './parsed.ts'

// Price lists of refiners: naked prices by refinery, product and the day from which they hold. Taxes in them are left
// out, because taxes are parameters of their own.

type Refinery = (typeof refineries)[number]
export type ListRow = {
  line: number
  /** The product as the list names it. */
  symbol: string
  refinery: Refinery
  day: string
  price: string
  unit: RefineryUnit
}

/** Refineries of each refiner, by what their names contain. */
const known: Record<ListSource, readonly (readonly [string, Refinery])[]> = {
  TUPRAS: [
    ['izmit', 'TuprasIzmit'],
    ['izmir', 'TuprasIzmir'],
    ['kirikkale', 'TuprasKirikkale'],
    ['batman', 'TuprasBatman'],
  ],
  SOCAR: [
    ['star', 'SocarStar'],
    ['socar', 'SocarStar'],
  ],
}

const refineryOf = (source: ListSource, name: string): Refinery | null =>
  known[source].find(([part]) => fold(name).includes(part))?.[1] ?? null

const titles = ['product', 'refinery', 'validFrom', 'price', 'unit'] as const

/** Reads the list of a refiner; lines with another refiner's refinery are faults. */
export const parsePriceList =
  (source: ListSource) =>
  (text: string): Parsed<ListRow> =>
    readTable(text, titles, ['price'], ({ line, cell, decimal }) => {
      const [symbol, day, price] = [cell('product'), readDay(cell('validFrom')), decimal('price')]
      const refinery = refineryOf(source, cell('refinery'))
      const unit = refineryUnits.find((one) => one === cell('unit').toUpperCase())
      if (symbol === '' || symbol.length > 40) return 'Symbol'
      if (refinery === null) return 'Refinery'
      if (day === null) return 'Day'
      if (unit === undefined) return 'Unit'
      if (price === 'Ambiguous') return price
      if (price === null || price.startsWith('-')) return 'Value'
      return [{ line, symbol, refinery, day, price, unit }]
    })
