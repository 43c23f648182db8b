import { watchJob } from '@kervan/contract/jobs/jobs'
import {
  correctEdiLine,
  ediMessages,
  getEdiMessage,
  processEdiMessage,
  sendEdiAnswer,
  type EdiMessageView,
} from '@kervan/contract/order/edi'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import EdiInbox from './EdiInbox.tsx'

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
type Line = EdiMessageView['lines'][number]
const line = (n: number, over: Partial<Line>): Line => ({
  id: id(n),
  lineNumber: String(n),
  gtin: `0869990101399${n}`,
  sellerCode: null,
  buyerCode: null,
  description: `Product ${n}`,
  askedQuantity: '24',
  unit: 'PCE',
  requestedDate: null,
  shipTo: null,
  ediRemarks: [],
  productUniqueCode: null,
  productName: null,
  quantity: 24,
  deliveryLocation: null,
  corrected: false,
  verdict: 'Refused',
  message: 'This product is not known here.',
  orderCode: null,
  ...over,
})
const message: EdiMessageView = {
  id: id(100),
  version: 3,
  documentNumber: 'PO-7',
  ediState: 'PartlyAccepted',
  ediFormat: 'UBL',
  ediSource: 'Api',
  ediSender: '8699999000017',
  isTest: false,
  documentDate: '2026-11-19',
  receivedAt: '2026-11-20T07:00:00.000Z',
  recordUser: 'Gateway',
  processedAt: '2026-11-20T07:00:02.000Z',
  buyer: { code: '8699999000017', name: 'Akdoruk Ecza Deposu' },
  shipTo: null,
  customerName: 'Akdoruk Ecza Deposu',
  deliveryLocation: null,
  fileName: 'po-7.xml',
  hasAnswer: true,
  answerTo: 'partner.example',
  answerPostedAt: null,
  answerProblem: '503',
  answerDue: null,
  exportRefused: null,
  message: null,
  ediRemarks: [],
  notes: ['The order is below the agreed minimum amount of ₺5,000.00.'],
  repeats: null,
  memo: null,
  lines: [
    line(1, { verdict: 'Accepted', message: null, productName: 'Gauze', orderCode: 'SO-26-00042' }),
    line(2, {}),
  ],
  orders: [{ id: id(200), orderCode: 'SO-26-00042' }],
  preOrders: [],
  actions: { process: null, send: null, dismiss: null },
}
const calls = [ediMessages.page, getEdiMessage, correctEdiLine, processEdiMessage, sendEdiAnswer]

let server: MemoryServer
let now: EdiMessageView
beforeEach(async () => {
  await page.viewport(1440, 900)
  const rights = ['OrderManagement', ...calls.flatMap(({ permission }) => permission ?? [])]
  server = await freshPortal({ session: { ...session, PermissionsUI: rights }, language: 'en' })
  now = message
  const { lines, ...head } = message
  const placed = message.orders.map(({ id, orderCode }) => ({ id, code: orderCode, isPreOrder: false }))
  const row = {
    ...head,
    placed,
    ediOrders: 'SO-26-00042',
    lineCount: lines.length,
    placedLines: 1,
    faultyLines: 1,
    deliveryLocationName: null,
  }
  serveList(server, ediMessages, [row])
  server.answer(getEdiMessage, () => now)
  server.answer(correctEdiLine, ({ productCode }) => {
    if (productCode === 'NO') return server.refuse(correctEdiLine, 'VariantNotFound')
    const corrected = line(2, { productName: 'Bandage', corrected: true, verdict: 'Waiting', message: null })
    return (now = { ...now, version: 4, lines: [existing(now.lines[0]), corrected] })
  })
  server.answer(sendEdiAnswer, () => now)
  await show(<EdiInbox />, `/here?message=${message.id}`)
})
const existing = <T,>(value: T | undefined): T => value!

const drawer = () => page.getByRole('dialog', { name: 'PO-7' })
const correction = () => page.getByRole('dialog', { name: 'Correct line 2' })
const code = () => correction().getByRole('textbox', { name: /^Product code or GTIN/ })
const sent = (call: Parameters<MemoryServer['sentTo']>[0]) => server.sentTo(call).map(({ input }) => input)

