import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { calls } from '@kervan/contract/registry'
import { watchAuthorities } from './access/access.api.ts'
import { handlers } from './handlers.ts'
import { systemClock, type Clock } from './kit/clock.ts'
import type { Config } from './kit/config.ts'
import type { Services } from './kit/context.ts'
import { openDatabase } from './kit/db.ts'
import { openFiles } from './kit/files.ts'
import { pairHandlers } from './kit/handle.ts'
import { buildHttp } from './kit/http.ts'
import { openJobs } from './kit/jobs.ts'
import type { Log } from './kit/log.ts'
import { openMailer } from './kit/mail.ts'
import { openMetrics } from './kit/metrics.ts'
import { assertAppRole } from './kit/roles.ts'
import { openSecrets } from './kit/secrets.ts'
import { openSetup } from './kit/setup-code.ts'
import { addSite } from './kit/site.ts'
import { choresOf, runners, watches } from './runners.ts'

export type App = {
  services: Services
  http: FastifyInstance | null
  address: string | null
  close(): Promise<void>
}

const drainSeconds = 15

/**
 * The running portal on a migrated database. `appUrl` is the runtime role's address, `ownerUrl` the owner's, with which
 * nothing is done but making the first company where there is none. Resolves when it answers; `close`
 * stops taking requests, lets those under way finish, gives jobs back and closes what was opened.
 */
export async function startApp(
  config: Config,
  appUrl: string,
  log: Log,
  options: { clock?: Clock; listen?: boolean; ownerUrl?: string } = {},
): Promise<App> {
  const paired = pairHandlers(calls, handlers)
  await mkdir(config.dataDir, { recursive: true })
  const db = openDatabase(appUrl, {
    max: 16,
    onError: (error) => log.warn({ err: error }, 'database connection'),
  })
  await assertAppRole(db.pool)
  const jobs = await openJobs(appUrl, log)
  const secrets = await openSecrets(config)
  const setup =
    options.ownerUrl && config.role !== 'worker' ? await openSetup(options.ownerUrl, secrets) : null
  const services: Services = {
    config,
    log,
    db,
    jobs,
    clock: options.clock ?? systemClock,
    files: await openFiles(config),
    secrets,
    setup,
  }
  const mailer = await openMailer(config)
  const metrics = openMetrics()
  let stopping = false
  const ready = async () => {
    if (stopping) throw new Error('stopping')
    await db.ping()
  }

  if (config.role !== 'web') await jobs.work(services, runners, choresOf(services, mailer))
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
      connectTo: authorities.origins,
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
      if (http) await Promise.race([http.close(), wait(drainSeconds * 1_000, undefined, { ref: false })])
      http?.server.closeAllConnections()
      await jobs.stop()
      for (const close of closers) await close()
      await db.close()
    },
  }
}

async function listen(http: FastifyInstance, config: Config): Promise<string> {
  await http.listen({ port: config.port, host: config.host })
  const { port } = http.server.address() as AddressInfo
  return `http://localhost:${port}`
}
