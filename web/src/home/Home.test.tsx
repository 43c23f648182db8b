import { updatePolicy } from '@kervan/contract/administration/policy'
import { subscriptions } from '@kervan/contract/administration/subscriptions'
import {
  getAllProjectList,
  getDashboardLastDataDT,
  getServiceMediaContents,
} from '@kervan/contract/access/web-resources'
import {
  getDiscountMonths,
  getOrderMonths,
  getShortcuts,
  getSignIns,
  getWatched,
  markWatched,
  saveShortcuts,
} from '@kervan/contract/home/home'
import { getCart } from '@kervan/contract/order/cart'
import { countOrders } from '@kervan/contract/order/order-management'
import { addDays } from '@kervan/contract/kit/days'
import { today } from '../kit/values/companyDay.ts'
import { homeBoxes } from '@kervan/contract/home/words'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../test/MemoryServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../test/render.tsx'
import { setSession } from '../kit/call/session.ts'
import { chooseLanguage } from '../kit/i18n/i18n.ts'
import Home from './Home.tsx'

const everything = [
  ...Object.values(homeBoxes),
  'HomePage',
  'MyOrders',
  'OrderManagement',
  'PendingOrders',
  'ClosedOrders',
  countOrders.permission ?? '',
  getCart.permission ?? '',
  'NewOrder',
  'AccountSettings',
  'dashboardLastDataDT',
  'home-saveShortcuts',
  'subscription-getSubscriptions',
]
const months = Array.from({ length: 12 }, (_, at) => ({
  month: `2026-${String(at + 1).padStart(2, '0')}-01`,
  toDecide: at === 11 ? 7 : 0,
  inFulfilment: 0,
  externalApproval: 0,
  completed: 100 + at,
  rejected: 10,
}))
const cart = {
  version: 1,
  productCount: 1,
  lineCount: 1,
  quantity: 7,
  pendingQuantity: 0,
  orderedQuantity: 7,
  currency: 'TRY',
  subtotal: null,
  discountPercent: '0',
  discount: null,
  total: null,
  externalPoCode: null,
  externalOrderDate: null,
  externalContact: null,
  medulaTransactionNo: null,
  asksMedulaTransactionNo: false,
  note: null,
  savedAt: null,
  files: [],
  products: [],
}
const film = {
  IntCode: 5,
  ServiceMediaContentType: 'KIGOITSValidation' as const,
  ReferenceKey: 'its',
  ReferenceDTKey: 'its',
  LanguageKey: 'en',
  Url: 'https://films.example/its',
  Title: 'Check packs against ITS',
  ThumbnailUrl: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=',
}

let server: MemoryServer
async function begin(rights = everything, chartExport = false) {
  await page.viewport(1440, 900)
  server = await freshPortal({ session: { ...session, PermissionsUI: rights } })
  let shortcuts: string[] | null = null
  let watched: string[] = []
  server.answer(getDashboardLastDataDT, () => ({ lastDataDT: '2026-11-20T09:00:00Z' }))
  server.answer(getAllProjectList, () => ({
    projects: [
      {
        projectCode: 'P1',
        service: 'OMP' as const,
        name: 'Order management',
        active: true,
        subscriptionState: null,
      },
      {
        projectCode: 'TRANSFER',
        service: 'PST' as const,
        name: 'Stock transfer',
        active: true,
        subscriptionState: 'CreditExceeded' as const,
      },
    ],
  }))
  server.answer(getSignIns, signIns)
  server.answer(subscriptions.page, () => ({
    rows: [
      {
        id: '00000000-0000-4000-8000-000000000001',
        serviceName: 'Stock transfer',
        serviceId: 'PST-TRANSFER',
        subscriptionState: 'CreditExceeded' as const,
        startDate: '2026-01-01',
        creditPeriod: 'Yearly' as const,
        totalCredit: 12_000,
        usedCredit: 12_650,
        reservedCredit: 0,
        remainingCredit: 0,
        exceededCredit: 650,
        letsExceed: true,
      },
    ],
    total: 1,
    totalIsExact: true,
    asOf: '2026-11-20T10:00:00Z',
  }))
  server.answer(getShortcuts, () => ({ screens: shortcuts }))
  server.answer(saveShortcuts, ({ screens }) => {
    shortcuts = screens
    return { done: true as const }
  })
  server.answer(getDiscountMonths, ({ kind }) => ({
    months: months.map(({ month }) => ({
      month,
      approved: 0,
      rejected: kind === 'PriceChange' ? 2 : 0,
      cancelled: 0,
      declined: 0,
      pending: kind === 'PriceChange' ? 3 : 0,
      preApplication: 0,
      archived: 0,
    })),
    chartExport,
  }))
  server.answer(getOrderMonths, () => ({ months, asOf: '2026-12-01T09:00:00Z', chartExport }))
  server.answer(countOrders, () => ({
    toDecide: { orders: 163, isExact: true, late: 12 },
    inFulfilment: { orders: 212, isExact: true, late: 0 },
    externalApproval: null,
    arrived: null,
    openEdiMessages: 2,
  }))
  server.answer(getCart, () => cart)
  server.answer(getServiceMediaContents, () => ({ contents: [film] }))
  server.answer(getWatched, () => ({ referenceKeys: watched }))
  server.answer(markWatched, ({ referenceKey, watched: is }) => {
    watched = is ? [referenceKey] : []
    return { done: true as const }
  })
}
const signIns = () => ({
  lastSuccessful: null,
  lastFailed: { at: '2026-11-18T16:07:00Z', address: '10.0.0.9', agent: '', state: 'Failed' as const },
  joinedAt: '2024-03-04T08:00:00Z',
})

