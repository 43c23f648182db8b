// `npm run test:oldest [-- <files>]`: HTTP tests on the oldest PostgreSQL we support, 15, as Debian has it
// (`apt-get install postgresql-15`), in a cluster of its own in a temporary folder. Without files, those whose
// statements an older planner could treat differently.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountFor } from '../server/src/kit/postgres/account.ts'
import { freePort } from '../server/src/kit/postgres/postmaster.ts'

const BIN = '/usr/lib/postgresql/15/bin'
const NEEDED = ['initdb', 'pg_ctl', 'postgres']
export const oldestIsHere = () => NEEDED.every((program) => existsSync(join(BIN, program)))

/**
 * Runs a command with the address of a new, empty PostgreSQL 15 in OLDEST_DATABASE_URL, and removes the cluster.
 * Answers the exit code of the command.
 */
export async function inOldest([program, ...parameters]) {
  if (!oldestIsHere())
    throw new Error('PostgreSQL 15 with its tools is needed: apt-get install postgresql-15')
  const folder = mkdtempSync(join(tmpdir(), 'kervan-oldest-'))
  const account = accountFor(folder)
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  const data = join(folder, 'data')
  const run = (name, what) => {
    const { status, stderr, stdout } = spawnSync(join(BIN, name), what, {
      ...account,
      cwd: folder,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${name} failed: ${stderr}${stdout}`)
  }
  try {
    chmodSync(folder, 0o700)
    writeFileSync(passwordFile, password, { mode: 0o600 })
    if (account) for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid)
    run('initdb', [
      '-D',
      data,
      '-U',
      'postgres',
      `--pwfile=${passwordFile}`,
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ])
    const port = await freePort()
    const settings = [
      `-c port=${port}`,
      '-c listen_addresses=127.0.0.1',
      `-c unix_socket_directories=${folder}`,
      '-c fsync=off',
    ]
    run('pg_ctl', [
      '-D',
      data,
      '-w',
      '-s',
      '-t',
      '120',
      '-l',
      join(folder, 'log'),
      '-o',
      settings.join(' '),
      'start',
    ])
    try {
      const OLDEST_DATABASE_URL = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
      const { status } = spawnSync(program, parameters, {
        stdio: 'inherit',
        env: { ...process.env, OLDEST_DATABASE_URL, TEST_DATABASE_URL: OLDEST_DATABASE_URL },
      })
      return status ?? 1
    } finally {
      run('pg_ctl', ['-D', data, '-w', '-s', '-m', 'immediate', 'stop'])
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

const FILES = [
  'server/src/kit/database',
  'server/src/order/new/cart.http.test.ts',
  'server/src/order/management/decide.http.test.ts',
]

if (import.meta.main) {
  const given = process.argv.slice(2)
  const files = given.some((argument) => !argument.startsWith('-')) ? [] : FILES
  process.exitCode = await inOldest([
    'node_modules/.bin/vitest',
    'run',
    '--project',
    'http',
    ...files,
    ...given,
  ])
}
