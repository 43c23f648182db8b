// What the benchmarks have in common: taking times, and saying them beside their budget.

export type Figure = { work: string; measured: string; ratio: string; budget: string; kept: boolean }

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Times of two ways to do a thing, taken in turn, so that a machine that slows down slows both. */
export async function inTurn(
  rounds: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []]
  await one()
  await other()
  for (let round = 0; round < rounds; round++) {
    times[0].push(await timed(one))
    times[1].push(await timed(other))
  }
  return times
}

export const ms = (value: number) =>
  value >= 1_000 ? `${(value / 1_000).toFixed(2)} s` : `${value.toFixed(value < 10 ? 1 : 0)} ms`
export const times = (value: number) => `${value.toFixed(2)}×`

/** The figures as a table that can stand in docs/performance.md as it is. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(
    (figure) =>
      `| ${figure.work} | ${figure.measured} | ${figure.ratio} | ${figure.budget} | ${figure.kept ? 'kept' : '**missed**'} |`,
  )
  return [
    '| work | measured | ratio in the same run | budget | |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}
