import { statusOf } from '@kervan/contract/kit/refusal-catalogue'
import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { call, Done, Nothing, RequestKey } from '@kervan/contract/kit/call'
import { refusal } from '@kervan/contract/kit/refusals'
import { canonical } from './records/audit.ts'
import { ConfigProblem, readEnvironment } from './config.ts'
import { WorkbookRefused } from './excel/refused.ts'
import { toRefusal } from './http/faults.ts'
import { safeName } from './records/files.ts'
import { containing, fold } from './lists/fold.ts'
import { handle, handleOutside, handlePublic, pairHandlers } from './http/handle.ts'
import { openLog } from './log.ts'
import { languageOf, translate } from './messages.ts'
import { newId } from './database/uuid.ts'

describe('folding for search', () => {
  it.each([
    ['ISPARTA', 'isparta'],
    ['Isparta', 'isparta'],
    ['ısparta', 'isparta'],
    ['İSPARTA', 'isparta'],
    ['Çağrı ŞÖÜ', 'cagri sou'],
    ['Straße', 'strasse'],
    ['  two   words ', 'two words'],
    ['ｆｕｌｌ', 'full'],
  ])('%s → %s', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  it('done twice is done once, and what people type cannot be a pattern', () => {
    fc.assert(fc.property(fc.string(), (text) => fold(fold(text)) === fold(text)))
    expect(containing('100%_\\x')).toBe(String.raw`%100\%\_\\x%`)
  })
})

describe('ids', () => {
  it('are versions 7, unique, and sort by when they were made', () => {
    const ids = Array.from({ length: 20_000 }, newId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.toSorted()).toEqual(ids)
    expect(ids.every((id) => z.uuidv7().safeParse(id).success)).toBe(true)
  })
})

describe('faults become refusals', () => {
  const withCode = (code: string) => Object.assign(new Error(code), { code })
  const inDatabase = (code: string) => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code })
  it.each([
    ['a refusal stays itself', refusal('OrderNotFound'), 'OrderNotFound', 404],
    ['a full disk', withCode('ENOSPC'), 'StorageFull', 507],
    ['a database that is away', withCode('ECONNREFUSED'), 'DatabaseUnavailable', 503],
    ['a connection that broke', new Error('Connection terminated unexpectedly'), 'DatabaseUnavailable', 503],
    ['a workbook that is none', new WorkbookRefused('ExcelEncrypted'), 'ExcelEncrypted', 422],
    [
      'a connection that nobody gave back in time',
      new Error('timeout exceeded when trying to connect'),
      'Overloaded',
      503,
    ],
    [
      'input that does not fit',
      z.strictObject({ a: z.string() }).safeParse({ b: 1 }).error,
      'InvalidInput',
      422,
    ],
    ['a transaction that the machine gave no time', inDatabase('25P03'), 'Overloaded', 503],
    ['a statement that took too long', inDatabase('57014'), 'Overloaded', 503],
    ['a lock that others hold', inDatabase('55P03'), 'RequestInFlight', 409],
    ['a fault of a statement', inDatabase('42703'), 'ServerFault', 500],
    ['anything else', new Error('secret detail'), 'ServerFault', 500],
    ['no error at all', 'text', 'ServerFault', 500],
  ])('%s', (_, thrown, code, status) => {
    const { refusal: refused } = toRefusal(thrown)
    expect([refused.code, statusOf(refused.code)]).toEqual([code, status])
  })
})

describe('the log', () => {
  it('has no secret in it, by key or by shape', () => {
    const lines: string[] = []
    const log = openLog('info', { write: (line) => void lines.push(line) })
    const token = 'Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MGFiY2RlZmdoaWp'
    log.info({ Token: token, body: { password: 'Correct-Horse-7!' } }, `seen ${token}`)
    log.error({
      err: new Error('cannot reach postgres://kervan:hunter22@127.0.0.1/x with $argon2id$v=19$m=19456$abc'),
    })
    expect(lines.join('')).not.toMatch(/Zm9vYmFy|Correct-Horse|hunter22|argon2id/)
    expect(lines).toHaveLength(2)
  })
})

