import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getBacktest } from '@kervan/contract/lma/backtest'
import {
  decideMarketValue,
  downloadMarketFile,
  fetchMarketData,
  marketFiles,
  marketValues,
  uploadMarketFile,
} from '@kervan/contract/lma/market-files'
import { expectations, getExpectation, runExpectation } from '@kervan/contract/lma/expectations'
import { refineryPriceKind } from '@kervan/contract/lma/refinery'
import { fuelContactKind } from '@kervan/contract/lma/parameters'
import { marketSymbolKind } from '@kervan/contract/lma/products'
import { isQuoteDay } from '@kervan/contract/lma/calendar'
import { addDays } from '@kervan/contract/kit/days'
import type { FileSource } from '@kervan/contract/lma/words'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { page } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { approveChange, enter, enterDiesel, openFuelDesk, type FuelDesk } from '../fuel-desk.testing.ts'
import { fuelExpectationWork, fuelMissingWork } from '../expectations/calendar-work.ts'
import { dayIn } from '../../kit/clock.ts'
import { fuelFilesWork } from './drop.ts'
import { startMarketSimulator } from '../../../../simulators/market/main.ts'

let market: Awaited<ReturnType<typeof startMarketSimulator>>
let portal: Portal
beforeAll(async () => {
  market = await startMarketSimulator(0, null)
  portal = await startPortal({ env: { FUEL_SOURCES_URL: market.url, FUEL_SOURCES_KEY: market.key } })
})
afterAll(async () => {
  await portal.close()
  await market.close()
})

const symbol = (priceSource: string, code: string, priority: number) => ({
  code,
  priceSource,
  validFrom: '2024-01-01',
  validTo: null,
  fuelProduct: 'DIESEL',
  marketUnit: '$/TON',
  factor: '1',
  priority,
})

async function desk(): Promise<FuelDesk> {
  const opened = await openFuelDesk(portal)
  await enterDiesel(opened)
  await enter(opened, marketSymbolKind, symbol('PLATTS', 'AAWYZ00', 1))
  await enter(opened, marketSymbolKind, symbol('REFINITIV', 'ULSD10-MED', 2))
  return opened
}

const platts = (...lines: string[]) =>
  ['PlattsMarketData 202611041741 10511 FINAL     CD  20261104', ...lines, ''].join('\n')
const bring = ({ maker }: FuelDesk, source: FileSource, text: string, name = 'file.ftp') =>
  portal.upload(uploadMarketFile, maker.token, { source }, [{ name, body: Buffer.from(text) }])
const valuesOf = async ({ maker }: FuelDesk) =>
  (await portal.call(marketValues.page, maker.token, page)).body.rows
const filesOf = async ({ maker }: FuelDesk) =>
  (await portal.call(marketFiles.page, maker.token, page)).body.rows
const run = ({ maker }: FuelDesk) => portal.call(runExpectation, maker.token, { runDay: '2026-11-04' })
const quoteOf = async (of: FuelDesk) => {
  const { rows } = (await portal.call(expectations.page, of.maker.token, page)).body
  const line = rows.toSorted((a, b) => b.madeAt.localeCompare(a.madeAt))[0]
  const { body } = await portal.call(getExpectation, of.maker.token, { expectationId: line?.id ?? '' })
  return [body.inputs['priceHigh'], body.inputs['quoteSource'], body.inputsChanged]
}

