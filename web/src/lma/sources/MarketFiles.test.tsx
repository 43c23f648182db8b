import {
  fetchMarketData,
  marketFiles,
  marketValues,
  decideMarketValue,
  uploadMarketFile,
} from '@kervan/contract/lma/market-files'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import MarketFiles from './MarketFiles.tsx'
import MarketValues from './MarketValues.tsx'

const id = '00000001-0000-4000-8000-000000000001'

async function begin(width = 1440) {
  await page.viewport(width, 900)
  const server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: [
        'InputData',
        ...[
          marketFiles.page,
          marketValues.page,
          decideMarketValue,
          fetchMarketData,
          uploadMarketFile,
        ].flatMap(({ permission }) => permission ?? []),
      ],
    },
  })
  rememberDictionaries(server)
  serveList(server, marketFiles, [
    {
      id,
      receivedAt: '2026-11-04T06:00:00.000Z',
      fileSource: 'TUPRAS',
      fileName: 'list.csv',
      marketWay: 'Upload',
      marketFileState: 'WithFaults',
      valuesRead: 2,
      valuesTaken: 0,
      valuesHeld: 1,
      fileFaults: 'Line 3: the number can be read in two ways; write 1234.00 or 1.2340',
      receivedBy: 'Elif Karaca',
      fileHash: 'a'.repeat(64),
    },
  ])
  serveList(server, marketValues, [
    {
      id,
      fileId: id,
      valueDay: '2026-11-03',
      fileSource: 'PLATTS',
      symbol: 'AAWYZ00',
      priceType: 'High',
      fuelProduct: 'DIESEL',
      marketValue: '800.750000',
      lastValue: '700.750000',
      marketValueState: 'Held',
      marketValueKind: 'New',
      revision: 1,
      fileName: '20261103.ftp',
      fileLine: 2,
      receivedAt: '2026-11-04T06:00:00.000Z',
      decidedBy: null,
    },
  ])
  server.answer(fetchMarketData, () => ({ done: true as const }))
  server.answer(decideMarketValue, () => ({ done: true as const }))
  return server
}

test('[LMA-002] files say line by line what is wrong, and the sources are asked on request', async () => {
  const server = await begin()
  await show(<MarketFiles />)
  await expect.element(page.getByText(/^Line 3: the number can be read in two ways/)).toBeVisible()
  await expectNoAxeFaults()
  await page.getByRole('button', { name: 'Fetch now' }).click()
  await expect.element(page.getByText('The sources are being asked')).toBeVisible()
  expect(server.sentTo(fetchMarketData)).toHaveLength(1)
})

test('[LMA-002] a jump waits in the list of values until somebody confirms it', async () => {
  await begin()
  await show(<MarketValues />)
  await expect.element(page.getByText('AAWYZ00').first()).toBeVisible()
  await expectNoAxeFaults()
})
