import type { ApplicationSetup } from '@kervan/contract/porta/applications'
import {
  checkPriceChangeApplication,
  createPriceChangeRequest,
  getPriceChangeSetup,
} from '@kervan/contract/porta/price-change-applications'
import {
  approvePriceChangeRequests,
  getPriceChangeRequest,
  myPriceChangeRequests,
  priceChangeRequests,
  rejectPriceChangeRequests,
  type PriceChangeRequestView,
} from '@kervan/contract/porta/price-change-requests'
import { summariseResults } from '@kervan/contract/kit/bulk-answer'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { rememberDictionaries } from '../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../test/render.tsx'
import MyPriceChangeRequests from './priceChange/MyPriceChangeRequests.tsx'
import PriceChangeManagement from './priceChange/PriceChangeManagement.tsx'

const at = '2026-11-20T09:12:00.000Z'
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const shared = {
  version: 1,
  requestState: 'Pending' as const,
  archived: false,
  validationFlow: 'ValidateFromITS' as const,
  refundScope: 'Both' as const,
  suggestion: 'Reject' as const,
  productCode: 'VX-15',
  productName: 'Vexiprazole 15 mg capsule',
  gtin: '08689999001018',
  serialNumber: '7K2M9QX41B',
  lotNumber: 'B24A07',
  expiryDate: '2031-12-31',
  originalDataMatrix: '0108689999001018217K2M9QX41B␝1731123110B24A07',
  validDataMatrix: '(01)08689999001018(21)7K2M9QX41B(17)311231(10)B24A07',
  pointOfSaleCode: '35-001',
  pointOfSaleName: 'Çınar Eczanesi',
  blacklisted: false,
  city: 'İzmir',
  paymentLocationCode: '07-002',
  paymentLocationName: 'Göksu Deposu',
  declaredSaleDate: '2026-11-19',
  refundAmount: '68.02',
  packState: 'Consumed' as const,
  description: null,
  rejectReason: null,
  decisionMemo: null,
  applicant: 'Şule Gökalp',
  recordDate: at,
  actions: { approve: null, reject: null },
}
const heads = [
  { ...shared, id: id(1), requestCode: 'PC-000001' },
  { ...shared, id: id(2), requestCode: 'PC-000002', blacklisted: true },
]
const rows = heads.map((head) => ({
  ...head,
  suggestedReason: 'NA1' as const,
  changeDate: '2026-11-10',
  imageCount: 0,
  lastEventDate: at,
  lastEventUser: 'Şule Gökalp',
}))
const viewOf = (head: (typeof heads)[number]): PriceChangeRequestView => ({
  ...head,
  pointOfSaleGln: '8689999100018',
  town: 'Konak',
  address: null,
  validSaleDate: null,
  declarationId: null,
  declarationDate: null,
  decidedBy: null,
  decidedAt: null,
  recordUser: 'Şule Gökalp',
  priceChange: {
    changeDate: '2026-11-10',
    entitlementDate: '2026-10-11',
    oldPrice: '300.0000',
    newPrice: '255.0000',
  },
  movements: [
    {
      declarationId: '100200300',
      declaredAt: '2026-10-01T09:00:00.000Z',
      gtin: '08689999001018',
      movement: 'Receipt',
      fromGln: '8689999200015',
      fromName: 'Göksu Deposu',
      toGln: '8689999100018',
      toName: 'Çınar Eczanesi',
      resultCode: '00000',
    },
  ],
  found: [
    { reason: 'NA1', declarationIds: ['100200300'] },
    { reason: 'NA4', declarationIds: ['100200301'] },
  ],
  images: [],
  evidence: [],
  compared: [],
  itsAgainAt: null,
  madeFrom: null,
  receipt: null,
  lookedAtBy: null,
  events: [],
})

async function begin(language: 'en' | 'tr' | 'de', calls: { permission: string | null }[]) {
  await page.viewport(1440, 900)
  const rights = [...session.PermissionsUI, ...calls.map(({ permission }) => permission ?? '')]
  const server = await freshPortal({ language, session: { ...session, PermissionsUI: rights } })
  rememberDictionaries(server)
  return server
}
const drawer = () => page.getByRole('dialog', { name: /^PC-/ })
const done = (({ selection }: { selection: { ids?: string[] } }) => ({
  jobId: null,
  ...summariseResults(
    (selection.ids ?? []).map((one) => ({
      id: one,
      code: 'PC-000001',
      ok: true,
      count: 1,
      refusal: null,
      message: null,
    })),
  ),
})) as never

