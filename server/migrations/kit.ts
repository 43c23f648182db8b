import { sql, type Kysely } from 'kysely'

// What migrations share. A migration is never changed by what comes after it: its words are literals, not the lists of
// the contract. One DDL statement a call, and keys and checks apart from tables and columns, because that is how
// distributed PostgreSQL (Citus) takes them. `scripts/migrations.mjs` checks both.

export type Migrating = Kysely<Record<string, never>>

type Rights = 'read' | 'append' | 'write'
const grants: Record<Rights, string> = {
  read: 'select',
  append: 'select, insert',
  write: 'select, insert, update, delete',
}

/** Foreign keys by their columns: `{ 'company_id, order_id': 'sales_order on delete cascade' }`. They point at primary keys. */
type Keys = Readonly<Record<string, string>>

export async function run(db: Migrating, statement: string): Promise<void> {
  await sql.raw(statement).execute(db)
}

/**
 * A table that all companies share: no company column, no row-level security, rights no wider than needed, and no key
 * to `company`: distributed PostgreSQL locks what a shared row points at, and the runtime role may only read companies.
 */
export async function sharedTable(
  db: Migrating,
  name: string,
  columns: string,
  rights: Rights,
  keys: Keys = {},
): Promise<void> {
  await run(db, `create table ${name} (${columns})`)
  if (await isDistributed(db)) await run(db, referenceTable(name))
  await run(db, `grant ${grants[rights]} on ${name} to ${await runtimeRole(db)}`)
  for (const [key, target] of Object.entries(keys)) await addKey(db, name, key, target)
}

/**
 * A table whose rows belong to companies: `company_id` comes first, and row-level security is forced as the second
 * wall behind the condition that every query states itself. Without a company set, reading raises (D02, D04).
 */
export async function tenantTable(
  db: Migrating,
  name: string,
  columns: string,
  rights: Rights,
  keys: Keys = {},
): Promise<void> {
  await run(db, `create table ${name} (company_id int not null, ${columns})`)
  if (await isDistributed(db)) await run(db, distributedTable(name))
  await run(db, `alter table ${name} enable row level security`)
  await run(db, `alter table ${name} force row level security`)
  const condition = `company_id = current_setting('app.company_id')::int`
  await run(db, `create policy tenant on ${name} using (${condition}) with check (${condition})`)
  await run(db, `grant ${grants[rights]} on ${name} to ${await runtimeRole(db)}`)
  for (const [key, target] of Object.entries({ company_id: 'company', ...keys }))
    await addKey(db, name, key, target)
}

type MasterTable = {
  /** The columns that name a record: `code`, others as they are compared, such as `fold(subdivision)`. */
  key?: readonly string[]
  /** The columns with the first and the last day on which a record holds, the first of them in the key. */
  validity?: readonly [from: string, to: string]
  keys?: Keys
}

/**
 * The table of a kind of master data: what every kind has, and the columns of its fields. Its key is unique; records
 * whose other key columns are the same do not hold on the same day; each foreign key has its index.
 */
export async function masterTable(
  db: Migrating,
  name: string,
  columns: string,
  { key = ['code'], validity, keys = {} }: MasterTable = {},
): Promise<void> {
  const code = key.includes('code')
    ? 'code text not null, code_folded text generated always as (fold(code)) stored,'
    : ''
  await tenantTable(
    db,
    name,
    `id uuid not null, version int not null, created_at timestamptz not null default now(), ${code}
     ${columns}, primary key (company_id, id)`,
    'write',
    keys,
  )
  const compared = key.map((column) => (column === 'code' ? 'code_folded' : column))
  await run(db, `create unique index ${name}_key on ${name} (company_id, ${compared.join(', ')})`)
  for (const [at, own] of Object.keys(keys).entries())
    await run(db, `create index ${name}_of_${at + 1} on ${name} (${own})`)
  if (!validity) return
  const [from, to] = validity
  await addCheck(db, name, `${name}_ends_after_start`, `${to} is null or ${to} >= ${from}`)
  if (!key.includes(from)) return
  await addHoldsAlone(
    db,
    name,
    compared.filter((column) => column !== from),
    validity,
  )
}

