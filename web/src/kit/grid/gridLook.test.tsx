import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { beginGrid, grid, Orders } from '../../../test/orderGrid.tsx'
import { session, show } from '../../../test/render.tsx'
import type { OrderRow } from '../../../test/sampleOrders.ts'
import { setSession } from '../call/session.ts'
import { chooseLanguage } from '../i18n/i18n.ts'
import { pendingOrders } from '@kervan/contract/order/order-management'
import { existing } from '@kervan/contract/kit/typed'
import { Ratio } from '../values/Meter.tsx'

let server: MemoryServer
let orders: OrderRow[]
beforeEach(async () => {
  ;({ server, orders } = await beginGrid())
})

/** How far two colours (`#rrggbb`) are apart, from 1 to 21, by the formula of WCAG. */
function contrast(one: string, other: string): number {
  const luminance = (color: string) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
      const part = Number.parseInt(color.slice(1 + index * 2, 3 + index * 2), 16) / 255
      return sum + weight * (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    }, 0)
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const code = (index: number) => orders[index]!.orderCode
/** Where the words of an element end, without its padding. */
function wordsOf(element: Element): DOMRect {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect()
}
const heading = (name: string) => grid().getByRole('button', { name, exact: true })
const cell = (index: number, text: string) =>
  grid()
    .getByRole('row', { name: new RegExp(code(index)) })
    .getByRole('gridcell', { name: text, exact: true })
const figures = {
  orderCode: { pinned: true },
  customerName: {},
  confirmedQuantity: { width: 96 },
  demandQuantity: { hidden: true },
}

