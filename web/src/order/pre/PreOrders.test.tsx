import {
  approveBlacklistedPreApprovalOrders,
  approvePreApprovalOrders,
  getPreApprovalOrder,
  preApprovalOrders,
  rejectPreApprovalOrders,
  revisePreApprovalOrder,
  type PreApprovalOrderView,
} from '@kervan/contract/order/pre-approval'
import { updatePreApprovalDocument } from '@kervan/contract/order/pre-approval-documents'
import { getRecordHistory } from '@kervan/contract/administration/activity'
import { summariseResults } from '@kervan/contract/kit/bulk-answer'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rememberDictionaries } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import PreOrderManagement from './PreOrderManagement.tsx'

const at = '2026-11-20T09:12:00.000Z'
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const listed = {
  customerName: 'Denge Petrol',
  customerUniqueCode: 'C-1',
  pointOfSaleCode: 'P-1',
  pointOfSaleName: 'Denge Sapanca',
  active: true,
  firstOrder: true,
  blacklist: false,
  duplicateOf: null,
  deliveryLocationName: 'Sapanca',
  deliveryDate: '2026-11-27',
  externalPoCode: 'PO-7',
  orderDate: at,
  channel: 'Portal' as const,
  quantity: 96,
  total: '960.00',
  amountLimit: null as PreApprovalOrderView['amountLimit'],
  rejectReason: 'None' as const,
  memo: null,
  decidedBy: null,
  decidedAt: null,
  recordUser: 'Elif Karaca',
  version: 1,
  currency: 'TRY',
  preApprovalState: 'Request' as const,
}
const open = { approve: null, revise: null, reject: null }
const blacklisted = { ...open, approve: 'It is on the blacklist.', approveBlacklisted: null }
const heads = [
  {
    ...listed,
    id: id(1),
    preOrderCode: 'PA-26-00001',
    amountLimit: 'BelowMinimumAmount' as const,
    actions: open,
  },
  { ...listed, id: id(2), preOrderCode: 'PA-26-00002', blacklist: true, actions: blacklisted },
]
const rows = heads.map((head) => ({ ...head, lineCount: 2 }))
const viewOf = (row: (typeof heads)[number]): PreApprovalOrderView => ({
  ...row,
  decidedFor: null,
  amountNote: row.amountLimit && 'The order is below the agreed minimum amount of ₺5,000.00.',
  deliveryLocationCode: 'L-1',
  shipmentMethod: 'Road',
  externalOrderDate: null,
  externalContact: null,
  medulaTransactionNo: null,
  note: null,
  documents: [
    {
      fileId: id(30),
      name: 'talep.pdf',
      type: 'application/pdf',
      bytes: 2_048,
      documentType: 'PurchaseOrder',
      referenceNo: 'R-7',
      documentDate: null,
      memo: null,
      version: 4,
      actions: { edit: null },
    },
  ],
  orders: [],
  events: [{ id: id(40), at, by: 'Elif Karaca', kind: 'preOrder.placed', facts: { count: 2 } }],
  lines: [10, 11].map((number) => ({
    id: id(number),
    productUniqueCode: `V-${number}`,
    productName: number === 10 ? 'Engine oil' : 'Brake fluid',
    picture: { shape: 'box', color: '#676c73', photoId: null },
    color: null,
    size: null,
    externalProductCode: null,
    packUnit: 12,
    quantity: 48,
    askedQuantity: number === 10 ? 48 : 60,
    unitPrice: '10.00',
    available: 24,
  })),
})
const calls = [
  preApprovalOrders.page,
  approvePreApprovalOrders,
  approveBlacklistedPreApprovalOrders,
  revisePreApprovalOrder,
  rejectPreApprovalOrders,
]