/**
 * Records of which these columns are the same do not hold on one day; an expression stands in brackets. Judged at the end
 * of a statement, so that one may move several records at once.
 */
export async function addHoldsAlone(
  db: Migrating,
  table: string,
  columns: readonly string[],
  [from, to]: readonly [from: string, to: string],
): Promise<void> {
  const same = ['company_id', ...columns].map((column) => `${column} with =, `)
  await run(
    db,
    `alter table ${table} add constraint ${table}_holds_alone exclude using gist
       (${same.join('')}daterange(${from}, ${to}, '[]') with &&) deferrable`,
  )
}

/** `definition`: name, type, default; its key or check is added by `addKey`, `addCheck` or `changeWords`. */
export async function addColumn(db: Migrating, table: string, definition: string): Promise<void> {
  await run(db, `alter table ${table} add column ${definition}`)
}

/** A foreign key named after its columns, as PostgreSQL itself would name it. */
export async function addKey(db: Migrating, table: string, columns: string, target: string): Promise<void> {
  await run(
    db,
    `alter table ${table} add constraint ${keyName(table, columns)} foreign key (${columns}) references ${target}`,
  )
}

export async function dropKey(db: Migrating, table: string, columns: string): Promise<void> {
  await run(db, `alter table ${table} drop constraint if exists ${keyName(table, columns)}`)
}

/** Makes a key anew: distributed PostgreSQL does not alter one. */
export async function changeKey(
  db: Migrating,
  table: string,
  columns: string,
  target: string,
): Promise<void> {
  await dropKey(db, table, columns)
  await addKey(db, table, columns, target)
}

export async function addCheck(db: Migrating, table: string, name: string, condition: string): Promise<void> {
  await run(db, `alter table ${table} add constraint ${name} check (${condition})`)
}

/** From now on the column takes these words and no others; the first list of a new column as well. */
export async function changeWords(
  db: Migrating,
  table: string,
  column: string,
  words: readonly string[],
): Promise<void> {
  const name = `${table}_${column}_check`
  await run(db, `alter table ${table} drop constraint if exists ${name}`)
  await addCheck(db, table, name, isOneOf(column, words))
}

/** Gives the runtime role one more right, `delete on job_item`. */
export async function allow(db: Migrating, right: string): Promise<void> {
  await run(db, `grant ${right} to ${await runtimeRole(db)}`)
}

/** In `create table`: `state text` with a CHECK of these words, under the name that `changeWords` looks for. */
export function oneOf(column: string, words: readonly string[], options = 'not null'): string {
  return `${column} text ${options} check (${isOneOf(column, words)})`
}

const isOneOf = (column: string, words: readonly string[]): string =>
  `${column} in (${words.map((word) => `'${word}'`).join(', ')})`

const keyName = (table: string, columns: string): string => `${table}_${columns.replaceAll(', ', '_')}_fkey`

/** The statement that spreads a tenant table over the workers, all rows of a company on the same one. */
export const distributedTable = (name: string): string =>
  `select create_distributed_table('${name}', 'company_id')`

/** The statement that puts a copy of a shared table on every worker. */
export const referenceTable = (name: string): string => `select create_reference_table('${name}')`

async function isDistributed(db: Migrating): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db)
  return rows.length > 0
}

/** The login role of the running server, as `migrate` says it. It owns nothing and row-level security binds it (D01). */
async function runtimeRole(db: Migrating): Promise<string> {
  const role = sql<string>`quote_ident(current_setting('kervan.runtime_role'))`.as('role')
  return (await db.selectNoFrom(role).executeTakeFirstOrThrow()).role
}
