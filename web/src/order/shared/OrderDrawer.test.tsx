import { downloadManagedDocument } from '@kervan/contract/order/order-documents'
import {
  approvedOrder,
  getManagedOrder,
  rejectedOrder,
  revertedOrder,
  revisedOrder,
} from '@kervan/contract/order/order-management'
import { announceReturn } from '@kervan/contract/order/returns'
import { getManagedLineQuotas } from '@kervan/contract/order/quota-rules'
import type { OrderLineView, OrderView } from '@kervan/contract/order/order-view'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { managerRights, sampleLine, serveOrders, type OrderServer } from '../../../test/orderServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { formats } from '../../kit/values/format.ts'
import OrderManagement from '../management/OrderManagement.tsx'

let server: MemoryServer
let orders: OrderServer

async function begin(linesOf?: () => OrderLineView[], language: 'en' | 'tr' | 'de' = 'en') {
  await page.viewport(1440, 900)
  server = await freshPortal({ session: { ...session, PermissionsUI: managerRights }, language })
  orders = serveOrders(server, 'manager', 12, linesOf)
}
beforeEach(() => begin())

const code = (index: number) => orders.rows[index]!.orderCode
const alter = (index: number, over: Partial<OrderView>) =>
  orders.orders.set(code(index), { ...orders.orders.get(code(index))!, ...over })
const open = (index = 0) => show(<OrderManagement />, `/here?order=${code(index)}`)
const drawer = () => page.getByRole('dialog', { name: /^SO-26-/ })
const asking = () => page.getByRole('dialog', { name: 'Reject 3 lines' })
const lines = () => drawer().getByRole('grid', { name: 'Lines' })
const heading = (name: string) =>
  lines().getByRole('columnheader', { name: new RegExp(`^${name} Column menu`) })
const button = (name: string | RegExp) => drawer().getByRole('button', { name })
const sent = (call: Parameters<MemoryServer['sentTo']>[0]) => server.sentTo(call).map(({ input }) => input)
const quantity = (product: RegExp) => drawer().getByRole('textbox', { name: product })

