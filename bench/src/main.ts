import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWebWhenStale } from '../../scripts/build-web.mjs'
import { startEmbeddedPostgres } from '../../server/src/kit/postgres/embedded-postgres.ts'
import { calibrate, table, within, type Figure } from './figures.ts'
import { benchEngine } from './engine.ts'
import { benchFiles } from './files.ts'
import { benchFuel } from './fuel.ts'
import { benchImports } from './imports.ts'
import { benchHome, benchLists } from './lists.ts'
import { benchBulk, benchOpen, benchPage } from './orders.ts'
import { benchPapers } from './papers.ts'
import { benchMixed, benchPlace } from './placing.ts'
import { benchPictures } from './pictures.ts'
import { startServer, type BenchPortal } from './portal.ts'
import { benchCodes } from './refunds.ts'
import { benchReplenish } from './replenish.ts'
import { benchReports } from './reports.ts'
import { seedBench } from './seed.ts'
import { benchSignIn } from './sign-in.ts'
import { benchTrace } from './trace.ts'
import { benchWeb } from './web.ts'
import { benchExport, benchImport } from './workbooks.ts'

// `npm run bench`: the budgets of the architecture, measured on a database of its own. `--seed` makes that database
// and stops; `--orders` says how many orders it holds, `--ten` makes it ten times as many and measures lists on both;
// `--only` names what to measure; `--movements` says how many movements of packs `--only trace` makes, `--estate` how many
// stores and styles `--only engine` has.

const { values } = parseArgs({
  options: {
    seed: { type: 'boolean', default: false },
    orders: { type: 'string', default: '1000000' },
    ten: { type: 'boolean', default: false },
    movements: { type: 'string', default: '10000000' },
    estate: { type: 'string', default: '300x400' },
    only: { type: 'string', multiple: true },
  },
})
const wanted = (name: string) => !values.only || values.only.includes(name)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const orders = Number(values.orders) * (values.ten ? 10 : 1)
const postgres = await startEmbeddedPostgres({
  dataDir: join(import.meta.dirname, '../../node_modules/.cache/kervan-bench-pg'),
  log: say,
})
const folder = await mkdtemp(join(tmpdir(), 'kervan-bench-'))
try {
  if (values.only?.every((name) => name === 'engine')) await measureEngine()
  else await measureAll()
} finally {
  await rm(folder, { recursive: true, force: true })
  await postgres.stop()
}

/** The engine has a database of its own. */
async function engineFigures(): Promise<Figure[]> {
  const [stores = 300, styles = 400] = values.estate.split('x').map(Number)
  return benchEngine(postgres.ownerUrl, folder, { stores, styles, say })
}

async function measureEngine(): Promise<void> {
  say(await calibrate(postgres.ownerUrl))
  say(table(await engineFigures()))
}

async function measureAll(): Promise<void> {
  const large = await seedBench(postgres.ownerUrl, { orders, say })
  const small = await seedBench(postgres.ownerUrl, {
    orders: orders / 10,
    database: 'kervan_bench_small',
    say,
  })
  say(
    large.reused
      ? `The database of ${orders.toLocaleString('en')} orders is there already.`
      : `${orders.toLocaleString('en')} orders in ${large.seconds} s.`,
  )
  if (!values.seed) await measure(large, small)
}

async function measure(
  large: Awaited<ReturnType<typeof seedBench>>,
  small: Awaited<ReturnType<typeof seedBench>>,
): Promise<void> {
  const web = wanted('web')
  if (web || wanted('start')) await buildWebWhenStale({ say })
  const portal = await startServer(large.ownerUrl, folder, { web })
  const figures: Figure[] = []
  const calibration = await calibrate(large.ownerUrl)
  say(calibration)
  const add = (...some: Figure[]) => {
    figures.push(...some)
    for (const one of some)
      say(`${one.kept ? '✓' : '✗'} ${one.work}: ${one.measured} (${one.ratio}; budget ${one.budget})`)
  }
  try {
    if (wanted('page')) {
      const other = await startServer(small.ownerUrl, join(folder, 'small'))
      add(...(await benchPage(portal, large, other)))
      await other.stop()
    }
    if (wanted('home')) add(await benchHome(portal, large))
    if (wanted('lists')) {
      add(...(await benchLists(portal, large)))
      if (values.ten) {
        const other = await startServer(small.ownerUrl, join(folder, 'small'))
        add(
          ...(await benchLists(other, small)).map((figure) => ({
            ...figure,
            work: `${figure.work}, of ten times fewer`,
          })),
        )
        await other.stop()
      }
    }
    if (wanted('report')) add(...(await benchReports(portal, large)))
    if (wanted('replenish')) add(...(await benchReplenish(portal, large)))
    if (wanted('open')) add(...(await benchOpen(portal, large)))
    if (wanted('papers')) add(...(await benchPapers(portal, large)))
    if (wanted('place')) add(...(await benchPlace(portal, large)))
    if (wanted('mixed')) add(await benchMixed(portal, large))
    if (wanted('bulk')) add(await benchBulk(portal, large))
    if (wanted('files')) add(...(await benchFiles(folder)))
    if (wanted('codes')) add(...(await benchCodes(portal, large)))
    if (wanted('fuel')) add(...(await benchFuel(portal, large)))
    if (wanted('trace')) add(...(await benchTrace(portal, large, Number(values.movements), say)))
    if (wanted('pictures')) add(...(await benchPictures(say)))
    if (wanted('import')) add(...(await benchImport(portal, large)))
    if (wanted('imports')) add(...(await benchImports(portal, large)))
    if (wanted('export')) add(await benchExport(portal, large))
    if (wanted('engine')) add(...(await engineFigures()))
    if (wanted('sign-in')) add(...(await benchSignIn(portal, large)))
    if (wanted('web')) add(...(await benchWeb(portal)))
  } finally {
    await portal.stop()
  }
  if (wanted('start')) for (const figure of await benchStart()) add(figure)
  say(
    `\n${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, PostgreSQL 18; ${calibration}\n`,
  )
  say(table(figures))
}

/** `npm start` on a data folder of its own, stopped and killed before: database, migrations, web, first answer. */
async function benchStart(): Promise<Figure[]> {
  const dataDir = join(folder, 'start')
  const env = { NODE_ENV: 'development', DEMO: 'true' }
  const first = await startServer('', dataDir, { web: true, env })
  await first.stop()
  const second = await startServer('', dataDir, { web: true, env })
  const page = await fetch(`${second.url}/login`)
  await second.kill()
  const third = await startServer('', dataDir, { web: true, env })
  const again = await fetch(`${third.url}/login`)
  await third.stop()
  const seconds = ({ startMs }: BenchPortal) => `${(startMs / 1_000).toFixed(1)} s`
  return [
    {
      work: '`npm start`, second time, to the sign-in page',
      measured: seconds(second),
      ratio: `first time, with demo data: ${seconds(first)}`,
      budget: '≤ 5 s',
      kept: within(second.startMs, 5_000) && page.status === 200,
    },
    {
      work: '`npm start` after `kill -9`, to the sign-in page',
      measured: seconds(third),
      ratio: `after a stop: ${seconds(second)}`,
      budget: '≤ 5 s',
      kept: within(third.startMs, 5_000) && again.status === 200,
    },
  ]
}