describe('[ORD-023] a message in the EDI inbox', () => {
  test('(N45) says first that the customer did not receive the answer, and sends it again; units as people write them', async () => {
    now = { ...message, lines: [line(2, { askedQuantity: '7.5', unit: 'KGM' })] }
    await cleanup()
    await show(<EdiInbox />, `/here?message=${message.id}`)
    await expect.element(drawer().getByText('Asked for: 7.5 kg')).toBeVisible()
    await expect.element(drawer().getByText('The customer did not receive our answer.')).toBeVisible()
    await drawer().getByRole('button', { name: 'Send again' }).click()
    await vi.waitFor(() => expect(sent(sendEdiAnswer)).toEqual([{ messageId: message.id, version: 3 }]))
  })

  test('says of a test that it is one, what was not acted on, and where a line was to go', async () => {
    const [first] = message.lines
    now = {
      ...message,
      isTest: true,
      ediRemarks: ['Not taken into account: TOD 3 EXW'],
      lines: [
        existing(first),
        line(2, {
          shipTo: { code: '8699999000031', name: 'Depo Bornova' },
          ediRemarks: [
            'Note of the buyer: Keep cool',
            'The code A-7 is of a kind (ZZ) that is not used here.',
          ],
        }),
      ],
    }
    await cleanup()
    await show(<EdiInbox />, `/here?message=${message.id}`)
    await expect.element(drawer().getByText('Test', { exact: true })).toBeVisible()
    await expect.element(drawer().getByText('Not taken into account: TOD 3 EXW')).toBeVisible()
    await expect.element(drawer().getByText('Deliver to: Depo Bornova · 8699999000031')).toBeVisible()
    await expect.element(drawer().getByText('Note of the buyer: Keep cool')).toBeVisible()
    await expectNoAxeFaults()
  })

  test('says of each line what became of it, and why nobody took the answer', async () => {
    await expect.element(drawer().getByText('This product is not known here.')).toBeVisible()
    // The order of the message and of its line, and of the row behind it.
    await expect.element(drawer().getByRole('link', { name: 'SO-26-00042' }).nth(1)).toBeVisible()
    await expect.element(drawer().getByText('partner.example: not taken (503)')).toBeVisible()
    await expect.element(drawer().getByText(/below the agreed minimum amount/)).toBeVisible() // [ORD-022]
    await expectNoAxeFaults()
    await drawer().getByRole('button', { name: 'Send answer' }).click()
    await vi.waitFor(() => expect(sent(sendEdiAnswer)).toMatchObject([{ messageId: message.id, version: 3 }]))
  })

  test('says of no line that it waits when the same document came again or was put aside', async () => {
    for (const ediState of ['Repeated', 'Dismissed'] as const) {
      now = {
        ...message,
        ediState,
        lines: [line(1, { verdict: 'Waiting', message: null, productName: 'Gauze' })],
      }
      await cleanup()
      await show(<EdiInbox />, `/here?message=${message.id}`)
      await expect.element(drawer().getByText('Gauze')).toBeVisible()
      await expect.element(drawer().getByText('Waiting')).not.toBeInTheDocument()
    }
  })

  test('says that no line was read from a file that is not readable', async () => {
    now = { ...message, ediState: 'Failed', lines: [] }
    await cleanup()
    await show(<EdiInbox />, `/here?message=${message.id}`)
    await expect.element(drawer().getByText('No line was read from this file.')).toBeVisible()
  })

  test('[ORD-021] says why the answer waits, and offers no file of it', async () => {
    const why = 'Orders of Nil cannot be exported: Ship-to ERP code missing.'
    now = { ...message, exportRefused: why, actions: { ...message.actions, send: why } }
    await cleanup()
    await show(<EdiInbox />, `/here?message=${message.id}`)
    await expect.element(drawer().getByText(why)).toBeVisible()
    await expect.element(drawer().getByRole('button', { name: 'Received file' })).toBeVisible()
    await expect
      .element(drawer().getByRole('button', { name: 'Answer', exact: true }))
      .not.toBeInTheDocument()
  })

  test('a refused line is corrected, with the refusal at its field, and then processed again', async () => {
    await expect.element(drawer().getByRole('button', { name: 'Correct line 1' })).not.toBeInTheDocument()
    await drawer().getByRole('button', { name: 'Correct line 2' }).click()
    await expectNoAxeFaults()
    await code().fill('NO')
    await correction().getByRole('button', { name: 'Save correction' }).click()
    await expect.element(code()).toHaveAttribute('aria-invalid', 'true')
    await expect
      .element(correction().getByText('A variant must be selected, and this one is no longer sold.').first())
      .toBeVisible()
    await code().fill('V-2')
    await correction().getByRole('button', { name: 'Save correction' }).click()
    await expect.element(correction()).not.toBeInTheDocument()
    expect(sent(correctEdiLine).at(-1)).toMatchObject({
      messageId: message.id,
      version: 3,
      lineId: id(2),
      productCode: 'V-2',
    })
    await expect.element(drawer().getByText('Corrected')).toBeVisible()
    server.answer(
      watchJob,
      () => new Response(null, { headers: { 'Content-Type': 'text/event-stream' } }) as never,
    )
    server.answer(processEdiMessage, () => ({
      messageId: message.id,
      jobId: id(300),
      ediState: 'Received' as const,
    }))
    await drawer().getByRole('button', { name: 'Process again' }).click()
    await vi.waitFor(() => expect(sent(processEdiMessage)).toMatchObject([{ version: 4 }]))
  })
})
