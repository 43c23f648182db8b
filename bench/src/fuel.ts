import { getBacktest } from '@kervan/contract/lma/backtest'
import { exact } from '@kervan/contract/lma/exact'
import { expectFuel } from '@kervan/contract/lma/expectation'
import { getPriceHistory } from '@kervan/contract/lma/history'
import { addMonths } from '@kervan/contract/kit/days'
import { existing } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import type { Demo } from '../../server/src/demo/world.ts'
import { dayIn } from '../../server/src/kit/clock.ts'
import { steps } from '../../server/src/lma/demo/steps.ts'
import { inTurn, ms, percentile, timed, times, within, type Figure } from './figures.ts'
import { bareClient } from './orders.ts'
import type { BenchPortal } from './portal.ts'
import { openForLoading, type BenchDatabase } from './seed.ts'
import { benchCompany, timeZone } from './seed-orders.ts'

const rounds = 20

/** Three years of fuel prices as the demo has them: history, backtest, and the formula behind a slider (LMA-003 to LMA-005). */
export async function benchFuel(portal: BenchPortal, database: BenchDatabase): Promise<Figure[]> {
  await seedFuel(database)
  const token = await portal.signIn('admin')
  const today = dayIn(timeZone, new Date())
  const window = { from: addMonths(today, -36), to: today }
  const client = await bareClient(database)
  const codes = ['DIESEL', 'GASOLINE95', 'JETA1', 'FUELOIL1']
  const series = [
    ...codes.map((fuelProduct) => ({ series: 'MarketPrice' as const, fuelProduct })),
    ...codes.map((fuelProduct) => ({ series: 'RefineryPrice' as const, fuelProduct })),
    { series: 'ExchangeRate' as const, fuelProduct: null },
  ]
  try {
    const [served, bare] = await inTurn(
      rounds,
      () => portal.call(getPriceHistory, token, { ...window, series, unit: '$/TON', average: null }),
      async () => {
        await client.query(`begin; set local app.company_id = '${benchCompany}'`)
        for (const table of ['market_quote', 'refinery_price', 'fuel_rate'])
          await client.query(`select * from ${table} where company_id = $1`, [benchCompany])
        await client.query('commit')
      },
    )
    const tested: number[] = []
    for (let round = 0; round < 5; round++)
      tested.push(
        await timed(() =>
          portal.call(getBacktest, token, {
            ...window,
            fuelProduct: 'DIESEL',
            thresholdRate: null,
            quoteLag: null,
            rateLag: null,
            priceModel: null,
          }),
        ),
      )
    const [history, rows] = [percentile(served, 0.5), percentile(bare, 0.5)]
    const slider = reckoned()
    return [
      {
        work: `history of ${series.length} series over three years`,
        measured: `p50 ${ms(history)}, p95 ${ms(percentile(served, 0.95))}`,
        ratio: `${times(history / rows)} of reading all rows of their tables (p50 ${ms(rows)})`,
        budget: '≤ 300 ms',
        kept: within(history, 300),
      },
      {
        work: 'backtest of a product over three years',
        measured: `p50 ${ms(percentile(tested, 0.5))}`,
        ratio: '–',
        budget: '≤ 2 s',
        kept: within(percentile(tested, 0.5), 2_000),
      },
      {
        work: 'an expectation by the formula, as a slider asks for it',
        measured: `${slider.toFixed(3)} ms each`,
        ratio: '–',
        budget: '≤ 50 ms',
        kept: within(slider, 50),
      },
    ]
  } finally {
    await client.end()
  }
}

/** Milliseconds of one expectation, the mean of two thousand with another quote each. */
function reckoned(): number {
  const count = 2_000
  const begun = performance.now()
  for (let at = 0; at < count; at++)
    expectFuel({
      base: {
        price: exact('25126.92'),
        quote: exact('700.50'),
        rate: exact('42.10'),
        density: exact('0.845'),
      },
      quote: exact(String(700 + (at % 100) / 10)),
      rate: exact('42.35'),
      density: exact('0.845'),
      threshold: exact('0.03'),
      premium: null,
      model: 'Formula',
    })
  return (performance.now() - begun) / count
}

/** The fuel prices of the demo in the bench's company, once. */
async function seedFuel({ ownerUrl }: BenchDatabase): Promise<void> {
  const db = await openForLoading(ownerUrl)
  try {
    const { rows: known } =
      await sql`select from fuel_product where company_id = ${benchCompany} limit 1`.execute(db)
    if (known.length > 0) return
    const { rows } = await sql<{ id: number; code: string; name: string }>`
      select id, code, name from company where id = ${benchCompany}`.execute(db)
    const company = { ...existing(rows[0]), domain: 'bench.example', trade: 'fuel' }
    const now = new Date()
    for (const step of steps)
      await db.transaction().execute((tx) => step.load({ company, now, timeZone, tx } as unknown as Demo))
  } finally {
    await db.destroy()
  }
}
