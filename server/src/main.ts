import { parseArgs } from 'node:util'
import { buildWebWhenStale } from '../../scripts/build-web.mjs'
import type { App } from './app.ts'
import type { ReadyDatabase } from './database.ts'
import { readConfig } from './config.ts'
import { aboutMails, ConfigProblem, type Config } from './kit/config.ts'
import { openLog } from './kit/log.ts'
import { PostgresProblem } from './kit/postgres/problem.ts'

// `npm start`: database, migrations, demo data on the first run, the web when it changed, and the address to open.

const { values: flags } = parseArgs({ options: { 'no-web': { type: 'boolean', default: false } } })
const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function start(): Promise<void> {
  // A setting that is wrong is told at once; everything else is read when it is needed, the portal beside the database.
  const config = readConfig(process.env)
  const log = openLog(config.logLevel)
  const building =
    flags['no-web'] || config.role === 'worker' ? Promise.resolve() : buildWebWhenStale({ say })
  const portal = import('./app.ts')
  const { readyDatabase } = await import('./database.ts')
  const database = await readyDatabase(config, say)
  try {
    if (config.production) await refuseDemoData(database)
    const demo = config.demo ? await startDemo(database, config) : null
    await building
    const { startApp } = await portal
    const app = await startApp({ ...config, ...demo?.settings }, database.appUrl, log, {
      ownerUrl: database.ownerUrl,
      setup: true,
    })
    stopOnSignal(app, database, () => demo?.stop())
    announce(app)
    const mails = aboutMails(config)
    if (mails) say(`${mails}\n`)
    if (demo && app.address) {
      await announceDemo()
      if (demo.itsUrl)
        say(`PortaMate asks the drug-tracking system of the demo with ITS_URL=${demo.itsUrl}\n`)
      void completeDemo(database, app.services)
    }
  } catch (error) {
    await database.leave()
    throw error
  }
}

async function refuseDemoData({ ownerUrl }: ReadyDatabase): Promise<void> {
  const { refuseDemoAccounts } = await import('./demo/refuse-in-production.ts')
  await refuseDemoAccounts(ownerUrl)
}

type Demo = { settings: Partial<Config>; itsUrl?: string | undefined; stop(): void }

/** Demo data on the first start, and systems outside to try the portal with; a worker uses those of the portal. */
async function startDemo({ ownerUrl }: ReadyDatabase, config: Config): Promise<Demo> {
  const [{ loadDemoData }, { openFiles }] = await Promise.all([
    import('./demo/load.ts'),
    import('./kit/records/files.ts'),
  ])
  await loadDemoData(ownerUrl, {
    now: new Date(),
    complete: config.role === 'worker',
    store: async (key, body) => (await openFiles(config)).restore(key, body),
  })
  if (config.role === 'worker') return { settings: {}, stop() {} }
  const { startDemoEntra } = await import('./access/demo/entra.ts')
  const entra = await startDemoEntra(ownerUrl)
  const { startDemoMedula } = await import('./order/demo/medula.ts')
  const medula = config.medula ? null : await startDemoMedula(ownerUrl, config)
  const { startDemoIts } = await import('./porta/demo/its.ts')
  const its = config.its ? null : await startDemoIts(ownerUrl)
  const { startDemoWarehouses } = await import('./porta/demo/warehouses.ts')
  const warehouses = config.warehouses ? null : await startDemoWarehouses(ownerUrl)
  const { startDemoErp } = await import('./services/demo/erp.ts')
  const erp = config.erp ? null : await startDemoErp()
  return {
    settings: {
      ...(erp && { erp: erp.target }),
      ...(entra && { entraAuthority: entra.url }),
      ...(medula && { medula: readConfig({ ...process.env, MEDULA_URL: medula.url }).medula }),
      ...(its && { its: its.target }),
      ...(warehouses && { warehouses: warehouses.target }),
    },
    itsUrl: its?.target.url,
    stop() {
      entra?.stop()
      medula?.stop()
      its?.stop()
      warehouses?.stop()
      erp?.stop()
    },
  }
}

/** What takes long comes while the portal runs already; a part that fails is told, and the next start tries again. */
async function completeDemo({ ownerUrl }: ReadyDatabase, services: App['services']): Promise<void> {
  const [{ loadDemoLater }, { drawDemoPictures }] = await Promise.all([
    import('./demo/load.ts'),
    import('./porta/demo/pictures.ts'),
  ])
  const later = () => loadDemoLater(ownerUrl, { store: (key, body) => services.files.restore(key, body) })
  for (const part of [later, () => drawDemoPictures(services)])
    await part().catch((error: unknown) =>
      services.log.warn({ err: error }, 'a part of the demo is missing until the next start'),
    )
}

function announce({ address, services }: App): void {
  if (!address) return say('Kervan works in the background (ROLE=worker).')
  say(`\nKervan runs at ${address}\n`)
  if (services.setup)
    say(
      `There is no company yet. Make the first one, and its administrator, at ${address}/setup\nwith this code, which is good until then:\n\n  ${services.setup.code}\n`,
    )
}

async function announceDemo(): Promise<void> {
  const { demoAccounts, demoPassword } = await import('./demo/accounts.ts')
  say(`Demo accounts, all with the password ${demoPassword}\n`)
  const accounts = demoAccounts()
  for (const company of new Set(accounts.map((account) => account.companyName))) {
    say(`  ${company}`)
    for (const account of accounts.filter((one) => one.companyName === company))
      say(`    ${account.role.padEnd(26)} ${account.username}`)
  }
  say('\nMails that would leave are shown at /dev/mails, the API at /api/docs. Ctrl-C stops everything.\n')
}

function stopOnSignal(app: App, database: ReadyDatabase, stopSimulators: () => void): void {
  let stopping = false
  const stop = () => {
    // Whoever presses twice means it.
    if (stopping) process.exit(130)
    stopping = true
    say('\nStopping …')
    stopSimulators()
    app
      .close()
      .then(() => database.leave())
      .then(() => process.exit(0))
      .catch((error: unknown) => fail(error))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function fail(error: unknown): never {
  const expected =
    error instanceof ConfigProblem ||
    error instanceof PostgresProblem ||
    (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
  const text =
    error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : String(error)
  process.stderr.write(`\nKervan could not start.\n${text}\n`)
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    process.stderr.write(
      'Another program uses this port. Stop it, or choose another with PORT=3001 npm start.\n',
    )
  process.exit(1)
}

start().catch(fail)
