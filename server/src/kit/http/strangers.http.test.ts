import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '@kervan/contract/kit/call'
import { refreshSession } from '@kervan/contract/access/authentication'
import { getCart } from '@kervan/contract/order/cart'
import { calls } from '@kervan/contract/registry'
import { watchJob } from '@kervan/contract/jobs/jobs'
import { newId } from '../database/uuid.ts'
import { inDatabase } from '../../../test/office.ts'
import { openShop, orderOf, type Shop } from '../../../test/ordering.ts'
import { patient } from '../../../test/patient.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import { listenTo } from '../../../test/streams.ts'
import { sampleInput } from '../../../test/samples.ts'

// Every call, sent with the true ids of somebody else's records by those who must not reach them: another company,
// another location, a user who was put out meanwhile, a user whose role was emptied meanwhile. Nothing of it may be in an
// answer, and nothing of it may be different afterwards. A new call is in here by itself.

const mark = 'CANARY'
let portal: Portal
let shop: Shop
let ids: Record<string, unknown>
beforeAll(async () => {
  portal = await startPortal({ worker: false })
  shop = await openShop(portal, { name: `${mark} Ltd`, product: { name: `${mark} goods` } })
  await portal.owner.query(`update identity set first_name = '${mark}' where id = any($1)`, [
    [shop.buyer.identityId, shop.boss.identityId],
  ])
  const order = await orderOf(shop)
  const lines = order.lines.map((line) => line.id)
  const variants = shop.product.variants.map((variant) => variant.id)
  const members = [shop.buyer.id, shop.boss.id]
  // A job that has ended: a stream of it is over at once, for whoever may see it.
  const jobId = newId()
  await inDatabase(
    shop,
    `insert into job (company_id, id, kind, state, membership_id, input, result, finished_at) values ($1, $2, 'order.bulk', 'Succeeded', $3, '{}', $4, now())`,
    jobId,
    shop.buyer.id,
    JSON.stringify({ results: [{ code: mark, ok: true, message: null }] }),
  )
  ids = {
    jobId,
    orderCode: order.orderCode,
    lineIds: lines,
    lineId: lines[0],
    variantId: variants[0],
    productId: shop.product.id,
    locationId: shop.location.id,
    locationIds: [shop.location.id],
    deliveryLocationId: shop.location.id,
    membershipId: shop.buyer.id,
    membershipIds: members,
    roleId: shop.buyer.roleId,
    roleIds: [shop.buyer.roleId],
    partnerId: shop.customer.id,
    pointOfSaleId: shop.location.id,
    thirdPartyLocationId: shop.location.id,
    recordId: order.id,
    id: shop.buyer.id,
    ids: [order.id, ...members, shop.buyer.roleId],
    LocationUniqueCode: shop.location.code,
    locationUniqueCode: shop.location.code,
    add: [shop.location.id],
    remove: [shop.location.id],
  }
})
afterAll(() => portal.close())

/** Those that end the session of who asks would end the walk. */
const walked = calls.filter(
  (call) =>
    call.access !== 'public' &&
    ![
      'Authentication/Logout',
      'Session/RefreshSession',
      'Session/EndSession',
      'Session/EndOtherSessions',
    ].includes(call.name),
)

/** A valid input, with the ids of the other wherever a field takes one. */
function aimed(call: Call): Record<string, unknown> {
  const aim = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(aim)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        key in ids && typeof part === typeof ids[key] && Array.isArray(part) === Array.isArray(ids[key])
          ? ids[key]
          : aim(part),
      ]),
    )
  }
  const input = aim(sampleInput(call)) as Record<string, unknown>
  return call.input.safeParse(input).success ? input : sampleInput(call)
}

function send(call: Call, token: string) {
  const input = aimed(call)
  if (call.kind === 'upload')
    return portal.upload(call, token, input as Record<string, string>, [
      { name: 'a.pdf', body: '%PDF-1.4 test' },
    ])
  return portal.call(call, token, input)
}

/** Everything of the company, table by table, as one number each; what any request leaves behind is left out. */
async function stateOf(companyId: number): Promise<Record<string, string>> {
  const { rows: tables } = await portal.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' and c.relname <> all(array['session', 'login_attempt']) order by 1`,
  )
  const client = await portal.owner.connect()
  try {
    await client.query(`begin; set local app.company_id = '${companyId}'`)
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ sum: string }>(
        `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t where company_id = ${companyId}`,
      )
      found[name] = rows[0]?.sum ?? ''
    }
    return found
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const textOf = (body: unknown) => (Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body))

