import { sql, type Kysely } from 'kysely'

// What migrations share. One statement a call, because distributed PostgreSQL takes DDL one by one.

export type Migrating = Kysely<Record<string, never>>

/** The login role of the running server. It owns nothing and row-level security binds it (D01). */
export const appRole = 'kervan_app'

export type Rights = 'read' | 'append' | 'write'
const grants: Record<Rights, string> = {
  read: 'select',
  append: 'select, insert',
  write: 'select, insert, update, delete',
}

export async function run(db: Migrating, statement: string): Promise<void> {
  await sql.raw(statement).execute(db)
}

/** A table that all companies share: no company column, no row-level security, and rights no wider than needed. */
export async function globalTable(
  db: Migrating,
  name: string,
  columns: string,
  rights: Rights,
): Promise<void> {
  await run(db, `create table ${name} (${columns})`)
  await run(db, `grant ${grants[rights]} on ${name} to ${appRole}`)
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
): Promise<void> {
  await run(db, `create table ${name} (company_id int not null references company (id), ${columns})`)
  await run(db, `alter table ${name} enable row level security`)
  await run(db, `alter table ${name} force row level security`)
  await run(
    db,
    `create policy tenant on ${name} using (company_id = current_setting('app.company_id')::int) with check (company_id = current_setting('app.company_id')::int)`,
  )
  await run(db, `grant ${grants[rights]} on ${name} to ${appRole}`)
}

/** `state text` with a CHECK made from the words of the contract. */
export function oneOf(column: string, values: readonly string[], options = 'not null'): string {
  return `${column} text ${options} check (${column} in (${values.map((value) => `'${value}'`).join(', ')}))`
}
