import pg from 'pg'
import { expect, test } from 'vitest'
import { appUrlOf, assertAppRole } from '../src/kit/database/roles.ts'
import { createDatabase } from './cluster.ts'

test('a test database is migrated, nobody else sees what is written to it, and it goes away', async () => {
  const [one, other] = await Promise.all([createDatabase(), createDatabase()])
  await query(one.ownerUrl, 'create table mine (n int)')
  expect(await query(one.ownerUrl, `select to_regclass('company') is not null as migrated`)).toEqual([
    { migrated: true },
  ])
  expect(await query(other.ownerUrl, `select to_regclass('mine') is null as empty`)).toEqual([
    { empty: true },
  ])

  await Promise.all([one.drop(), other.drop()])
  await expect(query(one.ownerUrl, 'select 1')).rejects.toThrow('does not exist')
})

test('the runtime role has as few rights on it as on a real one', async () => {
  const { ownerUrl, drop } = await createDatabase()
  const pool = new pg.Pool({ connectionString: await appUrlOf(ownerUrl) })
  await expect(assertAppRole(pool)).resolves.toBeUndefined()
  await pool.end()
  await drop()
})

async function query(connectionString: string, text: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