describe('[PCR-003] [PCR-004] a manager', () => {
  async function open(code: string, language: 'en' | 'tr' | 'de' = 'en') {
    const server = await begin(language, [
      priceChangeRequests.page,
      approvePriceChangeRequests,
      rejectPriceChangeRequests,
    ])
    server.answer(priceChangeRequests.page, () => ({ rows, total: 2, totalIsExact: true, asOf: at }))
    server.answer(getPriceChangeRequest, ({ requestId }) =>
      viewOf(heads.find((head) => head.id === requestId)!),
    )
    server.answer(approvePriceChangeRequests, done)
    server.answer(rejectPriceChangeRequests, done)
    await show(<PriceChangeManagement />)
    await page.getByRole('grid').getByText(code).click()
    return server
  }

  test('sees every reason with its proof, the first one proposed, and rejects by one key', async () => {
    const server = await open('PC-000001')
    await expect.element(drawer().getByText('NA1: purchase before the entitlement date')).toBeVisible()
    await expect.element(drawer().getByText('NA4: over-the-counter sale')).toBeVisible()
    await expect.element(drawer().getByRole('cell', { name: '100200300' })).toBeVisible()
    await expect.element(drawer().getByText('68.02')).toBeVisible()
    await expectNoAxeFaults()
    await userEvent.keyboard('x')
    await page.getByRole('button', { name: 'Reject 1 request' }).click()
    await vi.waitFor(() =>
      expect(server.sentTo(rejectPriceChangeRequests).at(-1)?.input).toMatchObject({
        selection: { mode: 'ids', ids: [id(1)] },
        reason: 'NA1',
        dryRun: false,
      }),
    )
    await expect.element(page.getByRole('dialog', { name: 'PC-000002' })).toBeVisible()
  })

  test('[PCR-002] gives a reason to approve a point of sale on the blacklist', async () => {
    const server = await open('PC-000002')
    await expect.element(drawer().getByText(/Çınar Eczanesi is on the blacklist/)).toBeVisible()
    await userEvent.keyboard('a')
    const dialog = page.getByRole('dialog', { name: 'Approve PC-000002?' })
    await dialog.getByRole('button', { name: 'Approve 1 request' }).click()
    await dialog.getByRole('textbox').fill('Debt paid')
    await dialog.getByRole('button', { name: 'Approve 1 request' }).click()
    await vi.waitFor(() =>
      expect(server.sentTo(approvePriceChangeRequests).at(-1)?.input).toMatchObject({
        memo: 'Debt paid',
        dryRun: false,
      }),
    )
    const real = server
      .sentTo(approvePriceChangeRequests)
      .filter(({ input }) => !(input as { dryRun: boolean }).dryRun)
    expect(real).toHaveLength(1)
  })

  test.each(['tr', 'de'] as const)('has no fault of accessibility in %s', async (language) => {
    await open('PC-000001', language)
    await expect.element(drawer().getByRole('table').first()).toBeVisible()
    await expectNoAxeFaults()
  })
})

test('[PCR-006] a pharmacy chooses what is refunded', async () => {
  const server = await begin('en', [myPriceChangeRequests.page, createPriceChangeRequest])
  server.answer(getPriceChangeSetup, (): ApplicationSetup => ({
    pointsOfSale: [
      {
        id: id(7),
        code: '35-001',
        name: 'Çınar Eczanesi',
        gln: '8689999100018',
        city: 'İzmir',
        town: 'Konak',
        paymentLocations: [{ id: id(8), code: '07-002', name: 'Göksu Deposu' }],
      },
    ],
    morePointsOfSale: false,
    maximumCodes: 500,
    maximumImages: 20,
    flows: ['ValidateFromImage', 'ValidateFromITS'],
    earliest: '2026-06-01',
    earliestBy: 'Months',
    itsPausedUntil: null,
  }))
  server.answer(myPriceChangeRequests.page, () => ({ rows: [], total: 0, totalIsExact: true, asOf: at }))
  server.answer(checkPriceChangeApplication, () => ({ pack: null, concerns: [] }))
  await show(<MyPriceChangeRequests />)
  await expect.element(page.getByText("You Don't Have Any Request!")).toBeVisible()
  await page.getByRole('button', { name: 'New request' }).click()
  const dialog = page.getByRole('dialog', { name: 'New price-change refund' })
  await dialog.getByRole('textbox', { name: 'Data matrix' }).fill(shared.validDataMatrix)
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect.element(dialog.getByText('Choose what is to be refunded')).toBeVisible()
  await expectNoAxeFaults()
  expect(server.sentTo(createPriceChangeRequest)).toEqual([])
})
