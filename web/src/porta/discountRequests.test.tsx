import {
  checkApplication,
  createRequest,
  disputeRequest,
  findPersonalData,
  getImageImport,
  getApplicationSetup,
  importCodes,
  importImages,
} from '@kervan/contract/porta/applications'
import {
  approveRequests,
  declineRequests,
  discountRequests,
  getDiscountRequest,
  getInspectedRequest,
  getMyDiscountRequest,
  inspectedRequests,
  myDiscountRequests,
  rejectRequests,
  type DiscountRequestView,
} from '@kervan/contract/porta/discount-requests'
import { summariseResults } from '@kervan/contract/kit/bulk-answer'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { rememberDictionaries } from '../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../test/render.tsx'
import DiscountManagement from './management/DiscountManagement.tsx'
import MyDiscountRequests from './my/MyDiscountRequests.tsx'

const at = '2026-11-20T09:12:00.000Z'
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const shared = {
  version: 1,
  requestState: 'Pending' as const,
  archived: false,
  validationFlow: 'ValidateFromImage' as const,
  gtin: '08689999001018',
  productName: 'Vexiprazole 15 mg capsule',
  serialNumber: '7K2M9QX41B',
  lotNumber: 'B24A07',
  expiryDate: '2031-12-31',
  originalDataMatrix: '0108689999001018217K2M9QX41B␝1731123110B24A07',
  validDataMatrix: '(01)08689999001018(21)7K2M9QX41B(17)311231(10)B24A07',
  pointOfSaleCode: '35-001',
  pointOfSaleName: 'Çınar Eczanesi',
  city: 'İzmir',
  town: 'Konak',
  address: null,
  paymentLocationCode: '07-002',
  paymentLocationName: 'Göksu Deposu',
  declaredSaleDate: '2026-11-19',
  validSaleDate: null,
  declarationId: null,
  declarationDate: null,
  packState: 'Consumed' as const,
  description: null,
  rejectReason: null,
  declineReason: null,
  decisionMemo: null,
  applicant: 'Şule Gökalp',
  recordUser: 'Şule Gökalp',
  recordDate: at,
  actions: { approve: null, reject: null },
}
const heads = [
  { ...shared, id: id(1), requestCode: 'DR-000001', penalty: 70, dataPenalty: 5, itsPenalty: 70 },
  { ...shared, id: id(2), requestCode: 'DR-000002', penalty: 0, dataPenalty: 0, itsPenalty: 0 },
]
const rows = heads.map((head) => ({
  ...head,
  imageCount: 0,
  disputed: false,
  itsAgainAt: null,
  lastEventDate: at,
  lastEventUser: 'Şule Gökalp',
}))
const viewOf = (row: (typeof heads)[number]): DiscountRequestView => ({
  ...row,
  pointOfSaleGln: '8689999100018',
  decidedBy: null,
  decidedAt: null,
  penaltyPoints: [
    { score: 'its', rule: 'itsHandSale', points: 70, evidence: 'The pack was sold over the counter.' },
  ],
  suggestedReason: 'InvalidRepaymentGLN',
  images: [],
  evidence: [
    {
      source: 'ItsPortal',
      readAt: at,
      packState: 'Consumed',
      resultCode: '60004',
      ownerGln: '8689999100018',
      ownerName: 'Çınar Eczanesi',
      movements: [
        {
          declarationId: '100000000017',
          declaredAt: at,
          movement: 'Sale',
          fromGln: '8689999100018',
          toGln: '0000000000000',
          resultCode: '00000',
        },
      ],
      sale: { declarationId: '100000000017', at, toGln: '0000000000000', finalized: null },
    },
  ],
  compared: [
    { field: 'lotNumber', applied: 'B24A07', image: null, its: 'B24A07', differs: false },
    { field: 'saleDate', applied: '2026-11-19', image: null, its: '2026-11-20', differs: true },
  ],
  itsAgainAt: null,
  dispute: null,
  madeFrom: null,
  correctUntil: null,
  changed: null,
  receipt: null,
  lookedAtBy: null,
  events: [{ id: id(40), at, by: 'Şule Gökalp', kind: 'discountRequest.made', facts: {} }],
})