describe('every call', () => {
  it('[SHL-025] by an administrator of another company shows nothing and changes nothing of this one', async () => {
    const before = await stateOf(shop.company.id)
    expect(Object.keys(before).length).toBeGreaterThan(25)
    const spy = await (await portal.company()).user()
    const seen: string[] = []
    for (const call of walked) {
      const answer = await send(call, spy.token)
      expect({ call: call.name, fault: answer.status >= 500 }).toEqual({ call: call.name, fault: false })
      if (textOf(answer.body).includes(mark)) seen.push(call.name)
    }
    expect(seen).toEqual([])
    expect(await stateOf(shop.company.id)).toEqual(before)
  })

  it('[USR-006] by somebody with another location or another customer shows no order, location or person of this one', async () => {
    const otherCustomer = await shop.company.customer()
    const elsewhere = await shop.company.location(otherCustomer)
    const local = await shop.company.user({ locations: [elsewhere], customer: otherCustomer })
    const before = await stateOf(shop.company.id)
    const seen: string[] = []
    for (const call of walked.filter((one) => one.reads && one.kind === 'json')) {
      const answer = await send(call, local.token)
      const text = textOf(answer.body)
      if (
        text.includes(String(ids['orderCode'])) ||
        text.includes(shop.buyer.username) ||
        text.includes(shop.location.code)
      )
        seen.push(call.name)
    }
    // A refusal repeats the code that was asked for; an answer does not.
    expect(seen).toEqual([])
    const after = await stateOf(shop.company.id)
    expect({ orders: after['sales_order'], lines: after['order_line'], stock: after['stock'] }).toEqual({
      orders: before['sales_order'],
      lines: before['order_line'],
      stock: before['stock'],
    })
  })

  it('[ACC-008] answers 401 from the moment the user is put out, and nothing else', async () => {
    const user = await shop.company.user()
    const { uploads = [], others = [] } = Object.groupBy(walked, ({ kind }) =>
      kind === 'upload' ? 'uploads' : 'others',
    )
    const one = async (call: Call, of: User) =>
      [call.name, (await patient(() => send(call, of.token))).status] as const
    const ask = async (of: User) => {
      const answers: (readonly [string, number])[] = []
      // A few at once: of a thousand, a slow machine turns some away.
      for (let at = 0; at < others.length; at += 25)
        answers.push(...(await Promise.all(others.slice(at, at + 25).map((call) => one(call, of)))))
      // One after another: an address may send a few at once only.
      for (const call of uploads) answers.push(await one(call, of))
      return answers
    }
    await portal.owner.query(`update membership set state = 'Passive' where id = $1`, [user.id])
    expect((await ask(user)).filter(([, status]) => status !== 401)).toEqual([])
  })

  it('[ACC-008] with a permission answers 403 from the moment the role is emptied, and again from the moment it is filled', async () => {
    const user = await shop.company.user({ permissions: [] })
    const permitted = walked.filter((call) => call.permission !== null)
    const fill = async (permissions: readonly string[]) => {
      await portal.owner.query('delete from role_permission where role_id = $1', [user.roleId])
      await portal.owner.query(
        'insert into role_permission (company_id, role_id, permission) select $1, $2, unnest($3::text[])',
        [shop.company.id, user.roleId, permissions],
      )
      await portal.owner.query('update role set version = version + 1 where id = $1', [user.roleId])
    }
    // By permission, because the steps of one act share theirs.
    const given = new Set(
      permitted.flatMap((call, index) => (index % 2 === 0 && call.reads ? (call.permission ?? []) : [])),
    )
    const half = permitted.filter((call) => given.has(call.permission ?? '') && call.reads)
    // One after the other: an address sends no more than a few files at once.
    const ask = async (all: readonly Call[]) => {
      const codes: (readonly [string, string | null])[] = []
      for (const call of all) codes.push([call.name, (await send(call, user.token)).code])
      return codes
    }
    await fill([...given])
    expect((await ask(half)).filter(([, code]) => code === 'PermissionMissing')).toEqual([])
    expect(
      (await ask(permitted.filter((call) => !given.has(call.permission ?? '')))).filter(
        ([, code]) => code !== 'PermissionMissing',
      ),
    ).toEqual([])
    await fill([])
    expect((await ask(half)).filter(([, code]) => code !== 'PermissionMissing')).toEqual([])
  })
})

describe('[ACC-008] a stream', () => {
  async function running() {
    const own = await openShop(portal)
    const jobId = newId()
    await inDatabase(
      own,
      `insert into job (company_id, id, kind, state, membership_id, input) values ($1, $2, 'order.bulk', 'Running', $3, '{}')`,
      jobId,
      own.buyer.id,
    )
    const end = () =>
      inDatabase(
        own,
        `update job set done = 41, state = 'Succeeded', finished_at = now() where company_id = $1 and id = $2`,
        jobId,
      )
    return { own, heard: await listenTo(portal, watchJob, own.buyer, { jobId }), end }
  }

  const putOut: [string, (shop: Shop) => Promise<unknown>][] = [
    [
      'is made passive',
      ({ buyer }) => portal.owner.query(`update membership set state = 'Passive' where id = $1`, [buyer.id]),
    ],
    [
      'is signed out',
      ({ buyer }) =>
        portal.owner.query('update session set ended_at = now() where identity_id = $1', [buyer.identityId]),
    ],
    [
      'has something to agree to',
      (own) =>
        inDatabase(
          own,
          `insert into acknowledgement (company_id, int_code, version, kind, content, published_at) values ($1, 1, 1, 'User', '{}', now())`,
        ),
    ],
  ]
  it.each(putOut)('tells nothing more to who %s while listening', async (_, action) => {
    const { own, heard, end } = await running()
    expect(await heard.next()).toMatchObject({ state: 'Running' })
    await action(own)
    await end()
    await expect(heard.next()).rejects.toThrow(/^event: refused\ndata: \{"Message"/)
    expect(await heard.next()).toBeNull()
  })

  it('goes on for who may listen', async () => {
    const { heard, end } = await running()
    expect(await heard.next()).toMatchObject({ state: 'Running' })
    await end()
    expect(await heard.next()).toMatchObject({ done: 41 })
    expect(await heard.next()).toBeNull()
  })

  it('goes on when the session was renewed meanwhile, and signs nobody out', async () => {
    const { own, heard, end } = await running()
    expect(await heard.next()).toMatchObject({ state: 'Running' })
    const { Token } = (await portal.call(refreshSession, own.buyer.token, {})).body
    expect((await portal.call(getCart, Token, {})).status).toBe(200)
    await portal.owner.query(
      `update session set replaced_at = now() - interval '1 hour' where replaced_at is not null and identity_id = $1`,
      [own.buyer.identityId],
    )
    await end()
    expect(await heard.next()).toMatchObject({ done: 41 })
    expect((await portal.call(refreshSession, Token, {})).status).toBe(200)
  })
})