describe('[LMA-002] files of the sources', () => {
  it('are kept as they came and read once; a bad line loses itself only', async () => {
    const of = await desk()
    const text = platts(
      'N AAWYZ00h 202611030000 720.75',
      'N AAWYZ00l 202611030000 720.25',
      'N x 202611030000 1',
      'N ZZZZZ00h 202611030000 5.0',
    )
    const first = await bring(of, 'PLATTS', text)
    expect(first.status).toBe(200)
    expect((await bring(of, 'PLATTS', text)).body).toEqual(first.body)
    const files = await filesOf(of)
    expect(files).toMatchObject([
      {
        marketFileState: 'WithFaults',
        valuesRead: 3,
        valuesTaken: 2,
        fileFaults:
          'Line 4: the symbol cannot be read\nLine 5: the symbol is not in the catalogue; add it under Symbols',
      },
    ])
    const kept = await portal.call(downloadMarketFile, of.maker.token, { fileId: files[0]?.id ?? '' })
    expect(Buffer.from(kept.body as never).toString('utf8')).toBe(text)
    // The quote of a source goes before an entry by hand, and the cell names where it came from.
    await run(of)
    expect(await quoteOf(of)).toEqual(['720.750000', 'PLATTS', false])
  })

  it('of a source with a higher priority go before those of another', async () => {
    const of = await desk()
    await bring(of, 'REFINITIV', 'RIC;Trade Date;High;Low;Close\nULSD10-MED;03.11.2026;721,75;721,25;\n')
    await run(of)
    expect(await quoteOf(of)).toEqual(['721.750000', 'REFINITIV', false])
    await bring(of, 'PLATTS', platts('N AAWYZ00h 202611030000 720.75', 'N AAWYZ00l 202611030000 720.25'))
    expect(await quoteOf(of)).toEqual(['721.750000', 'REFINITIV', true])
  })

  it('correct a value by a revision, which marks the runs that went by it; a withdrawn one is none', async () => {
    const of = await desk()
    await bring(of, 'PLATTS', platts('N AAWYZ00h 202611030000 720.75', 'N AAWYZ00l 202611030000 720.25'))
    await run(of)
    await bring(of, 'PLATTS', platts('C AAWYZ00h 202611030000 721.75'))
    expect(await quoteOf(of)).toEqual(['720.750000', 'PLATTS', true])
    expect((await valuesOf(of)).filter(({ priceType }) => priceType === 'High')).toMatchObject([
      { revision: expect.any(Number), marketValueState: expect.stringMatching(/Current|Replaced/) },
      { revision: expect.any(Number) },
    ])
    await bring(of, 'PLATTS', platts('X AAWYZ00h 202611030000', 'X AAWYZ00l 202611030000'))
    await run(of)
    // Nothing of PLATTS holds any more: the entry by hand does.
    expect(await quoteOf(of)).toEqual(['716.750000', 'Manual', false])
  })

  it('with a jump wait until somebody confirms it, and an estimate never takes the place of a value', async () => {
    const of = await desk()
    await bring(of, 'PLATTS', platts('N AAWYZ00h 202611020000 700.75', 'N AAWYZ00l 202611020000 700.25'))
    await bring(of, 'PLATTS', platts('N AAWYZ00h 202611030000 800.75', 'N AAWYZ00l 202611030000 710.25'))
    const held = (await valuesOf(of)).find(({ marketValueState }) => marketValueState === 'Held')
    expect(held).toMatchObject({ marketValue: '800.750000', lastValue: '700.750000' })
    const decide = { valueId: held?.id ?? '', take: true }
    expect((await portal.call(decideMarketValue, of.second.token, decide)).status).toBe(200)
    expect(await portal.call(decideMarketValue, of.second.token, decide)).toMatchObject({
      code: 'ValueNotHeld',
    })
    await run(of)
    expect(await quoteOf(of)).toEqual(['800.750000', 'PLATTS', false])
    await enter(of, marketSymbolKind, symbol('ARGUS', 'PA0001234', 1))
    const argus = (status: string, value: string) =>
      bring(
        of,
        'ARGUS',
        `Code,TimeStamp,PriceType,CFwd,Date,Value,RecordStatus\nPA0001234,0,4,0,2026-11-03,${value},${status}\n`,
      )
    await argus('N', '715.5')
    await argus('E', '716.5')
    expect((await filesOf(of))[0]).toMatchObject({
      fileFaults: 'Line 2: an estimate does not replace an actual value',
      valuesTaken: 0,
    })
  })

  it('of another layout are kept and told of, and the bulletin gives the rate of its own day', async () => {
    const of = await desk()
    await enter(of, fuelContactKind, {
      email: `missing-${of.company.id}@example.com`,
      name: null,
      language: 'en',
      fuelMails: ['MissingData'],
    })
    await bring(of, 'TCMB', '<html><body>Hata</body></html>', 'today.xml')
    expect((await filesOf(of))[0]).toMatchObject({ marketFileState: 'NotTheSource', valuesTaken: 0 })
    await bring(
      of,
      'TCMB',
      '<Tarih_Date Tarih="04.11.2026" Bulten_No="2026/200"><Currency CurrencyCode="USD"><Unit>1</Unit><ForexSelling>42.5000</ForexSelling></Currency></Tarih_Date>',
      '04112026.xml',
    )
    await run(of)
    const [line] = (await portal.call(expectations.page, of.maker.token, page)).body.rows
    expect(line).toMatchObject({ rateInForce: '42.5000', rateDay: '2026-11-04' })
  })
})

