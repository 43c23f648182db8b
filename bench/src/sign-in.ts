import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { login } from '@kervan/contract/access/authentication'
import { pendingOrders } from '@kervan/contract/order/order-management'
import { hashPassword } from '../../server/src/access/access.api.ts'
import { ms, percentile, timed, within, type Figure } from './figures.ts'
import type { BenchPortal } from './portal.ts'
import { type BenchDatabase } from './seed.ts'
import { benchPassword } from './seed-users.ts'
import { benchCompany } from './seed-orders.ts'

// Signing in, with hashing on: whether the time of a refusal tells anything (D21), and how many get in at once.

const tries = 300
const crowd = 1_000

/** Medians of every kind of refused sign-in, taken in turn; they must not differ by more than a tenth. */
export async function benchSignIn(portal: BenchPortal, database: BenchDatabase): Promise<Figure[]> {
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 })
  try {
    await addPeople(owner)
    return [await sameTime(portal, owner), await throughTheDoor(portal, database, owner)]
  } finally {
    await owner.end()
  }
}

async function sameTime(portal: BenchPortal, owner: pg.Pool): Promise<Figure> {
  const kinds = {
    unknown: { username: 'ghost@bench.example', password: benchPassword, companyIntCode: benchCompany },
    'wrong password': { username: nameOf(1), password: 'Wrong-Password-1', companyIntCode: benchCompany },
    'wrong company': { username: nameOf(2), password: benchPassword, companyIntCode: 2_000_000_000 },
    blocked: { username: nameOf(0), password: benchPassword, companyIntCode: benchCompany },
  }
  const taken = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]))
  for (let round = -10; round < tries; round++) {
    for (const [kind, body] of Object.entries(kinds)) {
      const time = await timed(async () => {
        const { status } = await signIn(portal, body)
        if (status !== 422) throw new Error(`${kind}: ${status}`)
      })
      if (round >= 0) taken.get(kind)?.push(time)
    }
    // The waiting after failures is the same for all and not what is measured.
    await owner.query('delete from login_throttle')
  }
  const medians = [...taken].map(([kind, all]) => ({ kind, median: percentile(all, 0.5) }))
  const [least, most] = [
    Math.min(...medians.map((one) => one.median)),
    Math.max(...medians.map((one) => one.median)),
  ]
  return {
    work: `a refused sign-in, ${tries} tries each`,
    measured: medians.map(({ kind, median }) => `${kind} ${ms(median)}`).join(', '),
    ratio: `slowest to fastest ${(most / least).toFixed(3)}×`,
    budget: '≤ 1.1×',
    kept: most / least <= 1.1,
  }
}

/** A thousand people sign in as fast as they are let, while one other reads a list again and again. */
async function throughTheDoor(portal: BenchPortal, database: BenchDatabase, owner: pg.Pool): Promise<Figure> {
  const reader = await portal.signIn('manager')
  const input = {
    page: 1,
    pageSize: 50 as const,
    sort: [],
    filters: {},
    search: '',
    from: database.to,
    to: database.to,
  }
  const reads: number[] = []
  const crowdIsIn = new AbortController()
  let turnedAway = 0
  const reading = (async () => {
    while (!crowdIsIn.signal.aborted) {
      const time = await timed(async () => {
        const { status } = await post(portal, pendingOrders.page.path, { ...input, Token: reader })
        if (status !== 200) turnedAway += 1
      })
      reads.push(time)
    }
  })()
  let [next, busy] = [1, 0]
  const enter = async () => {
    while (next <= crowd) {
      const username = nameOf(next++)
      for (let status = 503; status === 503;) {
        status = (await signIn(portal, { username, password: benchPassword, companyIntCode: benchCompany }))
          .status
        if (status === 503) busy += 1
        else if (status !== 200) throw new Error(`${username}: ${status}`)
      }
    }
  }
  const seconds = (await timed(() => Promise.all(Array.from({ length: 16 }, enter)))) / 1_000
  crowdIsIn.abort()
  await reading
  await owner.query('delete from login_throttle')
  const p95 = percentile(reads, 0.95)
  return {
    work: `${crowd.toLocaleString('en')} people sign in, hashing on`,
    measured: `${seconds.toFixed(1)} s`,
    ratio: `reader's p95 ${ms(p95)} of ${reads.length} reads, ${turnedAway} turned away; ${busy} sign-ins asked to come back`,
    budget: '≤ 60 s, p95 < 300 ms',
    kept: within(seconds, 60) && within(p95, 300) && turnedAway === 0,
  }
}

function signIn(
  portal: BenchPortal,
  body: { username: string; password: string; companyIntCode: number },
): Promise<Response> {
  return post(portal, login.path, body)
}

async function post(portal: BenchPortal, path: string, body: object): Promise<Response> {
  const response = await fetch(`${portal.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  return response
}

const nameOf = (number: number) => `crowd${number}@bench.example`

/** The crowd, made once: number 0 is blocked, the others may come in. */
async function addPeople(owner: pg.Pool): Promise<void> {
  const passwordHash = await hashPassword(benchPassword)
  const client = await owner.connect()
  try {
    await client.query(`begin; set local app.company_id = '${benchCompany}'`)
    const { rows } = await client.query<{ id: string }>(
      `select id from role where company_id = $1 and code = 'orderOperator'`,
      [benchCompany],
    )
    const numbers = Array.from({ length: crowd + 1 }, (_, number) => number)
    const [identities, members] = [numbers.map(() => randomUUID()), numbers.map(() => randomUUID())]
    const { rowCount } = await client.query(
      `insert into identity (id, username, username_folded, first_name, last_name, password_hash, home_company_id)
       select id, name, name, 'Crowd', 'Member', $3, $4 from unnest($1::uuid[], $2::text[]) as p(id, name) on conflict (username_folded) do nothing`,
      [identities, numbers.map(nameOf), passwordHash, benchCompany],
    )
    if (rowCount === numbers.length) {
      await client.query(
        `insert into membership (company_id, id, identity_id, user_type, state) select $1, m, i, 'InternalUser', s from unnest($2::uuid[], $3::uuid[], $4::text[]) as p(m, i, s)`,
        [benchCompany, members, identities, numbers.map((number) => (number === 0 ? 'Blocked' : 'Active'))],
      )
      await client.query(
        'insert into membership_role (company_id, membership_id, role_id) select $1, m, $3 from unnest($2::uuid[]) as m',
        [benchCompany, members, rows[0]?.id],
      )
    }
    await client.query('commit')
  } finally {
    client.release()
  }
}
