import {
  acknowledgeTransferBatch,
  approveTransferBatch,
  calculateTransferPrices,
  checkTransferBatch,
  downloadTransferFile,
  exportTransferBatch,
  getTransferPrice,
  rejectTransferBatch,
  transferPrices,
  uploadAcknowledgement,
} from '@kervan/contract/lma/transfer-batches'
import {
  bioPriceKind,
  fuelRateKind,
  importCostKind,
  marketQuoteKind,
  pumpPriceKind,
} from '@kervan/contract/lma/market'
import { importMargins, marketMargins } from '@kervan/contract/lma/margin-lists'
import { apiParameterKind, blendedProductKind, fuelTaxKind } from '@kervan/contract/lma/parameters'
import { fuelParameterKind, fuelProductKind } from '@kervan/contract/lma/products'
import { refineryPriceKind } from '@kervan/contract/lma/refinery'
import { exportPriceHistory, getPriceHistory } from '@kervan/contract/lma/history'
import {
  getScenarios,
  getSimulationBase,
  removeScenario,
  saveScenario,
  scenariosKept,
} from '@kervan/contract/lma/scenarios'
import { sapConditionKind, transferItemKind, transferLegKind } from '@kervan/contract/lma/transfers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { page } from '../../test/ordering.ts'
import { startPortal, type Portal, type User } from '../../test/portal.ts'
import { workbookRows } from '../../test/workbook-text.ts'
import {
  approveChange,
  enter,
  enterDiesel,
  openFuelDesk,
  propose,
  quote,
  rate,
  type FuelDesk,
} from './fuel-desk.testing.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const noChange = {
  quote: null,
  rate: null,
  premium: null,
  density: null,
  thresholdRate: null,
  exciseTax: null,
  path: [],
}
const from = { validFrom: '2024-01-01', validTo: null }

/** Diesel with 26,179.12 TL/M3 in force on 4 November 2026, FAME, a pump price, taxes and an own import. */
async function openDesk(): Promise<FuelDesk> {
  const desk = await openFuelDesk(portal)
  await enterDiesel(desk)
  await enter(desk, refineryPriceKind, {
    refinery: 'TuprasIzmit',
    fuelProduct: 'DIESEL',
    validFrom: '2026-11-04',
    price: '26179.12',
    refineryUnit: 'TL/M3',
    baseQuote: '716.5',
    baseRate: '42.18',
    reason: null,
  })
  await enter(desk, fuelProductKind, { code: 'FAME', name: 'FAME', fuelGroup: 'Bio', barrelsPerTon: null })
  await enter(desk, fuelParameterKind, {
    fuelProduct: 'FAME',
    ...from,
    density: '0.883',
    thresholdRate: '3',
    quoteLag: 1,
    rateLag: 0,
    fixedPremium: null,
    priceModel: 'Formula',
    propaneShare: null,
  })
  await enter(desk, bioPriceKind, {
    fuelProduct: 'FAME',
    ...from,
    price: '1250',
    marketUnit: '$/TON',
    note: null,
  })
  return desk
}