describe('[ORD-008] [ORD-009] an order in its drawer', () => {
  test('its address opens it: facts, lines, place in the list', async () => {
    await open(1)
    await expect.element(drawer().getByRole('heading', { name: code(1) })).toBeVisible()
    await expect.element(drawer().getByText(orders.rows[1]!.customerName).first()).toBeVisible()
    await expect.element(drawer().getByText('2 of 12')).toBeVisible()
    await expect
      .element(
        lines().getByRole('row', {
          name: /Surgical mask M · 08699512040001 500 120 120 0 ₺1,260.00 Pending/,
        }),
      )
      .toBeVisible()
    await expectNoAxeFaults()
    await button('Contact').click()
    await expect.element(drawer().getByText('Ayşe Yıldız')).toBeVisible()
    await expect.element(drawer().getByText('₺2,520.00').first()).toBeVisible()
    await expectNoAxeFaults()
  })

  test('up and down go through the page of the list and end with it', async () => {
    const { search } = await open(1)
    await expect.element(lines()).toBeVisible()
    await button('Previous record').click()
    await expect.element(drawer().getByRole('heading', { name: code(0) })).toBeVisible()
    expect(search().order).toBe(code(0))
    await expect.element(button('Previous record')).toHaveAttribute('aria-disabled', 'true')
  })

  test('[MED-001] of a delivered order a return is announced, by who may announce one', async () => {
    const rights = [...managerRights, 'ReturnsManagement' as const, announceReturn.permission!] as string[]
    server = await freshPortal({ session: { ...session, PermissionsUI: rights } })
    orders = serveOrders(server, 'manager', 12)
    const [line] = orders.orders.get(code(0))!.lines
    alter(0, { lines: [{ ...line!, completedQuantity: 3 }] })
    const { router } = await open()
    await expect.element(lines()).toBeVisible()
    await button('Announce a return').click()
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/porta/product-returns'))
    expect(router.state.location.search).toMatchObject({ order: code(0) })
  })

  test('[MED-001] of an order that was not delivered no return is announced', async () => {
    const rights = [...managerRights, 'ReturnsManagement' as const, announceReturn.permission!] as string[]
    server = await freshPortal({ session: { ...session, PermissionsUI: rights } })
    orders = serveOrders(server, 'manager', 12)
    const { lines: all } = orders.orders.get(code(0))!
    alter(0, { lines: all.map((line) => ({ ...line, completedQuantity: 0 })) })
    await open()
    await expect.element(lines()).toBeVisible()
    if (button('More').elements().length > 0) await button('More').click()
    await expect.element(page.getByText('Announce a return')).not.toBeInTheDocument()
  })

  test('an order of 1,200 lines draws those in view, and all of them can be decided on', async () => {
    await begin(() => Array.from({ length: 1_200 }, (_, index) => sampleLine(index)))
    await open()
    await expect.element(button(/Approve 1,200 lines/)).toBeVisible()
    expect(lines().getByRole('row').elements().length).toBeLessThan(80)
    await button(/Approve 1,200 lines/).click()
    await expect.element(page.getByText('1,200 lines approved')).toBeVisible()
    expect((sent(approvedOrder)[0] as { lineIds: string[] }).lineIds).toHaveLength(1_200)
  })

  test('the first lines of a large order are shown alone; without the others nothing is decided', async () => {
    await begin(() => Array.from({ length: 1_200 }, (_, index) => sampleLine(index)))
    const answer = (input: { firstLines?: number | undefined }) => {
      const order = orders.orders.get(code(0))!
      if (input.firstLines === undefined && broken) return server.refuse(getManagedOrder, 'OrderNotFound')
      return { ...order, lines: order.lines.slice(0, input.firstLines) }
    }
    let broken = true
    server.answer(getManagedOrder, answer)
    await open()
    await expect
      .element(drawer().getByText('The first 200 of 1,200 lines are shown.', { exact: false }))
      .toBeVisible()
    await expect.element(button(/Approve/)).not.toBeInTheDocument()
    await expect.element(drawer().getByRole('button', { name: /Excel/ })).not.toBeInTheDocument()
    await expectNoAxeFaults()
    broken = false
    await button('Try again').click()
    await expect.element(button(/Approve 1,200 lines/)).toBeVisible()
    expect(sent(getManagedOrder)).toEqual([
      { orderCode: code(0), firstLines: 200 },
      { orderCode: code(0) },
      { orderCode: code(0) },
    ])
  })

  test('[D26] a search in 1,200 lines is drawn at once', async () => {
    await begin(() => Array.from({ length: 1_200 }, (_, index) => sampleLine(index)))
    await open()
    await expect.element(lines()).toBeVisible()
    const search = drawer().getByRole('searchbox', { name: 'Search lines' })
    await search.fill('086995120411')
    await expect.element(drawer().getByText('100 of 1,200 lines')).toBeVisible()
    expect(lines().getByRole('row').elements().length).toBeLessThan(60)
    await button('Full page').click()
    await expect.element(heading('GTIN')).toBeVisible()
    await search.fill('')
    await expect.element(lines().getByText('Nitrile exam gloves').first()).toBeVisible()
    expect(lines().getByRole('row').elements().length).toBeLessThan(80)
  })

  test('[D3, D26] lines are told apart, searched, and shown where stock is short', async () => {
    await begin(() => [
      sampleLine(0),
      sampleLine(1, { available: 12 }),
      sampleLine(2, { color: 'Kırmızı', size: '42', productName: 'Corduroy trousers, cropped' }),
    ])
    await open()
    await expect.element(lines().getByText('blue S · 08699512040000')).toBeVisible()
    const search = drawer().getByRole('searchbox', { name: 'Search lines' })
    await search.fill('kirmizi 42')
    await expect.element(drawer().getByText('1 of 3 lines')).toBeVisible()
    await expect.element(lines().getByText('Corduroy trousers, cropped')).toBeVisible()
    expect(lines().getByRole('row').elements()).toHaveLength(2)
    await button('Deselect 2 hidden lines').click()
    await expect.element(button(/Approve 1 line/)).toBeVisible()
    await search.fill('')
    await button('Short of stock 1').click()
    await expect.element(lines().getByText('Surgical mask')).toBeVisible()
    expect(lines().getByRole('row').elements()).toHaveLength(2)
    await expectNoAxeFaults()
    await button('Wide view').click()
    for (const name of ['Colour', 'Size', 'GTIN', 'Stock', 'Unit price', 'Line total'])
      await expect.element(heading(name)).toBeVisible()
    await expectNoAxeFaults()
  })

  test('[ORD-020] lines have no price columns where prices are hidden', async () => {
    await begin(() => [sampleLine(0, { unitPrice: null, lineTotal: null })])
    await open()
    await button('Wide view').click()
    await expect.element(heading('Stock')).toBeVisible()
    expect(heading('Unit price').elements()).toHaveLength(0)
    expect(heading('Line total').elements()).toHaveLength(0)
  })

  test('[D4] delivery location and point of sale are two facts', async () => {
    alter(0, {
      deliveryLocationName: 'Sarmaşık Ermenek Deposu',
      pointOfSaleName: 'Sarmaşık Keçiören Mağazası',
    })
    await open()
    await expect.element(drawer().getByText('Sarmaşık Ermenek Deposu')).toBeVisible()
    await expect.element(drawer().getByText('Sarmaşık Keçiören Mağazası')).toBeVisible()
  })

  test('[D26] typed quantities are discarded after a question only', async () => {
    await open()
    await expect.element(lines()).toBeVisible()
    await userEvent.keyboard('r')
    await expect.element(quantity(/Nitrile/)).toHaveFocus()
    await userEvent.fill(quantity(/Nitrile/), '48')
    await button('Discard').click()
    await page.getByRole('button', { name: 'Keep typing' }).click()
    await expect.element(quantity(/Nitrile/)).toHaveValue('48')
    await button('Discard').click()
    await page.getByRole('button', { name: 'Discard 1 quantity' }).click()
    await expect.element(quantity(/Nitrile/)).not.toBeInTheDocument()
  })

  test('[ORD-008] a rejected order shows what was ordered struck, and that nothing of it is due', async () => {
    alter(0, { total: '0.00', subtotal: '0.00' })
    await open()
    await expect
      .element(drawer().getByText('Ordered for ₺2,520.00. Nothing is due.').first())
      .toBeInTheDocument()
    await expect.element(drawer().getByText('₺2,520.00', { exact: true }).first()).toBeVisible()
    await button('Contact').click()
    await expect.element(drawer().getByText('Ordered amount')).toBeVisible()
  })

  test('[ORD-020] prices that are hidden are said to be hidden', async () => {
    alter(0, { total: null, demandTotal: null, subtotal: null, discount: null })
    await open()
    await button('Contact').click()
    await expect.element(drawer().getByText('Prices are not shown to you.')).toBeVisible()
  })

  test('one that is not there, or not yours, says so', async () => {
    await show(<OrderManagement />, '/here?order=SO-26-00000')
    await expect.element(drawer().getByText('SO-26-00000 was not found')).toBeVisible()
    await expectNoAxeFaults()
  })

  test('[ORD-013] what happened is told newest first, with reason and memo', async () => {
    await open()
    const events = drawer().getByRole('listitem')
    await expect.element(events.nth(1)).toBeVisible()
    const told = events.elements().map(({ textContent }) => textContent)
    expect(told[0]).toMatch(/^1 line rejected · Other: DiscontinuedMert Aydoğan · /)
    expect(told[1]).toMatch(/^Order placed, 3 lines/)
  })

  test('documents can be taken', async () => {
    const fileId = '00000000-0000-4000-8000-0000000000aa'
    alter(0, {
      documents: [
        {
          fileId,
          name: 'teslimat.pdf',
          type: 'application/pdf',
          bytes: 20_480,
          at: '2026-11-20T09:12:00.000Z',
          by: 'Ayşe Yıldız',
          id: fileId,
          version: 1,
          documentType: 'Other' as const,
          processState: 'Pending' as const,
          referenceNo: null,
          documentDate: null,
          memo: null,
          actions: {},
        },
      ],
    })
    server.answer(
      downloadManagedDocument,
      () =>
        new Response('x', {
          headers: {
            'Content-Type': 'application/pdf',
            'Content-Disposition': 'attachment; filename="teslimat.pdf"',
          },
        }),
    )
    await open()
    await button('Documents 1').click()
    await button('Download teslimat.pdf').click()
    await vi.waitFor(() => expect(sent(downloadManagedDocument)).toEqual([{ orderCode: code(0), fileId }]))
    await expect.element(button(/Delete/)).not.toBeInTheDocument()
    await expectNoAxeFaults()
  })
})

