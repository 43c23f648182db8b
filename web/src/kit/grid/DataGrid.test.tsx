import { pendingOrders } from '@kervan/contract/order/order-management'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import {
  acted,
  beginGrid,
  box,
  focused,
  grid,
  header,
  opened,
  Orders,
  row,
} from '../../../test/orderGrid.tsx'
import { expectNoAxeFaults, show } from '../../../test/render.tsx'
import type { OrderRow } from '../../../test/sampleOrders.ts'

let server: MemoryServer
let orders: OrderRow[]

beforeEach(async () => {
  ;({ server, orders } = await beginGrid())
})

const asked = () => server.sentTo(pendingOrders.page).at(-1)?.input
const headings = () =>
  grid()
    .getByRole('columnheader')
    .elements()
    .map((element) => element.querySelector('button')?.textContent)
    .filter(Boolean)

describe('[GRD-001] paging, sorting and filtering happen on the server', () => {
  test('a page at a time, and the address remembers it', async () => {
    const { search } = await show(<Orders />)
    await expect.element(page.getByText('1–50 of 431 rows')).toBeVisible()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.element(page.getByText('51–100 of 431 rows')).toBeVisible()
    expect(search()).toEqual({ page: 2 })
    await page.getByRole('combobox', { name: 'Rows' }).selectOptions('200')
    await expect.element(page.getByText('1–200 of 431 rows')).toBeVisible()
    expect(asked()).toMatchObject({ page: 1, pageSize: 200, from: '2026-09-01' })
    await expectNoAxeFaults()
  })

  test('a header sorts, a second one joins with Shift, and says so to a screen reader', async () => {
    const { search } = await show(<Orders />)
    await page.getByRole('button', { name: 'Customer' }).click()
    await expect.element(header('Customer')).toHaveAttribute('aria-sort', 'ascending')
    await userEvent.keyboard('{Shift>}')
    await page.getByRole('button', { name: 'Confirmed' }).click()
    await userEvent.keyboard('{/Shift}')
    await vi.waitFor(() =>
      expect(asked()?.sort).toEqual([
        { column: 'customerName', direction: 'asc' },
        { column: 'confirmedQuantity', direction: 'asc' },
      ]),
    )
    expect(search().sort).toBe('customerName.asc,confirmedQuantity.asc')
  })

  test('chips filter by state; the filter of a column is one of its type; all of it can be taken back', async () => {
    const { search } = await show(<Orders />)
    await page.getByRole('button', { name: /^Revised/ }).click()
    await vi.waitFor(() => expect(asked()?.filters).toEqual({ shownState: { in: ['Revised'] } }))
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirmed' }).click()
    await page.getByRole('textbox', { name: 'From' }).fill('100')
    await page.getByRole('button', { name: 'Apply' }).click()
    await vi.waitFor(() =>
      expect(search().f).toEqual({ shownState: { in: ['Revised'] }, confirmedQuantity: { from: '100' } }),
    )
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await vi.waitFor(() => expect(search().f).toBeUndefined())
  })

  test('[GRD-004] the search asks from two letters on; / leads to it', async () => {
    await show(<Orders />)
    await expect.element(row('SO-26-48213')).toBeVisible()
    const { listenForHotkeys } = await import('../hotkeys.ts')
    const stop = listenForHotkeys()
    await userEvent.keyboard('/')
    stop()
    await expect.element(page.getByRole('searchbox')).toHaveFocus()
    await userEvent.keyboard('s')
    await userEvent.keyboard('elvi')
    await vi.waitFor(() => expect(asked()?.search).toBe('selvi'))
    expect(server.sentTo(pendingOrders.page).map(({ input }) => input.search)).not.toContain('s')
  })

  test('the old rows stay while the next ones are on their way', async () => {
    await show(<Orders />)
    await expect.element(row('SO-26-48213')).toBeVisible()
    const answer = server.hold()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.element(row('SO-26-48213')).toBeVisible()
    await expect.element(grid()).toHaveAttribute('aria-busy', 'true')
    await expect.element(row('SO-26-48213')).toBeVisible()
    answer()
    await expect.element(row('SO-26-48063')).toBeVisible()
  })
})

