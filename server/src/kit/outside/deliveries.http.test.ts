import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lookForDeliveries } from '../../../test/deliveries.ts'
import { inCompany, startPortal, type Company, type Portal } from '../../../test/portal.ts'
import { newId } from '../database/uuid.ts'
import { claimSeconds, UnknownAnswer } from './deliver.ts'
import { deliveries, dueKeys, untoldFailures, type Answer, type DeliveryOptions } from './deliveries.ts'

// The mechanism by itself: what areas send stands in their own tests. Workers are called by hand, time is the test's.

let portal: Portal
let company: Company
let now = new Date('2026-11-28T10:00:00Z')
beforeAll(async () => {
  portal = await startPortal({ worker: false, now: () => now })
}, 180_000)
afterAll(() => portal.close())
beforeEach(async () => {
  company = await portal.company()
})

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000)
}
const kind = 'ediAnswers'
const taken: Answer = { taken: true, receipt: 'R-1', response: 'thank you' }

type Options = Partial<DeliveryOptions<string>>

/** A kind whose sending is counted by key; what has settled is noted with its transaction. */
function open(over: Options = {}) {
  const sent: string[] = []
  const settled: [name: string, taken: boolean, problem: string | null][] = []
  const { services } = portal.app
  const way = deliveries<string>(kind, {
    pauses: [10, 20],
    prepare: async (_, { key }) => ({ notice: key }),
    settle: async (_, { name }, outcome) => void settled.push([name, outcome.taken, outcome.problem]),
    ...over,
    send: async (notice, asked) => {
      sent.push(notice)
      return (over.send ?? (async () => taken))(notice, asked)
    },
  })
  const inTx = <T>(work: Parameters<typeof services.db.withCompany<T>>[1]) =>
    services.db.withCompany(company.id, work)
  const ask = (keys: readonly string[], again?: 'failed' | 'all') =>
    inTx((tx) =>
      way.request(
        tx,
        services,
        { companyId: company.id, now },
        keys.map((key) => ({ key, recordId: newId(), name: `name of ${key}` })),
        again,
      ),
    )
  const work = (...keys: string[]) => way.work(services)([{ companyId: company.id, keys }])
  const row = async (key: string) => {
    const [found] = await inCompany(
      portal,
      company.id,
      'select state, tries, problem, receipt, response, claim, due_at, told_at from delivery where company_id = $1 and key = $2',
      [company.id, key],
    )
    return found
  }
  const due = () => inTx((tx) => dueKeys(tx, kind, { companyId: company.id, now }, 10))
  return { sent, settled, ask, work, row, due, inTx }
}

