import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeEach } from 'vitest'

// Processes that start the embedded PostgreSQL, each test with a folder of its own.

export interface Started {
  child: ChildProcess
  adopted: boolean
  port: number
  ownerUrl: string
  problem?: string
}

export const asRoot = process.getuid?.() === 0
export const here = join(import.meta.dirname, '../src/kit/postgres')
export let dataDir: string
export let started: Started[]

/** Call it once in a test file. */
export function eachInItsOwnFolder(): void {
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'kervan-pg-'))
    chmodSync(dataDir, 0o755)
    started = []
  })

  afterAll(() => {
    if (pattern) rmSync(pattern, { recursive: true, force: true })
    pattern = null
  })

  afterEach(async () => {
    for (const one of started) one.child.kill('SIGKILL')
    const pid = serverPid()
    try {
      if (pid) process.kill(pid, 'SIGKILL')
    } catch (error) {
      // Gone between the look and the stroke.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
  })
}

let pattern: string | null = null

/** Puts a database into the folder as an earlier start has made it: a copy, because making one takes two seconds. */
export async function madeBefore(): Promise<void> {
  if (!pattern) {
    await stop(await start())
    pattern = `${dataDir}-pattern`
    execFileSync('cp', ['-a', dataDir, pattern])
  } else execFileSync('cp', ['-a', `${pattern}/.`, dataDir])
}

/** The rest of the test happens in this folder. */
export function moveTo(folder: string): void {
  dataDir = folder
}

export async function start(mode = 'no-fsync', folder = dataDir, uid?: number, kit = here): Promise<Started> {
  const child = spawn(
    process.execPath,
    [join(kit, 'embedded-postgres.process.ts'), folder, mode, ...(uid === undefined ? [] : [String(uid)])],
    {
      cwd: '/',
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const [line] = await once(child.stdout, 'data')
  const one = { child, ...JSON.parse(String(line)) }
  started.push(one)
  return one
}

export async function stop({ child }: Started) {
  const closed = once(child, 'close')
  child.stdin!.write('stop\n')
  await closed
}

export async function query({ ownerUrl }: Started, text: string) {
  const client = new pg.Client(ownerUrl)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

export const answers = (one: Started) =>
  query(one, 'select 1').then(
    () => true,
    () => false,
  )

// The binaries are copied where the checkout is private.
export const left = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !name.startsWith('postgres-'))
    .sort()

export function serverPid() {
  try {
    return Number(readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return null
  }
}

export async function until(condition: () => boolean | Promise<boolean>) {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(10)) if (await condition()) return
  throw new Error('waited in vain')
}
