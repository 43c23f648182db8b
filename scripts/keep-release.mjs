// `npm run keep-release`: keeps the database of the schema checked out, filled with thin demo data, as one more file of
// server/test/releases. server/test/upgrade.http.test.ts brings each of them to today. Run it once for each release. It
// needs PostgreSQL 15 with its tools (`apt-get install postgresql-15`): the oldest version we support, whose dump all
// later ones read.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { loadDemoData } from '../server/src/demo/load.ts'
import { migrate } from '../server/src/kit/database/migrate.ts'
import { inOldest } from './oldest.mjs'

const folder = join(import.meta.dirname, '../server/test/releases')
const now = new Date('2026-05-20T11:00:00Z')

/** What a demo has thousands of and an upgrade learns nothing from. */
const THIN = [
  'delete from record_event',
  'delete from stock s where not exists (select from order_line l where l.company_id = s.company_id and l.variant_id = s.variant_id)',
  'delete from master_change_row r where r.position > 20',
]

const url = process.env.OLDEST_DATABASE_URL
if (!url) process.exit(await inOldest([process.execPath, import.meta.filename]))

await migrate(url, { name: 'kervan_app' })
await loadDemoData(url, { now, orders: 60 })
const client = new pg.Client({ connectionString: url })
await client.connect()
for (const statement of THIN) await client.query(statement)
await fillEmptyTables()
const { rows } = await client.query('select max(name) as name from kysely_migration')
await client.end()

const { stdout, status, stderr } = spawnSync(
  'pg_dump',
  ['--inserts', '--rows-per-insert=500', '--no-owner', '--dbname', url],
  { encoding: 'utf8', maxBuffer: 1e9 },
)
if (status !== 0) throw new Error(stderr)
// Comments, and what only psql understands.
const statements = stdout.replace(/^(?:--.*|\\.*)?\n/gm, '')
const file = join(folder, `${rows[0].name}.sql.gz`)
const packed = gzipSync(statements, { level: 9 })
writeFileSync(file, packed)
console.log(`${file}: ${Math.round(packed.length / 1024)} kB`)

/** One row in each table that the demo leaves empty, of the first company. Tables that need another come after it. */
async function fillEmptyTables() {
  const { rows: tables } = await client.query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%' order by 1`,
  )
  let left = []
  for (const { name } of tables)
    if (!(await client.query(`select from ${name} limit 1`)).rowCount) left.push(name)
  for (let rounds = left.length; left.length > 0; rounds--) {
    const failed = []
    for (const name of left)
      await fillTable(name).catch((error) => failed.push({ name, message: error.message }))
    if (rounds === 0) throw new Error(failed.map(({ name, message }) => `${name}: ${message}`).join('\n'))
    left = failed.map(({ name }) => name)
  }
}

async function fillTable(table) {
  const { rows: columns } = await client.query(
    `select a.attname as name, format_type(a.atttypid, null) as type,
       (select substring(pg_get_constraintdef(k.oid) from $$ARRAY\\['([^']+)'$$) from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as word,
       (select k.oid from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'f' and a.attnum = any(k.conkey) and a.attname <> 'company_id' limit 1) as key
     from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`,
    [table],
  )
  const values = []
  for (const { name, type, word, key } of columns)
    values.push(key ? await pointAt(key, name) : valueOf(name, type, word))
  const text = `insert into ${table} (${columns.map(({ name }) => name).join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`
  await client.query(text, values)
}

/** What the first row of the table that `key` points at has there. */
async function pointAt(key, column) {
  const { rows: target } = await client.query(
    `select k.confrelid::regclass::text as name, (select attname from pg_attribute where attrelid = k.confrelid and attnum = k.confkey[array_position(k.conkey, a.attnum)]) as column,
       exists (select from pg_attribute where attrelid = k.confrelid and attname = 'company_id') as tenant
     from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attname = $2 where k.oid = $1`,
    [key, column],
  )
  const { name, column: theirs, tenant } = target[0]
  const first = `select ${theirs} as value from ${name} ${tenant ? 'where company_id = 1' : ''} order by 1 limit 1`
  const found = (await client.query(first)).rows[0]
  if (!found) throw new Error(`${name} has no row yet`)
  return found.value
}

function valueOf(name, type, word) {
  if (name === 'company_id') return 1
  if (word) return type.endsWith('[]') ? [word] : word
  if (type.endsWith('[]')) return []
  if (type === 'uuid') return '01900000-0000-7000-8000-000000000001'
  if (type === 'bytea') return Buffer.alloc(32)
  if (type.startsWith('timestamp') || type === 'date') return now
  if (type.startsWith('json')) return '{}'
  if (type === 'boolean') return false
  return type === 'text' ? 'kept' : 1
}