describe('[QTA-003] what quotas said of a line', () => {
  const facts = {
    ruleCode: 'Q-1',
    ruleName: 'Gloves of a month',
    valueType: 'Quantity' as const,
    actionType: 'Reject' as const,
    node: [],
    from: '2026-10-31T21:00:00.000Z',
    to: '2026-11-30T21:00:00.000Z',
    limit: '5000.00',
    used: '4950.00',
    asked: '120.00',
    left: '0.00',
    exceeded: true,
  }
  const unfold = () =>
    lines()
      .getByRole('button', { name: /^Nitrile exam gloves/ })
      .click()

  test('stands under it with used, this order and over once it is unfolded', async () => {
    await begin(() => [sampleLine(0, { quotaState: 'ExceededQuota' }), sampleLine(1)])
    server.answer(getManagedLineQuotas, () => ({ quotas: [facts] }))
    await open()
    await expect.element(lines().getByText('Quota exceeded')).toBeVisible()
    expect(server.sentTo(getManagedLineQuotas)).toEqual([])
    await unfold()
    await expect
      .element(drawer().getByText(/^Limit 5,000 · used 4,950 · this order 120\b.*Renews 1 Dec 2026\.$/))
      .toBeVisible()
    await expect.element(drawer().getByText('+70 over')).toBeVisible()
    expect(sent(getManagedLineQuotas)).toEqual([{ orderCode: code(0), lineId: sampleLine(0).id }])
    await expectNoAxeFaults()
  })

  test('[QTA-002] lines that exceed one are found by their chip', async () => {
    await begin(() => [sampleLine(0), sampleLine(1, { quotaState: 'ExceededQuota' }), sampleLine(2)])
    await open()
    await button('Quota exceeded 1').click()
    await expect.element(lines().getByRole('row', { name: /Surgical mask/ })).toBeVisible()
    await expect.element(lines().getByRole('row', { name: /Nitrile exam gloves/ })).not.toBeInTheDocument()
    await button('Quota exceeded 1').click()
    await expect.element(lines().getByRole('row', { name: /Nitrile exam gloves/ })).toBeVisible()
  })

  test('[ORD-010] a line over a quota is not chosen by itself', async () => {
    await begin(() => [sampleLine(0, { quotaState: 'ExceededQuota' }), sampleLine(1)])
    await open()
    await expect.element(drawer().getByText(/^1 line selected/)).toBeVisible()
  })

  test('[SHL-027] on a telephone the chip that says so is as long as its words', async () => {
    await begin(() => [sampleLine(0, { quotaState: 'ExceededQuota' })])
    await page.viewport(390, 844)
    await open()
    const chip = drawer().getByRole('list', { name: 'Lines' }).getByText('Quota exceeded')
    await expect.element(chip).toBeVisible()
    expect(chip.element().getBoundingClientRect().width).toBeLessThan(200)
  })

  test('is no word where the company does not show its quotas', async () => {
    await begin(() => [sampleLine(0, { quotaState: 'ExceededQuota' }), sampleLine(1)])
    server.answer(getManagedLineQuotas, () => ({ quotas: [] }))
    await open()
    await unfold()
    await vi.waitFor(() => expect(sent(getManagedLineQuotas)).toHaveLength(1))
    await expect.element(drawer().getByText('Supplying location')).toBeVisible()
    await expect.element(drawer().getByText(/this order/)).not.toBeInTheDocument()
  })
})

