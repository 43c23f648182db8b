import { join } from 'node:path'
import {
  approveExpectation,
  expectations,
  fuelMailLog,
  getExpectation,
  rejectExpectation,
  runExpectation,
  sendExpectation,
} from '@kervan/contract/lma/expectations'
import { exact, sumOf } from '@kervan/contract/lma/exact'
import { fuelContactKind } from '@kervan/contract/lma/parameters'
import { fuelRateKind, marketQuoteKind } from '@kervan/contract/lma/market'
import { fuelProductKind } from '@kervan/contract/lma/products'
import { refineryPriceKind } from '@kervan/contract/lma/refinery'
import { isWeekend } from '@kervan/contract/kit/days'
import type { MasterData } from '@kervan/contract/kit/master-data'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { page } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { readCaught } from '../../kit/work/mail.ts'
import { dayIn } from '../../kit/clock.ts'
import {
  approveChange,
  enter,
  enterDiesel,
  openFuelDesk,
  propose,
  quote,
  rate,
  type FuelDesk,
} from '../fuel-desk.testing.ts'

/** Now, or the next moment that is no weekend in Türkiye: mails leave on these days alone. */
let shift = 0
const now = () => new Date(Date.now() + shift * 86_400_000)
while (isWeekend(dayIn('Europe/Istanbul', now()))) shift += 1

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ now })
})
afterAll(() => portal.close())

async function desk(): Promise<FuelDesk> {
  const opened = await openFuelDesk(portal)
  await enterDiesel(opened)
  return opened
}
const run = ({ maker }: FuelDesk, runDay = '2026-11-04', language?: string) =>
  portal.call(runExpectation, maker.token, { runDay }, language ? { language } : {})
const linesOf = async ({ maker }: FuelDesk) =>
  (await portal.call(expectations.page, maker.token, page)).body.rows
const lookAt = async ({ maker }: FuelDesk, expectationId: string) =>
  (await portal.call(getExpectation, maker.token, { expectationId })).body

