import {
  approveOrders,
  closedOrders,
  countOrders,
  pendingOrders,
  rejectOrders,
  reviseOrders,
  revertOrders,
} from '@kervan/contract/order/order-management'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { managerRights, sampleLine, serveOrders, type OrderServer } from '../../../test/orderServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { today } from '../../kit/values/companyDay.ts'
import OrderManagement from './OrderManagement.tsx'
import { managementWindow } from '../windows.ts'

let server: MemoryServer
let orders: OrderServer

type Options = { rights?: string[]; language?: 'en' | 'tr' | 'de'; preApproves?: true }
async function begin(options: Options = {}) {
  await page.viewport(1440, 900)
  server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: options.rights ?? managerRights,
      ...(options.preApproves && { PreApproves: true as const }),
    },
    language: options.language ?? 'en',
  })
  // Every tenth order is a backorder, on which nobody decides.
  orders = serveOrders(server, 'manager', 60, (_row, index) =>
    [0, 1, 2].map((line) => sampleLine(line, index % 10 === 9 ? { type: 'Backorder' } : {})),
  )
}
beforeEach(() => begin())

const grid = () => page.getByRole('grid', { name: 'Order management' })
const code = (index: number) => orders.rows[index]!.orderCode
const choose = async (...indices: number[]) => {
  for (const index of indices) await page.getByRole('checkbox', { name: `Select ${code(index)}` }).click()
}
const bar = () => page.getByRole('toolbar')
const dialog = () => page.getByRole('dialog')
const asked = (call: Parameters<MemoryServer['sentTo']>[0]) => server.sentTo(call).map(({ input }) => input)
/** Without the questions after what the rows come to and after how many a chip shows, which follow those for rows. */
const sent = (call: Parameters<MemoryServer['sentTo']>[0]) =>
  asked(call).filter(({ summary, count }) => summary === undefined && count === undefined)

describe('[ORD-010] tabs', () => {
  test('each stands there only with its permission and asks its own call', async () => {
    await show(<OrderManagement />)
    await expect
      .element(page.getByRole('link', { name: 'To decide 428' }))
      .toHaveAttribute('aria-current', 'page')
    await page.getByRole('link', { name: 'Closed' }).click()
    await expect.element(page.getByRole('link', { name: 'Closed' })).toHaveAttribute('aria-current', 'page')
    await vi.waitFor(() => expect(sent(closedOrders.page)).toHaveLength(1))
    await expect.element(grid().getByText(code(0))).toBeVisible()
    expect(sent(pendingOrders.page)).toHaveLength(1)

    await begin({
      rights: managerRights.filter(
        (right) => right !== 'PendingOrders' && right !== 'ExternalApprovalOrders',
      ),
    })
    await show(<OrderManagement />)
    await expect.element(page.getByRole('link', { name: 'Closed' })).toHaveAttribute('aria-current', 'page')
    await expect.element(page.getByRole('link', { name: /^To decide/ })).not.toBeInTheDocument()
    expect(sent(pendingOrders.page)).toHaveLength(0)
  })

  test('[SHL-025] an address to a tab that is not granted says what is missing', async () => {
    await begin({ rights: managerRights.filter((right) => right !== 'ClosedOrders') })
    await show(<OrderManagement />, '/here?tab=closed')
    await expect.element(page.getByText('You cannot see the tab Closed')).toBeVisible()
    await expect.element(page.getByText(/This needs “Tab: closed orders”\./)).toBeVisible()
    expect(sent(closedOrders.page)).toHaveLength(0)
    await expectNoAxeFaults()
  })

  test('pre-approval leads to its own screen, where the company has it (N31)', async () => {
    const rights = [...managerRights, 'PreApprovalOrderManagement']
    await begin({ rights, preApproves: true })
    await show(<OrderManagement />)
    const tab = page.getByRole('link', { name: 'Pre-approval' })
    await expect.element(tab).toHaveAttribute('href', '/order/pre-order-management')
    await cleanup()
    await begin({ rights })
    await show(<OrderManagement />)
    await expect.element(page.getByRole('link', { name: 'External approval' })).toBeVisible()
    await expect.element(tab).not.toBeInTheDocument()
  })
})

