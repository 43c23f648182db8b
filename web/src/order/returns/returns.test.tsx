import {
  acceptReturns,
  announceReturn,
  getReturn,
  getReturnableLines,
  returnList,
  type ReturnView,
} from '@kervan/contract/order/returns'
import type { RowOf } from '@kervan/contract/kit/page'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rememberDictionaries } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import Returns from './Returns.tsx'

const at = '2026-11-20T09:12:00.000Z'
const id = '00000000-0000-4000-8000-000000000001'
const lineId = '00000000-0000-4000-8000-000000000002'
const actions = { accept: null, refuse: null, withdraw: 'You may not.' }
const row: RowOf<typeof returnList> = {
  id,
  returnCode: 'RT-00001',
  returnState: 'Announced',
  orderCode: 'SO-26-00042',
  customerName: 'Defne Eczanesi',
  returnReason: 'Damaged',
  lineCount: 1,
  returnQuantity: 12,
  receivedQuantity: null,
  returnAmount: '120.00',
  creditNoteNumber: null,
  announcedAt: at,
  announcedBy: 'Defne',
  decisionMemo: null,
  lastEventDate: at,
  lastEventUser: 'Defne',
  actions,
}
const found: ReturnView = {
  id,
  version: 1,
  code: 'RT-00001',
  state: 'Announced',
  orderCode: 'SO-26-00042',
  customerName: 'Defne Eczanesi',
  deliveryLocationName: 'Defne',
  reason: 'Damaged',
  memo: 'Wet boxes',
  decisionMemo: null,
  currency: 'TRY',
  amount: '120.00',
  announcedAt: at,
  announcedBy: 'Defne',
  receivedAt: null,
  receivedBy: null,
  creditNote: null,
  creditedAt: null,
  creditProblem: null,
  lines: [
    {
      id: lineId,
      lineCode: 'SO-26-00042-1',
      productCode: 'P1',
      productName: 'Vexiprazole 15 mg',
      gtin: '08689999001018',
      quantity: 12,
      receivedQuantity: null,
      amount: '120.00',
      packs: [{ serialNumber: '7K2M9QX41B', isReceived: false }],
    },
  ],
  events: [
    {
      id: '00000000-0000-4000-8000-000000000003',
      at,
      by: 'Defne',
      kind: 'productReturn.announced',
      facts: { order: 'SO-26-00042', pieces: 12, returnReason: 'Damaged', memo: 'Wet boxes' },
    },
  ],
  actions,
}
const list = <R,>(rows: R[]) => ({ rows, total: rows.length, totalIsExact: true, asOf: at })

async function begin(calls: { permission: string | null }[]) {
  await page.viewport(1440, 900)
  const rights = [...session.PermissionsUI, ...calls.map(({ permission }) => permission ?? '')]
  const server = await freshPortal({ language: 'en', session: { ...session, PermissionsUI: rights } })
  rememberDictionaries(server)
  server.answer(returnList.page, () => list([row]))
  server.answer(getReturn, () => found)
  return server
}

describe('[MED-001] returns', () => {
  test('are announced of the lines of an order', async () => {
    const server = await begin([returnList.page, announceReturn])
    server.answer(getReturnableLines, () => ({
      orderCode: 'SO-26-00042',
      customerName: 'Defne Eczanesi',
      orderDate: '2026-11-01',
      lines: [
        {
          lineId,
          lineCode: 'SO-26-00042-1',
          productCode: 'P1',
          productName: 'Vexiprazole 15 mg',
          gtin: '08689999001018',
          delivered: 40,
          returned: 10,
          left: 30,
        },
      ],
    }))
    server.answer(announceReturn, () => ({ returnId: id, returnCode: 'RT-00001' }))
    await show(<Returns />, '/here')
    await page.getByRole('button', { name: 'Announce a return' }).click()
    await page.getByRole('textbox', { name: 'Order code' }).fill('SO-26-00042')
    await page.getByRole('button', { name: 'Find the order' }).click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByText(/30 of 40 can be returned/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Announce', exact: true }).click()
    expect(server.sentTo(announceReturn)).toEqual([])
    await dialog.getByRole('combobox', { name: 'Reason for the return' }).click()
    await page.getByRole('option', { name: 'Damaged' }).click()
    await dialog.getByRole('textbox', { name: /^Quantity of SO-26-00042-1/ }).fill('12')
    await expectNoAxeFaults()
    await dialog.getByRole('button', { name: 'Announce', exact: true }).click()
    await expect.element(page.getByText('Return RT-00001 is announced')).toBeVisible()
    expect(server.sentTo(announceReturn)[0]?.input).toMatchObject({
      orderCode: 'SO-26-00042',
      reason: 'Damaged',
      lines: [{ lineId, quantity: 12, codes: null }],
    })
  })

  test('open with their packs, time line and what can be done', async () => {
    await begin([returnList.page, acceptReturns])
    await show(<Returns />, `/here?return=${id}`)
    const drawer = page.getByRole('dialog')
    await expect.element(drawer.getByText('Packs: 7K2M9QX41B')).toBeVisible()
    await expect.element(drawer.getByRole('button', { name: 'Accept' })).toBeEnabled()
    await expectNoAxeFaults()
    await drawer.getByRole('button', { name: 'Time line' }).click()
    await expect.element(drawer.getByText(/12 pieces of order SO-26-00042 announced/)).toBeVisible()
    await expect.element(drawer.getByText(/Damaged: Wet boxes/)).toBeVisible()
  })
})