describe('[GRD-001] a grid', () => {
  test('(D56) heads figures where they end, sorted or not, and cuts no heading for its arrow', async () => {
    await show(<Orders columns={figures} />)
    const shown = String(orders[1]!.confirmedQuantity)
    const label = () => heading('Confirmed').element().querySelector('span')!
    await expect.element(cell(1, shown)).toBeVisible()
    const figure = wordsOf(cell(1, shown).element()).right
    expect(Math.abs(wordsOf(label()).right - figure)).toBeLessThanOrEqual(1)
    await heading('Confirmed').click()
    await expect
      .element(grid().getByRole('columnheader', { name: /^Confirmed/ }))
      .toHaveAttribute('aria-sort', 'ascending')
    expect(Math.abs(wordsOf(label()).right - figure)).toBeLessThanOrEqual(1)
    expect(label().scrollWidth).toBeLessThanOrEqual(label().clientWidth)
  })

  test('(N32) has chips for the states that occur, with how many rows each shows', async () => {
    await show(<Orders />)
    await expect.element(grid().getByText(code(0))).toBeVisible()
    const states = new Set(orders.map(({ shownState }) => shownState))
    const [first = ''] = states
    const words = () => page.getByRole('button', { pressed: false }).elements()
    const counted = () => words().filter((element) => element.querySelector('b'))
    await vi.waitFor(() => expect(counted().length).toBe(states.size), 20_000)
    const amount = orders.filter(({ shownState }) => shownState === first).length
    expect(counted().map((element) => element.querySelector('b')?.textContent)).toContain(String(amount))
  })

  test('(D61) gives a text 320 px at most and leaves the rest of a wide screen empty', async () => {
    await page.viewport(2560, 900)
    await show(<Orders />)
    await expect.element(grid().getByText(code(0))).toBeVisible()
    const texts = grid()
      .getByRole('columnheader', { name: /^(Customer|Location)/ })
      .elements()
    const sizes = texts.map((element) => element.getBoundingClientRect().width)
    expect(sizes.length).toBeGreaterThan(0)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(320)
  })

  test('cuts no heading where there is room', async () => {
    await chooseLanguage('de')
    const rest = Object.fromEntries(Object.keys(pendingOrders.columns).map((key) => [key, { hidden: true }]))
    await show(<Orders columns={{ ...rest, orderCode: {}, externalPoCode: { width: 60 } }} />)
    await expect.element(heading('Kundenbestellnr.')).toBeVisible()
    const words = existing(heading('Kundenbestellnr.').element().querySelector('span'))
    expect(words.scrollWidth).toBeLessThanOrEqual(words.clientWidth)
  })

  test('cuts no amount, however large', async () => {
    existing(orders[0]).total = '174946668.20'
    await show(<Orders columns={{ orderCode: { pinned: true }, total: { width: 60 } }} />)
    const amount = grid().getByRole('gridcell', { name: /174,946,668\.20/ })
    await expect.element(amount).toBeVisible()
    expect(amount.element().scrollWidth).toBeLessThanOrEqual(amount.element().clientWidth)
  })

  test('leaves a column out as long as no row says anything in it, where the screen wants that', async () => {
    const columns = { orderCode: { pinned: true }, externalPoCode: { whenFilled: true } }
    for (const row of orders) row.externalPoCode = null
    await show(<Orders columns={columns} />)
    await expect.element(grid().getByText(code(0))).toBeVisible()
    await expect.element(heading('PO number')).not.toBeInTheDocument()
    existing(orders[0]).externalPoCode = 'PO-1'
    await cleanup()
    await show(<Orders columns={columns} />)
    await expect.element(heading('PO number')).toBeVisible()
  })

  test('cuts no heading where there is none, and scrolls instead', async () => {
    await chooseLanguage('tr')
    await page.viewport(900, 900)
    await show(<Orders columns={{ orderCode: { pinned: true }, externalPoCode: { width: 60 } }} />)
    await expect.element(heading('Müşteri sipariş no')).toBeVisible()
    const words = existing(heading('Müşteri sipariş no').element().querySelector('span'))
    expect(words.scrollWidth).toBeLessThanOrEqual(words.clientWidth)
  })

  test('makes its texts narrower where only a few pixels are missing, and scrolls where more are', async () => {
    const names = { customerName: { width: 500 }, deliveryLocationName: { width: 500 } }
    const rest = Object.fromEntries(Object.keys(pendingOrders.columns).map((key) => [key, { hidden: true }]))
    await show(<Orders columns={{ ...rest, orderCode: { pinned: true }, ...names }} />)
    await expect.element(grid().getByText(code(0))).toBeVisible()
    const scroller = grid().element().parentElement!
    const wanted = 40 + 136 + 2 * 500
    for (const [missing, beyond] of [
      [1, 0],
      [60, 0],
      [160, 160],
    ] as const) {
      await page.viewport(window.innerWidth + wanted - missing - scroller.clientWidth, 900)
      await vi.waitFor(() => {
        expect(scroller.clientWidth).toBe(wanted - missing)
        expect(scroller.scrollWidth - scroller.clientWidth).toBe(beyond)
      })
    }
  })

  test('gives a pinned text its share of a wide screen too', async () => {
    await page.viewport(2560, 900)
    const rest = Object.fromEntries(Object.keys(pendingOrders.columns).map((key) => [key, { hidden: true }]))
    await show(<Orders columns={{ ...rest, customerName: { pinned: true, width: 120 }, orderCode: {} }} />)
    const longest = orders.map(({ customerName }) => customerName).toSorted((a, b) => b.length - a.length)[0]!
    const name = grid().getByRole('gridcell', { name: longest }).first()
    await expect.element(name).toBeVisible()
    expect(name.element().getBoundingClientRect().width).toBeGreaterThan(150)
    expect(name.element().scrollWidth).toBe(name.element().clientWidth)
    // More than its longest text it leaves to others.
    expect(name.element().getBoundingClientRect().width).toBeLessThan(wordsOf(name.element()).width + 60)
  })

  test('gives a column more room where one of the rows says more', async () => {
    const late = orders[1]!.orderCode
    const width = async (when: (row: OrderRow) => boolean) => {
      const deliveryDate = { width: 100, short: true, wider: { width: 180, when } }
      await show(<Orders columns={{ ...figures, deliveryDate }} />)
      await expect.element(cell(1, late)).toBeVisible()
      const head = grid()
        .getByRole('columnheader', { name: /^Delivery/ })
        .first()
      return head.element().getBoundingClientRect().width
    }
    expect(await width(({ orderCode }) => orderCode === late)).toBe(180)
    await cleanup()
    expect(await width(() => false)).toBeLessThan(180)
  })

  test('(D53) says by a shadow that columns go on beyond its edge, until one is there', async () => {
    await page.viewport(900, 900)
    await show(<Orders />)
    await expect.element(grid().getByText(code(0))).toBeVisible()
    const scroller = grid().element().parentElement!
    const shadow = () => getComputedStyle(scroller.parentElement!, '::after').width
    expect(scroller.scrollWidth).toBeGreaterThan(scroller.clientWidth)
    await vi.waitFor(() => expect(shadow()).toBe('16px'))
    scroller.scrollLeft = scroller.scrollWidth
    await vi.waitFor(() => expect(shadow()).not.toBe('16px'))
  })

  test('(D60) shows three cards beside each other where there is room', async () => {
    await show(<Orders card={({ orderCode }) => <p>{orderCode}</p>} />)
    await page.getByRole('button', { name: 'View as' }).click()
    await page.getByRole('menuitem', { name: 'Cards' }).click()
    await expect.element(page.getByText(code(3))).toBeVisible()
    const places = [0, 1, 2, 3].map((index) => page.getByText(code(index)).element().getBoundingClientRect())
    expect(new Set(places.slice(0, 3).map(({ top }) => top)).size).toBe(1)
    expect(new Set(places.slice(0, 3).map(({ left }) => left)).size).toBe(3)
    expect(places[3]!.top).toBeGreaterThan(places[0]!.bottom)
  })

  test('[SHL-027] without a card of its own shows name, state and facts, and on a telephone one line of pages', async () => {
    await page.viewport(360, 800)
    await show(<Orders columns={{ orderDate: { pinned: true }, ...figures, shownState: {} }} />)
    const [order] = orders
    const card = page.getByRole('listitem').first()
    await expect.element(card.getByText(order!.customerName)).toBeVisible()
    const [name, state] = card.element().querySelectorAll('span')
    expect([name!.textContent, state!.textContent]).toEqual([order!.customerName, 'Pending'])
    // Read aloud it is called by a day as people write it.
    const called = card.getByRole('button').element().getAttribute('aria-label')
    expect(called).toMatch(/^Open \d{1,2} \w{3} \d{4}/)
    const [back, on] = ['Previous page', 'Next page'].map((label) =>
      page.getByRole('button', { name: label }).element().getBoundingClientRect(),
    )
    expect(on!.top).toBe(back!.top)
    await expect.element(page.getByText('1–50', { exact: true })).toBeVisible()
  })

  test('(D57) in the dark shows its bar while rows are loaded, and a track of 0 % on a selected row', async () => {
    document.documentElement.setAttribute('data-mantine-color-scheme', 'dark')
    const seen = (token: string) =>
      getComputedStyle(document.documentElement).getPropertyValue(`--k-${token}`).trim()
    expect(contrast(seen('accent'), seen('surface'))).toBeGreaterThan(3)
    for (const row of ['surface', 'selected', 'selected-hover'])
      expect([row, contrast(seen('line-strong'), seen(row))]).toEqual([
        row,
        expect.toSatisfy((ratio: number) => ratio > 1.25),
      ])
    const { screen } = await show(<Ratio value={0} />)
    const track = await vi.waitFor(() => existing(screen.container.querySelector('[aria-hidden]')))
    const [red, green, blue] = [1, 3, 5].map((at) =>
      Number.parseInt(seen('line-strong').slice(at, at + 2), 16),
    )
    expect(getComputedStyle(track).backgroundColor).toBe(`rgb(${red}, ${green}, ${blue})`)
    document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
  })

  test('(D29) is arranged by each person for themselves, also in the same browser', async () => {
    await show(<Orders />)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Customer', exact: true }).click()
    await expect.element(heading('Customer')).not.toBeInTheDocument()
    setSession({ ...session, UserName: 'somebody.else@selvi.example' })
    await show(<Orders label="Theirs" />)
    const theirs = page.getByRole('grid', { name: 'Theirs' })
    await expect.element(theirs.getByRole('button', { name: 'Customer', exact: true })).toBeVisible()
    setSession(session)
    await show(<Orders label="Mine" />)
    await expect.element(page.getByRole('grid', { name: 'Mine' }).getByText(code(0))).toBeVisible()
    await expect
      .element(
        page.getByRole('grid', { name: 'Mine' }).getByRole('button', { name: 'Customer', exact: true }),
      )
      .not.toBeInTheDocument()
  })
})

describe('[GRD-005] rows that are still on their way', () => {
  test('stand in outline below their headings, figures at the end', async () => {
    server.hold()
    await show(<Orders columns={{ orderCode: { width: 300 }, confirmedQuantity: {} }} />)
    await vi.waitFor(() => expect(bars()).toHaveLength(14))
    const heads = grid().getByRole('columnheader').elements().map(edges)
    for (const row of bars()) expect(row.map(({ cell }) => cell)).toEqual(heads)
    const figures = heads.findIndex((_, at) =>
      grid().getByRole('columnheader').elements()[at]?.textContent?.startsWith('Confirmed'),
    )
    for (const row of bars())
      expect(row[figures]?.bar?.right).toBeCloseTo((heads[figures]?.right ?? 0) - 8, 0)
  })
})

const edges = (element: Element) => {
  const { left, right } = element.getBoundingClientRect()
  return { left: Math.round(left), right: Math.round(right) }
}
const bars = () =>
  [...document.querySelectorAll('[aria-busy] > [aria-hidden]')].map((row) =>
    [...row.children].map((cell) => ({
      cell: edges(cell),
      bar: cell.firstElementChild && edges(cell.firstElementChild),
    })),
  )
