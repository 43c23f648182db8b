import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  answers,
  dataDir,
  eachInItsOwnFolder,
  here,
  left,
  madeBefore,
  query,
  serverPid,
  start,
  stop,
  until,
} from '../../../test/postgres.ts'

eachInItsOwnFolder()

describe('after a crash', () => {
  test('of Node: the next start adopts the server, its data is intact, and leaving stops it', async () => {
    await madeBefore()
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
    await madeBefore()
    const one = await start('fsync')
    await query(one, 'create table kept as select generate_series(1, 1000) as n')
    process.kill(serverPid()!, 'SIGKILL')
    await until(() => answers(one))
    expect(await query(one, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
    await stop(one)
    expect(serverPid()).toBe(null)
  })

  test('of both: the next start recovers', async () => {
    await madeBefore()
    const one = await start('fsync')
    await query(one, 'create table kept as select generate_series(1, 1000) as n')
    one.child.kill('SIGKILL')
    process.kill(serverPid()!, 'SIGKILL')

    const [next, other] = await Promise.all([start('fsync'), start('fsync')])
    expect([next, other].map(({ problem, adopted }) => problem ?? adopted).sort()).toEqual([false, true])
    expect(await query(next, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
  })

  test('of both, again and again: two starts at once never stand in each other’s way', async () => {
    await madeBefore()
    let two = [await start()]
    for (let round = 0; round < 12; round++) {
      for (const one of two) one.child.kill('SIGKILL')
      process.kill(serverPid()!, 'SIGKILL')
      two = await Promise.all([start(), start()])
      expect(two.map(({ problem, adopted }) => problem ?? adopted).sort()).toEqual([false, true])
    }
  })

  test('an empty lock file that a crash left is no obstacle, one that is just being made is waited for', async () => {
    await madeBefore()
    const lock = join(dataDir, 'cluster/postmaster.pid')
    writeFileSync(lock, '')
    const waiting = start()
    await until(() => readFileSync(join(dataDir, 'postgres.log'), 'utf8').includes('is empty'))
    expect(existsSync(lock)).toBe(true)
    utimesSync(lock, 0, 0)
    expect((await waiting).adopted).toBe(false)
  })

  test('a lock file whose process id belongs to something else by now is no obstacle', async () => {
    await madeBefore()
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
