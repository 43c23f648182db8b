import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'

// How a backup holds the rows of the database: one compressed file a table, a line a row. A row is PostgreSQL's own
// text of it, which is exact for every type; a line begins with the company the row belongs to, so that restoring can
// pass row-level security as everybody does.

export type ArchivedTable = { name: string; rows: number; sha256: string }
export type Table = { name: string; columns: string[]; key: string[]; tenant: boolean; needs: string[] }

/** Sessions end with a restore; what migrations note down is made by migrating. */
const leftOut = ['session', 'kysely_migration', 'kysely_migration_lock']
const batch = 1_000

/** The tables of the product in an order in which each comes after those it refers to. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select a.attname::text from pg_index i cross join unnest(i.indkey) with ordinality k(attnum, place) join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
             where i.indrelid = c.oid and i.indisprimary order by k.place) as key,
       exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id') and c.relrowsecurity as tenant,
       array(select distinct f.confrelid::regclass::text from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1) order by c.relname`,
    [leftOut],
  )
  const ordered: Table[] = []
  for (let waiting = rows; waiting.length > 0;) {
    const ready = waiting.filter(({ needs }) =>
      needs.every((name) => ordered.some((table) => table.name === name)),
    )
    if (ready.length === 0)
      throw new Error(
        `tables refer to one another in a circle: ${waiting.map(({ name }) => name).join(', ')}`,
      )
    ordered.push(...ready)
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return ordered
}

type Line = { company: number | null; row: string }

/** Every row of a table as lines, company by company, in the order of its key. Within the caller's transaction. */
export async function* readLines(
  client: pg.Client,
  table: Table,
  companies: readonly number[],
): AsyncGenerator<Line> {
  const order = table.key.map((column) => client.escapeIdentifier(column)).join(', ')
  for (const company of table.tenant ? companies : [null]) {
    if (company !== null) await client.query(`set local app.company_id = '${company}'`)
    await client.query(
      `declare rows no scroll cursor for select t::text as row from ${client.escapeIdentifier(table.name)} t ${company === null ? '' : `where company_id = ${company}`} order by ${order}`,
    )
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`fetch ${batch} from rows`)
      for (const { row } of rows) yield { company, row }
      if (rows.length < batch) break
    }
    await client.query('close rows')
  }
}

const written = ({ company, row }: Line) => `${company ?? ''}\t${JSON.stringify(row)}\n`

/** Counts lines and sums them up, so that two sets of rows can be compared. */
export async function sumUp(
  lines: AsyncIterable<Line>,
  keep: (text: string) => Promise<void> = async () => {},
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const line of lines) {
    const text = written(line)
    hash.update(text)
    rows += 1
    await keep(text)
  }
  return { rows, sha256: hash.digest('hex') }
}

/** Writes lines into a compressed file; answers what they come to. */
export async function writeArchive(
  file: string,
  lines: AsyncIterable<Line>,
): Promise<{ rows: number; sha256: string }> {
  const gzip = createGzip({ level: 6 })
  const stored = gzip.pipe(createWriteStream(file, { mode: 0o600 }))
  const sum = await sumUp(lines, async (text) => {
    if (!gzip.write(text)) await new Promise((resolve) => gzip.once('drain', resolve))
  })
  gzip.end()
  await finished(stored)
  return sum
}

/** The lines of a file. Throws when it is damaged. */
export async function* readArchive(file: string): AsyncGenerator<Line> {
  const source = createReadStream(file)
  const text = source.pipe(createGunzip())
  source.on('error', (error) => text.destroy(error))
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
    const tab = line.indexOf('\t')
    const row: string = JSON.parse(line.slice(tab + 1))
    yield { company: tab === 0 ? null : Number(line.slice(0, tab)), row }
  }
}

/** Puts lines back into their table. */
export async function writeRows(client: pg.Client, table: Table, lines: AsyncIterable<Line>): Promise<void> {
  const names = table.columns.map((column) => client.escapeIdentifier(column))
  const name = client.escapeIdentifier(table.name)
  const insert = `insert into ${name} (${names.join(', ')}) select ${names.map((column) => `(given.r).${column}`).join(', ')} from (select line::${name} as r from unnest($1::text[]) as line offset 0) as given`
  let rows: string[] = []
  let company: number | null = null
  const flush = async () => {
    if (rows.length === 0) return
    if (company !== null) await client.query(`set local app.company_id = '${company}'`)
    await client.query(insert, [rows])
    rows = []
  }
  for await (const line of lines) {
    if (line.company !== company || rows.length >= batch) await flush()
    company = line.company
    rows.push(line.row)
  }
  await flush()
}