describe('[LMA-005] daily margins', () => {
  const asked = { ...page, from: '2026-11-04', to: '2026-11-04', fuelProduct: 'DIESEL' }
  it('say what an own import would have cost', async () => {
    const desk = await openDesk()
    await enter(desk, marketQuoteKind, quote('2026-11-04', '716.75', '716.25'))
    await enter(desk, importCostKind, {
      fuelProduct: 'DIESEL',
      ...from,
      importPremium: '28',
      domesticCost: '180',
    })
    const { body } = await portal.call(importMargins.page, desk.maker.token, asked)
    expect(body.rows).toMatchObject([
      {
        priceInForce: '26179.12',
        marketPrice: '716.500',
        rateInForce: '42.1800',
        importParity: '26715.54',
        importMargin: '-536.42',
        importMarginInDollars: '-12.72',
        impliedPremium: '18.00',
      },
    ])
  })

  it('say what is left of the pump price, with the blend in it', async () => {
    const desk = await openDesk()
    await enter(desk, pumpPriceKind, {
      fuelProduct: 'DIESEL',
      validFrom: '2026-11-01',
      price: '60.40',
      note: null,
    })
    await enter(desk, fuelTaxKind, {
      fuelProduct: 'DIESEL',
      ...from,
      exciseTax: '13.9006',
      stockShare: '45.68',
      vatRate: '20',
      slidingShare: '0',
      baseTax: null,
    })
    await enter(desk, blendedProductKind, {
      code: 'B05',
      ...from,
      name: 'Diesel with FAME',
      mainProduct: 'DIESEL',
      mainRatio: '99.5',
      firstComponent: 'FAME',
      firstRatio: '0.5',
      secondComponent: null,
      secondRatio: null,
      note: null,
    })
    const { body } = await portal.call(marketMargins.page, desk.maker.token, asked)
    expect(body.rows).toMatchObject([{ blendedPrice: '26281.01', marketMargin: '10.1060' }])
    expect(
      await portal.call(marketMargins.page, desk.maker.token, { ...asked, from: '2025-01-01' }),
    ).toMatchObject({ code: 'WindowTooWide' })
  })
})

const leg = (legNumber: number, over: object) => ({
  transferItem: 'DSL-IZM',
  legNumber,
  fuelSupplier: 'Supplier',
  purchaseType: 'Import',
  purchaseRatio: '60',
  rebateRatio: '0',
  supplierMode: 'Vessel',
  dapRatio: '70',
  dapPremiumUnit: '$/TON',
  dapPremium: '22',
  fobRatio: '30',
  fobPremiumUnit: '$/TON',
  fobPremium: '35',
  ...over,
})

/** The item of the worked example. */
async function enterItem(desk: FuelDesk, second: object = {}): Promise<void> {
  await enter(desk, transferItemKind, {
    code: 'DSL-IZM',
    fuelProduct: 'DIESEL',
    terminal: 'İzmir',
    ...from,
    yt04Parameter: '1.5',
    blendingRatio: '0.5',
    blendedIn: 'FAME',
    serviceFee: '95',
    averagePeriod: null,
    holidayRule: 'PublishedDays',
  })
  await enter(desk, transferLegKind, leg(1, {}))
  await enter(
    desk,
    transferLegKind,
    leg(2, {
      purchaseType: 'Local',
      purchaseRatio: '40',
      rebateRatio: '1.2',
      supplierMode: 'Pipeline',
      dapRatio: '100',
      dapPremiumUnit: 'TL/TON',
      dapPremium: '150',
      fobRatio: '0',
      ...second,
    }),
  )
}

const sapKeys = {
  code: 'YT04',
  salesOrganization: '1000',
  conditionTable: '501',
  priceCondition: 'YT04',
  feeCondition: 'YFEE',
  vendorCode: '100001',
}
const sapCodes = {
  productReferenceCode: 'DSL10',
  locationReferenceCode: 'IZM1',
  fuelProduct: 'DIESEL',
  terminal: 'İzmir',
  blendingRatio: '0',
  furtherParameter: null,
  componentRole: 'Main',
}

const calculate = ({ maker }: FuelDesk, transferDay = '2026-11-04') =>
  portal.call(calculateTransferPrices, maker.token, { transferDay })
const linesOf = async ({ maker }: FuelDesk) =>
  (await portal.call(transferPrices.page, maker.token, page)).body.rows

