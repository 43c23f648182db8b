import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { portOf } from '../../../../simulators/port.ts'
import { fieldOf, packsIn, readJson } from './its-answers.ts'
import {
  canary,
  credentials,
  gtin,
  maker,
  openClient,
  shop,
  startSimulator,
  type Simulator,
} from './its.testing.ts'
import type { EvidenceAnswer, PackKey } from './port.ts'

let simulator: Simulator
beforeAll(async () => void (simulator = await startSimulator()))
afterAll(() => simulator.stop())
beforeEach(async () => {
  await simulator.fault('none')
  await simulator.clock(null)
})

const ask = (packs: readonly PackKey[], client = openClient(simulator.url), more = {}) =>
  client.its.ask({ companyId: 1, packs, credentials, ...more })
const short = (answer: EvidenceAnswer | undefined) =>
  answer === undefined
    ? 'nothing'
    : 'evidence' in answer
      ? `${answer.evidence.resultCode} ${answer.evidence.state}`
      : answer.kind === 'failed'
        ? [answer.problem, answer.resultCode].filter(Boolean).join(' ')
        : answer.kind

/** A service that answers whatever it is told to. */
async function serving(answers: Record<string, { status?: number; body: string }>) {
  const server = createServer((request, response) => {
    const { status = 200, body } = answers[request.url ?? ''] ?? { status: 404, body: 'no such page' }
    response.writeHead(status).end(body)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => new Promise((done) => void server.close(() => done())))
  return `http://127.0.0.1:${portOf(server)}`
}
const token = { '/token/app/token/': { body: '{"token":"t"}' } }
const pack = { gtin, serialNumber: 'A1', lotNumber: 'L1', expiryDate: '2028-01-31' }

describe('[ITS-001] the services of ITS', () => {
  it('tell state, owner and receiver of each pack, in the order in which they were asked', async () => {
    const [[atMaker], [onTheWay], [shelf], [sold]] = [
      await simulator.packs(1, 'maker'),
      await simulator.packs(1, 'onTheWay'),
      await simulator.packs(1, 'shelf'),
      await simulator.packs(1, 'sold'),
    ]
    const packs = [sold!, atMaker!, { ...pack, serialNumber: 'NOBODY' }, shelf!, onTheWay!]
    const told: [number, string][] = []
    const answers = await ask(packs, undefined, {
      onAnswer: (index: number, answer: EvidenceAnswer) => told.push([index, short(answer)]),
    })
    expect(answers.map(short)).toEqual([
      '60004 Consumed',
      '60001 InCentralWarehouse',
      'unknown',
      '60003 ReadyToSell',
      '60001 InTransit',
    ])
    expect(told.toSorted(([one], [other]) => one - other)).toEqual([...answers.map(short).entries()])
    expect(answers[3]).toMatchObject({
      evidence: { ownerGln: shop, pendingGln: null, saleCode: '00000', lotNumber: 'L1', source: 'ItsRest' },
    })
    expect(answers[4]).toMatchObject({ evidence: { ownerGln: maker, pendingGln: shop } })
  })

  it('are asked by paths with a slash at their end, with one token for the run, about twenty packs at once', async () => {
    const packs = await simulator.packs(20, 'shelf')
    const before = (await simulator.asked()).length
    expect((await ask(packs)).map(short)).toEqual(packs.map(() => '60003 ReadyToSell'))
    expect((await simulator.asked()).slice(before)).toEqual([
      '/token/app/token',
      '/reference/app/check_status',
      '/reference/app/verification',
    ])
    await expect(ask([...packs, ...packs])).rejects.toThrow('20 packs at most')
  })

  it('say what stands against selling a pack on hand', async () => {
    const [recalled] = await simulator.packs(1, 'maker')
    await simulator.clock(new Date('2029-01-01T09:00:00Z'))
    expect((await ask([recalled!]))[0]).toMatchObject({ evidence: { saleCode: '10202' } })
    await simulator.clock(null)
    await simulator.change(recalled!, { recalled: true })
    expect((await ask([recalled!])).map(short)).toEqual(['60007 Waived'])
  })

  it('tell the state of a pack whose lot is another one, and that it is', async () => {
    const [shelf] = await simulator.packs(1, 'shelf')
    expect(await ask([{ ...shelf!, lotNumber: 'L2' }])).toMatchObject([
      {
        kind: 'evidence',
        evidence: {
          resultCode: '10203',
          state: 'ReadyToSell',
          lotNumber: null,
          expiryDate: null,
          ownerGln: shop,
        },
      },
    ])
  })

  it('refuse all packs because of one: the others are asked about without it', async () => {
    const packs = await simulator.packs(7, 'shelf')
    const wrong = { ...pack, serialNumber: 'A_1' }
    expect((await ask([...packs.slice(0, 3), wrong, ...packs.slice(3)])).map(short)).toEqual([
      ...Array.from({ length: 3 }, () => '60003 ReadyToSell'),
      'Refused 11032',
      ...Array.from({ length: 4 }, () => '60003 ReadyToSell'),
    ])
  })

  it('refuse a sign-in, which nobody tries twice', async () => {
    const packs = await simulator.packs(2, 'shelf')
    const before = (await simulator.asked()).length
    const answers = await ask(packs, undefined, { credentials: { ...credentials, password: 'x' } })
    expect(answers.map(short)).toEqual(['SignInRefused 11023', 'SignInRefused 11023'])
    expect((await simulator.asked()).slice(before)).toEqual(['/token/app/token'])
    const wrong = await ask(packs, undefined, { credentials: { ...credentials, userName: 'pharmacy' } })
    expect(wrong.map(short)).toEqual(['SignInRefused', 'SignInRefused'])
  })

  // The first of the calls that go wrong is the one for the token.
  it.each([
    ['expired', { times: 2 }, '60003 ReadyToSell', '60003 ReadyToSell'],
    ['expired', {}, 'SignInRefused 11023', 'SignInRefused 11023'],
    ['error500', { times: 2 }, '60003 ReadyToSell', '60003 ReadyToSell'],
    ['error500', {}, 'Unavailable', 'Unavailable'],
    ['malformed', {}, 'Malformed', 'Malformed'],
    ['throttled', {}, 'Busy 11005', 'Busy 11005'],
    ['slow', { ms: 1_500, timeoutMs: 300 }, 'Unavailable', 'Unavailable'],
    ['slow', { ms: 20 }, '60003 ReadyToSell', '60003 ReadyToSell'],
    ['partial', { times: 2 }, '60003 ReadyToSell', 'Unavailable 10206'],
  ])(
    'that go wrong (%s, %j) lose no pack',
    async (
      fault,
      { timeoutMs = 5_000, ...more }: { timeoutMs?: number; times?: number; ms?: number },
      first,
      second,
    ) => {
      const packs = await simulator.packs(2, 'shelf')
      await simulator.fault(fault, more)
      expect((await ask(packs, openClient(simulator.url, { timeoutMs }))).map(short)).toEqual([first, second])
    },
  )

  it.each([86_400_000, -86_400_000])('may have a clock that is %d ms off', async (off) => {
    const packs = await simulator.packs(2, 'shelf')
    await simulator.clock(new Date(Date.now() + off))
    expect((await ask(packs)).map(short)).toEqual(['60003 ReadyToSell', '60003 ReadyToSell'])
  })

  it('that are down are not asked any more, and asked again once the pause is over', async () => {
    const [shelf] = await simulator.packs(1, 'shelf')
    const client = openClient(simulator.url)
    await simulator.fault('error500')
    for (let times = 0; times < 3; times++)
      expect((await ask([shelf!], client)).map(short)).toEqual(['Unavailable'])
    expect(client.its.state()).toMatchObject({ breaker: 'Open', lastSuccessAt: null, lastError: 'HTTP 500' })
    await simulator.fault('none')
    const before = (await simulator.asked()).length
    expect((await ask([shelf!], client)).map(short)).toEqual(['Unavailable'])
    expect((await simulator.asked()).slice(before)).toEqual([])
    client.later(60_000)
    expect((await ask([shelf!], client)).map(short)).toEqual(['60003 ReadyToSell'])
    expect(client.its.state().breaker).toBe('Closed')
    expect(client.its.state().lastSuccessAt).not.toBeNull()
  })

  it('[DSC-009] are told a password that is found nowhere else', async () => {
    const packs = await simulator.packs(2, 'shelf')
    const client = openClient(simulator.url, { timeoutMs: 300 })
    const told: unknown[] = []
    for (const fault of ['none', 'expired', 'error500', 'malformed', 'throttled', 'slow', 'partial']) {
      await simulator.fault(fault, { ms: 600 })
      client.later(60_000)
      told.push(await ask(packs, client))
    }
    const down = openClient('http://127.0.0.1:9')
    told.push(await ask(packs, down), client.outside.states(), down.outside.states())
    const all = JSON.stringify([told, client.lines, down.lines])
    expect(client.lines.length + down.lines.length).toBeGreaterThan(3)
    for (const secret of [canary, credentials.userName]) expect(all).not.toContain(secret)
  })
})

describe('[ITS-001] an answer of ITS', () => {
  it.each(['notificationid', 'notification_id', 'notificationId', 'NOTIFICATIONID'])(
    'is read whatever the case of its keys, %s',
    (spelling) =>
      expect(fieldOf(readJson(`{"${spelling}":"120000000001"}`), 'notificationid')).toBe('120000000001'),
  )

  it('keeps the five characters of a code, also where it was sent as a number', () => {
    const packs = readJson(`{"ResponseObjectList":[{"GTIN":"${gtin}","SN":"A1","UC":0,"GLN1":"${shop}"}]}`)
    expect(packsIn(packs, 'responseObjectList')).toEqual([
      { gtin, sn: 'A1', code: '00000', gln1: shop, gln2: null },
    ])
  })

  it('with a code that nobody knows is shown and no failure', async () => {
    const body = `{"responseObjectList":[{"gtin":"${gtin}","sn":"A1","uc":"60014","gln1":"${shop}","gln2":""}]}`
    const url = await serving({ ...token, '/reference/app/check_status/': { body } })
    expect((await ask([pack], openClient(url))).map(short)).toEqual(['60014 Other'])
  })

  it.each([
    [200, '{"fc":"11901","fm":"x"}', 'NotAllowed 11901'],
    [400, '{"faultCode":"11032","faultMessage":"x"}', 'Refused 11032'],
    [500, '{"FC":"11037","FM":"x"}', 'Refused 11037'],
    [500, '{"fc":"11002","fm":"x"}', 'Unavailable'],
    [503, '<html>', 'Unavailable'],
    [403, '{}', 'NotAllowed 11901'],
    [200, '{"fc":"99999","fm":"x"}', 'NotAllowed 99999'],
    [200, '[]', 'Malformed'],
    [200, '{"responseObjectList":{}}', 'Malformed'],
    [200, '{"responseObjectList":[null]}', 'Malformed'],
    [200, '{"responseObjectList":[{"uc":"x"}]}', 'Malformed'],
    [200, '{"responseObjectList":[]}', 'Malformed'],
    [200, `{"responseObjectList":"${'x'.repeat(2_000_000)}"}`, 'Malformed'],
    [404, 'no such page', 'Malformed'],
  ])('%i %.60s', async (status, body, expected) => {
    const url = await serving({ ...token, '/reference/app/check_status/': { status, body } })
    expect((await ask([pack], openClient(url))).map(short)).toEqual([expected])
  })
})
