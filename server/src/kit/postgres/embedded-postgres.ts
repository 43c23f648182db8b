// The PostgreSQL that Kervan brings along. Whoever comes first starts it, whoever comes later (another Kervan process,
// or the next start after a crash, since the server outlives a killed Node) adopts it, whoever leaves last stops it.
import { setTimeout as pause } from 'node:timers/promises'
import { openCluster, type Cluster } from './cluster.ts'
import { holdLease, type Lease } from './lease.ts'
import { freePort, launchPostmaster, readPostmaster, stopPostmaster } from './postmaster.ts'
import { PostgresProblem } from './problem.ts'

export interface EmbeddedPostgresOptions {
  /** A folder of its own, used for nothing else. */
  dataDir: string
  /** Only tests, whose data may be lost, switch this off. */
  fsync?: boolean
  log?: (line: string) => void
}

export interface EmbeddedPostgres {
  ownerUrl: string
  port: number
  /** The server ran already. */
  adopted: boolean
  /** Leaves the server; the last of its users to leave also stops it. */
  stop(): Promise<void>
}

const PATIENCE_MS = 60_000

export async function startEmbeddedPostgres({
  dataDir,
  fsync = true,
  log = () => {},
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(dataDir, fsync, log)
  const { lease, port, adopted } = await startOrAdopt(cluster, fsync)
  const leaving = new AbortController()
  const current = keepAlive(cluster, lease, { port, fsync, log, leaving: leaving.signal })
  return {
    ownerUrl: cluster.url(port, 'kervan'),
    port,
    adopted,
    async stop() {
      if (leaving.signal.aborted) return
      leaving.abort()
      const lease = await current()
      if (await lease?.leaveAsLast()) await stopPostmaster(cluster)
      await lease?.end()
    },
  }
}

/** Brings the server back whenever it goes away; answers how to get at the lease that holds now, if any. */
function keepAlive(
  cluster: Cluster,
  first: Lease,
  { port, fsync, log, leaving }: Keeping,
): () => Promise<Lease | null> {
  let current: Promise<Lease | null>

  const watch = async (lease: Lease) => {
    await lease.ended
    if (leaving.aborted) return
    log('The database went away; bringing it back.')
    current = bringBack()
    const back = await current
    if (back) await watch(back)
  }

  const bringBack = async () => {
    while (!leaving.aborted) {
      try {
        // A server that comes back keeps its port, since every connection pool knows it by that.
        const { lease } = await startOrAdopt(cluster, fsync, port)
        log('The database is back.')
        return lease
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await pause(1000, undefined, { signal: leaving }).catch(() => {})
      }
    }
    return null
  }

  current = Promise.resolve(first)
  void watch(first)
  return () => current
}

interface Keeping {
  port: number
  fsync: boolean
  log: (line: string) => void
  leaving: AbortSignal
}

async function startOrAdopt(cluster: Cluster, fsync: boolean, port?: number) {
  const deadline = Date.now() + PATIENCE_MS
  let launchedPid: number | null = null
  while (Date.now() < deadline) {
    const running = readPostmaster(cluster)
    if (running?.ready) {
      const lease = await holdLease(cluster, running.port)
      if (lease) return { lease, port: running.port, adopted: running.pid !== launchedPid }
    } else if (!running) {
      launchedPid = await launchPostmaster(cluster, port ?? (await freePort()), fsync)
    }
    await pause(50)
  }
  throw new PostgresProblem(
    `The database did not become ready within ${PATIENCE_MS / 1000} s. Its log is ${cluster.logFile}.`,
  )
}