let server: MemoryServer
async function begin(language: 'en' | 'tr' | 'de' = 'en', more: string[] = []) {
  await page.viewport(1440, 900)
  const rights = ['PreApprovalOrderManagement', ...calls.map(({ permission }) => permission ?? ''), ...more]
  server = await freshPortal({ session: { ...session, PermissionsUI: rights }, language })
  rememberDictionaries(server)
  server.answer(preApprovalOrders.page, () => ({ rows, total: 2, totalIsExact: true, asOf: at }))
  server.answer(getPreApprovalOrder, ({ preOrderId }) =>
    viewOf(heads.find((head) => head.id === preOrderId)!),
  )
  const done = ({ selection }: { selection: { ids?: string[] } }) => ({
    jobId: null,
    ...summariseResults(
      (selection.ids ?? []).map((one) => ({
        id: one,
        code: rows.find((row) => row.id === one)?.preOrderCode ?? '',
        ok: true,
        count: 1,
        refusal: null,
        message: null,
      })),
    ),
  })
  for (const call of [approvePreApprovalOrders, approveBlacklistedPreApprovalOrders, rejectPreApprovalOrders])
    server.answer(call, done as never)
  server.answer(revisePreApprovalOrder, () => ({ ...viewOf(heads[0]!), version: 2 }))
}
beforeEach(() => begin())

const drawer = () => page.getByRole('dialog', { name: /^PA-26-/ })
const button = (name: string | RegExp) => drawer().getByRole('button', { name })
const sent = (call: Parameters<MemoryServer['sentTo']>[0]) =>
  server
    .sentTo(call)
    .map(({ input }) => input)
    .filter((input) => !('dryRun' in input) || input['dryRun'] === false)

