import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readConfig } from '../config.ts'
import type { Config } from '../kit/config.ts'
import { openJobs } from '../kit/work/jobs.ts'
import { openLog } from '../kit/log.ts'
import { verifyAudit } from '../kit/records/audit.ts'
import type { Database } from '../kit/database/db.ts'
import { appUrlOf } from '../kit/database/roles.ts'
import { appVersion } from '../kit/version.ts'
import {
  readArchive,
  readLines,
  readTables,
  sumUp,
  writeArchive,
  writeRows,
  type ArchivedTable,
  type Table,
} from './archive.ts'
import { CommandProblem, needed, print, withOwner } from './command.ts'

// A backup is a folder: what is in it, every table, the files people attached, and the installation's own secret.
// It is taken from one moment of the database while the portal works, and restored into an empty installation.

type Manifest = {
  format: 1
  version: string
  madeAt: string
  migrations: string[]
  tables: ArchivedTable[]
  files: 'folder' | 'bucket'
}

const secretFile = 'installation-secret'

export async function backup(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
  const folder = resolve(needed(values, 'to').to)
  if (existsSync(folder)) throw new CommandProblem(`${folder} exists already. Name a new folder.`)
  const config = readConfig(process.env)
  const aside = `${folder}.partial`
  await rm(aside, { recursive: true, force: true })
  await mkdir(join(aside, 'tables'), { recursive: true, mode: 0o700 })
  const manifest = await withOwner((_, ownerUrl) =>
    inSnapshot(ownerUrl, async (client, companies) => {
      const tables: ArchivedTable[] = []
      for (const table of await readTables(client))
        tables.push({
          name: table.name,
          ...(await writeArchive(tableFile(aside, table.name), readLines(client, table, companies))),
        })
      // After the rows: a file that no row names is harmless, a row whose file is missing is not.
      const files = await copyFiles(config, 'out', aside)
      return {
        format: 1,
        version: appVersion,
        madeAt: new Date().toISOString(),
        migrations: await migrationsOf(client),
        tables,
        files,
      } satisfies Manifest
    }),
  )
  const secret = join(config.dataDir, secretFile)
  if (existsSync(secret)) await copyFile(secret, join(aside, secretFile))
  await writeFile(join(aside, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  await rename(aside, folder)
  print(
    `${manifest.tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${manifest.tables.length} tables are in ${folder}.`,
  )
  return 0
}

export async function restore(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { from: { type: 'string' } } })
  const folder = resolve(needed(values, 'from').from)
  const config = readConfig(process.env)
  const manifest = await readManifest(folder)
  for (const table of manifest.tables) await assertWhole(folder, table)
  await withOwner(async (db, ownerUrl) => {
    await assertEmpty(db)
    await fill(ownerUrl, folder, manifest, () => copyFiles(config, 'in', folder))
    const secret = join(folder, secretFile)
    if (existsSync(secret)) await copyFile(secret, join(config.dataDir, secretFile))
    await wakeQueues(db, ownerUrl)
    await sayAudit(db)
  })
  print(`The backup of ${manifest.madeAt} is restored.`)
  return 0
}

const tableFile = (folder: string, name: string) => join(folder, 'tables', `${name}.gz`)

async function inSnapshot<T>(
  ownerUrl: string,
  work: (client: pg.Client, companies: number[]) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    options: '-c timezone=UTC -c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read')
    const { rows } = await client.query<{ id: number }>('select id from company order by id')
    const result = await work(
      client,
      rows.map((row) => row.id),
    )
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}

async function migrationsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map((row) => row.name)
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new CommandProblem(`${folder} is no backup: it has no manifest.json.`)
  })
  const manifest: Manifest = JSON.parse(text)
  if (manifest.format !== 1)
    throw new CommandProblem(`The backup has format ${String(manifest.format)}, this version reads 1.`)
  return manifest
}

async function assertWhole(folder: string, { name, rows, sha256 }: ArchivedTable): Promise<void> {
  const found = await sumUp(readArchive(tableFile(folder, name))).catch((error: unknown) => {
    throw new CommandProblem(
      `The backup is damaged: ${name} cannot be read (${error instanceof Error ? error.message : String(error)}).`,
    )
  })
  if (found.rows !== rows || found.sha256 !== sha256)
    throw new CommandProblem(
      `The backup is damaged: ${name} has ${found.rows} rows instead of ${rows}, or other ones. Nothing was restored.`,
    )
}

