// The season of a group of products by week, as if all of them had been sold all the time: what begins or ends is no season.

const rounds = 4
/** Weeks without a sale at the end of the history after which a product counts as no longer sold. */
const goneWeeks = 6

/**
 * Sales by week that the products would have had together if each had been sold in every week. `series`: units by week of each
 * product; a product counts from its first week with a sale to its last one, or to the end where that is near.
 */
export function sameAssortment(series: readonly Float64Array[], weeks: number): Float64Array {
  const spans = series.flatMap((units) => {
    const first = units.findIndex((one) => one > 0)
    if (first < 0) return []
    const last = units.findLastIndex((one) => one > 0)
    return [{ units, first, last: last >= weeks - goneWeeks ? weeks - 1 : last, level: 0 }]
  })
  const index = new Float64Array(weeks).fill(1)
  for (let round = 0; round < rounds; round++) {
    for (const span of spans) {
      let [sold, usual] = [0, 0]
      for (let week = span.first; week <= span.last; week++) {
        sold += span.units[week] ?? 0
        usual += index[week] ?? 1
      }
      span.level = usual > 0 ? sold / usual : 0
    }
    for (let week = 0; week < weeks; week++) {
      let [sold, usual] = [0, 0]
      for (const { units, first, last, level } of spans) {
        if (week < first || week > last) continue
        sold += units[week] ?? 0
        usual += level
      }
      index[week] = usual > 0 ? sold / usual : 1
    }
  }
  let all = 0
  for (const { level } of spans) all += level
  return index.map((one) => one * all)
}
