import { expect, test, type Page } from '@playwright/test'
import { ask, signIn } from './portal.ts'
import { wordsOf } from './words.ts'

// The ten jobs that users do all day, by keyboard alone. Each journey prints its keys; what is typed as text or number is
// not counted, because no product can save it. The limits are what was counted as good for each job.

const fashion = 'Nar Keten'
const pharma = 'Selvi İlaç'
const t = wordsOf('en')

/** Presses keys and counts them. */
class Hand {
  readonly job: string
  readonly page: Page
  keys = 0
  constructor(job: string, page: Page) {
    this.job = job
    this.page = page
  }
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.keys += 1
      await this.page.keyboard.press(key)
    }
  }
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text, { delay: 20 })
  }
  needsAtMost(most: number): void {
    console.log(`${this.job}: ${this.keys} keys of at most ${most}`)
    expect(this.keys).toBeLessThanOrEqual(most)
  }
}

/** Somebody on their home page, where each job begins. */
async function at(page: Page, job: string, company: string, user: string, path = '/'): Promise<Hand> {
  await signIn(page, 'en', company, user)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  return new Hand(job, page)
}
const rowsOf = (page: Page) => page.getByRole('grid').getByRole('row')
const rowsShown = (page: Page) => expect.poll(() => rowsOf(page).count()).toBeGreaterThan(2)
const dialog = (page: Page) => page.getByRole('dialog')
/** Through the palette: a page, a part of one, or a record. */
async function goTo(hand: Hand, text: string, found: RegExp): Promise<void> {
  await hand.press('Control+k')
  await expect(hand.page.getByPlaceholder(t('shell.palette.placeholder'))).toBeFocused()
  await hand.type(text)
  await expect(dialog(hand.page).getByRole('button', { name: found }).first()).toHaveAttribute(
    'data-selected',
    'true',
  )
  await hand.press('Enter')
}

test('[SHL-027] approve one order', async ({ page }) => {
  const hand = await at(page, 'Approve one order', fashion, 'manager@narketen.example')
  await hand.press('g', 'o')
  await rowsShown(page)
  const code = (await rowsOf(page).nth(1).getByRole('gridcell').nth(1).textContent()) ?? ''
  await hand.press('ArrowDown', 'a')
  await expect(dialog(page).getByRole('button', { name: /^Approve 1 order$/ })).toBeFocused()
  await hand.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('grid').getByText(code)).toHaveCount(0)
  hand.needsAtMost(5)
})

test('[SHL-027] approve all that may pass, and all but those over quota', async ({ page }) => {
  const hand = await at(page, 'Approve all', pharma, 'manager@selvi.example')
  await hand.press('g', 'o')
  await rowsShown(page)
  // The last key is not pressed: other journeys need their orders.
  await hand.press('Control+a', 'Control+a', 'a')
  const approve = dialog(page).getByRole('button', { name: /^Approve [\d,]+ orders$/ })
  await expect(approve).toBeFocused()
  await expect(approve).toBeEnabled()
  hand.keys += 1
  hand.needsAtMost(6)
  const all = await approve.textContent()
  const others = new Hand('Approve all but those over quota', page)
  others.keys = hand.keys
  const leaveOut = dialog(page)
    .getByRole('button', { name: t('kit.bulk.leaveOut') })
    .first()
  for (let tries = 0; tries < 4; tries += 1) {
    if (await leaveOut.evaluate((one) => one === one.ownerDocument.activeElement)) break
    await others.press('Shift+Tab')
  }
  await others.press('Enter')
  await expect(approve).not.toHaveText(all ?? '')
  others.needsAtMost(11)
})

