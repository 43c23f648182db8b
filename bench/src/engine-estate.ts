import { addDays } from '@kervan/contract/kit/days'
import { chances } from '../../engine/src/estate.testing.ts'

// The estate of domain/advisor section 2, the same for the same seed: stores, styles in five sizes, two years of sales
// with seasons, weeks that differ, products that end, stock in the wrong places and days without stock, and the demand of
// the twelve weeks after, which nobody but the comparison sees.

export const estateDay = '2026-06-01'
const historyDays = 728
export const futureDays = 84
export const sizes = 5

export type Pair = {
  variant: number
  store: number
  stock: number
  /** What customers will ask for on each day to come, whether it is there or not. */
  future: Uint8Array
}
export type EstateOf = {
  stores: number
  styles: number
  spots: [latitude: number, longitude: number][]
  prices: number[]
  warehouse: number[]
  pairs: Pair[]
  events: number
  demand: number
  /** Units that were asked for and not there. */
  lost: number
}

/** Makes the estate; `onSale` gets each day of a pair with a sale, and evenings without stock. */
export function makeEngineEstate(
  { stores, styles, seed }: { stores: number; styles: number; seed: number },
  onSale: (variant: number, store: number, day: string, units: number, stock: number) => void,
): EstateOf {
  const chance = chances(seed)
  const normal = () => Math.sqrt(-2 * Math.log(chance() || 1e-12)) * Math.cos(2 * Math.PI * chance())
  const poisson = (mean: number) => {
    if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))
    const limit = Math.exp(-mean)
    let units = 0
    for (let product = chance(); product > limit; product *= chance()) units++
    return units
  }
  const days = Array.from({ length: historyDays }, (_, day) => addDays(estateDay, day - historyDays))
  const factors = Array.from({ length: stores }, () => 0.4 + 1.2 * chance())
  const spots = Array.from({ length: stores }, (): [number, number] => [
    36 + 6 * chance(),
    26 + 18 * chance(),
  ])
  // Products of one category have one season; five of twelve have none.
  const seasons = Array.from({ length: 12 }, (_, at) => ({
    swing: at % 12 < 7 ? 0.6 * chance() : 0,
    peak: chance() * 52,
  }))
  const pairs: Pair[] = []
  const prices: number[] = []
  const warehouse: number[] = []
  let [events, demand, lost] = [0, 0, 0]
  const weeks = (historyDays + futureDays) / 7
  for (let style = 0; style < styles; style++) {
    const level = 0.05 + 0.5 * chance() ** 3
    const price = 20 + Math.floor(chance() * 180)
    const { swing, peak } = seasons[style % seasons.length] ?? { swing: 0, peak: 0 }
    // One style in ten has come to its end half a year before, and one in ten begins in the second year.
    const ends = chance() < 0.1 ? historyDays - 182 : historyDays + futureDays
    const begins = chance() < 0.1 ? 364 : 0
    for (let size = 0; size < sizes; size++) {
      const variant = style * sizes + size
      prices.push(price)
      const share = [0.14, 0.24, 0.28, 0.22, 0.12][size] ?? 0.2
      let sold = 0
      for (let store = 0; store < stores; store++) {
        if (chance() < 0.3) continue
        // What a store sells of a style differs from what stores sell, and stays so.
        const affinity = Math.exp(0.5 * normal() - 0.125)
        const rate = level * share * (factors[store] ?? 1) * affinity
        let stock = poisson(rate * 7 * 8 * 3 * chance())
        const future = new Uint8Array(futureDays)
        for (let week = 0; week < weeks; week++) {
          const isOn = week * 7 < ends && week * 7 >= begins
          const season = 1 + swing * Math.sin((2 * Math.PI * (week - peak)) / 52)
          const mean = isOn ? rate * 7 * season * Math.exp(0.4 * normal() - 0.08) : 0
          const units = mean > 0 ? poisson(mean) : 0
          const asked = new Uint8Array(7)
          for (let unit = 0; unit < units; unit++) asked[Math.floor(chance() * 7)]! += 1
          if (week * 7 >= historyDays) {
            future.set(asked, week * 7 - historyDays)
            continue
          }
          // Every other month somebody fills up, by a guess.
          if (week % 6 === variant % 6 && isOn && chance() < 0.7) {
            const wanted = poisson(rate * 7 * 6 * 4 * chance())
            const was = stock
            stock = Math.max(stock, wanted)
            if (was === 0 && stock > 0 && (asked[0] ?? 0) === 0)
              onSale(variant, store, days[week * 7] ?? estateDay, 0, stock)
          }
          for (let day = 0; day < 7; day++) {
            const wants = asked[day] ?? 0
            demand += wants
            const gets = Math.min(wants, stock)
            lost += wants - gets
            if (gets === 0) continue
            stock -= gets
            sold += gets
            events += 1
            const at = days[week * 7 + day] ?? estateDay
            onSale(variant, store, at, gets, stock)
          }
        }
        pairs.push({ variant, store, stock, future })
      }
      warehouse.push(Math.floor((sold / 104) * 6 * chance()))
    }
  }
  return { stores, styles, spots, prices, warehouse, pairs, events, demand, lost }
}
