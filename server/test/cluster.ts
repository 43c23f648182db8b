// Databases for tests: each a copy of one migrated template, made in some 30 ms, on one server for the whole run.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** `folder` is for what a portal keeps beside its database, and goes with the run. */
    cluster: { ownerUrl: string; template: string; folder: string }
  }
}

export interface TestDatabase {
  ownerUrl: string
  drop: () => Promise<void>
}

/** A database of its own: migrated and without a row, or, as a copy of `template0`, without a table either. */
export async function createDatabase(template = inject('cluster').template): Promise<TestDatabase> {
  const { ownerUrl } = inject('cluster')
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  await run(ownerUrl, [
    `create database ${name} template ${template} strategy file_copy`,
    // The rights on a database itself are not part of its copy.
    `revoke temporary, create on database ${name} from public`,
  ])
  return {
    ownerUrl: withDatabase(ownerUrl, name),
    drop: () => run(ownerUrl, [`drop database if exists ${name} with (force)`]),
  }
}

export function withDatabase(ownerUrl: string, name: string) {
  const url = new URL(ownerUrl)
  url.pathname = `/${name}`
  return url.href
}

async function run(ownerUrl: string, statements: string[]) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