test('[QTA-002] the bar offers to override a quota only where a quota has rejected something', async () => {
  const [rejected] = orders.rows
  if (rejected) rejected.actions = { ...rejected.actions, overrideQuota: null }
  await show(<OrderManagement />)
  await choose(1)
  await expect.element(bar().getByRole('button', { name: 'Reject…' })).toBeVisible()
  const override = bar().getByRole('button', { name: /^Override quota/ })
  await expect.element(override).not.toBeInTheDocument()
  await choose(0)
  await expect.element(override).toBeVisible()
  await bar()
    .getByRole('button', { name: /^Select all/ })
    .click()
  await expect.element(override).toBeVisible()
})

test('[QTA-003] what is over quota is seen in the list and in the selection, on a telephone as well', async () => {
  const risky = orders.rows[2]
  if (risky) Object.assign(risky, { exceededLines: 2, overQuota: true })
  await show(<OrderManagement />)
  const heading = grid().getByRole('columnheader', { name: /^Over quota Column menu/ })
  await expect.element(heading).toBeVisible()
  // Whole, and without scrolling.
  const { scrollWidth, clientWidth } = heading.element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  expect(heading.element().getBoundingClientRect().right).toBeLessThanOrEqual(1440)
  const row = grid().getByRole('row', { name: new RegExp(code(2)) })
  await expect.element(row.getByText('2', { exact: true })).toBeVisible()
  await choose(1, 2)
  await expect.element(bar().getByText('1 over quota')).toBeVisible()
  await page.viewport(390, 844)
  await expect.element(page.getByText('1 over quota')).toBeVisible()
  await page.viewport(1440, 900)
})

describe('[ORD-010] [ORD-025] the window of dates', () => {
  test('is the last three months at first, and stands in the address when chosen', async () => {
    const { search } = await show(<OrderManagement />)
    await vi.waitFor(() => expect(sent(pendingOrders.page)[0]).toMatchObject(managementWindow({})))
    await page.getByRole('button', { name: /^Order dates/ }).click()
    await page.getByRole('button', { name: 'Last 30 days' }).click()
    await vi.waitFor(() => expect(search()).toMatchObject({ to: today() }))
    await vi.waitFor(() => expect(sent(pendingOrders.page).at(-1)).toMatchObject(managementWindow(search())))
    await expectNoAxeFaults()
  })

  test('one of more than three months is explained, not asked, and mended by a press', async () => {
    const { search } = await show(<OrderManagement />, '/here?from=2026-01-01&to=2026-11-20')
    await expect.element(page.getByText('At most 3 months can be shown at once')).toBeVisible()
    expect(sent(pendingOrders.page)).toHaveLength(0)
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Show 20 Aug 2026 – 20 Nov 2026' }).click()
    await expect.element(grid()).toBeVisible()
    expect(search()).toMatchObject({ from: '2026-08-20', to: '2026-11-20' })
  })

  test('one the wrong way round is turned', async () => {
    const { search } = await show(<OrderManagement />, '/here?from=2026-11-20&to=2026-10-01')
    await expect.element(page.getByText('The start is after the end')).toBeVisible()
    await page.getByRole('button', { name: /^Show/ }).click()
    await vi.waitFor(() => expect(search()).toMatchObject({ from: '2026-10-01', to: '2026-11-20' }))
  })
})

