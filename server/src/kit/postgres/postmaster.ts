// The server process: is it there, bring it up, bring it down.
import { spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { socketFolder, type Cluster } from './cluster.ts'
import { explain } from './problem.ts'

const LOG_LIMIT = 10_000_000
const FAST_STOP_MS = 30_000

/** Longer than a start can take between making its lock file and writing its process id into it. */
const LOCK_SETTLES_MS = 5_000

// What PostgreSQL says when another start won: its lock file is there, is being made, or has just replaced the one that a
// crash left behind.
const ANOTHER_START =
  /lock file .* (already exists|is empty)|could not remove old lock file|is still in use|could not bind/

export interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

/** From the lock file of PostgreSQL: process, folder, begun, port, socket, address, memory, state — a line each. */
export function readPostmaster(cluster: Cluster): Postmaster | null {
  try {
    const lines = readFileSync(join(cluster.folder, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!isServer(pid, cluster.folder)) return null
    return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
  } catch {
    return null
  }
}

/** Null when another start came first or the old server has not quite gone yet: look again. */
export async function launchPostmaster(
  cluster: Cluster,
  port: number,
  fsync: boolean,
): Promise<number | null> {
  dropForeignLock(cluster)
  takeOver(cluster)
  const { log, said } = openLog(cluster)
  const settings = Object.entries(settingsFor(cluster, port, fsync)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  // Detached, so that Ctrl-C in a terminal reaches Node alone, which finishes its work before it stops the database.
  const child = spawn(join(cluster.native(), 'bin/postgres'), ['-D', cluster.folder, ...settings], {
    ...cluster.account,
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC' },
    detached: true,
    stdio: ['ignore', log, log],
  })
  child.unref()
  closeSync(log)
  const exited = new Promise<'exited'>((done, fail) =>
    child.on('error', fail).on('exit', () => done('exited')),
  )
  while ((await Promise.race([exited, pause(20, 'runs' as const)])) === 'runs') {
    const running = readPostmaster(cluster)
    if (running?.ready && running.pid === child.pid) return running.pid
  }
  const words = said()
  if (ANOTHER_START.test(words)) return null
  throw explain(
    new Error(words.match(/(?:FATAL|PANIC): .*/)?.[0] ?? words.trim()),
    cluster.folder,
    cluster.logFile,
  )
}

export async function stopPostmaster(cluster: Cluster) {
  const pid = readPostmaster(cluster)?.pid
  if (!pid) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + FAST_STOP_MS
  while (isServer(pid, cluster.folder)) {
    if (Date.now() > deadline) return void process.kill(pid, 'SIGQUIT')
    await pause(20)
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => probe.once('listening', done))
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  return port
}

function settingsFor(cluster: Cluster, port: number, fsync: boolean) {
  const socket = socketFolder(cluster.folder)
  return {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socket ? `"${socket}"` : '',
    unix_socket_permissions: '0700',
    max_connections: 100,
    shared_buffers: '128MB',
    effective_cache_size: '1GB',
    work_mem: '8MB',
    maintenance_work_mem: '128MB',
    random_page_cost: 1.1,
    max_wal_size: '2GB',
    wal_compression: 'pglz',
    checkpoint_timeout: '15min',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %q%a ',
    log_checkpoints: 'off',
    // Only tests do without fsync, and they run several portals side by side.
    ...(fsync
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 300 }),
  }
}

// A process id alone proves little: after a crash, and in a container after every start, another process may have it.
function isServer(pid: number, folder: string) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(folder)
  } catch {
    return false
  }
}

// PostgreSQL itself replaces a lock file whose process is gone. In its way stand one whose process id belongs to something
// else by now, and one that stayed empty; an empty one of this moment is that of another start.
function dropForeignLock(cluster: Cluster) {
  const file = join(cluster.folder, 'postmaster.pid')
  try {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    const foreign = pid
      ? isAlive(pid) && !isServer(pid, cluster.folder)
      : Date.now() - statSync(file).mtimeMs > LOCK_SETTLES_MS
    if (foreign) unlinkSync(file)
  } catch {
    // No lock file: nothing to drop.
  }
}

function isAlive(pid: number) {
  return existsSync(`/proc/${pid}`)
}

// A folder that root restored from a backup belongs to root, and the server could not read it.
function takeOver({ account, folder }: Cluster) {
  if (!account || statSync(folder).uid === account.uid) return
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, name), account.uid, account.gid)
  chownSync(folder, account.uid, account.gid)
}

function openLog({ logFile }: Cluster) {
  const size = () => statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size() > LOG_LIMIT) renameSync(logFile, `${logFile}.1`)
  const before = size()
  return { log: openSync(logFile, 'a', 0o600), said: () => readFileSync(logFile).subarray(before).toString() }
}