describe('[ORD-010] deciding on lines', () => {
  test('what can be approved is chosen at once; the key A approves it, and it can be taken back', async () => {
    await begin(() => [
      sampleLine(0),
      sampleLine(1),
      sampleLine(2, { state: 'Rejected', poQuantity: 0, rejectReason: 'OutOfStock' }),
    ])
    await open()
    await expect.element(drawer().getByText(/^2 lines selected · 240 units/)).toBeVisible()
    await expect.element(lines().getByText('Out of stock')).toBeVisible()
    await userEvent.keyboard('a')
    await expect.element(page.getByText('2 lines approved')).toBeVisible()
    const [input] = sent(approvedOrder)
    expect(input).toMatchObject({
      orderCode: code(0),
      version: 1,
      lineIds: [sampleLine(0).id, sampleLine(1).id],
    })
    await page.getByRole('button', { name: 'Undo' }).click()
    await vi.waitFor(() =>
      expect(sent(revertedOrder)[0]).toMatchObject({
        version: 2,
        lineIds: [sampleLine(0).id, sampleLine(1).id],
      }),
    )
    await expect.element(drawer().getByText(/^2 lines selected · 240 units/)).toBeVisible()
    expect(sent(getManagedOrder)).toHaveLength(1)
  })

  test('what the record does not offer cannot be done, and says why', async () => {
    await begin(() => [sampleLine(0, { type: 'Backorder' })])
    await open()
    await expect.element(drawer().getByText('Backorder: can be approved once stock arrives.')).toBeVisible()
    await expect.element(button(/Approve/)).toBeDisabled()
    await expect.element(button(/Reject/)).toBeDisabled()
    await expect.element(lines().getByRole('checkbox', { name: /Select Nitrile/ })).toBeDisabled()
    await userEvent.keyboard('arx')
    expect(sent(approvedOrder)).toHaveLength(0)
  })

  test('[ORD-009] rejecting asks for the reason; with Other the memo is needed', async () => {
    await open()
    await expect.element(lines()).toBeVisible()
    await userEvent.keyboard('x')
    await expect.element(asking().getByRole('combobox', { name: 'Reason' })).toHaveFocus()
    await asking().getByRole('combobox', { name: 'Reason' }).click()
    await page.getByRole('option', { name: 'Other' }).click()
    await asking().getByRole('button', { name: 'Reject 3 lines' }).click()
    await expect
      .element(asking().getByText('Enter a comment: it is required with the reason “Other”.'))
      .toBeVisible()
    await expectNoAxeFaults()
    await asking().getByRole('textbox', { name: 'Comment' }).fill('Discontinued')
    await asking().getByRole('button', { name: 'Reject 3 lines' }).click()
    await expect.element(page.getByText('3 lines rejected')).toBeVisible()
    expect(sent(rejectedOrder)[0]).toMatchObject({ version: 1, reason: 'Other', memo: 'Discontinued' })
  })

  test('Escape leaves the question, then the drawer', async () => {
    const { search } = await open()
    await expect.element(lines()).toBeVisible()
    await userEvent.keyboard('x')
    await expect.element(asking().getByRole('combobox', { name: 'Reason' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(asking().getByRole('combobox', { name: 'Reason' })).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => expect(search().order).toBeUndefined())
  })

  test('a quantity that is no full pack is told while typing, with both that are', async () => {
    await open()
    await expect.element(lines()).toBeVisible()
    await userEvent.keyboard('r')
    await expect.element(quantity(/Nitrile/)).toHaveFocus()
    await userEvent.keyboard('40')
    await expect.element(drawer().getByText('40 is not a full pack. Use 36 or 48.')).toBeVisible()
    await expectNoAxeFaults()
    await userEvent.keyboard('{Enter}')
    await expect.element(quantity(/Surgical/)).toHaveFocus()
    await userEvent.keyboard('132')
    await expect.element(drawer().getByText('132 is more than the ordered 120.')).toBeVisible()
    await button('Revise 2 lines').click()
    await expect.element(quantity(/Nitrile/)).toHaveFocus()
    expect(sent(revisedOrder)).toHaveLength(0)

    await button('48').click()
    await button('120').click()
    await button('Revise 1 line').click()
    await expect.element(page.getByText('1 line revised')).toBeVisible()
    expect(sent(revisedOrder)[0]).toMatchObject({
      version: 1,
      lines: [{ lineId: sampleLine(0).id, quantity: 48 }],
    })
    await expect.element(lines().getByRole('row', { name: /Nitrile.* 120 48 0 .*Revised/ })).toBeVisible()
  })

  test('[SHL-018] typed quantities are not lost without a question', async () => {
    const { search } = await open()
    await expect.element(lines()).toBeVisible()
    await userEvent.keyboard('r')
    await userEvent.keyboard('48')
    await button('Close').click()
    await expect.element(page.getByText(`1 quantity of ${code(0)} is typed but not sent yet.`)).toBeVisible()
    await page.getByRole('button', { name: 'Stay' }).click()
    await expect.element(page.getByText(/is typed but not sent yet/)).not.toBeInTheDocument()
    await expect.element(quantity(/Nitrile/)).toHaveValue('48')
    await button('Next record').click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await vi.waitFor(() => expect(search().order).toBe(code(1)))
    await expect.element(quantity(/Nitrile/)).not.toBeInTheDocument()
  })

  test('[ORD-013] somebody faster is named; loading again keeps what was chosen', async () => {
    await open()
    await expect.element(drawer().getByText(/^3 lines selected · 360 units/)).toBeVisible()
    await lines()
      .getByRole('checkbox', { name: /Select Surgical/ })
      .click()
    orders.touch(code(0))
    await button(/Approve 2 lines/).click()
    await expect
      .element(
        drawer()
          .getByRole('alert')
          .getByText(
            new RegExp(`Mert Aydoğan changed this .${formats().dateTime('2026-11-20T10:41:00.000Z')}.`),
          ),
      )
      .toBeVisible()
    await expectNoAxeFaults()
    await button('Reload').click()
    await expect.element(drawer().getByText(/changed this/)).not.toBeInTheDocument()
    await expect.element(drawer().getByText(/^2 lines selected · 240 units/)).toBeVisible()
    await button(/Approve 2 lines/).click()
    await expect.element(page.getByText('2 lines approved')).toBeVisible()
    expect(sent(approvedOrder).at(-1)).toMatchObject({ version: 2 })
  })

  test('[SHL-027] lines by keyboard: arrows, Space, Enter', async () => {
    await open()
    await expect.element(lines()).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{ArrowDown} ')
    await expect.element(drawer().getByText(/^2 lines selected · 240 units/)).toBeVisible()
    await userEvent.keyboard('{ArrowRight}{Enter}')
    await expect.element(drawer().getByText('SO-26-48213-2')).toBeVisible()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{Enter}')
    await expect.element(quantity(/Surgical/)).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(quantity(/Surgical/)).not.toBeInTheDocument()
    await expect.element(drawer()).toBeVisible()
  })
})

describe('[SHL-027] everywhere', () => {
  test('the drawer and its parts have no fault that axe can see', async () => {
    await begin(
      () => [
        sampleLine(0),
        sampleLine(1, { state: 'Rejected', poQuantity: 0, rejectReason: 'OutOfStock' }),
        sampleLine(2, { state: 'Completed', completedQuantity: 120 }),
      ],
      'tr',
    )
    await open()
    await expect.element(drawer().getByRole('grid')).toBeVisible()
    await expectNoAxeFaults()
    await userEvent.keyboard('r')
    await expectNoAxeFaults()
  })

  test('on a telephone it fills the screen', async () => {
    await page.viewport(390, 844)
    await open()
    const cards = drawer().getByRole('list', { name: 'Lines' }).getByRole('listitem')
    await expect.element(cards.first()).toBeVisible()
    expect(cards.elements()).toHaveLength(3)
    await vi.waitFor(() => expect(drawer().element().getBoundingClientRect().width).toBe(390))
    await expectNoAxeFaults()
  })
})