describe('[ORD-010] many orders at once', () => {
  test('a dryRun says which would pass, which not and why; then exactly those are done, under one key', async () => {
    await show(<OrderManagement />)
    await choose(7, 8, 9)
    await bar().getByRole('button', { name: 'Approve 3' }).click()
    await expect.element(dialog().getByRole('heading', { name: 'Approve 2 orders?' })).toBeVisible()
    await expect.element(dialog().getByText('2 of 3 orders ready (6 lines)')).toBeVisible()
    await dialog().getByText('1 backorder').click()
    await expect.element(dialog().getByText(code(9))).toBeVisible()
    await expectNoAxeFaults()
    expect(sent(approveOrders)).toEqual([
      {
        selection: { mode: 'ids', ids: [orders.rows[7]!.id, orders.rows[8]!.id, orders.rows[9]!.id] },
        dryRun: true,
      },
    ])

    await dialog().getByRole('button', { name: 'Approve 2 orders' }).click()
    await expect.element(page.getByText('2 orders approved')).toBeVisible()
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(sent(approveOrders).at(-1)).toMatchObject({
      selection: { mode: 'ids', ids: [orders.rows[7]!.id, orders.rows[8]!.id] },
      dryRun: false,
    })
    expect(server.sentTo(approveOrders).at(-1)?.requestKey).toMatch(/^[0-9a-f]{32}$/)
    await expect.element(bar()).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Undo' }).click()
    await vi.waitFor(() =>
      expect(sent(revertOrders)).toEqual([
        {
          selection: { mode: 'ids', ids: [orders.rows[7]!.id, orders.rows[8]!.id] },
          undo: true,
          dryRun: false,
        },
      ]),
    )
  })

  test('[ORD-009] rejecting asks for the reason, and with Other for the words', async () => {
    await show(<OrderManagement />)
    await choose(0, 1)
    await bar().getByRole('button', { name: 'Reject…' }).click()
    await expect.element(dialog().getByText('2 orders ready (6 lines)')).toBeVisible()
    const send = dialog().getByRole('button', { name: 'Reject 2 orders' })
    await send.click()
    await expect.element(dialog().getByText('Select an option')).toBeVisible()
    await dialog().getByRole('combobox', { name: 'Reason' }).click()
    await page.getByRole('option', { name: 'Other' }).click()
    await send.click()
    await expect
      .element(dialog().getByText('Enter a comment: it is required with the reason “Other”.'))
      .toBeVisible()
    await expectNoAxeFaults()
    await dialog().getByRole('textbox', { name: 'Comment' }).fill('Discontinued')
    await send.click()
    await expect.element(page.getByText('2 orders rejected')).toBeVisible()
    expect(sent(rejectOrders).at(-1)).toMatchObject({ dryRun: false, reason: 'Other', memo: 'Discontinued' })
  })

  test('revising rehearses with the share that is typed', async () => {
    await show(<OrderManagement />)
    await choose(0)
    await bar().getByRole('button', { name: 'Revise…' }).click()
    await expect
      .element(dialog().getByRole('textbox', { name: 'Approve % of ordered quantity' }))
      .toHaveFocus()
    expect(sent(reviseOrders)).toHaveLength(0)
    await userEvent.keyboard('50')
    await expect.element(dialog().getByText('1 order ready (3 lines)')).toBeVisible()
    await dialog().getByRole('button', { name: 'Revise 1 order' }).click()
    await expect.element(page.getByText('1 order revised')).toBeVisible()
    expect(sent(reviseOrders).at(-1)).toMatchObject({ dryRun: false, percent: 50 })
  })

  test('all that match go as the question, not as a list of them', async () => {
    await show(<OrderManagement />)
    await choose(0)
    await bar().getByRole('button', { name: 'Select all 60 that match' }).click()
    await bar().getByRole('button', { name: 'Approve 60' }).click()
    await expect.element(dialog().getByText('54 of 60 orders ready (162 lines)')).toBeVisible()
    await dialog().getByRole('button', { name: 'Approve 54 orders' }).click()
    await expect.element(page.getByText('54 orders approved')).toBeVisible()
    const last = sent(approveOrders).at(-1) as {
      selection: { mode: string; exclude: string[]; query: object }
    }
    expect(last.selection.mode).toBe('query')
    expect(last.selection.exclude).toHaveLength(6)
    expect(last.selection.query).toMatchObject(managementWindow({}))
  })

  test('closed orders can be set back, also all that match', async () => {
    await show(<OrderManagement />, '/here?tab=closed')
    await choose(0)
    await expect.element(bar().getByRole('button', { name: 'Revert…' })).toBeEnabled()
    await expect.element(bar().getByRole('button', { name: 'Approve' })).not.toBeInTheDocument()
    await bar().getByRole('button', { name: 'Select all 60 that match' }).click()
    await bar().getByRole('button', { name: 'Revert…' }).click()
    await expect.element(dialog().getByRole('heading')).toBeVisible()
    await expect
      .poll(() => sent(revertOrders).at(-1))
      .toMatchObject({ tab: 'closed', dryRun: true, selection: { mode: 'query' } })
  })

  test('without the right to decide there is no box and no bar', async () => {
    await begin({
      rights: managerRights.filter(
        (right) => !right.endsWith('Orders') || /^[A-Z]/.test(right) || right.includes('-get'),
      ),
    })
    await show(<OrderManagement />)
    await expect.element(grid().getByText(code(0))).toBeVisible()
    await expect.element(page.getByRole('checkbox', { name: `Select ${code(0)}` })).not.toBeInTheDocument()
  })
})

