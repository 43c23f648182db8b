import {
  getPackPlaces,
  getPackTrace,
  readTraceCodes,
  tracedPacks,
  type PackTrace,
} from '@kervan/contract/trace/inquiry'
import { getPackage, packagePacks, tracePackages, uploadPackage } from '@kervan/contract/trace/packages'
import type { RowOf } from '@kervan/contract/kit/page'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { rememberDictionaries } from '../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../test/render.tsx'
import TraceInquiry from './TraceInquiry.tsx'

const at = '2026-11-20T09:12:00.000Z'
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const row: RowOf<typeof tracedPacks> = {
  id: id(1),
  gtin: '08689999001018',
  productName: 'Vexiprazole 15 mg capsule',
  serialNumber: '7K2M9QX41B',
  lotNumber: 'B24A07',
  expiryDate: '2031-12-31',
  packState: 'InTransit',
  holderGln: '8699999000003',
  holderName: 'Selvi',
  holderType: 'Manufacturer',
  pendingGln: '8689999200015',
  pendingName: 'Göksu Deposu',
  lastMovementAt: at,
}
const place = (gln: string, name: string | null) => ({
  gln,
  name,
  locationType: null,
  city: null,
  latitude: null,
  longitude: null,
})
const trace: PackTrace = {
  id: row.id,
  gtin: row.gtin,
  productName: row.productName,
  serialNumber: row.serialNumber,
  lotNumber: row.lotNumber,
  expiryDate: row.expiryDate,
  packState: 'InTransit',
  receiver: place('8689999200015', 'Göksu Deposu'),
  stays: [{ place: place('8699999000003', 'Selvi'), from: at, to: null }],
  movements: [
    {
      declarationId: '1',
      at,
      movement: 'Dispatch',
      from: place('8699999000003', 'Selvi'),
      to: place('8689999200015', 'Göksu Deposu'),
      resultCode: '00000',
      source: 'Its',
      contradiction: 'MovedByOther',
    },
  ],
  packages: [{ id: id(9), documentNumber: 'D-1', labels: ['086999990000000126', 'CASE-1'] }],
}
const list = <R,>(rows: R[]) => ({ rows, total: rows.length, totalIsExact: true, asOf: at })

async function begin(language: 'en' | 'tr' | 'de', calls: { permission: string | null }[]) {
  await page.viewport(1440, 900)
  const rights = [...session.PermissionsUI, ...calls.map(({ permission }) => permission ?? '')]
  const server = await freshPortal({ language, session: { ...session, PermissionsUI: rights } })
  rememberDictionaries(server)
  return server
}