describe('[LMA-004] simulation and history', () => {
  it('begins with what is known, and keeps scenarios by name', async () => {
    const desk = await openDesk()
    const base = await portal.call(getSimulationBase, desk.maker.token, { fuelProduct: 'DIESEL' })
    expect(base.body).toMatchObject({
      basePrice: '26179.120000',
      baseQuote: '716.500000',
      quote: '716.500000',
      rate: '42.180000',
    })
    expect(base.body.ahead).toHaveLength(10)
    const inputs = { ...noChange, quote: '720', path: [{ quote: '721', rate: '42.5' }] }
    const save = (name: string, scenarioId: string | null = null) =>
      portal.call(saveScenario, desk.maker.token, { scenarioId, name, fuelProduct: 'DIESEL', inputs })
    const { scenarioId } = (await save('High')).body
    expect(await save('HIGH')).toMatchObject({ code: 'ScenarioNameTaken' })
    expect((await save('Higher', scenarioId)).body).toEqual({ scenarioId })
    const { body } = await portal.call(getScenarios, desk.second.token, {})
    expect(body.scenarios).toMatchObject([{ name: 'Higher', fuelProduct: 'DIESEL', inputs }])
    await portal.owner.query(
      `insert into price_scenario (company_id, id, name, product_id, inputs, made_by, changed_at)
       select s.company_id, gen_random_uuid(), 'S' || n, s.product_id, s.inputs, 'Test', now()
       from price_scenario s, generate_series(2, $2::int) n where s.company_id = $1`,
      [desk.company.id, scenariosKept],
    )
    expect(await save('One more')).toMatchObject({ code: 'TooManyScenarios' })
    expect((await portal.call(removeScenario, desk.second.token, { scenarioId })).status).toBe(200)
    expect(await portal.call(removeScenario, desk.second.token, { scenarioId })).toMatchObject({
      code: 'NotFound',
    })
  })

  it('shows series in any unit, means of the published days, and why prices were changed', async () => {
    const desk = await openDesk()
    await enter(desk, marketQuoteKind, quote('2026-11-02', '700.25', '699.75'))
    const asked = {
      series: [
        { series: 'MarketPrice' as const, fuelProduct: 'DIESEL' },
        { series: 'RefineryPrice' as const, fuelProduct: 'DIESEL' },
      ],
      unit: '$/TON' as const,
      average: 'Weekly' as const,
      from: '2026-10-26',
      to: '2026-11-06',
    }
    const { body } = await portal.call(getPriceHistory, desk.maker.token, asked)
    expect(body.days).toEqual(['2026-11-02'])
    expect(body.series[0]).toMatchObject({ values: ['708.250'], published: [2] })
    expect(body.changes).toMatchObject([
      {
        fuelProduct: 'DIESEL',
        day: '2026-11-04',
        before: '25126.92',
        price: '26179.12',
        marketMove: '4.29',
        daysSince: 8,
        impliedPremium: '18.00',
        changeReason: 'Market',
      },
    ])
    const daily = { ...asked, average: null, unit: 'TL/M3' as const }
    const found = (await portal.call(getPriceHistory, desk.maker.token, daily)).body
    const at = found.days.indexOf('2026-11-04')
    expect(found.series[1]?.values[at]).toBe('26179.12')
    const file = await portal.call(exportPriceHistory, desk.maker.token, daily)
    const [head] = await workbookRows(file.body)
    expect(head).toEqual([
      'Day',
      'EU market · Diesel 10 ppm (TL/M3)',
      'Refinery price · Diesel 10 ppm (TL/M3)',
    ])
  })
})