describe('[LMA-001] [LMA-002] price lists of refiners', () => {
  const list = (...lines: string[]) => ['product;refinery;validFrom;price;unit', ...lines, ''].join('\n')
  const pricesOf = async ({ maker }: FuelDesk) =>
    (await portal.call(refineryPriceKind.list.page, maker.token, { ...page, day: null })).body.rows.map(
      (row) => [row['refinery'], row['validFrom'], row['price']],
    )
  const waiting = async ({ maker }: FuelDesk) =>
    (await portal.call(refineryPriceKind.changes.page, maker.token, page)).body.rows.filter(
      ({ state }) => state === 'WaitingApproval',
    )

  it('become a proposal that a second person approves; the same list and the same prices propose nothing', async () => {
    const of = await desk()
    await enter(of, marketSymbolKind, symbol('TUPRAS', 'MOTORIN', 1))
    const text = list(
      'MOTORIN;TÜPRAŞ İzmit;2026-11-05;26.200,50;TL/M3',
      'MOTORIN;TÜPRAŞ İzmir;2026-11-05;26.100,50;TL/M3',
      'UNKNOWN;TÜPRAŞ İzmit;2026-11-05;26.200,50;TL/M3',
      'MOTORIN;TÜPRAŞ İzmit;2027-11-05;26.200,50;TL/M3',
    )
    expect((await bring(of, 'TUPRAS', text, 'list.csv')).status).toBe(200)
    expect((await filesOf(of))[0]).toMatchObject({
      fileSource: 'TUPRAS',
      valuesRead: 4,
      valuesTaken: 0,
      valuesHeld: 2,
      fileFaults:
        'Line 4: the symbol is not in the catalogue; add it under Symbols\nLine 5: the day cannot be read or has no prices',
    })
    const before = await pricesOf(of)
    const [change, ...others] = await waiting(of)
    expect(others).toEqual([])
    expect(
      await approveChange({ ...of, second: of.maker }, refineryPriceKind, change?.id ?? ''),
    ).toMatchObject({
      status: 422,
    })
    expect((await approveChange(of, refineryPriceKind, change?.id ?? '')).status).toBe(200)
    expect((await pricesOf(of)).length).toBe(before.length + 2)
    expect(await pricesOf(of)).toContainEqual(['TuprasIzmir', '2026-11-05', '26100.500000'])
    await bring(of, 'TUPRAS', text, 'list.csv')
    await bring(of, 'TUPRAS', `${text}\n`, 'again.csv')
    expect(await waiting(of)).toEqual([])
    expect(await filesOf(of)).toHaveLength(2)
  })

  it('come by HTTP in the name of the API user, and are left where there is none', async () => {
    const of = await desk()
    await enter(of, marketSymbolKind, symbol('SOCAR', 'ULSD10-MED', 1))
    expect((await portal.call(fetchMarketData, of.maker.token, {})).status).toBe(200)
    const sources = async () => new Set((await filesOf(of)).map(({ fileSource }) => fileSource))
    await expect.poll(sources, { timeout: 90_000 }).toEqual(new Set(['PLATTS', 'REFINITIV', 'TCMB']))
    expect(await waiting(of)).toEqual([])
    await of.company.user({ type: 'APIUser' })
    await portal.call(fetchMarketData, of.maker.token, {})
    await expect.poll(async () => (await sources()).has('SOCAR'), { timeout: 90_000 }).toBe(true)
    await expect.poll(async () => (await waiting(of)).length, { timeout: 90_000 }).toBeGreaterThan(0)
  })
})

