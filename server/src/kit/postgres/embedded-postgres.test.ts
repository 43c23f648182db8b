import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import {
  answers,
  dataDir,
  eachInItsOwnFolder,
  here,
  left,
  moveTo,
  query,
  serverPid,
  start,
  stop,
  until,
} from '../../../test/postgres.ts'

eachInItsOwnFolder()

describe('starting', () => {
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
    const rows = await query(
      one,
      `
      select current_setting('server_version_num')::int / 10000 as version, current_setting('timezone') as zone,
             current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
             current_setting('listen_addresses') as address, current_database() as name,
             pg_encoding_to_char(encoding) as encoding, 'ı' < 'i' collate "tr-x-icu" as turkish
      from pg_database where datname = current_database()`,
    )
    expect(rows).toEqual([
      {
        version: 18,
        zone: 'UTC',
        fsync: 'on',
        checksums: 'on',
        address: '127.0.0.1',
        name: 'kervan',
        encoding: 'UTF8',
        turkish: true,
      },
    ])
    expect(statSync(join(dataDir, 'cluster/kervan.password')).mode & 0o777).toBe(0o600)
    const overTheNetwork = one.ownerUrl.replace(/@[^:]+:/, '@127.0.0.1:')
    expect(one.ownerUrl).not.toBe(overTheNetwork)
    expect(await query({ ...one, ownerUrl: overTheNetwork }, 'select 1 as one')).toEqual([{ one: 1 }])
    const guess = new pg.Client(one.ownerUrl.replace(/:[^:@]+@/, ':guess@'))
    await expect(guess.connect()).rejects.toThrow('password authentication failed')
  })

  test('a folder whose name is too long for a socket is reached over the network', async () => {
    rmSync(dataDir, { recursive: true })
    moveTo(dataDir + '-and-so-on'.repeat(10))
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
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 60_000 })
    expect(status).toBe(0)
    expect((await start()).adopted).toBe(true)
  })
})

describe('after a crash', () => {
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
    writeFileSync(
      join(dataDir, 'cluster/postmaster.pid'),
      `${process.pid}\n${dataDir}\n1\n5432\n\n127.0.0.1\n1 1\nready\n`,
    )
    expect((await start()).adopted).toBe(false)
  })

  test('while the folder was being made: nothing half made stays, the next start begins anew', async () => {
    const one = spawn(process.execPath, [join(here, 'embedded-postgres.process.ts'), dataDir], {
      stdio: 'ignore',
    })
    await until(() => readdirSync(dataDir).some((name) => existsSync(join(dataDir, name, 'cluster/base'))))
    one.kill('SIGKILL')
    await once(one, 'close')
    expect(existsSync(join(dataDir, 'cluster'))).toBe(false)

    expect((await start()).adopted).toBe(false)
    expect(left(dataDir)).toEqual(['cluster', 'postgres.log'])
  })

  test('while the folder was being made, by a start whose initdb writes on: what it leaves is removed all the same', async () => {
    const aside = join(dataDir, 'init-1-1-abandoned')
    mkdirSync(aside)
    const writesOn = `
      const { mkdirSync, existsSync } = require('node:fs')
      for (const end = Date.now() + 2000; Date.now() < end && existsSync('${aside}'); )
        for (let n = 0; n < 20; n++) try { mkdirSync('${aside}/' + n) } catch {}`
    const ended = once(spawn(process.execPath, ['-e', writesOn], { stdio: 'ignore' }), 'close')
    await until(() => readdirSync(aside).length > 0)

    expect((await start()).adopted).toBe(false)
    await ended
    expect(left(dataDir)).toEqual(['cluster', 'postgres.log'])
  })
})
