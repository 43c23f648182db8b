import {
  deleteDocument,
  myOrderDocuments,
  updateDocument,
  uploadDocuments,
} from '@kervan/contract/order/order-documents'
import {
  cancelAllPending,
  cancelOrder,
  myPastOrders,
  myPendingOrders,
  reorder,
} from '@kervan/contract/order/order-my'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { addDays } from '@kervan/contract/kit/days'
import { existing } from '@kervan/contract/kit/typed'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { customerRights, sampleLine, serveOrders, type OrderServer } from '../../../test/orderServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { getSession, setSession } from '../../kit/call/session.ts'
import { today } from '../../kit/values/companyDay.ts'
import MyOrders from './MyOrders.tsx'
import { myWindow } from '../windows.ts'

let server: MemoryServer
let orders: OrderServer

async function begin(options: { rights?: string[]; language?: 'en' | 'tr' | 'de' } = {}) {
  await page.viewport(1440, 900)
  server = await freshPortal({
    session: {
      ...session,
      UserType: 'Customer',
      ExactUserType: 'Customer',
      PermissionsUI: options.rights ?? customerRights,
    },
    language: options.language ?? 'en',
  })
  orders = serveOrders(server, 'owner', 12)
}
beforeEach(() => begin())

const code = (index: number) => orders.rows[index]!.orderCode
const drawer = () => page.getByRole('dialog', { name: /^SO-26-/ })
const dialog = () => page.getByRole('dialog')
const asking = () => page.getByRole('dialog', { name: /^Cancel/ })
const sent = (call: Parameters<MemoryServer['sentTo']>[0]) => server.sentTo(call).map(({ input }) => input)
const open = (index = 0) => show(<MyOrders />, `/here?order=${code(index)}`)

