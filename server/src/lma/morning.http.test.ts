import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  approveExpectation,
  expectations,
  fuelMailLog,
  runExpectation,
} from '@kervan/contract/lma/expectations'
import { decideMarketValue, marketFiles, marketValues } from '@kervan/contract/lma/market-files'
import { fuelRateKind } from '@kervan/contract/lma/market'
import { apiParameterKind, fuelContactKind } from '@kervan/contract/lma/parameters'
import { marketSymbolKind } from '@kervan/contract/lma/products'
import { refineryPriceKind } from '@kervan/contract/lma/refinery'
import {
  approveTransferBatch,
  calculateTransferPrices,
  checkTransferBatch,
  downloadTransferFile,
  exportTransferBatch,
  transferPrices,
  uploadAcknowledgement,
} from '@kervan/contract/lma/transfer-batches'
import { sapConditionKind, transferItemKind, transferLegKind } from '@kervan/contract/lma/transfers'
import { isWeekend } from '@kervan/contract/kit/days'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { page } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'
import { dayIn } from '../kit/clock.ts'
import { approveChange, enter, enterDiesel, openFuelDesk, rate } from './fuel-desk.testing.ts'
import { fuelFilesWork } from './sources/drop.ts'

/** Now, or the next moment that is no weekend in Türkiye. */
let shift = 0
const now = () => new Date(Date.now() + shift * 86_400_000)
while (isWeekend(dayIn('Europe/Istanbul', now()))) shift += 1

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ now })
})
afterAll(() => portal.close())

const symbol = (priceSource: string, code: string) => ({
  code,
  priceSource,
  validFrom: '2024-01-01',
  validTo: null,
  fuelProduct: 'DIESEL',
  marketUnit: '$/TON',
  factor: '1',
  priority: 1,
})