test('[SHL-027] order from the matrix', async ({ page }) => {
  const hand = await at(page, 'First order, one colour of a matrix', fashion, 'customer@narketen.example')
  const { rows } = await ask<{ rows: { productCode: string; stock: number; minimumQuantity: number }[] }>(
    page,
    'OrderNew/GetProducts',
    {
      page: 1,
      pageSize: 50,
      sort: [{ column: 'stock', direction: 'desc' }],
      filters: {},
      search: '',
      locationId: null,
    },
  )
  const product = rows.find(({ minimumQuantity }) => minimumQuantity <= 12)!
  await hand.press('g', 'n')
  await expect(
    page
      .getByRole('region', { name: t('order.new.products') })
      .getByRole('link')
      .first(),
  ).toBeVisible()
  await hand.press('/')
  await hand.type(product.productCode)
  await hand.press('Enter')
  const quantities = page.getByRole('region', { name: t('order.new.quantities') })
  await expect(quantities.getByRole('table').getByRole('textbox').first()).toBeFocused()
  await hand.type('24')
  await hand.press('Control+Enter')
  await expect(page.getByRole('button', { name: /^Place \d+ orders?$|^Place order$/ })).toBeEnabled()
  await hand.press('Control+Enter')
  await expect(page.getByRole('link', { name: /^NK-\d\d-\d{5}$/ }).first()).toBeVisible()
  hand.needsAtMost(9)
})

test('[SHL-027] add a known drug', async ({ page }) => {
  const hand = await at(page, 'Add a known drug', pharma, 'customer4@selvi.example')
  // Somebody whom no other journey orders for: a cart holds one flow type.
  await choosePlace(page)
  await page.goto('/order/new-order')
  const products = await ask<{
    rows: {
      productCode: string
      variantCount: number
      stock: number
      packUnit: number
      minimumQuantity: number
    }[]
  }>(page, 'OrderNew/GetProducts', {
    page: 1,
    pageSize: 50,
    sort: [],
    filters: {},
    search: '',
    locationId: null,
  })
  const { productCode, packUnit, minimumQuantity } = products.rows.find(
    ({ variantCount, stock }) => variantCount === 1 && stock > 500,
  )!
  const entry = page.getByRole('region', { name: t('order.new.quick') })
  await expect(entry).toBeVisible()
  await hand.press('q')
  await hand.type(productCode)
  await hand.press('Enter')
  await hand.type(String(Math.ceil(minimumQuantity / packUnit) * packUnit))
  await hand.press('Enter')
  await expect(entry.getByRole('list', { name: t('order.new.quickEntered') })).toContainText(productCode)
  hand.needsAtMost(4)
})

