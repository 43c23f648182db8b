import { expect, test, type Page } from '@playwright/test'
import { signIn } from './portal.ts'
import { wordsOf } from './words.ts'

// How fast somebody works without a mouse. Keys come as fast as a practised typist presses them; what is measured is what
// the product adds. Each journey prints its figure, for which the targets are thirty lines and sixty orders a minute on a
// quiet machine. It fails when a step needs the mouse, and when it takes more keys than a person has time for at that rate;
// the figure itself fails nothing, because it is as much the machine's as the product's.

const keyMs = 60

let keys = 0

async function type(page: Page, text: string): Promise<void> {
  keys += text.length
  await page.keyboard.type(text, { delay: keyMs })
}
async function press(page: Page, key: string): Promise<void> {
  keys += 1
  await page.keyboard.press(key)
  await new Promise((resolve) => setTimeout(resolve, keyMs))
}

type Listed = {
  productCode: string
  flowType: string
  variantCount: number
  minimumQuantity: number
  packUnit: number
  stock: number
}

const lines = 20

test('[ORD-001, SHL-027] thirty lines a minute are entered by code', async ({ page }) => {
  const t = wordsOf('en')
  await signIn(page, 'en', 'Selvi İlaç', 'customer2@selvi.example')
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/api/OrderNew/GetProducts') && response.ok()),
    page.goto('/order/new-order'),
  ])
  const { rows } = (await answer.json()) as { rows: Listed[] }
  // A cart holds one flow type: the one with most products that a code alone names.
  const named = rows.filter(({ variantCount, stock }) => variantCount === 1 && stock > 0)
  const [wanted = []] = [...Map.groupBy(named, ({ flowType }) => flowType).values()]
    .toSorted((a, b) => b.length - a.length)
    .map((all) => all.slice(0, lines))
  const entry = page.getByRole('region', { name: t('order.new.quick') })
  await expect(entry).toBeVisible()
  await press(page, 'q')
  const entered = entry.getByRole('list', { name: t('order.new.quickEntered') })
  keys = 0
  const begun = Date.now()
  for (const { productCode, minimumQuantity, packUnit } of wanted) {
    await type(page, productCode)
    await press(page, 'Enter')
    await type(page, String(Math.ceil(Math.max(minimumQuantity, packUnit) / packUnit) * packUnit))
    await press(page, 'Enter')
    await expect(entered.getByRole('listitem').first()).toContainText(productCode)
  }
  const perMinute = (wanted.length / (Date.now() - begun)) * 60_000
  console.log(`${wanted.length} lines entered by code: ${perMinute.toFixed(0)} a minute`)
  expect(wanted.length).toBeGreaterThan(5)
  expect((keys / wanted.length) * keyMs).toBeLessThan(60_000 / 30)
})

const orders = 8

for (const [key, decided] of [
  ['a', 'Approve'],
  ['x', 'Reject'],
] as const)
  test(`[ORD-010, SHL-027] sixty orders a minute are decided on one by one: ${decided}`, async ({ page }) => {
    // Each decision has customers of its own, so that the two journeys do not take each other's orders away.
    const customer = decided === 'Approve' ? 'Deposu' : 'Eczane'
    await signIn(page, 'en', 'Selvi İlaç', 'manager@selvi.example')
    const filters = { type: { in: ['DirectlyOrder'] }, customerName: { contains: customer } }
    await page.goto('/order/order-management?f=' + encodeURIComponent(JSON.stringify(filters)))
    const rows = page.getByRole('grid').getByRole('row')
    // The grid draws its rows bit by bit: wait for the heading, the orders, and one that is left over.
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(orders + 2)
    await press(page, 'ArrowDown')
    keys = 0
    const begun = Date.now()
    for (let done = 0; done < orders; done += 1) {
      const first = (await rows.nth(1).getByRole('gridcell').nth(1).textContent()) ?? ''
      await press(page, key)
      const confirm = page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(`^${decided} 1 order$`) })
      if (decided === 'Reject') {
        // The first reason of the list, then on to the button. Keys that outrun the dialog are for the list behind it.
        await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
        await press(page, 'Enter')
        await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
        await press(page, 'ArrowDown')
        await press(page, 'Enter')
        await expect(page.getByRole('listbox')).toHaveCount(0)
        for (const one of ['Tab', 'Tab', 'Tab']) await press(page, one)
        await expect(confirm).toBeFocused()
      }
      await expect(confirm).toBeEnabled()
      await press(page, 'Enter')
      // The dialog stands until the list is read again, and keys are its own so long.
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('grid').getByText(first)).toHaveCount(0)
    }
    const perMinute = (orders / (Date.now() - begun)) * 60_000
    console.log(`${decided}: ${orders} orders one by one, ${perMinute.toFixed(0)} a minute`)
    expect((keys / orders) * keyMs).toBeLessThan(60_000 / 60)
  })
