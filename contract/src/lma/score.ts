import { exact, meanOf, one, zero, type Exact } from './exact.ts'

// How good expectations were (domain/fuel 3): of events and of amounts, against "no change".

export type Scored = {
  /** Whether a change was expected, and whether it came. */
  expected: boolean
  happened: boolean
  expectedPrice: Exact
  price: Exact
  /** The price in force when the expectation was made. */
  before: Exact
}
export type Score = {
  runs: number
  precision: Exact | null
  recall: Exact | null
  /** Of the changes that were expected and came, those in the expected direction. */
  direction: Exact | null
  falseAlarms: number
  /** On the changes that were expected and came. */
  meanErrorOfHits: Exact | null
  meanError: Exact | null
  bias: Exact | null
  meanErrorOfNoChange: Exact | null
  /** One less the error by that of "no change"; null where nothing changed. */
  skill: Exact | null
}

/** Amounts are scored on the runs that expected a change or saw one, because the rest cost nothing. */
export function score(runs: readonly Scored[]): Score {
  const hits = runs.filter(({ expected, happened }) => expected && happened)
  const expected = runs.filter((run) => run.expected)
  const happened = runs.filter((run) => run.happened)
  const moved = runs.filter((run) => run.expected || run.happened)
  const errors = moved.map((run) => (run.expected ? run.expectedPrice : run.before).minus(run.price))
  const meanError = meanOf(errors.map((error) => error.abs()))
  const idle = meanOf(moved.map(({ before, price }) => before.minus(price).abs()))
  return {
    runs: runs.length,
    precision: share(hits.length, expected.length),
    recall: share(hits.length, happened.length),
    direction: share(
      hits.filter(({ expectedPrice, price, before }) => {
        return expectedPrice.compare(before) === price.compare(before)
      }).length,
      hits.length,
    ),
    falseAlarms: expected.length - hits.length,
    meanErrorOfHits: meanOf(hits.map(({ expectedPrice, price }) => expectedPrice.minus(price).abs())),
    meanError,
    bias: meanOf(errors),
    meanErrorOfNoChange: idle,
    skill: meanError && idle && idle.compare(zero) > 0 ? one.minus(meanError.over(idle)) : null,
  }
}

const share = (of: number, all: number): Exact | null =>
  all === 0 ? null : exact(String(of)).over(exact(String(all)))
