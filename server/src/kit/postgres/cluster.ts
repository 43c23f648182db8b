// The folder of the database: found, or made once and as a whole.
//
//   dataDir/cluster        the files of PostgreSQL, with the owner's password in `kervan.password`
//   dataDir/postgres.log   what the server says
//
// PostgreSQL refuses to run as root, so root runs it as `postgres` or `nobody`. When that user cannot enter dataDir
// (root's own home, mostly) `cluster` is a link to a folder below /var/lib/kervan, and the binaries are copied there too.
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { accountFor, canEnter, type Account } from './account.ts'
import { prepareNative } from './native.ts'
import { explain, PostgresProblem } from './problem.ts'
import { isRunning, ownToken } from './process-token.ts'

const MAJOR = '18'
const SHELTER = '/var/lib/kervan'
const SWEEP_PATIENCE_MS = 10_000

export interface Cluster {
  folder: string
  passwordFile: string
  logFile: string
  account: Account | null
  native(): string
  url(port: number, database: string): string
}

const socketName = (port: number) => `.s.PGSQL.${port}`

/**
 * Where the server keeps its socket, besides the port it listens on: in its own folder, which nobody else can enter.
 * A query through it costs half of one through the network stack. Null where the system's limit of 107 bytes or
 * PostgreSQL's own list syntax forbids the folder.
 */
export function socketFolder(folder: string): string | null {
  const fits = Buffer.byteLength(join(folder, socketName(65_535))) <= 107
  return process.platform !== 'win32' && fits && !/[,"\\]/.test(folder) ? folder : null
}

export async function openCluster(
  dataDir: string,
  fsync: boolean,
  log: (line: string) => void,
): Promise<Cluster> {
  const home = resolve(dataDir)
  const link = join(home, 'cluster')
  try {
    makeFolder(home)
    await sweep(home)
    if (!lstatSync(link, { throwIfNoEntry: false })) await makeCluster(home, link, fsync, log)
    return describe(home, link)
  } catch (error) {
    throw explain(error, home)
  }
}

function describe(home: string, link: string): Cluster {
  if (!existsSync(link)) {
    throw new PostgresProblem(
      `${link} leads to ${readlinkSync(link)}, which is gone. Bring it back, or remove the link to begin with an empty database.`,
    )
  }
  const folder = realpathSync(link)
  const owner = statSync(folder).uid
  const account = accountFor(folder)
  if (!account && owner !== process.getuid?.()) {
    throw new PostgresProblem(
      `The database in ${folder} belongs to the user with id ${owner}. Start Kervan as that user or as root, or set PORTAL_DATA_DIR to another folder.`,
    )
  }
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== MAJOR) {
    throw new PostgresProblem(
      `The database in ${folder} is of PostgreSQL ${version}, this is ${MAJOR}. Export it with the Kervan that made it, and import it into an empty folder.`,
    )
  }
  const passwordFile = join(folder, 'kervan.password')
  const password = readFileSync(passwordFile, 'utf8').trim()
  return {
    folder,
    passwordFile,
    logFile: join(home, 'postgres.log'),
    account,
    native: () => prepareNative(account, shelterFor(home, account)),
    url: (port, database) => {
      const socket = existsSync(join(folder, socketName(port)))
      return `postgres://kervan:${password}@${socket ? encodeURIComponent(folder) : '127.0.0.1'}:${port}/${database}`
    },
  }
}

// Everything is made aside and takes its place in one step, so that a start which is killed leaves nothing half made,
// and of several starts one wins and the others find its folder.
async function makeCluster(home: string, link: string, fsync: boolean, log: (line: string) => void) {
  const account = accountFor(home)
  const shelter = shelterFor(home, account)
  makeFolder(shelter)
  await sweep(shelter)
  log('Making the database, once …')
  const aside = join(shelter, `init-${ownToken()}-${randomUUID()}`)
  try {
    mkdirSync(aside, { mode: 0o700 })
    const passwordFile = join(aside, 'password')
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (account) for (const path of [aside, passwordFile]) chownSync(path, account.uid, account.gid)
    const made = join(aside, 'cluster')
    const native = prepareNative(account, shelter)
    await initdb(native, account, ['-D', made, `--pwfile=${passwordFile}`, '-U', 'kervan', '--no-sync'])
    renameSync(passwordFile, join(made, 'kervan.password'))
    if (fsync) await initdb(native, account, ['-D', made, '--sync-only'])
    publish(made, link, shelter === home ? null : join(shelter, randomUUID()), log)
  } finally {
    rmSync(aside, { recursive: true, force: true, maxRetries: 3 })
  }
}

function publish(made: string, link: string, elsewhere: string | null, log: (line: string) => void) {
  try {
    if (!elsewhere) return renameSync(made, link)
    renameSync(made, elsewhere)
    symlinkSync(elsewhere, link)
    log(`The user that runs the database cannot enter ${link}; its files are in ${elsewhere}.`)
  } catch (error) {
    if (!lstatSync(link, { throwIfNoEntry: false })) throw error
    if (elsewhere) rmSync(elsewhere, { recursive: true, force: true })
  }
}

async function initdb(native: string, account: Account | null, what: string[]) {
  const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const child = spawn(
    join(native, 'bin/initdb'),
    [...what, '-A', 'scram-sha-256', '--no-instructions', ...locale],
    {
      ...account,
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk))
  const code = await new Promise<number | null>((done, fail) => child.on('error', fail).on('close', done))
  if (code !== 0) throw new Error(output.trim())
}

function shelterFor(home: string, account: Account | null) {
  return canEnter(account, home) ? home : SHELTER
}

function makeFolder(folder: string) {
  if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o755)
}

async function sweep(folder: string) {
  for (const name of readdirSync(folder)) {
    const token = /^init-(\d+-\d+)-/.exec(name)?.[1]
    if (token && !isRunning(token)) await removeUnderWriter(join(folder, name))
  }
}

// A start that is killed leaves its initdb running, which fills the folder while it is being removed; removing then ends
// with something left, and says so or not. Without the folders it writes into initdb soon gives up.
async function removeUnderWriter(folder: string) {
  const deadline = Date.now() + SWEEP_PATIENCE_MS
  while (existsSync(folder)) {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
    if (Date.now() > deadline) return
    await pause(20)
  }
}