async function begin(language: 'en' | 'tr' | 'de', calls: { permission: string | null }[]) {
  await page.viewport(1440, 900)
  const rights = [...session.PermissionsUI, ...calls.map(({ permission }) => permission ?? '')]
  const server = await freshPortal({ language, session: { ...session, PermissionsUI: rights } })
  rememberDictionaries(server)
  return server
}
const setup = {
  pointsOfSale: [
    {
      id: id(10),
      code: '35-001',
      name: 'Çınar Eczanesi',
      gln: '8689999100018',
      city: 'İzmir',
      town: 'Konak',
      paymentLocations: [{ id: id(11), code: '07-002', name: 'Göksu Deposu' }],
    },
  ],
  morePointsOfSale: false,
  maximumCodes: 2,
  maximumImages: 20,
  flows: ['ValidateFromImage' as const],
  earliest: '2026-05-28',
  earliestBy: 'Months' as const,
  itsPausedUntil: null,
}
const drawer = () => page.getByRole('dialog', { name: /^DR-/ })

describe('[DSC-011] [DSC-014] a reviewer', () => {
  async function open(language: 'en' | 'tr' | 'de' = 'en') {
    const server = await begin(language, [discountRequests.page, approveRequests, rejectRequests])
    server.answer(discountRequests.page, () => ({ rows, total: 2, totalIsExact: true, asOf: at }))
    server.answer(getDiscountRequest, ({ requestId }) => viewOf(heads.find((head) => head.id === requestId)!))
    server.answer(approveRequests, (({ selection }: { selection: { ids?: string[] } }) => ({
      jobId: null,
      ...summariseResults(
        (selection.ids ?? []).map((one) => ({
          id: one,
          code: 'DR-000001',
          ok: true,
          count: 1,
          refusal: null,
          message: null,
        })),
      ),
    })) as never)
    await show(<DiscountManagement />)
    await page.getByRole('grid').getByText('DR-000001').click()
    return server
  }

  test('sees what was applied for beside what ITS says, what differs, and each point with its reason', async () => {
    await open()
    await expect.element(drawer().getByText('The pack was sold over the counter.')).toBeVisible()
    await expect.element(drawer().getByText('The rules suggest: Invalid repayment GLN')).toBeVisible()
    await expect.element(drawer().getByRole('row', { name: /Day of the sale differs/ })).toBeVisible()
    await expect.element(drawer().getByText('8689999100018 → 0000000000000')).toBeVisible()
    await expectNoAxeFaults()
  })

  test('approves by one key, and goes on with the next request', async () => {
    const server = await open()
    await expect.element(drawer().getByText('1 of 2')).toBeVisible()
    await userEvent.keyboard('a')
    await page.getByRole('button', { name: 'Approve 1 request' }).click()
    await vi.waitFor(() =>
      expect(server.sentTo(approveRequests).at(-1)?.input).toMatchObject({
        selection: { mode: 'ids', ids: [id(1)] },
        dryRun: false,
      }),
    )
    await expect.element(page.getByRole('dialog', { name: 'DR-000002' })).toBeVisible()
  })

  test.each(['tr', 'de'] as const)('has no fault of accessibility in %s', async (language) => {
    await open(language)
    await expect.element(drawer().getByRole('table')).toBeVisible()
    await expectNoAxeFaults()
  })
})

describe('[DSC-011] a rejection', () => {
  const rejected = {
    ...heads[0]!,
    requestState: 'Rejected' as const,
    rejectReason: 'NoSaleOnITS' as const,
    actions: { dispute: null },
  }

  test('says cause, remedy and deadline; the applicant disputes it with a message', async () => {
    const server = await begin('en', [myDiscountRequests.page, disputeRequest])
    server.answer(getApplicationSetup, () => setup)
    server.answer(myDiscountRequests.page, (() => ({
      rows: [{ ...rows[0], ...rejected }],
      total: 1,
      totalIsExact: true,
      asOf: at,
    })) as never)
    const view = (): DiscountRequestView => ({
      ...viewOf(heads[0]!),
      ...rejected,
      decidedBy: 'Ali Demir',
      decidedAt: at,
      correctUntil: '2027-02-17',
    })
    server.answer(getMyDiscountRequest, view)
    server.answer(disputeRequest, view)
    await show(<MyDiscountRequests />)
    await page.getByRole('grid').getByText('DR-000001').click()
    await expect
      .element(drawer().getByText(/^No sale in ITS\. Report the sale to ITS first.* until /))
      .toBeVisible()
    await drawer().getByRole('button', { name: 'Dispute…' }).click()
    const form = page.getByRole('dialog', { name: 'Dispute the rejection of DR-000001' })
    await expect.element(form.getByText(/Somebody else than Ali Demir decides on it/)).toBeVisible()
    await form.getByRole('button', { name: 'Dispute rejection' }).click()
    await expect.element(form.getByText('Say why the rejection is wrong', { exact: true })).toBeVisible()
    await form.getByRole('textbox', { name: 'Message' }).fill('The sale is in ITS since Friday.')
    await expectNoAxeFaults()
    await form.getByRole('button', { name: 'Dispute rejection' }).click()
    await expect.element(form).not.toBeInTheDocument()
    expect(server.sentTo(disputeRequest).map(({ input }) => input)).toMatchObject([
      { requestId: id(1), message: 'The sale is in ITS since Friday.' },
    ])
  })
})