beforeEach(() => begin())
const box = (name: string) => page.getByRole('region', { name })

describe('[HOM-001] the home page', () => {
  test('counts price change refunds beside discount requests, for who sees both, and each figure opens its rows', async () => {
    await begin([...everything, 'PromotionManagement', 'PriceChangeManagement'])
    await show(<Home />)
    const discounts = box('Discount requests per month')
    await expect.element(discounts.getByText('No discount requests yet')).toBeVisible()
    await userEvent.click(discounts.getByText('Price change refunds'))
    const refunds = box('Price change refunds per month')
    await userEvent.click(refunds.getByRole('button', { name: /table/i }))
    const link = refunds.getByRole('link', { name: '3' }).last()
    await expect
      .element(link)
      .toHaveAttribute('href', expect.stringMatching(/price-change-refund-requests.*pending/))
    // What was rejected is a part of the tab that lists it.
    await expect
      .element(refunds.getByRole('link', { name: '2' }).last())
      .toHaveAttribute('href', expect.stringMatching(/tab=closed.*requestState.*Rejected/))
    await expect.element(refunds.getByText('Archived')).not.toBeInTheDocument()
    await expectNoAxeFaults()
  })

  test('shows each box, and no accessibility fault', async () => {
    await show(<Home />)
    await expect.element(box('Services').getByText('Order management')).toBeVisible()
    await expect.element(box('Sign-ins').getByText('10.0.0.9')).toBeVisible()
    // News and tutorials are one request.
    expect(server.sentTo(getServiceMediaContents).map(({ input }) => input)).toEqual([{}])
    await expect.element(box('Sign-ins').getByText('Member since')).toBeVisible()
    await expect.element(box('Sign-ins').getByText('Last successful')).not.toBeInTheDocument()
    await expect
      .element(box('Discount requests per month').getByText('No discount requests yet'))
      .toBeVisible()
    await expect.element(box('Orders per month').getByRole('link', { name: 'To decide 163' })).toBeVisible()
    await expect.element(box('Service subscriptions').getByText('+650 over')).toBeVisible()
    // The company has no news.
    await expect.element(box('What’s new')).not.toBeInTheDocument()
    await expectNoAxeFaults()
  })

  test('[SUB-001] [SHL-026] a service has one state and one colour in both boxes', async () => {
    await show(<Home />)
    const row = (service: string) => box('Services').getByRole('row', { name: new RegExp(service) })
    await expect.element(row('Stock transfer').getByText('Credit exceeded')).toBeVisible()
    await expect.element(row('Order management').getByText('Active')).toBeVisible()
    const colors = [row('Stock transfer'), box('Service subscriptions').getByRole('listitem').first()].map(
      (place) => getComputedStyle(place.element().querySelector('i')!).backgroundColor,
    )
    expect(colors).toEqual(['rgb(26, 108, 152)', 'rgb(26, 108, 152)'])
  })

  test('shows boxes by their permission only', async () => {
    await begin(['HomePage', homeBoxes.signIns])
    await show(<Home />)
    await expect.element(box('Sign-ins')).toBeVisible()
    for (const name of ['Services', 'Shortcuts', 'Orders per month', 'Tutorial videos', 'What’s new'])
      await expect.element(box(name)).not.toBeInTheDocument()
    expect(server.sentTo(getOrderMonths)).toHaveLength(0)
  })

  test('[ACC-009] tells who administers that no email leaves the installation, and nobody else', async () => {
    const note = page.getByText(/no mail server is set up/)
    await begin([...everything, updatePolicy.permission ?? ''])
    setSession({
      ...session,
      PermissionsUI: [...everything, updatePolicy.permission ?? ''],
      MailsKept: 'Kept',
    })
    await show(<Home />)
    await expect.element(note).toBeVisible()
    await expectNoAxeFaults()
    await begin()
    setSession({ ...session, PermissionsUI: everything, MailsKept: 'Kept' })
    await show(<Home />)
    await expect.element(box('Orders per month')).toBeVisible()
    await expect.element(note).not.toBeInTheDocument()
  })

  test('a box that fails says so and can be asked again; the others stay', async () => {
    server.answer(getSignIns, () => server.refuse(getSignIns, 'ServerFault'))
    await show(<Home />)
    await expect.element(box('Services').getByText('Order management')).toBeVisible()
    await expect.element(box('Sign-ins').getByText(/^Server error\. Operation failed\./)).toBeVisible()
    server.answer(getSignIns, signIns)
    await box('Sign-ins').getByRole('button', { name: 'Try again' }).click()
    await expect
      .element(box('Sign-ins').getByText(/^Server error\. Operation failed\./))
      .not.toBeInTheDocument()
  })

  test('on a telephone the figures to act on come first, then the short boxes', async () => {
    await show(<Home />)
    const names = () =>
      page
        .getByRole('heading', { level: 2 })
        .elements()
        .map(({ textContent }) => textContent)
    await expect.element(page.getByRole('heading', { name: 'Services' })).toBeVisible()
    expect(names()[0]).toBe('Services')
    await page.viewport(390, 800)
    await expect.poll(() => names().slice(0, 2)).toEqual(['Orders per month', 'Shortcuts'])
    expect(names().indexOf('Services')).toBeGreaterThan(names().indexOf('Shortcuts'))
  })

  test('shortcuts are chosen by the user, by keyboard', async () => {
    await show(<Home />)
    await expect.element(box('Shortcuts').getByRole('link', { name: /New order/ })).toBeVisible()
    await box('Shortcuts').getByRole('button', { name: 'Choose shortcuts' }).click()
    await expect.element(page.getByRole('dialog').getByLabelText('Pages').first()).toHaveFocus()
    await userEvent.keyboard('{Backspace}{Backspace}{Tab}')
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('Shortcuts saved')).toBeVisible()
    expect(server.sentTo(saveShortcuts)).toHaveLength(1)
    await expect
      .element(box('Shortcuts').getByRole('link', { name: /Account settings/ }))
      .not.toBeInTheDocument()
  })

  test('[HOM-002] what was watched is remembered', async () => {
    await show(<Home />)
    await expect.element(box('Tutorial videos').getByText('0 of 1 watched')).toBeVisible()
    await box('Tutorial videos')
      .getByRole('checkbox', { name: 'Mark “Check packs against ITS” as watched' })
      .click()
    await expect.element(box('Tutorial videos').getByText('1 of 1 watched')).toBeVisible()
  })

  test('[SHL-013] after a switch of language what the server puts into words is asked for again', async () => {
    await show(<Home />)
    await expect.element(box('Services').getByText('Order management')).toBeVisible()
    server.answer(getAllProjectList, () => ({
      projects: [
        {
          projectCode: 'P1',
          service: 'OMP' as const,
          name: 'Bestellverwaltung',
          active: true,
          subscriptionState: null,
        },
      ],
    }))
    await chooseLanguage('de')
    await expect.element(page.getByText('Bestellverwaltung')).toBeVisible()
    const asked = (language: string) =>
      new Set(server.sent.filter((one) => one.language === language).map(({ name }) => name))
    expect(asked('en').size).toBeGreaterThan(5)
    await vi.waitFor(() => expect(asked('de')).toEqual(asked('en')))
    await chooseLanguage('en')
  })

  test('[SHL-016] the browser remembers what was watched and how a chart was looked at', async () => {
    const { screen } = await show(<Home />)
    await box('Tutorial videos').getByRole('checkbox').click()
    await expect.element(box('Tutorial videos').getByText('1 of 1 watched')).toBeVisible()
    await box('Orders per month').getByRole('button', { name: 'Show as table' }).click()
    await expect.element(box('Orders per month').getByRole('row', { name: 'Dec 111 10 7' })).toBeVisible()
    await screen.unmount()
    server.answer(getWatched, () => new Promise<never>(() => {}))
    await show(<Home />)
    await expect.element(box('Tutorial videos').getByText('1 of 1 watched')).toBeVisible()
    await expect.element(box('Orders per month').getByRole('row', { name: 'Dec 111 10 7' })).toBeVisible()
    expect(Object.keys(window.localStorage)).toEqual(
      expect.arrayContaining(['kervan.chartSettings', 'kervan.videoStates']),
    )
  })
})

