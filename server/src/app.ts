import { existsSync } from 'node:fs'
import { mkdir, statfs } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { calls } from '@kervan/contract/registry'
import { watchAuthorities } from './access/access.api.ts'
import { handlers } from './handlers.ts'
import { systemClock, type Clock } from './kit/clock.ts'
import type { Config } from './kit/config.ts'
import type { Services } from './kit/context.ts'
import { openDatabase } from './kit/database/db.ts'
import { openSignals } from './kit/database/signals.ts'
import { openFiles } from './kit/records/files.ts'
import { pairHandlers, type AnyHandler } from './kit/http/handle.ts'
import { buildHttp } from './kit/http/http.ts'
import { openJobs } from './kit/work/jobs.ts'
import type { Log } from './kit/log.ts'
import { openMailer } from './kit/work/mail.ts'
import { openMetrics } from './kit/http/metrics.ts'
import { openOutside } from './kit/outside/outside.ts'
import { removingSignIns } from './kit/database/old-sign-ins.ts'
import { asOwnerOf } from './kit/database/as-owner.ts'
import { assertAppRole } from './kit/database/roles.ts'
import { openTemporaryFolders } from './kit/temporary.ts'
import { openSecrets } from './kit/secrets.ts'
import { openSetup } from './kit/setup-code.ts'
import { addSite } from './kit/http/site.ts'
import { jobHandlers, systemJobHandlers, watches } from './runners.ts'

export type App = {
  services: Services
  http: FastifyInstance | null
  address: string | null
  close(): Promise<void>
}

const drainSeconds = 15

/**
 * The running portal on a migrated database. `appUrl` is the runtime role's address, `ownerUrl` the owner's, with which
 * nothing is done but removing sign-ins that are too old and making companies (with `setup`, the first one by its page). Resolves when it answers; `close`
 * stops taking requests, lets those under way finish, gives jobs back and closes what was opened.
 */
export async function startApp(
  config: Config,
  appUrl: string,
  log: Log,
  options: {
    ownerUrl: string
    setup?: boolean
    clock?: Clock
    listen?: boolean
    /** Handlers of calls that no area declares. */
    further?: readonly AnyHandler[]
  },
): Promise<App> {
  const further = options.further ?? []
  const paired = pairHandlers([...calls, ...further.map(({ call }) => call)], [...handlers, ...further])
  await mkdir(config.dataDir, { recursive: true })
  const db = openDatabase(appUrl, {
    max: 16,
    onError: (error) => log.warn({ err: error }, 'database connection'),
  })
  await assertAppRole(db.pool)
  const jobs = await openJobs(appUrl, log)
  const secrets = await openSecrets(config)
  const setup = options.setup && config.role !== 'worker' ? await openSetup(options.ownerUrl, secrets) : null
  const metrics = openMetrics()
  const clock = options.clock ?? systemClock
  const services: Services = {
    config,
    log,
    db,
    jobs,
    signals: openSignals(appUrl, log),
    clock,
    removeSignIns: removingSignIns(options.ownerUrl),
    outside: openOutside({ clock, log, observe: (...request) => metrics.observeOutside(...request) }),
    files: await openFiles(config),
    temporary: await openTemporaryFolders(config.dataDir),
    secrets,
    setup,
    asOwner: asOwnerOf(options.ownerUrl),
  }
  const mailer = await openMailer(config)
  let stopping = false
  const readiness = async () => {
    if (stopping) throw new Error('stopping')
    await assertRoomOnDisk(config.dataDir)
    await db.ping()
  }
  // Why it is not ready is for the log: the answer is for everybody.
  const ready = () =>
    readiness().catch((error: unknown) => {
      log.warn({ err: error }, 'not ready')
      throw error
    })

  if (config.role !== 'web') await jobs.work(services, jobHandlers, systemJobHandlers(services, mailer))
  const closers: (() => Promise<unknown>)[] = []
  if (config.role !== 'web') {
    closers.push(...watches.map((watch) => watch(services)))
  }
  let metricsServer: Server | null = null
  if (config.metricsPort !== null) {
    metricsServer = await metrics.listen(config.metricsPort, services, ready)
    closers.push(() => new Promise((resolve) => metricsServer?.close(resolve)))
  }
  const authorities = await watchAuthorities(services)
  closers.push(authorities.stop)
  let http: FastifyInstance | null = null
  let address: string | null = null
  if (config.role !== 'worker') {
    http = await buildHttp(services, paired, metrics, {
      trustProxy: config.trustProxy,
      checkAnswers: !config.production,
      requestLimits: config.requestLimits,
      connectTo: () => [
        ...authorities.origins(),
        ...(config.analytics ? [new URL(config.analytics.url).origin] : []),
      ],
    })
    await addSite(http, {
      dist: existsSync(config.webDist) ? config.webDist : null,
      mailer,
      ready,
      production: config.production,
    })
    if (options.listen === false) await http.ready()
    else address = await listen(http, config)
  }
  return {
    services,
    http,
    address,
    async close() {
      stopping = true
      // Streams that go on as long as their page is open end here, and are taken up again elsewhere.
      await services.signals.close()
      if (http) await Promise.race([http.close(), wait(drainSeconds * 1_000, undefined, { ref: false })])
      http?.server.closeAllConnections()
      await jobs.stop()
      for (const close of closers) await close()
      await db.close()
    },
  }
}

const leastFreeBytes = 16 * 1024 * 1024

/** A portal that can keep nothing is not ready, even where its database is on another disk. */
async function assertRoomOnDisk(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < leastFreeBytes) throw new Error('the disk of the data folder is full')
}

async function listen(http: FastifyInstance, config: Config): Promise<string> {
  const address = await http.listen({ port: config.port, host: config.host })
  return `http://localhost:${new URL(address).port}`
}