describe('[ORD-010] [SHL-027] without a mouse', () => {
  test('keys on a row: A asks, Enter agrees; C copies; Enter opens and Escape closes', async () => {
    const { search } = await show(<OrderManagement />)
    await expect.element(grid().getByText(code(0))).toBeVisible()
    ;(grid().getByRole('gridcell').nth(1).element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}a')
    await expect.element(dialog().getByRole('heading', { name: `Approve ${code(2)}?` })).toBeVisible()
    await expect.element(dialog().getByRole('button', { name: 'Approve 1 order' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('1 order approved')).toBeVisible()
    await expect.element(dialog()).not.toBeInTheDocument()

    await userEvent.keyboard('{Enter}')
    await expect.element(dialog().getByRole('heading', { name: code(2) })).toBeVisible()
    expect(search().order).toBe(code(2))
    await userEvent.keyboard('j')
    await expect.element(dialog().getByRole('heading', { name: code(3) })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(search().order).toBeUndefined()
  })

  test('with a selection the same keys mean the selection', async () => {
    await show(<OrderManagement />)
    await choose(0, 1)
    ;(grid().getByRole('gridcell').nth(1).element() as HTMLElement).focus()
    await userEvent.keyboard('x')
    await expect.element(dialog().getByRole('heading', { name: 'Reject 2 orders?' })).toBeVisible()
  })
})

describe('[GRD-005] [SHL-027] states and languages', () => {
  test('nothing there, nothing that matches, not loaded', async () => {
    orders.rows.splice(0)
    await show(<OrderManagement />)
    await expect.element(page.getByText('Nothing to decide')).toBeVisible()
    await expectNoAxeFaults()
    await begin()
    server.answer(pendingOrders.page, () => server.refuse(pendingOrders.page, 'ServerFault'))
    await show(<OrderManagement />)
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect.element(page.getByText('7F3K-92QD')).toBeVisible()
  })

  test('list, selection and dialog have no fault that axe can see', async () => {
    await begin({ language: 'de' })
    await show(<OrderManagement />)
    await expect.element(page.getByRole('grid').getByText(code(0))).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('grid').getByRole('checkbox').nth(1).click()
    await expectNoAxeFaults()
    await bar().getByRole('button', { name: 'Ablehnen…' }).click()
    await expect.element(dialog()).toBeVisible()
    await expectNoAxeFaults()
  })

  test('on a telephone orders are cards', async () => {
    await page.viewport(390, 844)
    await show(<OrderManagement />)
    await expect.element(page.getByRole('button', { name: `Open ${code(0)}` })).toBeVisible()
    await expectNoAxeFaults()
  })
})

describe('[ORD-010] orders that came meanwhile', () => {
  test('are told of without asking before the time; the list is read again and keeps filter, place and selection', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { search } = await show(<OrderManagement />, '/here?tab=toDecide')
      await expect.element(grid().getByText(code(0))).toBeVisible()
      await choose(1, 2)
      expect(sent(countOrders).filter((input) => input.since !== undefined)).toHaveLength(0)
      const counts = { orders: 431, isExact: true, late: 12 }
      server.answer(countOrders, ({ since }) => ({
        toDecide: counts,
        inFulfilment: counts,
        externalApproval: null,
        arrived: since ? 3 : null,
        openEdiMessages: 2,
      }))
      vi.advanceTimersByTime(30_000)
      await expect.element(page.getByRole('status').getByText('3 new orders')).toBeVisible()
      const scroller = grid().element().parentElement!
      scroller.scrollTop = 200
      const lists = sent(pendingOrders.page).length
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await vi.waitFor(() => expect(sent(pendingOrders.page)).toHaveLength(lists + 1))
      await expect.element(page.getByText('3 new orders')).not.toBeInTheDocument()
      await expect.element(page.getByRole('link', { name: 'To decide 431' })).toBeVisible()
      await expect.element(bar().getByText('2 selected')).toBeVisible()
      expect(scroller.scrollTop).toBe(200)
      expect(search()).toMatchObject({ tab: 'toDecide' })
    } finally {
      vi.useRealTimers()
    }
  })

  test('are not asked for while nobody looks', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    try {
      await show(<OrderManagement />)
      await expect.element(grid().getByText(code(0))).toBeVisible()
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      vi.advanceTimersByTime(120_000)
      visibility.mockReturnValue('visible')
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      await vi.waitFor(() =>
        expect(sent(countOrders).filter((input) => input.since !== undefined)).toHaveLength(1),
      )
    } finally {
      visibility.mockRestore()
      vi.useRealTimers()
    }
  })
})

