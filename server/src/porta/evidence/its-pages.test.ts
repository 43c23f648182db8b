import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  canary,
  credentials,
  gtin,
  maker,
  openClient,
  payerGln,
  shop,
  startSimulator,
  type Simulator,
} from './its.testing.ts'
import { readPage } from './pages.ts'
import type { EvidenceAnswer, PackKey } from './port.ts'

let simulator: Simulator
beforeAll(async () => void (simulator = await startSimulator()))
afterAll(() => simulator.stop())
beforeEach(async () => {
  await simulator.fault('none')
  await simulator.clock(null)
})

const nowhere = 'http://127.0.0.1:9'
const open = (over = {}) => openClient(simulator.url, { pagesUrl: simulator.url, ...over })
const ask = (packs: readonly PackKey[], client = open(), more = {}) =>
  client.its.ask({ companyId: 1, packs, credentials, ...more })
const evidenceOf = (answer: EvidenceAnswer | undefined) => {
  if (!answer || !('evidence' in answer)) throw new Error(`no evidence: ${JSON.stringify(answer)}`)
  return answer.evidence
}
const unknown = { gtin, serialNumber: 'NOBODY', lotNumber: 'L1', expiryDate: '2028-01-31' }

describe('[ITS-001] the pages of ITS', () => {
  it('tell how a pack moved, to whom it was sold and that its prescription is finalized', async () => {
    const [sold] = await simulator.packs(1, 'sold')
    const evidence = evidenceOf((await ask([sold!]))[0])
    expect(evidence).toMatchObject({
      state: 'Consumed',
      resultCode: '60004',
      ownerGln: shop,
      lotNumber: 'L1',
      expiryDate: '2028-01-31',
      source: 'ItsPortal',
      sale: { toGln: payerGln, finalized: true, declarationId: evidence.movements[3]?.declarationId },
    })
    expect(
      evidence.movements.map(({ movement, fromGln, toGln, resultCode }) => [
        movement,
        fromGln,
        toGln,
        resultCode,
      ]),
    ).toEqual([
      ['Production', maker, null, '00000'],
      ['Dispatch', maker, shop, '00000'],
      ['Receipt', maker, shop, '00000'],
      ['Sale', shop, payerGln, '00000'],
    ])
    for (const { declaredAt } of evidence.movements)
      expect(Math.abs(Date.parse(declaredAt) - Date.now())).toBeLessThan(3_600_000)
  })

  it('[DSC-009] a pack whose prescription is not finalized is an answer of its own', async () => {
    const [sold] = await simulator.packs(1, 'sold')
    await simulator.change(sold!, { finalized: false })
    expect(await ask([sold!])).toMatchObject([
      { kind: 'notFinalized', evidence: { sale: { finalized: false } } },
    ])
  })

  it('a sale that was cancelled is none, and one for cash has no prescription', async () => {
    const [taken] = await simulator.packs(1, 'sold')
    await simulator.cancelSale([taken!])
    const [cash] = await simulator.packs(1, 'soldForCash')
    const answers = await ask([taken!, cash!, unknown])
    expect(evidenceOf(answers[0])).toMatchObject({ state: 'ReadyToSell', sale: null })
    expect(
      evidenceOf(answers[0])
        .movements.map(({ movement }) => movement)
        .slice(-2),
    ).toEqual(['Sale', 'SaleCancel'])
    expect(answers[1]).toMatchObject({
      kind: 'evidence',
      evidence: { sale: { toGln: '0'.repeat(13), finalized: null } },
    })
    expect(answers[2]).toEqual({ kind: 'unknown' })
  })

  it('say which lot a pack has that was asked about with another one', async () => {
    const [sold] = await simulator.packs(1, 'sold')
    expect(evidenceOf((await ask([{ ...sold!, lotNumber: 'L9' }]))[0])).toMatchObject({
      resultCode: '10203',
      lotNumber: 'L1',
    })
  })

  it('may sign out in the middle of twenty packs: the rest is asked after one new sign-in', async () => {
    const packs = await simulator.packs(20, 'sold')
    const before = (await simulator.asked()).length
    const told: number[] = []
    const signedOut: Promise<unknown>[] = []
    const answers = await ask(packs, open(), {
      onAnswer: (index: number) => {
        told.push(index)
        // The sessions of the simulator's clock are over.
        if (told.length === 5) signedOut.push(simulator.clock(new Date(Date.now() + 61 * 60_000)))
      },
    })
    await Promise.all(signedOut)
    expect(answers.map(({ kind }) => kind)).toEqual(packs.map(() => 'evidence'))
    expect(told).toEqual([...packs.keys()])
    const asked = (await simulator.asked()).slice(before)
    expect(asked.filter((path) => path === '/portal/login')).toHaveLength(2)
  })

  it.each(['error500', 'malformed', 'throttled', 'expired'])(
    'that go wrong (%s) leave what the services say',
    async (fault) => {
      const [sold] = await simulator.packs(1, 'sold')
      // The services answer once the token is there, so that only the pages meet it.
      const pages = await startSimulator()
      await pages.fault(fault)
      const answers = await ask([sold!], open({ pagesUrl: pages.url }))
      pages.stop()
      expect(evidenceOf(answers[0])).toMatchObject({
        state: 'Consumed',
        source: 'ItsRest',
        movements: [],
        sale: null,
      })
    },
  )

  it('answer alone while the services are down, and the other way round', async () => {
    const [sold] = await simulator.packs(1, 'sold')
    expect(evidenceOf((await ask([sold!], open({ url: nowhere })))[0])).toMatchObject({
      state: 'Consumed',
      source: 'ItsPortal',
      sale: { finalized: true },
    })
    expect(evidenceOf((await ask([sold!], open({ pagesUrl: nowhere })))[0])).toMatchObject({
      source: 'ItsRest',
    })
    expect(await ask([sold!], open({ url: nowhere, pagesUrl: nowhere }))).toEqual([
      { kind: 'failed', problem: 'Unavailable' },
    ])
  })

  it('[DSC-009] are not asked with a password that the services refused, and tell none', async () => {
    const [sold] = await simulator.packs(1, 'sold')
    const before = (await simulator.asked()).length
    const client = open({ url: nowhere })
    const wrong = { ...credentials, password: `${canary}x` }
    expect(await ask([sold!, sold!], open(), { credentials: wrong })).toMatchObject([
      { problem: 'SignInRefused' },
      { problem: 'SignInRefused' },
    ])
    const refused = await ask([sold!, sold!], client, { credentials: wrong })
    expect(refused).toMatchObject([{ problem: 'SignInRefused' }, { problem: 'SignInRefused' }])
    expect((await simulator.asked()).slice(before)).toEqual(['/token/app/token', '/portal/login'])
    const all = JSON.stringify([refused, client.lines, client.outside.states()])
    for (const secret of [canary, credentials.userName]) expect(all).not.toContain(secret)
  })

  it('are not asked any more once nobody waits', async () => {
    const packs = await simulator.packs(3, 'sold')
    const stopping = new AbortController()
    const answers = await ask(packs, open(), { signal: stopping.signal, onAnswer: () => stopping.abort() })
    expect(answers.map(({ kind }) => kind)).toEqual(['evidence', 'evidence', 'evidence'])
    expect(answers.map((answer) => evidenceOf(answer).source)).toEqual(['ItsPortal', 'ItsRest', 'ItsRest'])
  })
})