describe('[LMA-003] a price expectation', () => {
  it('is calculated from what was entered and approved, and kept with its inputs', async () => {
    const of = await desk()
    expect((await run(of)).status).toBe(200)
    const [line] = await linesOf(of)
    expect(line).toMatchObject({
      fuelProduct: 'DIESEL',
      expectationState: 'Made',
      priceInForce: '25126.92',
      expectedPrice: '26179.12',
      priceChange: '1052.20',
      changePercent: '4.19',
      marketMove: '4.29',
      changeExpected: true,
      effectiveDay: '2026-11-05',
      expectationNotes: [],
    })
    const found = await lookAt(of, line?.id ?? '')
    expect(found).toMatchObject({
      premium: '18.000',
      change: '1052.2025',
      breakEvenUp: '707.67',
      breakEvenDown: '666.44',
      formulaVersion: 'lma-1',
      inputsChanged: false,
    })
    expect(found.prices?.find(({ unit }) => unit === 'TL/TON')).toMatchObject({ expected: '30981.21' })
    expect(sumOf(found.parts.map(({ value }) => exact(value))).toFixed(4)).toBe(found.change)
    expect(found.parts.map(({ part, value }) => [part, value])).toContainEqual(['quote', '940.4850'])
    expect(found.inputsHash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is the same run for the same inputs, and says when they have changed since', async () => {
    const of = await desk()
    const first = await run(of)
    expect((await run(of)).body).toEqual(first.body)
    const [line] = await linesOf(of)
    await enter(of, marketQuoteKind, quote('2026-11-02', '700', '699'))
    expect(await lookAt(of, line?.id ?? '')).toMatchObject({ inputsChanged: false })
    const changed = { ...quote('2026-11-03', '720.25', '719.75') }
    const kind: MasterData = marketQuoteKind
    const { body } = await portal.call(kind.list.page, of.maker.token, { ...page, day: null })
    const row = body.rows.find(({ quoteDay }) => quoteDay === '2026-11-03')
    const saved = await propose(of, kind, changed, { id: row?.id, version: row?.version })
    await approveChange(of, kind, saved.body.changeId ?? '')
    expect(await lookAt(of, line?.id ?? '')).toMatchObject({ inputsChanged: true, change: '1052.2025' })
    const marks = async () =>
      (await linesOf(of)).map(({ id, inputsChanged }) => [id === line?.id, inputsChanged])
    expect(await marks()).toEqual([[true, true]])
    expect((await run(of)).body.runId).not.toBe(first.body.runId)
    expect(new Map((await marks()) as [boolean, boolean][])).toEqual(
      new Map([
        [true, true],
        [false, false],
      ]),
    )
    // What has its value again is not marked any more.
    const back = await propose(of, kind, quote('2026-11-03', '716.75', '716.25'), {
      id: row?.id,
      version: Number(row?.version) + 1,
    })
    await approveChange(of, kind, back.body.changeId ?? '')
    expect(new Map((await marks()) as [boolean, boolean][])).toEqual(
      new Map([
        [true, false],
        [false, true],
      ]),
    )
  })

  it('is marked when a carried quote comes late, and when a rate, a price or a parameter is entered', async () => {
    const of = await desk()
    const mark = async () => {
      const runs = (await linesOf(of)).toSorted((a, b) => a.madeAt.localeCompare(b.madeAt))
      return runs.at(-1)?.inputsChanged
    }
    await run(of, '2026-11-05')
    expect(await mark()).toBe(false)
    for (const [kind, values] of [
      [marketQuoteKind, quote('2026-11-04', '717', '716.5')],
      [fuelRateKind, rate('2026-11-05', '42.2')],
    ] as const) {
      await enter(of, kind, values)
      expect(await mark()).toBe(true)
      await run(of, '2026-11-05')
      expect(await mark()).toBe(false)
    }
    // A quote of a later day is none of its inputs.
    await enter(of, marketQuoteKind, quote('2026-11-06', '720', '719.5'))
    expect(await mark()).toBe(false)
  })

  it.each([
    ['en', 'weekend: no price expectation and no mail'],
    ['de', 'Wochenende: keine Preiserwartung und keine E-Mail'],
    ['tr', 'hafta sonu: fiyat beklentisi ve e-posta yok'],
  ])('is refused at weekends, in %s', async (language, message) => {
    const of = await openFuelDesk(portal)
    for (const day of ['2026-11-07', '2026-11-08'])
      expect(await run(of, day, language)).toMatchObject({
        status: 422,
        code: 'WeekendNoExpectation',
        refused: { Message: message },
      })
  })

  it('[LMA-008] says that there is no price information where nothing is known', async () => {
    const of = await openFuelDesk(portal)
    expect(await run(of)).toMatchObject({
      code: 'NoPriceInformation',
      refused: { Message: 'Could not get price information.' },
    })
  })

  it('carries quote and rate over days without any, and says so', async () => {
    const of = await desk()
    await run(of, '2026-11-06')
    const [line] = await linesOf(of)
    expect(line).toMatchObject({ quoteDay: '2026-11-03', rateDay: '2026-11-04' })
    expect(line?.expectationNotes).toEqual(['QuoteCarried', 'RateCarried'])
  })
})

describe('[LMA-007] approval and mails', () => {
  it('are of a second person, who sends them to who is told of expectations', async () => {
    const of = await desk()
    const address = `fuel-${of.company.id}@example.com`
    await enter(of, fuelContactKind, {
      email: address,
      name: null,
      language: 'de',
      fuelMails: ['PriceExpectation'],
    })
    await enter(of, fuelContactKind, {
      email: `other-${of.company.id}@example.com`,
      name: null,
      language: 'en',
      fuelMails: ['SapExport'],
    })
    const { runId } = (await run(of)).body
    expect(await portal.call(approveExpectation, of.maker.token, { runId })).toMatchObject({
      code: 'OwnExpectation',
    })
    expect((await portal.call(approveExpectation, of.second.token, { runId })).status).toBe(200)
    expect(await portal.call(approveExpectation, of.second.token, { runId })).toMatchObject({
      code: 'ExpectationDecided',
    })
    const log = async () => (await portal.call(fuelMailLog.page, of.maker.token, page)).body.rows
    await expect
      .poll(async () => (await log()).map(({ mailRecipient, mailState }) => [mailRecipient, mailState]), {
        timeout: 60_000,
      })
      .toEqual([[address, 'Sent']])
    const mails = await readCaught(join(portal.app.services.config.dataDir, 'mails'))
    const mail = mails.find(({ to }) => to === address)
    expect(mail?.subject).toBe('Preiserwartung vom 4. Nov. 2026')
    expect(mail?.text).toContain('erwartet 26.179,12 TL/M3 (1.052,20 TL/M3, 4,19 %)')
    expect((await portal.call(sendExpectation, of.maker.token, { runId })).body).toEqual({
      mails: 1,
    })
  })

  it('leave nobody to be told: E-Mail could not be Sent!', async () => {
    const of = await desk()
    const { runId } = (await run(of)).body
    await portal.call(approveExpectation, of.second.token, { runId })
    expect(await portal.call(sendExpectation, of.maker.token, { runId })).toMatchObject({
      code: 'MailNotSent',
      refused: { Message: 'E-Mail could not be Sent!' },
    })
  })

  it('may be refused with a reason', async () => {
    const of = await desk()
    const { runId } = (await run(of)).body
    const input = { runId, reason: 'Quote of another day' }
    expect(await portal.call(sendExpectation, of.maker.token, { runId })).toMatchObject({
      code: 'ExpectationNotApproved',
    })
    expect((await portal.call(rejectExpectation, of.second.token, input)).status).toBe(200)
    expect((await linesOf(of))[0]).toMatchObject({ expectationState: 'Rejected' })
  })
})

describe('[LMA-001] entries', () => {
  it('refuse a high below the low', async () => {
    const of = await desk()
    const answer = await propose(of, marketQuoteKind, quote('2026-11-02', '700', '701'))
    expect(answer).toMatchObject({ status: 422, code: 'RecordInvalid' })
    expect(answer.refused?.Facts).toMatchObject({ issues: [{ field: 'priceHigh', code: 'HighBelowLow' }] })
  })

  it('let prices of LPG change on the first business day of a month only', async () => {
    const of = await openFuelDesk(portal)
    await enter(of, fuelProductKind, {
      code: 'LPG',
      name: 'LPG',
      fuelGroup: 'Lpg',
      barrelsPerTon: null,
    })
    const price = (validFrom: string) => ({
      refinery: 'TuprasIzmit',
      fuelProduct: 'LPG',
      validFrom,
      price: '25000',
      refineryUnit: 'TL/TON',
      baseQuote: null,
      baseRate: null,
      reason: null,
    })
    const answer = await propose(of, refineryPriceKind, price('2025-04-01'))
    expect(answer.refused?.Facts).toMatchObject({
      issues: [{ field: 'validFrom', code: 'LpgFirstBusinessDay' }],
    })
    await enter(of, refineryPriceKind, price('2025-04-02'))
  })
})
