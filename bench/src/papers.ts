import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  downloadManagedOrderPdf,
  getManagedOrder,
  pendingOrders,
} from '@kervan/contract/order/order-management'
import { existing } from '@kervan/contract/kit/typed'
import { ms, percentile, timed, times, within, type Figure } from './figures.ts'
import type { BenchPortal } from './portal.ts'
import type { BenchDatabase } from './seed.ts'

// Orders on paper, drawn beside the process: how long they take, and what others notice of it.

const loop = 'nodejs_eventloop_lag_max_seconds'
const papers = 12

export async function benchPapers(portal: BenchPortal, database: BenchDatabase): Promise<Figure[]> {
  const token = await portal.signIn('manager')
  const longest = await codesOf(database, 'line_count = 1200', 1)
  const usual = await codesOf(database, 'line_count between 8 and 12', papers + 1)
  return [await alone(portal, token, existing(longest[0])), await together(portal, database, token, usual)]
}

async function codesOf(database: BenchDatabase, condition: string, count: number): Promise<string[]> {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ code: string }>(
    `select code from sales_order where company_id = 1 and ${condition} order by order_date desc limit ${count}`,
  )
  await owner.end()
  return rows.map(({ code }) => code)
}

/** The longest pause is of the portal's own process, since it was last asked (perf_hooks.monitorEventLoopDelay). */
async function alone(portal: BenchPortal, token: string, orderCode: string): Promise<Figure> {
  const draw = () => portal.download(downloadManagedOrderPdf, token, { orderCode })
  const longest = async () => (await portal.metrics(loop))[loop] * 1_000
  await draw()
  const taken: number[] = []
  const pauses: number[] = []
  await longest()
  for (let round = 0; round < 9; round++) {
    taken.push(await timed(draw))
    pauses.push(await longest())
  }
  await sleep(3_000)
  const still = await longest()
  const pause = percentile(pauses, 0.5)
  const p50 = percentile(taken, 0.5)
  return {
    work: 'an order of 1,200 lines as a PDF',
    measured: `p50 ${ms(p50)}`,
    ratio: `longest pause of the event loop p50 ${ms(pause)}, worst of ${taken.length} ${ms(Math.max(...pauses))}; ${ms(still)} in 3 s without work`,
    budget: '≤ 3 s, no pause > 50 ms',
    kept: within(p50, 3_000) && within(pause, 50),
  }
}

async function together(
  portal: BenchPortal,
  database: BenchDatabase,
  token: string,
  codes: readonly string[],
): Promise<Figure> {
  const page = {
    page: 1,
    pageSize: 50 as const,
    sort: [],
    filters: {},
    search: '',
    from: database.to,
    to: database.to,
  }
  const orderCode = existing(codes[0])
  const others = async (until: () => boolean) => {
    const taken: number[] = []
    while (!until()) {
      taken.push(await timed(() => portal.call(pendingOrders.page, token, page)))
      taken.push(await timed(() => portal.call(getManagedOrder, token, { orderCode })))
    }
    return taken
  }
  const counted = (most: number) => {
    let rounds = 0
    return () => rounds++ >= most
  }
  await others(counted(50))
  const quiet: number[] = []
  const meanwhile: number[] = []
  let arrived = 0
  let last = 0
  const rounds = 5
  for (let round = 0; round < rounds; round++) {
    quiet.push(...(await others(counted(40))))
    let left = papers
    const begun = performance.now()
    const drawn = Array.from({ length: papers }, async (_, at) => {
      const bytes = await portal.download(downloadManagedOrderPdf, token, {
        orderCode: existing(codes[at % codes.length]),
      })
      left -= 1
      if (bytes > 1_000) arrived += 1
    })
    meanwhile.push(...(await others(() => left === 0)))
    await Promise.all(drawn)
    last = Math.max(last, performance.now() - begun)
  }
  const [before, during] = [percentile(quiet, 0.95), percentile(meanwhile, 0.95)]
  return {
    work: `${papers} orders as PDFs at once`,
    measured: `${arrived} of ${papers * rounds} arrived, the last after ${ms(last)}`,
    ratio: `other calls p95 ${ms(during)} meanwhile, ${ms(before)} before: ${times(during / before)}`,
    budget: 'all arrive, p95 ≤ 2×',
    kept: arrived === papers * rounds && during / before <= 2,
  }
}