describe('[LMA-002] by HTTP and by folder', () => {
  it('comes what the sources offer for the last days, with their faults', async () => {
    const of = await desk()
    await market.fault({ source: 'PLATTS', fault: 'error500', times: 1 })
    expect((await portal.call(fetchMarketData, of.maker.token, {})).status).toBe(200)
    await expect
      .poll(async () => new Set((await filesOf(of)).map(({ fileSource }) => fileSource)), { timeout: 90_000 })
      .toEqual(new Set(['PLATTS', 'REFINITIV', 'TCMB']))
    expect((await filesOf(of)).every(({ marketWay }) => marketWay === 'Http')).toBe(true)
  })

  it('of a day before is no value of its day, which is asked for again; a slow source holds up no other', async () => {
    const of = await desk()
    const fetched = async () => (await portal.call(fetchMarketData, of.maker.token, {})).status
    const days = async (source: FileSource) =>
      (await valuesOf(of))
        .filter((value) => value.fileSource === source && value.priceType === 'High')
        .map(({ valueDay }) => valueDay)
    const today = dayIn('Europe/Istanbul', new Date())
    const published = [-5, -4, -3, -2, -1].map((by) => addDays(today, by)).filter(isQuoteDay)
    await market.fault({ source: 'PLATTS', fault: 'yesterday', times: 1 })
    await market.fault({ source: 'REFINITIV', fault: 'slow', times: 1 })
    expect(await fetched()).toBe(200)
    await expect.poll(() => days('REFINITIV'), { timeout: 90_000 }).toEqual(expect.arrayContaining(published))
    await expect
      .poll(async () => [await fetched(), await days('PLATTS')], { timeout: 90_000, interval: 1_000 })
      .toEqual([200, expect.arrayContaining(published)])
    const came = await days('PLATTS')
    expect(new Set(came).size).toBe(came.length)
  })

  it('lies in a folder and is taken once in the name of the API user', async () => {
    const of = await desk()
    await of.company.user({ type: 'APIUser' })
    const { services } = portal.app
    const { rows } = await portal.owner.query<{ code: string }>('select code from company where id = $1', [
      of.company.id,
    ])
    const folder = join(services.config.dataDir, 'drop', rows[0]?.code ?? '', 'fuel', 'in')
    await mkdir(folder, { recursive: true })
    const long = new Date(Date.now() - 60_000)
    for (const name of ['first.ftp', 'again.ftp']) {
      await writeFile(join(folder, name), platts('N AAWYZ00h 202611030000 720.75'))
      await utimes(join(folder, name), long, long)
    }
    for (let more = true; more;)
      more =
        (
          await services.db.withCompany(of.company.id, (tx) =>
            fuelFilesWork.run({ tx, services, companyId: of.company.id, dueAt: new Date() }),
          )
        ).more ?? false
    expect(await filesOf(of)).toMatchObject([{ fileSource: 'PLATTS', marketWay: 'FileDrop', valuesTaken: 1 }])
  })
})

