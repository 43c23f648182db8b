import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import {
  answers,
  dataDir,
  eachInItsOwnFolder,
  here,
  left,
  madeBefore,
  moveTo,
  query,
  serverPid,
  start,
  stop,
} from '../../../test/postgres.ts'

eachInItsOwnFolder()

describe('starting', () => {
  test('the first process starts the server, the second adopts it, the last to leave stops it', async () => {
    await madeBefore()
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
    await madeBefore()
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
    await madeBefore()
    expect(await query(await start(), 'show fsync')).toEqual([{ fsync: 'off' }])
  })

  test('a process that forgets to stop it can end all the same', async () => {
    await madeBefore()
    const script = `import { startEmbeddedPostgres as s } from '${join(here, 'embedded-postgres.ts')}'; await s({ dataDir: '${dataDir}', fsync: false })`
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 60_000 })
    expect(status).toBe(0)
    expect((await start()).adopted).toBe(true)
  })
})