describe('[LMA-006] the transfer price', () => {
  it('is the one of the worked example, step by step', async () => {
    const desk = await openDesk()
    await enterItem(desk)
    expect(await calculate(desk)).toMatchObject({ status: 200, body: { prices: 1 } })
    const [line] = await linesOf(desk)
    expect(line).toMatchObject({
      transferBatch: '000001',
      yt04State: 'Draft',
      transferPrice: '626.7850',
      serviceFee: '95.00',
      transferAllIn: '26532.79',
      validFrom: '2026-11-05',
    })
    const { body } = await portal.call(getTransferPrice, desk.maker.token, {
      transferPriceId: line?.id ?? '',
    })
    expect(body).toMatchObject({ supply: '622.8806', blended: '625.2850', parameter: '1.5000' })
    expect(body.legs).toMatchObject([
      { base: '605.4425', premium: '21.8855', price: '627.3280' },
      { base: '620.6524', afterRebate: '613.2046', premium: '3.0050', price: '616.2096' },
    ])
  })

  it('needs ratios that sum to 100 % exactly, and what its legs go by', async () => {
    const desk = await openDesk()
    await enterItem(desk, { purchaseRatio: '39.999' })
    expect(await calculate(desk)).toMatchObject({
      code: 'RatiosOfItemNotWhole',
      refused: { Message: 'The ratios of item DSL-IZM do not sum to 100 %.' },
    })
    const empty = await openDesk()
    expect(await calculate(empty)).toMatchObject({
      code: 'NoPriceInformation',
      refused: { Message: 'Could not get price information.' },
    })
  })

  it('goes from maker to checker, approver and SAP, with the same bytes each time', async () => {
    const desk = await openDesk()
    await enterItem(desk)
    const third = await desk.company.user({ like: desk.maker })
    const { batchId } = (await calculate(desk)).body
    const decide = (
      call: typeof checkTransferBatch | typeof approveTransferBatch | typeof exportTransferBatch,
      user: User,
    ) => portal.call(call as typeof exportTransferBatch, user.token, { batchId })
    expect(await decide(checkTransferBatch, desk.maker)).toMatchObject({ code: 'OwnTransferBatch' })
    expect(await decide(approveTransferBatch, third)).toMatchObject({ code: 'TransferStateWrong' })
    expect((await decide(checkTransferBatch, desk.second)).status).toBe(200)
    expect(await decide(approveTransferBatch, desk.second)).toMatchObject({ code: 'OwnTransferBatch' })
    expect((await decide(approveTransferBatch, third)).status).toBe(200)

    expect(await decide(exportTransferBatch, third)).toMatchObject({ code: 'SapConditionMissing' })
    await enter(desk, sapConditionKind, sapKeys)
    const missing = await decide(exportTransferBatch, third)
    expect(missing).toMatchObject({ code: 'SapCodeMissing' })
    expect(missing.refused?.Message).toContain('DSL-IZM (DIESEL, İzmir)')
    await enter(desk, apiParameterKind, sapCodes)
    expect((await decide(exportTransferBatch, third)).status).toBe(200)
    const file = async (format: 'FlatFile' | 'IDoc') =>
      (await portal.call(downloadTransferFile, third.token, { batchId, format })).body
    const [first, again] = [await file('FlatFile'), await file('FlatFile')]
    expect(Buffer.from(first as never).equals(Buffer.from(again as never))).toBe(true)
    const text = Buffer.from(first as never).toString('utf8')
    expect(text).toContain(
      'D;000001;V;YT04;501;1000;IZM1;DSL10;100001;20261105;99991231;62678.50;USD;100;M3;C;I;DSL-IZM',
    )
    expect(Buffer.from((await file('IDoc')) as never).toString('utf8')).toContain('<KBETR>62678.50</KBETR>')

    const ack = (content: string) =>
      portal.upload(uploadAcknowledgement, third.token, {}, [{ name: 'ack.csv', body: Buffer.from(content) }])
    expect(await ack('nothing')).toMatchObject({ code: 'AcknowledgementUnreadable' })
    expect((await ack('ACK;1;ERR;1;No plant')).status).toBe(200)
    expect((await linesOf(desk))[0]).toMatchObject({ yt04State: 'Failed' })
    // A batch that failed goes out again as it was.
    expect((await decide(exportTransferBatch, third)).status).toBe(200)
    expect(Buffer.from((await file('FlatFile')) as never).toString('utf8')).toBe(text)
    const taken = { batchId, taken: true, words: '' }
    expect((await portal.call(acknowledgeTransferBatch, third.token, taken)).status).toBe(200)
    expect((await linesOf(desk))[0]).toMatchObject({ yt04State: 'Acknowledged' })
  })

  it('takes no leg that brings an item over the whole, and no item that holds beside another', async () => {
    const desk = await openDesk()
    await enterItem(desk)
    const over = await propose(desk, transferLegKind, leg(3, { purchaseRatio: '0.001' }))
    expect(over).toMatchObject({ status: 422, code: 'RecordInvalid' })
    expect(over.refused?.Facts).toMatchObject({
      issues: [
        {
          field: 'purchaseRatio',
          code: 'RatiosOverWhole',
          message:
            'The ratios of item DSL-IZM would sum to 100.0010 %. Lower another leg first, or change both in one file.',
        },
      ],
    })
    const item = (code: string, over: object) => ({
      code,
      fuelProduct: 'DIESEL',
      terminal: 'İzmir',
      ...from,
      yt04Parameter: '0',
      blendingRatio: '0',
      blendedIn: null,
      serviceFee: '0',
      averagePeriod: null,
      holidayRule: 'PublishedDays',
      ...over,
    })
    const twice = await propose(
      desk,
      transferItemKind,
      item('DSL-2', { terminal: 'izmir', validFrom: '2027-01-01' }),
    )
    expect(twice.refused?.Facts).toMatchObject({ issues: [{ field: 'validFrom', code: 'ItemHoldsAlready' }] })
    const before = item('DSL-0', { validFrom: '2023-01-01', validTo: '2023-12-31' })
    expect((await propose(desk, transferItemKind, before)).status).toBe(200)
    expect(
      (await propose(desk, transferItemKind, item('DSL-X', { validTo: '2023-12-31' }))).refused?.Facts,
    ).toMatchObject({ issues: [{ field: 'validTo', code: 'EndsBeforeStart' }] })
  })

  it('lets of two legs that waited together only the first take effect', async () => {
    const desk = await openDesk()
    await enterItem(desk, { purchaseRatio: '30' })
    const saved = await Promise.all(
      [3, 4].map((number) => propose(desk, transferLegKind, leg(number, { purchaseRatio: '10' }))),
    )
    const changes = saved.map(({ body }) => body.changeId ?? '')
    expect((await approveChange(desk, transferLegKind, changes[0] ?? '')).status).toBe(200)
    expect(await approveChange(desk, transferLegKind, changes[1] ?? '')).toMatchObject({
      code: 'ChangeFaulty',
    })
  })

  it('has one item for each key of SAP', async () => {
    const desk = await openDesk()
    await enterItem(desk)
    await portal.owner.query(
      `insert into transfer_item (company_id, id, version, code, product_id, terminal, valid_from, yt04_parameter, blending_ratio, service_fee, holiday_rule)
       select company_id, gen_random_uuid(), 1, 'DSL-TWICE', product_id, terminal, valid_from, 0, 0, 0, 'PublishedDays'
       from transfer_item where company_id = $1`,
      [desk.company.id],
    )
    await enter(desk, transferLegKind, leg(1, { transferItem: 'DSL-TWICE', purchaseRatio: '100' }))
    await enter(desk, sapConditionKind, sapKeys)
    await enter(desk, apiParameterKind, sapCodes)
    const third = await desk.company.user({ like: desk.maker })
    const { batchId } = (await calculate(desk)).body
    await portal.call(checkTransferBatch, desk.second.token, { batchId })
    await portal.call(approveTransferBatch, third.token, { batchId })
    expect(await portal.call(exportTransferBatch, third.token, { batchId })).toMatchObject({
      code: 'SapKeyTwice',
    })
  })

  it('of the same day that is approved later supersedes the one before, and one may be rejected', async () => {
    const desk = await openDesk()
    await enterItem(desk)
    const third = await desk.company.user({ like: desk.maker })
    const approve = async () => {
      const { batchId } = (await calculate(desk)).body
      await portal.call(checkTransferBatch, desk.second.token, { batchId })
      await portal.call(approveTransferBatch, third.token, { batchId })
    }
    await approve()
    await enter(desk, fuelRateKind, rate('2026-11-03', '42'))
    await approve()
    expect((await linesOf(desk)).map(({ transferBatch, yt04State }) => [transferBatch, yt04State])).toEqual([
      ['000002', 'Approved'],
      ['000001', 'Superseded'],
    ])
    const { batchId } = (await calculate(desk)).body
    expect(
      (await portal.call(rejectTransferBatch, desk.second.token, { batchId, reason: 'Wrong day' })).status,
    ).toBe(200)
    expect((await linesOf(desk))[0]).toMatchObject({ yt04State: 'Rejected' })
  })
})