describe('[LMA-003] by the calendar', () => {
  const at = (time: string) => ({ ...portal.app.services, clock: { now: () => new Date(time) } })
  const work = (of: FuelDesk, what: typeof fuelExpectationWork, time: string) => {
    const services = at(time)
    return services.db.withCompany(of.company.id, async (tx) => {
      const asked = { tx, services, companyId: of.company.id, companyCode: '' }
      if (!(await what.isNeeded?.(asked))) return null
      return (await what.run({ ...asked, dueAt: new Date(time) })).counts
    })
  }

  it('makes the run of the day once, waits for the bulletin until five, and makes none at weekends', async () => {
    const of = await desk()
    const make = (time: string) => work(of, fuelExpectationWork, time)
    expect(await make('2026-11-04T13:00:00Z')).toEqual({ runsMade: 1 })
    expect(await make('2026-11-04T13:10:00Z')).toBeNull()
    // 5 November has no bulletin: it is waited for until five, Istanbul time.
    expect(await make('2026-11-05T13:30:00Z')).toBeNull()
    expect(await make('2026-11-05T14:00:00Z')).toEqual({ runsMade: 1 })
    expect(await make('2026-11-07T14:00:00Z')).toBeNull()
    const { body } = await portal.call(expectations.page, of.maker.token, page)
    expect(body.rows.map(({ runDay, madeBy }) => [runDay, madeBy])).toEqual([
      ['2026-11-05', 'Kervan'],
      ['2026-11-04', 'Kervan'],
    ])
  })

  it('tells in the morning what is missing, and nobody at weekends', async () => {
    const of = await desk()
    const address = `morning-${of.company.id}@example.com`
    await enter(of, fuelContactKind, {
      email: address,
      name: null,
      language: 'en',
      fuelMails: ['MissingData'],
    })
    expect(await work(of, fuelMissingWork, '2026-11-06T04:20:00Z')).toEqual({ valuesMissing: 2 })
    const { rows } = await portal.owner.query<{ lines: string }>(
      `select facts ->> 'lines' as lines from fuel_mail where company_id = $1`,
      [of.company.id],
    )
    expect(rows[0]?.lines).toBe(
      'Diesel 10 ppm: nothing for 5 Nov 2026, last value of 3 Nov 2026\nExchange rate (TL/$): nothing for 5 Nov 2026, last value of 4 Nov 2026',
    )
  })
})

describe('[LMA-004] a backtest', () => {
  it('knows what was known on the day, not what was corrected later', async () => {
    const of = await desk()
    const asked = {
      fuelProduct: 'DIESEL',
      from: '2026-11-02',
      to: '2026-11-06',
      thresholdRate: null,
      quoteLag: null,
      rateLag: null,
      priceModel: null,
    }
    const test = async () => (await portal.call(getBacktest, of.maker.token, asked)).body
    const before = await test()
    expect(before.events.find(({ day }) => day === '2026-11-04')).toMatchObject({
      outcome: 'FalseAlarm',
      marketMove: '4.29',
      expected: '26179.12',
    })
    // The correction comes today, long after the day that it is of.
    await bring(of, 'PLATTS', platts('N AAWYZ00h 202611030000 690.25', 'N AAWYZ00l 202611030000 689.75'))
    expect(await test()).toEqual(before)
    expect(
      await portal.call(getBacktest, of.maker.token, { ...asked, fuelProduct: 'UNKNOWN' }),
    ).toMatchObject({ code: 'NotFound' })
  })

  it('can be asked with other rules', async () => {
    const of = await desk()
    const { body } = await portal.call(getBacktest, of.maker.token, {
      fuelProduct: 'DIESEL',
      from: '2026-11-02',
      to: '2026-11-06',
      thresholdRate: '9',
      quoteLag: 1,
      rateLag: 0,
      priceModel: 'Ratio',
    })
    expect(body.events).toEqual([])
    expect(body.horizons.map(({ days }) => days)).toEqual([1, 2, 3, 5, 10])
  })
})

describe('[LMA-002] sources that are not connected', () => {
  it('are said so', async () => {
    const alone = await startPortal({ own: true })
    try {
      const company = await alone.company()
      const user = await company.user()
      expect(await alone.call(fetchMarketData, user.token, {})).toMatchObject({ code: 'SourcesNotConnected' })
    } finally {
      await alone.close()
    }
  })
})