describe('[DSC-012] the auditor', () => {
  test('sees what has changed since the approval, and declines with the reason that follows from it', async () => {
    const server = await begin('en', [inspectedRequests.page, declineRequests])
    const changed = {
      reason: 'OwnerChanged' as const,
      at,
      stateBefore: 'Consumed' as const,
      stateNow: 'ReadyToSell' as const,
      ownerBefore: '8689999100018',
      ownerNow: '8689999100025',
    }
    const found = heads[0]!
    server.answer(inspectedRequests.page, (() => ({
      rows: [
        {
          ...rows[0],
          sampled: true,
          changedSince: true,
          changedReason: 'OwnerChanged',
          actions: { decline: null },
        },
      ],
      total: 1,
      totalIsExact: true,
      asOf: at,
    })) as never)
    server.answer(getInspectedRequest, () => ({ ...viewOf(found), actions: { decline: null }, changed }))
    server.answer(declineRequests, (() => ({ jobId: null, ...summariseResults([]) })) as never)
    await show(<DiscountManagement />)
    await page.getByRole('grid').getByText('DR-000001').click()
    await expect.element(drawer().getByText(/Owner: 8689999100018, now 8689999100025/)).toBeVisible()
    await expectNoAxeFaults()
    await userEvent.keyboard('x')
    await expect.element(page.getByRole('combobox', { name: /Reason/ })).toHaveValue('Owner has changed')
  })
})