describe('[TRC-001] the trace inquiry', () => {
  test('asks by codes, and says which of them are none', async () => {
    const server = await begin('en', [tracedPacks.page])
    server.answer(tracedPacks.page, () => list([row]))
    server.answer(readTraceCodes, () => ({
      lines: [
        {
          line: 1,
          text: 'code',
          gtin: row.gtin,
          serialNumber: row.serialNumber,
          isKnown: true,
          message: null,
        },
        {
          line: 2,
          text: 'nonsense',
          gtin: null,
          serialNumber: null,
          isKnown: false,
          message: 'No code of a pack.',
        },
      ],
    }))
    await show(<TraceInquiry />, '/here')
    await page.getByRole('textbox', { name: 'Data matrix codes, one per line' }).fill('code\nnonsense')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect.element(page.getByText('7K2M9QX41B')).toBeVisible()
    await expect.element(page.getByText('2 codes · 1 unreadable')).toBeVisible()
    await expect.element(page.getByText('No code of a pack.')).toBeVisible()
    expect(server.sentTo(tracedPacks.page)[0]?.input).toMatchObject({
      way: 'DataMatrix',
      dataMatrices: 'code\nnonsense',
    })
    await expectNoAxeFaults()
  })

  test('marks the field that a way needs, and asks nothing without it', async () => {
    const server = await begin('de', [tracedPacks.page])
    server.answer(tracedPacks.page, () => list([row]))
    await show(<TraceInquiry />, '/here?way=Location')
    await page.getByRole('textbox', { name: 'GLN des Standorts' }).fill('8699999000003')
    await page.getByRole('button', { name: 'Suchen' }).click()
    await expect.element(page.getByText('Füllen Sie dieses Feld aus')).toBeVisible()
    expect(server.sentTo(tracedPacks.page)).toEqual([])
  })

  test('[TRC-003] shows an answer as list, time line and map', async () => {
    const server = await begin('de', [tracedPacks.page])
    const [maker, depot] = [
      { ...place('8699999000003', 'Selvi'), latitude: 40.8, longitude: 29.4, city: 'Gebze' },
      { ...place('8689999200015', 'Göksu Deposu'), latitude: 39.9, longitude: 32.8, city: 'Ankara' },
    ]
    server.answer(tracedPacks.page, () => list([row]))
    server.answer(getPackPlaces, () => ({
      packs: 3,
      isComplete: true,
      places: [
        { ...maker, here: 1, underWay: 0 },
        { ...depot, here: 0, underWay: 2 },
        { ...place('8689999100018', 'Çınar Eczanesi'), here: 0, underWay: 0 },
      ],
      ways: [{ from: maker.gln, to: depot.gln, packs: 2, isOpen: true }],
      steps: [{ day: '2026-05-04', movement: 'Dispatch', from: maker, to: depot, packs: 2 }],
    }))
    await show(<TraceInquiry />, '/here?way=LotNumber&value=B24A07')
    await page.getByText('Verlauf').click()
    await expect.element(page.getByText('2 Packungen')).toBeVisible()
    await expectNoAxeFaults()
    await page.getByText('Karte', { exact: true }).click()
    await page.getByRole('button', { name: 'Göksu Deposu (0), 8689999200015' }).click()
    await expect.element(page.getByText(/2 unterwegs dorthin/)).toBeVisible()
    await expect.element(page.getByText(/ohne Koordinaten: Çınar Eczanesi/)).toBeVisible()
    expect(server.sentTo(getPackPlaces)[0]?.input).toMatchObject({ way: 'LotNumber', lotNumber: 'B24A07' })
    await expectNoAxeFaults()
  })

  test('[TRC-003] opens a pack with its chain of custody and what contradicts it', async () => {
    const server = await begin('en', [tracedPacks.page])
    server.answer(tracedPacks.page, () => list([row]))
    server.answer(getPackTrace, () => trace)
    await show(<TraceInquiry />, `/here?way=SerialNumber&value=7K2M9QX41B&pack=${row.id}`)
    const drawer = page.getByRole('dialog')
    await expect.element(drawer.getByText('Under way to Göksu Deposu')).toBeVisible()
    await expect.element(drawer.getByText('D-1 › 086999990000000126 › CASE-1')).toBeVisible()
    await drawer.getByRole('button', { name: /^Movements/ }).click()
    await expect.element(drawer.getByText('Moved by somebody who did not have it')).toBeVisible()
    await expectNoAxeFaults()
  })
})

describe('[TRC-004] packages', () => {
  const head: RowOf<typeof tracePackages> = {
    id: id(9),
    documentNumber: 'D-1',
    packageState: 'Read',
    documentDate: '2026-05-04',
    ptsAction: 'Dispatch',
    sourceGln: '8699999000003',
    sourceName: 'Selvi',
    destinationGln: '8689999200015',
    destinationName: 'Göksu Deposu',
    packCount: 2,
    carrierCount: 2,
    packageNotes: [],
    problem: null,
    fileName: 'package.zip',
    receivedAt: at,
    receivedBy: 'Ayşe',
  }

  test('are uploaded, read while one looks, and opened down to the pack', async () => {
    const server = await begin('en', [tracePackages.page, uploadPackage])
    let asked = 0
    server.answer(tracePackages.page, () => list([head]))
    server.answer(uploadPackage, () => ({ packageId: head.id }))
    server.answer(getPackage, () => ({
      id: head.id,
      documentNumber: 'D-1',
      packageState: asked++ === 0 ? ('Reading' as const) : ('Read' as const),
      note: null,
      shipTo: null,
      version: '1.3',
      problem: null,
      carriers: [
        { no: 1, parent: null, label: '086999990000000126', containerType: 'P', packs: 0 },
        { no: 2, parent: 1, label: 'CASE-1', containerType: 'C', packs: 2 },
      ],
      loosePacks: 0,
    }))
    server.answer(packagePacks.page, () =>
      list([
        { id: id(20), gtin: row.gtin, serialNumber: 'A1', lotNumber: 'B24A07', expiryDate: '2031-12-31' },
      ]),
    )
    await show(<TraceInquiry />, '/here?tab=packages')
    await expect.element(page.getByText('D-1').first()).toBeVisible()
    await userEvent.upload(
      document.querySelector<HTMLInputElement>('input[type=file]')!,
      new File(['x'], 'package.zip', { type: 'application/zip' }),
    )
    const drawer = page.getByRole('dialog')
    await expect.element(drawer.getByRole('button', { name: /CASE-1/ })).toBeVisible()
    await expect.element(drawer.getByText('A1', { exact: true })).toBeVisible()
    await vi.waitFor(() =>
      expect(server.sentTo(packagePacks.page).at(-1)?.input).toMatchObject({
        carrierNo: 2,
      }),
    )
    await expectNoAxeFaults()
  })
})