describe('[ITS-001] a page of movements', () => {
  const row = (over: Partial<Record<'id' | 'at' | 'from' | 'result' | 'last', string>> = {}) =>
    `<tr><td>${over.id ?? '120000000001'}</td><td>${over.at ?? '28.11.2026 12:00:05'}</td><td>Alım</td><td>${over.from ?? maker}</td><td>${shop}</td><td>${over.result ?? '00000'}</td><td>${over.last ?? ''}</td></tr>`
  const heads = [
    'Bildirim No',
    'Bildirim Tarihi',
    'İşlem',
    'Gönderen GLN',
    'Alıcı GLN',
    'Sonuç',
    'Sonlandırma',
  ]
  const page = ({ rows = row(), names = heads, sn = 'A1' } = {}) =>
    `<!doctype html><dl><dt>GTIN</dt><dd>${gtin}</dd><dt>Seri No</dt><dd>${sn}</dd><dt>Parti No</dt><dd>L&amp;1</dd><dt>Son Kullanma</dt><dd>2028-01-31</dd><dt>Sahibi</dt><dd>${shop}</dd></dl><table><thead><tr>${names.map((name) => `<th>${name}</th>`).join('')}</tr></thead><tbody>${rows}</tbody></table>`
  const read = (html: string) => readPage(html, { gtin, serialNumber: 'A1' })

  it('is read by the names of its columns, whatever stands beside them', async () => {
    expect(await read(`<h1>x</h1>${page()}`)).toMatchObject({
      kind: 'movements',
      page: {
        lotNumber: 'L&1',
        movements: [{ declaredAt: '2026-11-28T09:00:05.000Z', movement: 'Receipt', fromGln: maker }],
      },
    })
    const more = page({ names: ['Yeni', ...heads], rows: row().replace('<tr>', '<tr><td>7</td>') })
    expect(await read(more)).toMatchObject({ page: { movements: [{ resultCode: '00000' }] } })
    expect(await read(page({ rows: '' }))).toMatchObject({ page: { movements: [] } })
    expect(await read(page({ rows: row().replace('Alım', 'Takas') }))).toMatchObject({
      page: { movements: [{ movement: 'Takas' }] },
    })
  })

  it.each([
    ['of another pack', page({ sn: 'A2' })],
    ['without a column', page({ names: heads.slice(1), rows: row().replace(/<td>\d+<\/td>/, '') })],
    [
      'with a column twice',
      page({ names: [...heads, 'Sonuç'], rows: row().replace('</tr>', '<td>00000</td></tr>') }),
    ],
    ['with a row that lacks a cell', page({ rows: row().replace(/<td>[^<]*<\/td>/, '') })],
    ['with a number that is none', page({ rows: row({ id: 'x' }) })],
    ['with a GLN that is none', page({ rows: row({ from: '4711' }) })],
    ['with a date that is none', page({ rows: row({ at: '45.13.2026 12:00:05' }) })],
    ['with a date in another form', page({ rows: row({ at: '2026-11-28 12:00' }) })],
    ['with a code that is none', page({ rows: row({ result: '0' }) })],
    ['with another word for finalized', page({ rows: row({ last: 'belki' }) })],
    ['without facts', '<table></table>'],
    ['without a table', page().replace(/<table>.*<\/table>/s, '')],
    ['that is cut', page().slice(0, 200)],
    ['that is no page', '{"a":1}'],
    ['that is empty', ''],
  ])('%s is not read', (_, html) => expect(read(html)).rejects.toThrow('cannot be read'))
})