test('[SHL-027] remove a line without stock', async ({ page }) => {
  const hand = await at(page, 'Remove a line without stock', fashion, 'customer3@narketen.example')
  await emptyLine(page)
  await page.goto('/order/new-order')
  await expect(page.getByRole('button', { name: t('order.new.continue'), exact: true })).toBeEnabled()
  await hand.press('Control+Enter')
  const lines = page.getByRole('region', { name: t('order.new.lines') })
  await expect(lines.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
  await hand.press('ArrowDown', 'Delete')
  await expect(page.getByText(t('order.new.cartEmpty'))).toBeVisible()
  hand.needsAtMost(3)
})

type Place = { id: string; customerId: string }
/** The first place of somebody, and where its goods are sold. */
async function firstPlace(page: Page): Promise<{ place: Place; shop: Place }> {
  const { locations, pointsOfSale } = await ask<{ locations: Place[]; pointsOfSale: Place[] }>(
    page,
    'OrderNew/GetOrderOptions',
    {},
  )
  const place = locations[0]!
  return { place, shop: pointsOfSale.find(({ customerId }) => customerId === place.customerId) ?? place }
}

/** Where the goods go, as somebody has chosen it on this tab. */
async function choosePlace(page: Page): Promise<void> {
  const { place, shop } = await firstPlace(page)
  const chosen = JSON.stringify({ locationId: place.id, pointOfSaleId: shop.id })
  await page.evaluate(`(() => {
    const { CompanyIntCode, UserName } = JSON.parse(localStorage.getItem('kervan.session'))
    sessionStorage.setItem('kervan.delivery', JSON.stringify({ owner: CompanyIntCode + ' ' + UserName, chosen: ${chosen} }))
  })()`)
}

/** A variant without stock in the cart of somebody whose company takes no backorders. */
async function emptyLine(page: Page): Promise<void> {
  const { place, shop } = await firstPlace(page)
  const { rows } = await ask<{ rows: { id: string }[] }>(page, 'OrderNew/GetProducts', {
    page: 1,
    pageSize: 50,
    sort: [],
    filters: {},
    search: '',
    locationId: place.id,
  })
  for (const { id } of rows) {
    const product = await ask<{
      minimumQuantity: number
      packUnit: number
      blockedLocationIds: string[]
      variants: { variantId: string; available: number }[]
    }>(page, 'OrderNew/GetProduct', { productId: id, locationId: place.id })
    const none = product.variants.find(({ available }) => available === 0)
    if (!none || product.blockedLocationIds.includes(place.id)) continue
    await ask(page, 'OrderNew/EmptyCart', {})
    await ask(page, 'OrderNew/SetCartQuantities', {
      delivery: {
        locationId: place.id,
        pointOfSaleId: shop.id,
        deliveryDate: inDays(14),
        shipmentMethod: 'Road',
      },
      quantities: [
        {
          variantId: none.variantId,
          quantity: Math.ceil(product.minimumQuantity / product.packUnit) * product.packUnit,
        },
      ],
    })
    return
  }
  throw new Error('every variant of the first products is in stock')
}

/** The first of next month, as a user types it. */
const nextMonth = () => {
  const now = new Date()
  return new Date(Date.UTC(now.getFullYear(), now.getMonth() + 1, 1)).toISOString().slice(0, 10)
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('[SHL-027] repeat the last order', async ({ page }) => {
  const hand = await at(page, 'Repeat the last order', fashion, 'customer2@narketen.example')
  await hand.press('g', 'm')
  await rowsShown(page)
  await hand.press('ArrowDown', 'o')
  await expect(dialog(page).getByRole('link', { name: t('order.my.toCart') })).toBeFocused()
  await hand.press('Enter')
  await expect(page).toHaveURL(/new-order/)
  hand.needsAtMost(5)
})

test('[SHL-027] find an order by its number', async ({ page }) => {
  const hand = await at(page, 'Find an order by its number', pharma, 'manager@selvi.example')
  await goTo(hand, 'SO-26-11', /^SO-26-11\d{3}/)
  await expect(page).toHaveURL(/order=SO-26-11\d{3}/)
  hand.needsAtMost(3)
})

test('[SHL-027] change a price from next month on', async ({ page }) => {
  const hand = await at(page, 'Change a price for next month', pharma, 'admin@selvi.example')
  await goTo(hand, 'price changes', /^Price changes/)
  await rowsShown(page)
  await hand.press('n')
  const form = dialog(page)
  await expect(form.getByRole('textbox').or(form.getByRole('combobox')).first()).toBeFocused()
  await hand.type('SE10841')
  await expect(page.getByRole('listbox').getByRole('option', { name: /SE10841/ })).toBeVisible()
  await hand.press('ArrowDown', 'Enter', 'Tab')
  await hand.type(nextMonth())
  await hand.press('Tab')
  await hand.type('189.90')
  await hand.press('Tab')
  await hand.type('199.90')
  await hand.press('Tab')
  await hand.type(nextMonth())
  await hand.press('Enter')
  await expect(form).toHaveCount(0)
  hand.needsAtMost(10)
})

test('[SHL-027] see who orders over quota', async ({ page }) => {
  const hand = await at(page, 'See who orders over quota', pharma, 'admin@selvi.example')
  await goTo(hand, 'quota usage', /^Quota usage/)
  await rowsShown(page)
  hand.needsAtMost(4)
})