describe('[ORD-012] pre-approval orders', () => {
  test('show what speaks against them; approving asks once and tells', async () => {
    await show(<PreOrderManagement />)
    const grid = page.getByRole('grid')
    await expect.element(grid.getByText('PA-26-00001')).toBeVisible()
    await expect.element(grid.getByText('On the blacklist')).toBeVisible()
    await expect.element(grid.getByText('Below minimum')).toBeVisible() // [ORD-022]
    await expectNoAxeFaults()
    await grid.getByText('PA-26-00001').click()
    await expect.element(drawer().getByText('Engine oil')).toBeVisible()
    await expect.element(drawer().getByText('of 60 asked for')).toBeVisible()
    await expect.element(drawer().getByText(/below the agreed minimum amount of ₺5,000/)).toBeVisible()
    await userEvent.keyboard('a')
    await page.getByRole('button', { name: 'Approve 1 pre-approval order' }).click()
    await vi.waitFor(() => expect(sent(approvePreApprovalOrders)).toHaveLength(1))
    expect(sent(approvePreApprovalOrders)[0]).toMatchObject({ selection: { mode: 'ids', ids: [id(1)] } })
  })

  test('quantities are lowered in full packs within what was asked for; what is wrong is said while typing', async () => {
    await show(<PreOrderManagement />, `/here?pre=${id(1)}`)
    await button(/Change quantities/).click()
    const field = (name: RegExp) => page.getByRole('textbox', { name })
    await field(/Engine oil/).fill('50')
    await page.getByRole('button', { name: 'Save quantities' }).click()
    await expect.element(page.getByText('50 is more than the ordered 48.')).toBeVisible()
    await field(/Engine oil/).fill('30')
    await expect.element(page.getByText('30 is not a full pack. Use 24 or 36.')).toBeVisible()
    expect(sent(revisePreApprovalOrder)).toHaveLength(0)
    await field(/Engine oil/).fill('0')
    await field(/Brake fluid/).fill('60')
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Save quantities' }).click()
    await expect.element(page.getByText('Quantities of PA-26-00001 changed')).toBeVisible()
    expect(sent(revisePreApprovalOrder)).toMatchObject([
      {
        preOrderId: id(1),
        version: 1,
        lines: [
          { lineId: id(10), quantity: 0 },
          { lineId: id(11), quantity: 60 },
        ],
      },
    ])
  })

  test('for a point of sale on the blacklist there is only the act in spite of it, and it needs a reason', async () => {
    await show(<PreOrderManagement />, `/here?pre=${id(2)}`)
    await expect.element(button(/despite the blacklist/)).toBeVisible()
    await expect.element(button(/^Approve…/)).not.toBeInTheDocument()
    await button(/despite the blacklist/).click()
    const act = page.getByRole('button', { name: 'Approve 1 pre-approval order' })
    await act.click()
    await expect
      .element(page.getByRole('textbox', { name: 'Reason' }))
      .toHaveAttribute('aria-invalid', 'true')
    expect(sent(approveBlacklistedPreApprovalOrders)).toHaveLength(0)
    await page.getByRole('textbox', { name: 'Reason' }).fill('agreed with sales')
    await act.click()
    await vi.waitFor(() =>
      expect(sent(approveBlacklistedPreApprovalOrders)).toMatchObject([{ memo: 'agreed with sales' }]),
    )
  })

  test('[ORD-019] documents that came with it can be taken', async () => {
    await show(<PreOrderManagement />, `/here?pre=${id(1)}`)
    await button('Documents 1').click()
    await expect.element(button('Download talep.pdf')).toBeVisible()
    await expectNoAxeFaults()
    // And described again until it is decided on.
    server.answer(updatePreApprovalDocument, ({ referenceNo, memo }) => {
      const found = viewOf(heads[0]!)
      return {
        ...found,
        documents: found.documents.map((one) => ({ ...one, version: 5, referenceNo, memo })),
      }
    })
    await button('Edit details of talep.pdf').click()
    const form = page.getByRole('dialog', { name: 'Details of talep.pdf' })
    await form.getByRole('textbox', { name: /^Reference/ }).fill('R-8')
    await form.getByRole('button', { name: 'Save details' }).click()
    await vi.waitFor(() =>
      expect(sent(updatePreApprovalDocument)).toMatchObject([
        {
          preOrderId: id(1),
          fileId: id(30),
          version: 4,
          documentType: 'PurchaseOrder',
          referenceNo: 'R-8',
          memo: null,
        },
      ]),
    )
    await expect.element(drawer().getByText(/R-8/)).toBeVisible()
  })

  test('[ORD-013] what was done with it stands below its lines, and the facts say how it is to come', async () => {
    server.answer(getPreApprovalOrder, () => ({
      ...viewOf(heads[0]!),
      externalContact: 'Aylin Er',
      note: 'Please ring first',
      events: [
        {
          id: id(41),
          at,
          by: 'Nil Aksoy',
          kind: 'preOrder.rejected',
          facts: { preApprovalReason: 'SalesClosed', memo: 'Next week', behalf: null },
        },
        { id: id(40), at, by: 'Elif Karaca', kind: 'preOrder.placed', facts: { count: 2 } },
      ],
    }))
    await show(<PreOrderManagement />, `/here?pre=${id(1)}`)
    const event = (text: string) => drawer().getByRole('listitem').filter({ hasText: text })
    await expect.element(event('Rejected · Sales closed: Next week').getByText(/Nil Aksoy/)).toBeVisible()
    await expect.element(event('Ordered, 2 lines').getByText(/Elif Karaca/)).toBeVisible()
    for (const fact of [/Road/, 'Aylin Er', 'Please ring first'])
      await expect.element(drawer().getByText(fact)).toBeVisible()
    await expectNoAxeFaults()
  })

  test('[ORD-012] who may look back sees what was done with it, and nobody else is offered that', async () => {
    await show(<PreOrderManagement />, `/here?pre=${id(1)}`)
    await expect.element(drawer().getByText('Engine oil')).toBeVisible()
    await expect.element(button('History')).not.toBeInTheDocument()
    await begin('en', [getRecordHistory.permission ?? ''])
    server.answer(getRecordHistory, () => ({
      entries: [
        {
          id: id(40),
          at,
          actorName: 'Nil Aksoy',
          operation: 'preOrder.rejected' as const,
          changes: [{ field: 'preApprovalState', before: 'Request', after: 'Rejected' }],
          changeCount: 1,
        },
      ],
      hasMore: false,
    }))
    await show(<PreOrderManagement />, `/here?pre=${id(1)}`)
    await button('History').click()
    const entry = drawer().getByRole('listitem').filter({ hasText: 'Nil Aksoy' })
    await expect.element(entry).toBeVisible()
    for (const word of ['State', 'Waiting', 'Rejected'])
      await expect.element(entry.getByText(word, { exact: true })).toBeVisible()
    expect(server.sentTo(getRecordHistory)[0]?.input).toEqual({ recordType: 'preOrder', recordId: id(1) })
  })

  test('[SHL-027] list and record have no fault that axe can see', async () => {
    await begin('de')
    await show(<PreOrderManagement />, `/here?pre=${id(2)}`)
    await expect.element(drawer().getByText('Engine oil')).toBeVisible()
    await expectNoAxeFaults()
  })
})