describe('a delivery', () => {
  it('is sent once for each key, whoever asks how often, and its receipt is kept', async () => {
    const { sent, settled, ask, work, row, due } = open()
    await ask(['a', 'b'])
    await ask(['a'])
    expect(await due()).toEqual(['a', 'b'])
    await work('a', 'b', 'a', 'nothing')
    expect(sent).toEqual(['a', 'b'])
    expect(settled).toEqual([
      ['name of a', true, null],
      ['name of b', true, null],
    ])
    expect(await row('a')).toMatchObject({
      state: 'Delivered',
      tries: 1,
      receipt: 'R-1',
      response: 'thank you',
      due_at: null,
    })
    await ask(['a'], 'failed')
    await work('a')
    expect(sent).toHaveLength(2)
    // Only who says so sends once more what was taken.
    await ask(['a'], 'all')
    await work('a')
    expect(sent).toEqual(['a', 'b', 'a'])
  })

  it('is not there without the commit that asks for it', async () => {
    const { inTx, due } = open()
    const { services } = portal.app
    const way = deliveries<string>(kind, {
      pauses: [],
      prepare: async () => 'gone',
      send: async () => taken,
    })
    await expect(
      inTx(async (tx) => {
        await way.request(tx, services, { companyId: company.id, now }, [
          { key: 'a', recordId: newId(), name: 'a' },
        ])
        throw new Error('the cause is rolled back')
      }),
    ).rejects.toThrow('the cause')
    expect(await due()).toEqual([])
  })

  it('that is refused has failed at once, with the words of the receiver', async () => {
    const { sent, settled, ask, work, row } = open({
      send: async () => ({ taken: false, receipt: null, response: '17 unknown lot' }),
    })
    await ask(['a'])
    await work('a')
    pass(3_600)
    await work('a')
    expect(sent).toEqual(['a'])
    expect(settled).toEqual([['name of a', false, null]])
    expect(await row('a')).toMatchObject({ state: 'Failed', tries: 1, response: '17 unknown lot' })
  })

  it('that nobody answers is tried again after each pause, and has failed after the last', async () => {
    const { sent, settled, ask, work, row, inTx } = open({
      send: async () => {
        throw new UnknownAnswer('Malformed')
      },
    })
    await ask(['a'])
    await work('a')
    expect(await row('a')).toMatchObject({ state: 'Waiting', tries: 1, problem: 'Malformed', claim: null })
    pass(9)
    await work('a')
    expect(sent).toHaveLength(1)
    pass(1)
    await work('a')
    pass(20)
    await work('a')
    expect(await row('a')).toMatchObject({ state: 'Failed', tries: 3, problem: 'Malformed', due_at: null })
    expect(settled).toEqual([['name of a', false, 'Malformed']])
    const context = { companyId: company.id, now }
    expect(await inTx((tx) => untoldFailures(tx, kind, context))).toMatchObject([{ key: 'a', tries: 3 }])
    expect(await inTx((tx) => untoldFailures(tx, kind, context))).toEqual([])
    // Sent again it has all its tries, and is told of anew.
    await ask(['a'], 'failed')
    expect(await row('a')).toMatchObject({ state: 'Waiting', tries: 0, problem: null, told_at: null })
  })

  it('costs no try while the breaker is open, or while there is nothing to send yet', async () => {
    const server: Server = createServer((_, response) => response.writeHead(503).end())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const limits = {
      timeoutMs: 5_000,
      retries: 0,
      concurrent: 1,
      perSecond: 100,
      breaker: { failures: 1, openMs: 60_000 },
    }
    let ready = true
    const { sent, ask, work, row } = open({
      prepare: async (_, { key }) => (ready ? { notice: key } : { waits: 'NotConnected' }),
      async send(_, { services }) {
        await services.outside
          .system(`receiver ${port}`, limits)
          .fetch(`http://127.0.0.1:${port}`, { method: 'POST' })
        return taken
      },
    })
    await ask(['a', 'b'])
    await work('a', 'b')
    expect(await row('a')).toMatchObject({ tries: 1, problem: 'HTTP 503' })
    expect(await row('b')).toMatchObject({ state: 'Waiting', tries: 0, problem: 'BreakerOpen' })
    for (let minutes = 0; minutes < 10; minutes++) {
      ready = false
      pass(60)
      await work('b')
    }
    expect(await row('b')).toMatchObject({ state: 'Waiting', tries: 0, problem: 'NotConnected' })
    expect(sent).toEqual(['a', 'b'])
    server.close()
  })

  it('of which nothing is left to be sent is forgotten', async () => {
    const { sent, ask, work, row } = open({ prepare: async () => 'gone' })
    await ask(['a'])
    await work('a')
    expect([sent, await row('a')]).toEqual([[], undefined])
  })

  it('that cannot be sent as things stand has failed before it was sent', async () => {
    const { sent, settled, ask, work, row } = open({ prepare: async () => ({ failed: 'GlnMissing' }) })
    await ask(['a'])
    await work('a')
    expect([sent, settled]).toEqual([[], [['name of a', false, 'GlnMissing']]])
    expect(await row('a')).toMatchObject({ state: 'Failed', problem: 'GlnMissing' })
  })
})