describe('settings', () => {
  it('have sensible defaults and refuse nonsense with a sentence that names the setting', () => {
    expect(readEnvironment({}, {}).config).toMatchObject({
      port: 3000,
      production: false,
      demo: true,
      role: 'all',
      databaseUrl: null,
    })
    expect(readEnvironment({ NODE_ENV: 'production' }, {}).config.demo).toBe(false)
    for (const [name, value] of [
      ['PORT', 'x'],
      ['ROLE', 'boss'],
      ['SMTP_URL', 'ftp://x'],
      ['FILES_URL', 'http://x'],
      ['DATABASE_APP_PASSWORD', 'short'],
      ['TRUST_PROXY', 'maybe'],
      ['ANALYTICS_URL', 'stats.example'],
      ['ANALYTICS_URL', 'matomo:https://matomo.example/'],
    ] as const) {
      expect(() => readEnvironment({ [name]: value }, {}).config).toThrow(ConfigProblem)
      expect(() => readEnvironment({ [name]: value }, {}).config).toThrow(name)
    }
  })

  it.each([
    [undefined, null],
    ['https://stats.example/views', { kind: 'endpoint', url: 'https://stats.example/views' }],
    ['matomo:https://stats.example/m?site=3', { kind: 'matomo', url: 'https://stats.example/m/', site: '3' }],
  ])('[SHL-017] page views of %s go nowhere but there', (given, target) => {
    expect(readEnvironment(given ? { ANALYTICS_URL: given } : {}, {}).config.analytics).toEqual(target)
  })
})

describe('languages', () => {
  it('[SHL-014] follow the header’s preferences in their order', () => {
    expect(
      [undefined, '', 'de', 'tr-TR', 'fr', 'fr,de;q=0.3,tr;q=0.8', 'de;q=0', '*'].map(languageOf),
    ).toEqual(['en', 'en', 'de', 'tr', 'en', 'tr', 'en', 'en'])
  })

  it('[SHL-013] fill placeholders, choose plurals, and fall back to the key', () => {
    expect(
      translate('tr', 'refusal.QuantityNotPack', { quantity: 1_240, pack: 12, below: 1_236, above: 1_248 }),
    ).toBe('1.240 tam koli (12) değil. 1.236 veya 1.248 girin.')
    expect(translate('en', 'event.order.approved', { count: 1 })).toBe('1 line approved')
    expect(translate('de', 'event.order.approved', { count: 2 })).toBe('2 Positionen genehmigt')
    expect(translate('de', 'nowhere.to.be.found')).toBe('nowhere.to.be.found')
  })
})

describe('contract and handlers', () => {
  const look = call('Session/Look', { input: Nothing, output: Done, refusals: [], access: 'session' })
  const ping = call('Session/Ping', { input: Nothing, output: Done, refusals: [], access: 'public' })
  const once = call('Session/Once', {
    input: z.strictObject({ requestKey: RequestKey }),
    output: Done,
    refusals: [],
    access: 'session',
  })
  const done = async () => ({ done: true }) as const
  it.each([
    ['a call without a handler', [look], [], 'Session/Look has no handler'],
    ['a handler without a call', [], [handle(look, done)], 'Session/Look has a handler and no call'],
    [
      'two handlers for one call',
      [look],
      [handle(look, done), handle(look, done)],
      'Session/Look has two handlers',
    ],
    [
      'a public call behind a session',
      [ping],
      [handle(ping, done)],
      'Session/Ping is public and its handler is not',
    ],
    [
      'a request key whose answer is made too late to be kept',
      [once],
      [handleOutside(once, done, done)],
      'Session/Once takes a request key and is answered after its transaction',
    ],
    [
      'a guarded call in the open',
      [look],
      [handlePublic(look, done)],
      'Session/Look is session and its handler is not',
    ],
  ])('do not start with %s', (_, calls, handlers, fault) => {
    expect(() => pairHandlers(calls, handlers)).toThrow(fault)
  })
})

describe('files', () => {
  it('lose what a path or a header could trip over, and keep their letters', () => {
    expect(
      ['../../etc/passwd', 'C:\\x\\çağrı.pdf', 'a"b\r\nc.txt', '', '..', 'x'.repeat(300)].map(safeName),
    ).toEqual(['passwd', 'çağrı.pdf', 'abc.txt', 'file', 'file', 'x'.repeat(150)])
  })
})

describe('the canonical form of an audit entry', () => {
  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        (value) => canonical(value) === canonical(Object.fromEntries(Object.entries(value).toReversed())),
      ),
    )
  })
})
