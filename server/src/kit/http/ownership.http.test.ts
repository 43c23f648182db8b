import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '@kervan/contract/kit/call'
import { calls } from '@kervan/contract/registry'
import { aimed, comparable, unknown } from '../../../test/aim.ts'
import { inDatabase } from '../../../test/office.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { recordFields, recordKinds, unclaimedFields, type RecordField } from '../../../test/record-fields.ts'
import { buildWorld, openCompany, type World } from '../../../test/world.ts'

// Every field of every call that names a record, with the true name of somebody else's: the answer is the one for a
// record that does not exist, word for word. Whose a field's record is, is read from the contract; a call that takes
// an id without saying whose it is does not pass.

let portal: Portal
let home: Awaited<ReturnType<typeof openCompany>>
let owner: World
let strangers: Record<'person' | 'location' | 'customer' | 'company', World>
beforeAll(async () => {
  portal = await startPortal({ worker: false })
  home = await openCompany(portal, 'SO')
  const abroad = await openCompany(portal, 'FO')
  owner = await buildWorld(portal, home)
  strangers = {
    person: await buildWorld(portal, { ...home, customer: owner.customer, location: owner.location }),
    location: await buildWorld(portal, home),
    customer: await buildWorld(portal, { ...home, sees: 'customer' }),
    company: await buildWorld(portal, { ...abroad, sees: 'everything' }),
  }
}, 180_000)
afterAll(() => portal.close())

const named = calls
  .filter((call) => call.access !== 'public')
  .flatMap((call) => recordFields(call).map((field) => ({ call, field })))

/** One white pixel. */
const picture = {
  name: 'a.png',
  body: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4////fwAJ+wP9KobjigAAAABJRU5ErkJggg==',
    'base64',
  ),
}

function send(call: Call, by: World, input: Record<string, unknown>) {
  if (call.kind === 'upload')
    return portal.upload(call, by.me.token, input as Record<string, string>, [
      call.upload?.types.includes('application/pdf') ? { name: 'a.pdf', body: '%PDF-1.4 test' } : picture,
    ])
  return portal.call(call, by.me.token, input)
}

/** What `by` is answered who names `value` there, and records of their own everywhere else. */
async function answered(call: Call, field: RecordField, by: World, value: string | number) {
  return comparable(await send(call, by, aimed(call, field, by, value)), value)
}

/** Those who must not know of a record of this kind. Numbers each company counts for itself name nothing in another. */
function strangersTo({ kind }: RecordField): World[] {
  const { person, location, customer, company } = strangers
  const reach = recordKinds[kind]
  if (kind === 'dictionary') return [person, location, customer]
  return [
    ...(reach === 'person' ? [person] : []),
    ...(reach === 'company' ? [] : [location, customer]),
    company,
  ]
}

/** Every row that tells of this person's own records, table by table. What an answer said is kept with who asked, and repeats the name that was asked for. */
async function traceOf({ company, own }: World): Promise<string[]> {
  const { rows: tables } = await portal.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all(array['session', 'answered_request']) order by 1`,
  )
  const each = tables.map(
    ({ name }) => `select '${name} ' || t::text as row from ${name} t where company_id = $1 and t::text ~ $2`,
  )
  const rows = await inDatabase(
    { portal, company, boss: owner.me },
    `${each.join(' union all ')} order by 1`,
    own.join('|'),
  )
  return rows.map(({ row }) => String(row))
}

it('says of every field whose record it names, or why it names none', () => {
  expect(unclaimedFields()).toEqual({ unclaimed: [], outdated: [] })
  expect(named.length).toBeGreaterThan(100)
})

const fields = named.map((one) => [`${one.call.name} ${one.field.path.join('.')}`, one] as const)

describe('[SHL-025] [USR-006] somebody else’s record', () => {
  let before: string[]
  beforeAll(async () => {
    before = await traceOf(owner)
  }, 180_000)

  it.each(fields)('is as if it did not exist: %s', async (_, { call, field }) => {
    for (const stranger of strangersTo(field)) {
      const nothing = await answered(call, field, stranger, unknown(field.kind))
      expect(nothing.status).toBeLessThan(500)
      expect(await answered(call, field, stranger, owner.records[field.kind])).toEqual(nothing)
    }
  })

  it('is as it was after all that', async () => {
    expect(before.length).toBeGreaterThan(20)
    expect(await traceOf(owner)).toEqual(before)
  })
})

/** So that what is above is not the sameness of calls which never looked. */
describe('one’s own record', () => {
  it.each(fields)('makes a difference: %s', async (_, { call, field }) => {
    const makes = async () => {
      const nothing = await answered(call, field, owner, unknown(field.kind))
      const own = await answered(call, field, owner, owner.records[field.kind])
      return JSON.stringify(own) !== JSON.stringify(nothing)
    }
    // What another call has used up is not there any more: then it is asked again in a world that nobody has touched.
    if (await makes()) return
    owner = await buildWorld(portal, { ...home, customer: owner.customer, location: owner.location })
    expect(await makes()).toBe(true)
  })
})
