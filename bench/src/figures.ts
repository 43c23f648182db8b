import { createHash, scryptSync } from 'node:crypto'
import pg from 'pg'

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

/** Milliseconds of `calibrate` on the machine that the budgets were set on. */
const reference = 220
let pace = 1

/**
 * How much slower than the machine of the budgets this one is today, from work that no change of ours touches: hashing,
 * and statements of bare PostgreSQL in turn. Budgets in time are scaled by it, those that are ratios are not.
 */
export async function calibrate(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const block = Buffer.alloc(8 * 1024 * 1024, 7)
  const runs: number[] = []
  for (let run = 0; run < 5; run++)
    runs.push(
      await timed(async () => {
        createHash('sha256').update(block).digest()
        for (let at = 0; at < 5; at++) scryptSync('calibration', 'salt', 64, { N: 16_384 })
        for (let at = 0; at < 500; at++) await client.query('select sum(n) from generate_series(1, 1000) n')
      }),
    )
  await client.end()
  const took = percentile(runs, 0.5)
  pace = Math.max(1, took / reference)
  return `calibration ${took.toFixed(0)} ms, reference ${reference} ms: budgets in time × ${pace.toFixed(2)}`
}

/** Whether a time keeps its budget on this machine today. */
export const within = (took: number, most: number): boolean => took <= most * pace
/** Whether a rate keeps its budget on this machine today. */
export const atLeast = (rate: number, least: number): boolean => rate >= least / pace