describe('[GRD-001] selection', () => {
  test('survives turning the page and comes as a list of ids', async () => {
    await show(<Orders />)
    await box('SO-26-48213').click()
    await page.getByRole('button', { name: 'Next page' }).click()
    await box('SO-26-48063').click()
    await page.getByRole('button', { name: 'Approve 2' }).click()
    expect(acted).toHaveBeenLastCalledWith({ mode: 'ids', ids: [orders[0]?.id, orders[50]?.id] })
    await expectNoAxeFaults()
  })

  test('this page, then all that match, but for one', async () => {
    await show(<Orders />)
    await expect.element(page.getByText('1–50 of 431 rows')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select the rows on this page' }).first().click()
    await expect.element(page.getByText('50 selected', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Select all 431 that match' }).click()
    await expect.element(page.getByText('431 selected', { exact: true })).toBeVisible()
    await box('SO-26-48207').click()
    await page.getByRole('button', { name: 'Approve 430' }).click()
    const selection = acted.mock.lastCall?.[0]
    expect(selection).toMatchObject({
      mode: 'query',
      exclude: [orders[2]?.id],
      query: { from: '2026-09-01', to: '2026-11-20', filters: {} },
    })
    expect(pendingOrders.selection.safeParse(selection).error).toBeUndefined()
  })

  test('Shift chooses the rows between; another question ends the selection', async () => {
    await show(<Orders />)
    await box('SO-26-48213').click()
    await userEvent.keyboard('{Shift>}')
    await box('SO-26-48204').click()
    await userEvent.keyboard('{/Shift}')
    await expect.element(page.getByText('4 selected', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: /^Revised/ }).click()
    await expect.element(page.getByText('4 selected', { exact: true })).not.toBeInTheDocument()
  })
})

describe('[SHL-027] the keyboard alone', () => {
  test('arrows, ends, select, range, open, hotkey, clear', async () => {
    await show(<Orders />)
    await expect.element(row('SO-26-48213')).toBeVisible()
    document.querySelector<HTMLElement>('[data-cell="0:0"]')?.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    await vi.waitFor(() => expect(focused()).toBe('1:1'))
    await userEvent.keyboard('{Control>}{End}{/Control}')
    await vi.waitFor(() =>
      expect(focused()).toBe(`49:${pendingOrders.row.shape ? Object.keys(pendingOrders.columns).length : 0}`),
    )
    await userEvent.keyboard('{Control>}{Home}{/Control}')
    await vi.waitFor(() => expect(focused()).toBe('0:0'))
    await userEvent.keyboard(' ')
    await expect.element(box('SO-26-48213')).toBeChecked()
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    await expect.element(page.getByText('3 selected', { exact: true })).toBeVisible()
    await userEvent.keyboard('{ArrowRight}{Enter}')
    await vi.waitFor(() => expect(opened).toHaveBeenLastCalledWith('SO-26-48207'))
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByText('3 selected', { exact: true })).not.toBeInTheDocument()
    await userEvent.keyboard('a')
    await vi.waitFor(() => expect(opened).toHaveBeenLastCalledWith('approve SO-26-48207'))
  })

  test('the header sorts, widens, moves and opens its menu; the row opens its own', async () => {
    await show(<Orders />)
    await expect.element(row('SO-26-48213')).toBeVisible()
    document.querySelector<HTMLElement>('[data-cell="-1:2"]')?.focus()
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(asked()?.sort).toEqual([{ column: 'customerName', direction: 'asc' }]))
    const width = () => header('Customer').element().getBoundingClientRect().width
    const before = width()
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
    await vi.waitFor(() => expect(width()).not.toBe(before))
    await userEvent.keyboard('{Control>}{ArrowRight}{/Control}')
    await vi.waitFor(() => expect(headings().slice(0, 3)).toEqual(['Order code', 'Confirmed', 'Customer']))
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await expect.element(page.getByRole('button', { name: 'Hide column' })).toBeVisible()
    await expectNoAxeFaults()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('button', { name: 'Hide column' })).not.toBeInTheDocument()
    document.querySelector<HTMLElement>('[data-cell="2:1"]')?.focus()
    await userEvent.keyboard('{Shift>}{F10}{/Shift}')
    await expect.element(page.getByRole('menuitem', { name: 'Approve' })).toBeVisible()
    await expectNoAxeFaults()
  })

  test('it is a grid with counts for a screen reader', async () => {
    await show(<Orders />)
    await expect.element(row('SO-26-48213')).toHaveAttribute('aria-rowindex', '2')
    expect(grid().element().getAttribute('aria-rowcount')).toBe('432')
    expect(grid().element().getAttribute('aria-colcount')).toBe(
      String(Object.keys(pendingOrders.columns).length + 1),
    )
  })
})