describe('[ORD-010] what the orders come to', () => {
  const view = async (name: string) => {
    await page.getByRole('button', { name: 'View as' }).click()
    await page.getByRole('menuitem', { name }).click()
  }

  test('stands in the foot of the list, of all that match', async () => {
    await show(<OrderManagement />)
    const ordered = orders.rows.reduce((sum, row) => sum + row.demandQuantity, 0)
    await expect
      .element(page.getByText(`Ordered ${new Intl.NumberFormat('en').format(ordered)}`))
      .toBeVisible()
    const summaries = asked(pendingOrders.page).filter(({ count }) => count === undefined)
    expect(summaries.map(({ summary }) => summary)).toEqual([undefined, 'all'])
  })

  test('stands by customer in a view of its own, and a press shows the orders of one', async () => {
    const { search } = await show(<OrderManagement />)
    await expect.element(grid().getByText(code(0))).toBeVisible()
    await view('By Customer')
    const groups = page.getByRole('table', { name: 'Order management: By Customer' })
    const { customerName, customerUniqueCode } = orders.rows[0]!
    const own = orders.rows.filter((row) => row.customerUniqueCode === customerUniqueCode)
    const row = groups.getByRole('row').filter({ hasText: customerUniqueCode })
    await expect.element(row.getByRole('cell', { name: String(own.length), exact: true })).toBeVisible()
    await expect.element(groups.getByRole('row', { name: /^Total 60 / })).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Export' }).click()
    await vi.waitFor(() => expect(asked(pendingOrders.excel)[0]?.summary).toBe('customerUniqueCode'))
    await row.getByRole('button', { name: customerName }).click()
    await expect.element(grid().getByText(code(0))).toBeVisible()
    expect(search()).toMatchObject({ f: { customerUniqueCode: { in: [customerUniqueCode] } } })
  })

  test('stands by customer on a telephone too, and goes back', async () => {
    await show(<OrderManagement />)
    await page.viewport(390, 844)
    await page.getByRole('button', { name: 'By Customer' }).click()
    await expect.element(page.getByRole('table')).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await expect.element(page.getByRole('table')).not.toBeInTheDocument()
  })
})
