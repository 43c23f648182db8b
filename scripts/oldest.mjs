// `npm run test:oldest [-- <files>]`: HTTP tests on the oldest PostgreSQL we support, 15, as Debian has it
// (`apt-get install postgresql-15`), in a cluster that goes away afterwards. Without files, those whose statements an
// older planner could treat differently.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const NEEDED = ['/usr/lib/postgresql/15/bin/postgres', '/usr/bin/pg_virtualenv']
export const oldestIsHere = () => NEEDED.every((file) => existsSync(file))

/** Run with what follows it as a command: a new, empty PostgreSQL 15 whose address is in PGHOST and its like. */
export const inOldest = ['pg_virtualenv', '-v', '15', '-c', '--locale=C.UTF-8', '-o', 'fsync=off']

/** The address that the command of `inOldest` finds. */
export function oldestUrl({ PGUSER, PGPASSWORD, PGHOST, PGPORT } = process.env) {
  return `postgres://${PGUSER}:${PGPASSWORD}@${PGHOST}:${PGPORT}/postgres`
}

const FILES = [
  'server/src/kit/database',
  'server/src/order/new/cart.http.test.ts',
  'server/src/order/management/decide.http.test.ts',
]

if (import.meta.main) {
  if (!oldestIsHere()) {
    console.error('PostgreSQL 15 with its tools is needed: apt-get install postgresql-15')
    process.exit(1)
  }
  const inside = process.env.KERVAN_OLDEST === 'yes'
  const given = process.argv.slice(2)
  const files = given.some((argument) => !argument.startsWith('-')) ? [] : FILES
  const [program, ...parameters] = inside
    ? ['node_modules/.bin/vitest', 'run', '--project', 'http', ...files, ...given]
    : [...inOldest, process.execPath, import.meta.filename, ...given]
  const env = inside ? { TEST_DATABASE_URL: oldestUrl() } : { KERVAN_OLDEST: 'yes' }
  const { status } = spawnSync(program, parameters, { stdio: 'inherit', env: { ...process.env, ...env } })
  process.exitCode = status ?? 1
}