describe('[ORD-011] what I have ordered', () => {
  test('pending and past are calls of their own, over six months at first', async () => {
    await show(<MyOrders />)
    await vi.waitFor(() => expect(sent(myPendingOrders.page)[0]).toMatchObject(myWindow({})))
    await page.getByRole('link', { name: 'Past orders' }).click()
    await vi.waitFor(() => expect(sent(myPastOrders.page)).toHaveLength(1))
    await expectNoAxeFaults()
  })

  test('begins at the archive date of the company, and says so of what lies before', async () => {
    const archiveDate = addDays(today(), -30)
    setSession({ ...existing(getSession()), ArchiveDate: archiveDate })
    await show(<MyOrders />)
    await vi.waitFor(() =>
      expect(sent(myPendingOrders.page)[0]).toMatchObject({ from: archiveDate, to: today() }),
    )
    await cleanup()
    await show(<MyOrders />, `/here?from=${addDays(archiveDate, -1)}&to=${today()}`)
    await expect.element(page.getByText(/^Records are shown from /)).toBeVisible()
    expect(sent(myPendingOrders.page)).toHaveLength(1)
  })

  test('more than six months are explained', async () => {
    await show(<MyOrders />, '/here?from=2026-01-01&to=2026-11-20')
    await expect.element(page.getByText('At most 6 months can be shown at once')).toBeVisible()
    expect(sent(myPendingOrders.page)).toHaveLength(0)
  })

  test('some lines are cancelled with a memo', async () => {
    await open()
    await drawer()
      .getByRole('checkbox', { name: /Select Surgical/ })
      .click()
    await drawer()
      .getByRole('button', { name: /^Cancel 1 line…/ })
      .click()
    await expect.element(asking().getByRole('textbox', { name: 'Reason' })).toHaveFocus()
    await asking().getByRole('button', { name: 'Cancel 1 line' }).click()
    await expect.element(asking().getByText('Say why you cancel')).toBeVisible()
    await expectNoAxeFaults()
    // (D35) Room for two lines, and a key that sends what is meant for more than one.
    const field = asking().getByRole('textbox', { name: 'Reason' }).element()
    expect(field.clientHeight).toBeGreaterThanOrEqual(2 * parseFloat(getComputedStyle(field).lineHeight))
    await userEvent.keyboard('Ordered twice{Control>}{Enter}{/Control}')
    await expect.element(page.getByText('1 line cancelled')).toBeVisible()
    expect(sent(cancelOrder)[0]).toMatchObject({
      orderCode: code(0),
      version: 1,
      lineIds: [sampleLine(1).id],
      memo: 'Ordered twice',
    })
  })

  test('with no line chosen the whole order is meant', async () => {
    await open()
    await expect.element(drawer().getByText('No line selected')).toBeVisible()
    await userEvent.keyboard('x')
    await expect.element(asking().getByRole('textbox', { name: 'Reason' })).toHaveFocus()
    await userEvent.keyboard('Wrong place')
    await asking()
      .getByRole('button', { name: `Cancel ${code(0)}` })
      .click()
    await expect.element(page.getByText('3 lines cancelled')).toBeVisible()
    expect(sent(cancelOrder)[0]).not.toHaveProperty('lineIds')
  })

  test('all pending orders are cancelled after a dryRun and with a memo', async () => {
    await show(<MyOrders />)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Cancel all open orders…' }).click()
    await expect.element(dialog().getByRole('heading', { name: 'Cancel 12 orders?' })).toBeVisible()
    await vi.waitFor(() =>
      expect(sent(cancelAllPending)[0]).toMatchObject({
        dryRun: true,
        selection: { mode: 'query', exclude: [] },
      }),
    )
    await dialog().getByRole('textbox', { name: 'Reason' }).fill('We move')
    await dialog()
      .getByRole('button', { name: /^Cancel \d+ orders$/ })
      .click()
    await expect.element(page.getByText(/orders cancelled/)).toBeVisible()
    expect(sent(cancelAllPending).at(-1)).toMatchObject({ dryRun: false, memo: 'We move' })
  })

  test('ordering again says what came into the cart, what did not and why', async () => {
    server.answer(reorder, () => ({
      added: 2,
      rounded: [{ productUniqueCode: 'P-1001', asked: 10, set: 12 }],
      leftOut: [{ productUniqueCode: 'P-1002', message: 'This variant is no longer sold.' }],
      notes: ['The order is below the agreed minimum amount of ₺5,000.00.'],
    }))
    await open()
    await drawer().getByRole('button', { name: 'Order again' }).click()
    await expect.element(page.getByRole('heading', { name: `${code(0)} is in the cart` })).toBeVisible()
    await expect.element(page.getByText('1 line was left out')).toBeVisible()
    await expect.element(page.getByText('This variant is no longer sold.')).toBeVisible()
    // [ORD-002] [ORD-022]
    await expect.element(page.getByText('10 → 12')).toBeVisible()
    await expect.element(page.getByText(/below the agreed minimum amount/)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Go to the cart' }))
      .toHaveAttribute('href', '/order/new-order')
    await expectNoAxeFaults()
  })
})

describe('[ORD-006] [ORD-011] documents', () => {
  const fileId = '00000000-0000-4000-8000-0000000000aa'
  const document = {
    fileId,
    name: 'teslimat.pdf',
    type: 'application/pdf',
    bytes: 20_480,
    at: '2026-11-20T09:12:00.000Z',
    by: 'Elif Karaca',
    id: fileId,
    version: 1,
    documentType: 'Other' as const,
    processState: 'Pending' as const,
    referenceNo: null,
    documentDate: null,
    memo: null,
    actions: { edit: null, remove: null },
  }
  const withDocument = () =>
    orders.orders.set(code(0), { ...orders.orders.get(code(0))!, documents: [document] })
  const give = (...files: File[]) => drawer().getByLabelText('Add documents').upload(files)

  test('a wrong type and too many are refused before anything is sent', async () => {
    withDocument()
    await open()
    await drawer().getByRole('button', { name: 'Documents 1' }).click()
    await expect.element(drawer().getByText(/2 more files, up to 30 MB each/)).toBeVisible()
    await expectNoAxeFaults()
    await give(new File(['x'], 'virus.exe', { type: 'application/x-msdownload' }))
    await expect
      .element(drawer().getByText('Unsupported file selected! virus.exe is not of a supported type.'))
      .toBeVisible()
    await give(...[1, 2, 3].map((one) => new File(['x'], `${one}.pdf`, { type: 'application/pdf' })))
    await expect.element(drawer().getByText('At most 2 files.')).toBeVisible()
    expect(sent(uploadDocuments)).toHaveLength(0)
  })

  test('what the server refuses nevertheless is said', async () => {
    server.answer(uploadDocuments, () => server.refuse(uploadDocuments, 'FilesInvalid', { name: 'lie.pdf' }))
    await open()
    await drawer().getByRole('button', { name: 'Documents' }).click()
    await give(new File(['x'], 'lie.pdf', { type: 'application/pdf' }))
    await expect.element(page.getByRole('heading', { name: 'The documents were not added' })).toBeVisible()
    await expect.element(page.getByText(/Invalid files exist/).first()).toBeVisible()
  })

  test('one is deleted only after the question', async () => {
    withDocument()
    await open()
    await drawer().getByRole('button', { name: 'Documents 1' }).click()
    await drawer().getByRole('button', { name: 'Delete teslimat.pdf' }).click()
    await page.getByRole('button', { name: 'Keep document' }).click()
    expect(sent(deleteDocument)).toHaveLength(0)
    await drawer().getByRole('button', { name: 'Delete teslimat.pdf' }).click()
    await page.getByRole('button', { name: 'Delete document' }).click()
    await expect.element(page.getByText('teslimat.pdf deleted')).toBeVisible()
    expect(sent(deleteDocument)).toEqual([{ orderCode: code(0), fileId }])
    await expect.element(drawer().getByText('teslimat.pdf')).not.toBeInTheDocument()
  })
})

describe('[ORD-011] [ORD-019] the documents view', () => {
  test('a document is described from the list, and its process state is not its sender’s to say', async () => {
    const row = {
      id: '00000000-0000-4000-8000-0000000000d1',
      version: 3,
      fileId: '00000000-0000-4000-8000-0000000000d2',
      documentName: 'irsaliye.pdf',
      documentType: 'DeliveryNote' as const,
      processState: 'Pending' as const,
      referenceNo: null,
      documentDate: null,
      memo: null,
      orderCode: code(0),
      customerName: 'Denge',
      deliveryLocationName: 'Ankara',
      orderDate: '2026-11-20T09:12:00.000Z',
      attachedAt: '2026-11-20T09:12:00.000Z',
      attachedBy: 'Elif Karaca',
      type: 'application/pdf',
      bytes: 20_480,
      actions: { edit: null, remove: 'irsaliye.pdf is being processed already.' },
    }
    server.answer(myOrderDocuments.page, () => ({
      rows: [row],
      total: 1,
      totalIsExact: true,
      asOf: '2026-11-20T09:12:00.000Z',
    }))
    server.answer(updateDocument, () => orders.orders.get(code(0))!)
    await show(<MyOrders />, '/here?tab=documents')
    await expect.element(page.getByRole('grid').getByText('irsaliye.pdf')).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('grid').getByText('irsaliye.pdf').click({ button: 'right' })
    await page.getByRole('menuitem', { name: /Edit details/ }).click()
    await page.getByRole('textbox', { name: /Reference no/ }).fill('IRS-7')
    await page.getByRole('button', { name: 'Save details' }).click()
    await expect.element(page.getByText('Details of irsaliye.pdf saved')).toBeVisible()
    expect(sent(updateDocument)).toMatchObject([
      { orderCode: code(0), fileId: row.fileId, version: 3, referenceNo: 'IRS-7', memo: null },
    ])
    expect(sent(updateDocument)[0]).not.toHaveProperty('processState')
  })
})

describe('[SHL-025] [SHL-027] rights and languages', () => {
  test('without the right to cancel or to order there is no such button', async () => {
    await begin({
      rights: customerRights.filter((right) => right !== 'NewOrder' && !right.includes('cancel')),
    })
    await show(<MyOrders />)
    await expect.element(page.getByRole('grid').getByText(code(0))).toBeVisible()
    await expect.element(page.getByRole('button', { name: /Cancel all/ })).not.toBeInTheDocument()
    await expect.element(page.getByRole('link', { name: 'New order' })).not.toBeInTheDocument()
  })

  test('no fault that axe can see', async () => {
    await begin({ language: 'tr' })
    await open()
    await expect.element(drawer().getByRole('grid')).toBeVisible()
    await expectNoAxeFaults()
  })
})