describe('[GRD-001] the arrangement is remembered', () => {
  test('hidden and moved columns come back, from the server too', async () => {
    const first = await show(<Orders />)
    await expect.element(row('SO-26-48213')).toBeVisible()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Customer' }).click()
    await page.getByRole('button', { name: 'Move State up' }).click()
    await expectNoAxeFaults()
    const { saveGridState } = await import('@kervan/contract/account/web-app-user-dictionary')
    await vi.waitFor(() => expect(server.sentTo(saveGridState)).not.toHaveLength(0))
    await first.screen.unmount()
    window.localStorage.removeItem('kervan.gridStates.v9')
    await show(<Orders />)
    await expect.element(row('SO-26-48213')).toBeVisible()
    expect(headings().slice(0, 4)).toEqual(['Order code', 'Confirmed', 'State', 'Order date'])
  })

  test('[GRD-002] views: save, apply, refuse the sixth and a name twice', async () => {
    const { search } = await show(<Orders />)
    await page.getByRole('button', { name: /^Revised/ }).click()
    for (const [name, taken] of [
      ['One', false],
      ['One', true],
      ['Two', false],
      ['Three', false],
      ['Four', false],
      ['Five', false],
    ] as const) {
      await page.getByRole('button', { name: /^(Views|One|Two|Three|Four)$/ }).click()
      await page.getByRole('menuitem', { name: 'Save as new view' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill(name)
      await page.getByRole('button', { name: 'Save view' }).click()
      if (taken) {
        await expect.element(page.getByText('You already have a template named One.')).toBeVisible()
        await expectNoAxeFaults()
        await page.getByRole('button', { name: 'Cancel' }).click()
      }
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    }
    await page.getByRole('button', { name: 'Clear filters' }).click()
    // (D30) What is shown is no longer what the view says; it can be kept so or taken back.
    await page.getByRole('button', { name: 'Five · changed' }).click()
    await expect.element(page.getByRole('menuitem', { name: 'Overwrite Five' })).toBeVisible()
    await page.getByRole('menuitem', { name: 'Revert to Five' }).click()
    await vi.waitFor(() => expect(search().f).toEqual({ shownState: { in: ['Revised'] } }))
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('button', { name: 'Five · changed' }).click()
    await expect.element(page.getByRole('menuitem', { name: 'At most 5 views' })).toBeDisabled()
    await page.getByRole('menuitem', { name: 'Two' }).click()
    await vi.waitFor(() => expect(search().f).toEqual({ shownState: { in: ['Revised'] } }))
  })

  test('[GRD-003] as a list, as cards, or with all details; the choice stays', async () => {
    const first = await show(<Orders />)
    await expect.element(row('SO-26-48213')).toBeVisible()
    await page.getByRole('button', { name: 'View as' }).click()
    await page.getByRole('menuitem', { name: 'Details' }).click()
    await expect.element(page.getByRole('button', { name: 'Open SO-26-48213' })).toBeVisible()
    await expectNoAxeFaults()
    await first.screen.unmount()
    await show(<Orders />)
    await expect.element(page.getByRole('button', { name: 'Open SO-26-48213' })).toBeVisible()
  })
})

test('[SHL-027] on a telephone: cards, filters in a sheet, actions under the thumb', async () => {
  await page.viewport(390, 844)
  await show(<Orders card={(order) => <span>{order.orderCode}</span>} />)
  await page.getByRole('checkbox', { name: 'Select SO-26-48213' }).click()
  await expect.element(page.getByRole('button', { name: 'Approve 1' })).toBeVisible()
  await expectNoAxeFaults()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('button', { name: 'Channel' }).click()
  await page.getByRole('checkbox', { name: 'EDI' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await vi.waitFor(() => expect(asked()?.filters).toEqual({ channel: { in: ['EDI'] } }))
})