describe('[DSC-004] [DSC-005] [DSC-015] an applicant', () => {
  async function open(list: readonly object[] = []) {
    const server = await begin('en', [myDiscountRequests.page, createRequest, importCodes, importImages])
    server.answer(myDiscountRequests.page, (() => ({
      rows: list,
      total: list.length,
      totalIsExact: true,
      asOf: at,
    })) as never)
    server.answer(getApplicationSetup, () => setup)
    server.answer(checkApplication, () => ({
      pack: {
        gtin: '08689999001018',
        serialNumber: '7K2M9QX41B',
        lotNumber: 'B24A07',
        expiryDate: '2031-12-31',
        validDataMatrix: shared.validDataMatrix,
        productName: 'Vexiprazole 15 mg capsule',
      },
      concerns: [
        { code: 'PackAppliedFor', blocks: true, message: 'There is a request for the pack already.' },
      ],
    }))
    await show(<MyDiscountRequests />)
    return server
  }

  test('without any is told so in the words of the specification', async () => {
    await open()
    await expect.element(page.getByText("You Don't Have Any Request!")).toBeVisible()
    await expectNoAxeFaults()
  })

  test('reads what a code says, and what speaks against it, while the form is filled; a picture is needed', async () => {
    const server = await open()
    await page.getByRole('button', { name: 'New request' }).click()
    const form = page.getByRole('dialog', { name: 'New discount request' })
    await form.getByRole('textbox', { name: 'Data matrix' }).fill(shared.validDataMatrix)
    await expect.element(form.getByText('Vexiprazole 15 mg capsule')).toBeVisible()
    await expect.element(form.getByText('There is a request for the pack already.')).toBeVisible()
    await form.getByRole('button', { name: 'Send request' }).click()
    await expect.element(form.getByText(/^Add a picture of the notification/)).toBeVisible()
    expect(server.sentTo(createRequest)).toEqual([])
    await expectNoAxeFaults()
  })

  test('[DSC-006] is told of personal data in a picture, and blacks it out before it is sent', async () => {
    const server = await open()
    const canvas = new OffscreenCanvas(200, 100)
    const pen = canvas.getContext('2d')!
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, 200, 100)
    const picture = new File([await canvas.convertToBlob({ type: 'image/png' })], 'screen.png', {
      type: 'image/png',
    })
    server.answer(findPersonalData, () => ({
      width: 200,
      height: 100,
      personal: [
        { kind: 'name' as const, box: { x: 20, y: 10, width: 40, height: 10 } },
        { kind: 'nationalId' as const, box: { x: 20, y: 40, width: 40, height: 10 } },
      ],
    }))
    await page.getByRole('button', { name: 'New request' }).click()
    const form = page.getByRole('dialog', { name: 'New discount request' })
    await userEvent.upload(form.getByLabelText('Drop pictures here or choose them'), picture)
    await expect.element(form.getByText('2 places may show personal data')).toBeVisible()
    await expectNoAxeFaults()
    await form.getByRole('button', { name: 'Black out parts of screen.png' }).click()
    const dialog = page.getByRole('dialog', { name: 'Black out parts of screen.png' })
    await expectNoAxeFaults()
    // The name stays, and a part of its own is added and moved.
    dialog.getByRole('button', { name: 'Black area 1' }).element().focus()
    await userEvent.keyboard('{Delete}')
    await dialog.getByRole('button', { name: 'Add area' }).click()
    dialog.getByRole('button', { name: 'Black area 2' }).element().focus()
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}')
    server.answer(findPersonalData, () => ({ width: 200, height: 100, personal: [] }))
    await dialog.getByRole('button', { name: 'Black out', exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(form.getByText(/may show personal data/)).not.toBeInTheDocument()
    await vi.waitFor(() => expect(server.sentTo(findPersonalData)).toHaveLength(2))
    const sent = server.sentTo(findPersonalData).at(-1)!.files[0]!
    const shown = await createImageBitmap(sent)
    pen.drawImage(shown, 0, 0)
    const colorAt = (x: number, y: number) => pen.getImageData(x, y, 1, 1).data[0]
    expect([colorAt(40, 15), colorAt(40, 45), colorAt(100, 50), colorAt(5, 5)]).toEqual([255, 0, 0, 255])
  })

  test('[DSC-006] sends many pictures at once, each looked at for personal data before, and follows their reading', async () => {
    const server = await open()
    const pictureOf = (name: string) => new File(['picture'], name, { type: 'image/png' })
    server.answer(findPersonalData, () => ({
      width: 200,
      height: 100,
      personal: [{ kind: 'nationalId' as const, box: { x: 20, y: 40, width: 40, height: 10 } }],
    }))
    server.answer(importImages, () => ({ batchId: id(900), images: 2 }))
    server.answer(getImageImport, () => ({
      waiting: 0,
      matched: 1,
      unmatched: 1,
      images: [
        { id: id(901), name: 'one.png', requestCode: 'DR-000001', message: null },
        {
          id: id(902),
          name: 'two.png',
          requestCode: null,
          message: 'Image did not match with any pre-application.',
        },
      ],
    }))
    await page.getByRole('button', { name: 'Several at once' }).click()
    await page.getByRole('menuitem', { name: 'Import pictures…' }).click()
    const form = page.getByRole('dialog', { name: 'Import pictures' })
    await expect.element(form.getByRole('button', { name: 'Send pictures' })).toBeDisabled()
    await userEvent.upload(form.getByLabelText('Drop pictures here or choose them'), [
      pictureOf('one.png'),
      pictureOf('two.png'),
      pictureOf('three.png'),
    ])
    await expect.element(form.getByText('1 place may show personal data').last()).toBeVisible()
    await form.getByRole('button', { name: 'Remove three.png' }).click()
    await expectNoAxeFaults()
    await form.getByRole('button', { name: 'Send 2 pictures' }).click()
    await expect.element(form.getByText('Image did not match with any pre-application.')).toBeVisible()
    await expect.element(form.getByText('2 of 2 read, 1 matched')).toBeVisible()
    expect(server.sentTo(importImages).map(({ files }) => files.map(({ name }) => name))).toEqual([
      ['one.png', 'two.png'],
    ])
    await expectNoAxeFaults()
  })

  test('sends many codes, one a line, and reads why some were refused', async () => {
    const server = await open()
    server.answer(importCodes, () => ({
      made: 1,
      refused: 1,
      results: [
        {
          line: 1,
          dataMatrix: 'a',
          ok: true,
          requestCode: 'DR-000003',
          serialNumber: 'A',
          refusal: null,
          message: null,
        },
        {
          line: 2,
          dataMatrix: 'b',
          ok: false,
          requestCode: null,
          serialNumber: null,
          refusal: 'CodeRefused',
          message: 'This is not the code of a pack.',
        },
      ],
    }))
    await page.getByRole('button', { name: 'Several at once' }).click()
    await page.getByRole('menuitem', { name: 'Import data matrix codes…' }).click()
    const form = page.getByRole('dialog', { name: 'Import data matrix codes' })
    await form.getByRole('button', { name: 'Make pre-applications' }).click()
    await expect.element(form.getByText('Data matrix code required!')).toBeVisible()
    await form.getByRole('textbox', { name: 'Codes, one a line' }).fill('a\nb')
    await expect.element(form.getByText('2 codes')).toBeVisible()
    await form.getByRole('button', { name: 'Make pre-applications' }).click()
    await expect.element(form.getByText('This is not the code of a pack.')).toBeVisible()
    expect(server.sentTo(importCodes)).toHaveLength(1)
    await expectNoAxeFaults()
  })
})