it('[LMA-002] [LMA-003] [LMA-006] [LMA-007] a morning goes from the files of the sources to the export that SAP has acknowledged', async () => {
  const desk = await openFuelDesk(portal)
  const { maker, second, company } = desk
  await enterDiesel(desk)
  await enter(desk, fuelRateKind, rate('2026-11-03', '42.1'))
  await enter(desk, marketSymbolKind, symbol('PLATTS', 'AAWYZ00'))
  await enter(desk, marketSymbolKind, symbol('TUPRAS', 'MOTORIN'))
  await enter(desk, fuelContactKind, {
    email: `morning-${company.id}@example.com`,
    name: null,
    language: 'tr',
    fuelMails: [
      'PriceExpectation',
      'RefineryPriceChanged',
      'TransferPriceApproved',
      'SapExport',
      'MissingData',
    ],
  })
  await enter(desk, transferItemKind, {
    code: 'DSL-IZM',
    fuelProduct: 'DIESEL',
    terminal: 'İzmir',
    validFrom: '2024-01-01',
    validTo: null,
    yt04Parameter: '1.5',
    blendingRatio: '0',
    blendedIn: null,
    serviceFee: '95',
    averagePeriod: null,
    holidayRule: 'PublishedDays',
  })
  await enter(desk, transferLegKind, {
    transferItem: 'DSL-IZM',
    legNumber: 1,
    fuelSupplier: 'Supplier',
    purchaseType: 'Import',
    purchaseRatio: '100',
    rebateRatio: '0',
    supplierMode: 'Vessel',
    dapRatio: '100',
    dapPremiumUnit: '$/TON',
    dapPremium: '22',
    fobRatio: '0',
    fobPremiumUnit: '$/TON',
    fobPremium: '0',
  })
  await enter(desk, sapConditionKind, {
    code: 'YT04',
    salesOrganization: '1000',
    conditionTable: '501',
    priceCondition: 'YT04',
    feeCondition: 'YFEE',
    vendorCode: '100001',
  })
  await enter(desk, apiParameterKind, {
    productReferenceCode: 'MAT-1',
    locationReferenceCode: 'P100',
    fuelProduct: 'DIESEL',
    terminal: 'İzmir',
    blendingRatio: '0',
    furtherParameter: null,
    componentRole: 'Main',
  })

  // The files of the morning lie in the folder: quotes with a jump, and a price list in Turkish figures.
  await company.user({ type: 'APIUser' })
  const { services } = portal.app
  const { rows } = await portal.owner.query<{ code: string }>('select code from company where id = $1', [
    company.id,
  ])
  const folder = join(services.config.dataDir, 'drop', rows[0]?.code ?? '', 'fuel', 'in')
  await mkdir(folder, { recursive: true })
  const put = async (name: string, lines: string[]) => {
    await writeFile(join(folder, name), [...lines, ''].join('\n'))
    const long = new Date(Date.now() - 60_000)
    await utimes(join(folder, name), long, long)
  }
  await put('quotes.ftp', [
    'PlattsMarketData 202611031741 10511 FINAL     CD  20261103',
    'N AAWYZ00h 202611020000 700.75',
    'N AAWYZ00l 202611020000 700.25',
    'N AAWYZ00h 202611030000 820.75',
    'N AAWYZ00l 202611030000 720.25',
  ])
  await put('tupras.csv', [
    'product;refinery;validFrom;price;unit',
    'MOTORIN;TÜPRAŞ İzmit;04.11.2026;25.126,92;TL/M3',
  ])
  for (let more = true; more;)
    more =
      (
        await services.db.withCompany(company.id, (tx) =>
          fuelFilesWork.run({ tx, services, companyId: company.id, dueAt: now() }),
        )
      ).more ?? false
  const files = (await portal.call(marketFiles.page, maker.token, page)).body.rows
  expect(new Map(files.map(({ fileSource, valuesHeld }) => [fileSource, valuesHeld]))).toEqual(
    new Map([
      ['PLATTS', 1],
      ['TUPRAS', 1],
    ]),
  )

  // Somebody confirms the jump, a second person approves the prices of the list.
  const held = (await portal.call(marketValues.page, maker.token, page)).body.rows.find(
    ({ marketValueState }) => marketValueState === 'Held',
  )
  await portal.call(decideMarketValue, maker.token, { valueId: held?.id ?? '', take: false })
  const change = (await portal.call(refineryPriceKind.changes.page, second.token, page)).body.rows.find(
    ({ state }) => state === 'WaitingApproval',
  )
  expect((await approveChange(desk, refineryPriceKind, change?.id ?? '')).status).toBe(200)

  // The expectation of the day, approved by a second person and sent.
  const { runId } = (await portal.call(runExpectation, maker.token, { runDay: '2026-11-04' })).body
  expect((await portal.call(approveExpectation, second.token, { runId })).status).toBe(200)
  const [line] = (await portal.call(expectations.page, maker.token, page)).body.rows
  expect(line).toMatchObject({ quoteDay: '2026-11-03', expectationState: 'Approved', inputsChanged: false })

  // The transfer price of the day: maker, checker, approver, SAP.
  const third = await company.user({ like: maker })
  const { batchId } = (await portal.call(calculateTransferPrices, maker.token, { transferDay: '2026-11-04' }))
    .body
  expect((await portal.call(checkTransferBatch, second.token, { batchId })).status).toBe(200)
  expect((await portal.call(approveTransferBatch, third.token, { batchId })).status).toBe(200)
  expect((await portal.call(exportTransferBatch, third.token, { batchId })).status).toBe(200)
  const file = await portal.call(downloadTransferFile, third.token, { batchId, format: 'FlatFile' })
  const text = Buffer.from(file.body as never).toString('utf8')
  expect(text.split('\r\n')[0]).toMatch(/^H;LMA;YT04;/)
  expect(text.split('\r\n')[1]).toContain(';MAT-1;100001;20261105;99991231;')
  const number = /^H;LMA;YT04;([^;]+);/.exec(text)?.[1] ?? ''
  const ack = [{ name: 'ack.csv', body: Buffer.from(`ACK;${number};OK;;`) }]
  expect((await portal.upload(uploadAcknowledgement, third.token, {}, ack)).status).toBe(200)
  const [price] = (await portal.call(transferPrices.page, maker.token, page)).body.rows
  expect(price).toMatchObject({ yt04State: 'Acknowledged' })

  // What was told on the way: a jump, a price, an expectation, a transfer price, an export; each once.
  await expect
    .poll(
      async () =>
        (await portal.call(fuelMailLog.page, maker.token, page)).body.rows
          .map(({ fuelMail, mailState }) => `${fuelMail} ${mailState}`)
          .toSorted(),
      { timeout: 60_000 },
    )
    .toEqual(
      ['MissingData', 'PriceExpectation', 'RefineryPriceChanged', 'SapExport', 'TransferPriceApproved'].map(
        (mail) => `${mail} Sent`,
      ),
    )
})
