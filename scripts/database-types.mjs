// `npm run database-types`: after a new migration, writes server/src/kit/db.gen.ts anew from a database that has all of them.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { migrate } from '../server/src/kit/database/migrate.ts'
import { startEmbeddedPostgres } from '../server/src/kit/postgres/embedded-postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'kervan-types-'))
chmodSync(folder, 0o755)
const postgres = await startEmbeddedPostgres({ dataDir: folder, fsync: false, log: () => {} })
try {
  await migrate(postgres.ownerUrl)
  const { status, stderr } = spawnSync(
    resolve('node_modules/.bin/kysely-codegen'),
    ['--config-file', '.kysely-codegenrc.json', '--url', postgres.ownerUrl],
    { cwd: 'server', encoding: 'utf8' },
  )
  // It complains at length that it cannot parse our overrides, and takes them as they stand all the same.
  if (status !== 0) console.error(stderr)
  process.exitCode = status ?? 1
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
