import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/cluster.ts'
import { migrate } from './migrate.ts'
import { appUrlOf } from './roles.ts'

// Several installations on one server: roles belong to all of it.

let databases: TestDatabase[] = []
afterEach(async () => {
  await Promise.all(databases.map((database) => database.drop()))
  databases = []
})

async function open(template?: string): Promise<TestDatabase> {
  const database = await createDatabase(template)
  databases.push(database)
  return database
}

async function query(url: string, text: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('two new installations that start at once have a runtime role each, of which the other knows nothing', async () => {
  const [one, two] = [await open('template0'), await open('template0')]
  await Promise.all([one, two, one, two].map(({ ownerUrl }) => migrate(ownerUrl)))
  const urls = [await appUrlOf(one.ownerUrl), await appUrlOf(two.ownerUrl)]
  const roles = urls.map((url) => new URL(url).username)
  expect(roles).toEqual([one, two].map(({ ownerUrl }) => `${new URL(ownerUrl).pathname.slice(1)}_app`))
  for (const url of urls)
    expect(await query(url, 'select current_user <> session_user as other')).toEqual([{ other: false }])
  await expect(
    query((urls[0] as string).replace(/\/[^/]*$/, new URL(two.ownerUrl).pathname), 'select from company'),
  ).rejects.toThrow('permission denied')
  for (const [at, { ownerUrl }] of [one, two].entries())
    await query(ownerUrl, `drop owned by ${roles[at]}; drop role ${roles[at]}`)
})

test('an installation keeps the runtime role it has, and starting changes nothing of a role that works', async () => {
  const [one, two] = [await open(), await open()]
  const password = `select rolpassword from pg_authid where rolname = 'kervan_app'`
  const before = await query(one.ownerUrl, password)
  await Promise.all([one, two, one, two].map(({ ownerUrl }) => migrate(ownerUrl)))
  expect(new URL(await appUrlOf(one.ownerUrl)).username).toBe('kervan_app')
  expect(await query(one.ownerUrl, password)).toEqual(before)
})