async function assertEmpty(db: Database): Promise<void> {
  const { count } = await db.shared
    .selectFrom('company')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count > 0)
    throw new CommandProblem(
      `This installation holds ${count} companies already. Restore into an empty one: another PORTAL_DATA_DIR or DATABASE_URL, and DEMO=false.`,
    )
}

async function fill(
  ownerUrl: string,
  folder: string,
  manifest: Manifest,
  filesToo: () => Promise<unknown>,
): Promise<void> {
  await inSnapshot(ownerUrl, async (client) => {
    const migrations = await migrationsOf(client)
    if (migrations.join() !== manifest.migrations.join())
      throw new CommandProblem(
        `The backup was made by version ${manifest.version}, this is ${appVersion}. Restore it with that version, then start this one.`,
      )
    const tables = await readTables(client)
    for (const table of tables) await writeRows(client, table, readArchive(tableFile(folder, table.name)))
    const { rows } = await client.query<{ id: number }>('select id from company order by id')
    for (const table of tables)
      await assertSame(
        client,
        table,
        manifest,
        rows.map((row) => row.id),
      )
    await filesToo()
  })
}

async function assertSame(
  client: pg.Client,
  table: Table,
  manifest: Manifest,
  companies: readonly number[],
): Promise<void> {
  const wanted = manifest.tables.find(({ name }) => name === table.name)
  const found = await sumUp(readLines(client, table, companies))
  if (found.rows !== wanted?.rows || found.sha256 !== wanted.sha256)
    throw new Error(
      `${table.name} came out differently: ${found.rows} rows instead of ${wanted?.rows ?? 0}, or other ones. Nothing was restored.`,
    )
}

/** The folder of attached files, out of the installation or into it. A bucket is left alone. */
async function copyFiles(config: Config, way: 'out' | 'in', folder: string): Promise<Manifest['files']> {
  if (config.filesUrl?.startsWith('s3:')) return 'bucket'
  const own = config.filesUrl ? new URL(config.filesUrl).pathname : join(config.dataDir, 'files')
  const kept = join(folder, 'files')
  const [from, to] = way === 'out' ? [own, kept] : [kept, own]
  if (existsSync(from)) await cp(from, to, { recursive: true, preserveTimestamps: true })
  return 'folder'
}

/** What waited when the backup was made is taken up again: mails that had not left, jobs that had not ended. */
async function wakeQueues(db: Database, ownerUrl: string): Promise<void> {
  const jobs = await openJobs(await appUrlOf(ownerUrl), openLog('warn'))
  try {
    for (const { id: companyId } of await db.shared.selectFrom('company').select('id').execute()) {
      await db.withCompany(
        companyId,
        async (tx) => {
          const mails = await tx
            .selectFrom('outbox')
            .select('id')
            .where('company_id', '=', companyId)
            .where('done_at', 'is', null)
            .execute()
          if (mails.length > 0) await jobs.send(tx, 'outbox', { companyId, ids: mails.map(({ id }) => id) })
          const open = await tx
            .selectFrom('job')
            .select(['id', 'kind'])
            .where('company_id', '=', companyId)
            .where('state', 'in', ['Waiting', 'Running'])
            .execute()
          for (const { id, kind } of open) await jobs.send(tx, kind, { companyId, jobId: id })
        },
        { long: true },
      )
    }
  } finally {
    await jobs.stop()
  }
}

async function sayAudit(db: Database): Promise<void> {
  for (const company of await db.shared
    .selectFrom('company')
    .select(['id', 'name'])
    .orderBy('id')
    .execute()) {
    const { entries, firstBroken } = await db.withCompany(company.id, (tx) => verifyAudit(tx, company.id), {
      long: true,
    })
    print(
      firstBroken === null
        ? `${company.name}: ${entries} audit entries, all in order`
        : `${company.name}: audit entry ${firstBroken} does not fit the one before it, as in the backup`,
    )
  }
}