describe('a fault of the portal', () => {
  const broken = async () => {
    throw new Error('a fault')
  }
  it.each([
    ['prepare', { prepare: broken }, 0],
    ['send', { send: broken }, 3],
    ['settle', { settle: broken }, 3],
  ] as const)('in %s is a try as well, and ends', async (_, over, times) => {
    const { sent, ask, work, row, due } = open(over)
    await ask(['a', 'b'])
    for (let n = 0; n < 6; n++) {
      await work('a', 'b')
      pass(600)
    }
    expect(sent.filter((key) => key === 'a')).toHaveLength(times)
    expect(await row('a')).toMatchObject({ state: 'Failed', tries: 3, problem: 'PortalFault' })
    // The next one of the same entry is not held up.
    expect(await row('b')).toMatchObject({ state: 'Failed' })
    expect(await due()).toEqual([])
  })

  it('in noting an answer does not lose what the receiver has said', async () => {
    let once = true
    const { ask, work, row, sent } = open({
      async settle() {
        if (once) throw new Error('a fault')
      },
    })
    await ask(['a'])
    await work('a')
    expect(await row('a')).toMatchObject({ state: 'Waiting', problem: 'PortalFault', receipt: 'R-1' })
    once = false
    pass(10)
    await work('a')
    expect(await row('a')).toMatchObject({ state: 'Delivered', problem: null, receipt: 'R-1' })
    expect(sent).toEqual(['a', 'a'])
  })
})

describe('workers', () => {
  it('that work on the same keys at once send each once', async () => {
    const { sent, ask, work } = open()
    const keys = Array.from({ length: 12 }, (_, at) => `k${at}`)
    await ask(keys)
    await Promise.all([work(...keys), work(...keys.toReversed()), work(...keys)])
    expect(sent.toSorted()).toEqual(keys.toSorted())
  })

  it('of whom one died between sending and noting: sent again under the same key, and noted once', async () => {
    let answer: (said: Answer) => void = () => {}
    let dead = true
    const { sent, settled, ask, work, row } = open({
      send: () =>
        dead
          ? new Promise((done) => {
              answer = done
            })
          : Promise.resolve(taken),
    })
    await ask(['a'])
    const gone = work('a')
    await expect.poll(() => sent).toEqual(['a'])
    dead = false
    await work('a')
    // Nobody asks again what somebody else still has, also not by hand.
    await ask(['a'], 'all')
    await work('a')
    expect(sent).toEqual(['a'])
    pass(claimSeconds)
    await work('a')
    expect(sent).toEqual(['a', 'a'])
    // What was thought to be dead comes after all.
    answer({ ...taken, receipt: 'R-late' })
    await gone
    expect(settled).toEqual([['name of a', true, null]])
    expect(await row('a')).toMatchObject({ state: 'Delivered', tries: 2, receipt: 'R-1' })
  })

  it('that die at each try end it as well: what came of it is not known', async () => {
    const { sent, settled, ask, work, row } = open()
    await ask(['a'])
    await inCompany(portal, company.id, 'update delivery set tries = 3 where company_id = $1', [company.id])
    await work('a')
    expect([sent, settled]).toEqual([[], [['name of a', false, 'NeverNoted']]])
    expect(await row('a')).toMatchObject({ state: 'Failed', problem: 'NeverNoted' })
  })

  it('are woken each minute for what is due', async () => {
    const { ask } = open()
    await ask(['a'])
    const counts = await lookForDeliveries(portal, company.id)
    expect(counts).toEqual({ deliveries: 1 })
    const { rows } = await portal.owner.query(
      `select data from pgboss.job where name = $1 and (data ->> 'companyId')::int = $2`,
      [kind, company.id],
    )
    const entry = { data: { companyId: company.id, keys: ['a'] } }
    expect(rows).toEqual([entry, entry])
  })
})