describe('[HOM-003] (D51) a figure', () => {
  const target = (link: ReturnType<typeof page.getByRole>) => {
    const { pathname, searchParams } = new URL((link.element() as HTMLAnchorElement).href)
    return { pathname, ...Object.fromEntries(searchParams) }
  }

  test('opens the rows that it counts, the late ones apart, and the cart is gone on with', async () => {
    await show(<Home />)
    const due = box('Orders per month').getByRole('link', { name: 'To decide 163' })
    await expect.element(due).toBeVisible()
    expect(target(due)).toEqual({ pathname: '/order/order-management', tab: 'toDecide' })
    expect(target(box('Orders per month').getByRole('link', { name: '12 late' }))).toMatchObject({
      tab: 'toDecide',
      f: JSON.stringify({ deliveryDate: { to: addDays(today(), -1) } }),
    })
    await box('Orders per month').getByRole('button', { name: 'Show as table' }).click()
    expect(
      target(box('Orders per month').getByRole('row', { name: /^Dec/ }).getByRole('link', { name: '10' })),
    ).toEqual({
      pathname: '/order/order-management',
      tab: 'closed',
      from: '2026-12-01',
      to: '2026-12-31',
      f: JSON.stringify({ shownState: { in: ['Rejected', 'Cancelled'] } }),
    })
    await expect
      .element(page.getByRole('link', { name: 'Continue your order (7 pcs)' }))
      .toHaveAttribute('href', '/order/new-order')
  })

  test('[HOM-002] what has no page yet is neither opened nor watched', async () => {
    server.answer(getServiceMediaContents, () => ({
      contents: [
        film,
        { ...film, IntCode: 6, ReferenceKey: 'soon', Url: '/no-such-page?topic=x', Title: 'Later' },
      ],
    }))
    await show(<Home />)
    await expect.element(box('Tutorial videos').getByText('0 of 1 watched')).toBeVisible()
    await expect.element(box('Tutorial videos').getByText('Later')).toBeVisible()
    await expect.element(box('Tutorial videos').getByRole('link', { name: 'Later' })).not.toBeInTheDocument()
    expect(box('Tutorial videos').getByRole('checkbox').elements()).toHaveLength(1)
  })
})

describe('[SHL-023] a chart', () => {
  test('cannot be saved as a picture unless the company turns it on', async () => {
    await show(<Home />)
    await expect.element(box('Orders per month').getByRole('button', { name: 'Show as table' })).toBeVisible()
    await expect
      .element(box('Orders per month').getByRole('button', { name: 'Save as picture' }))
      .not.toBeInTheDocument()
    await begin(everything, true)
    await show(<Home />)
    await expect
      .element(box('Orders per month').getByRole('button', { name: 'Save as picture' }).first())
      .toBeVisible()
  })

  test('can be read as a table', async () => {
    await show(<Home />)
    await box('Orders per month').getByRole('button', { name: 'Show as table' }).click()
    await expect.element(box('Orders per month').getByRole('button', { name: 'Show as chart' })).toBeVisible()
    await expect.element(box('Orders per month').getByRole('row', { name: 'Dec 111 10 7' })).toBeVisible()
    await expectNoAxeFaults()
  })
})
