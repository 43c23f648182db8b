import { expect, test, type Page } from '@playwright/test'
import { expectAccessible, expectDone, signIn } from './portal.ts'
import { languages, languageOfTheDay, wordsOf, type Language } from './words.ts'

const company = 'Selvi İlaç'

/** Opens a product that is in stock and orders as much of it as the company allows. */
async function orderByHand(page: Page, language: Language): Promise<void> {
  const t = wordsOf(language)
  await page.goto('/order/new-order')
  const products = page.getByRole('region', { name: t('order.new.products') })
  const inStock = products.getByRole('button', { name: t('order.new.inStock'), exact: true })
  await inStock.click()
  await expect(inStock).toHaveAttribute('aria-pressed', 'true')
  // What was listed before stands there until what is in stock has come.
  await expect(products.locator('[aria-busy="true"]')).toHaveCount(0)
  // A product of its own for each language, so that no journey uses up the stock of another.
  await products
    .getByRole('listitem')
    .or(products.getByRole('option'))
    .or(products.getByRole('link'))
    .nth(languages.indexOf(language))
    .click()
  const quantities = page.getByRole('region', { name: t('order.new.quantities') })
  // Far too much: the screen says what the company allows and offers it.
  const cell = quantities.getByRole('table').getByRole('textbox').last()
  await cell.fill('999999')
  await cell.press('Tab')
  await quantities
    .getByRole('button', { name: new RegExp(`^${t('order.new.use', { amount: '[\\d.,]+' })}$`) })
    .click()
  await expect(
    page
      .getByRole('region', { name: t('order.new.cart'), exact: true })
      .getByRole('button', { name: t('order.new.continue'), exact: true }),
  ).toBeEnabled()
}

test.describe('[ORD-001, ORD-005, ORD-007, ORD-010] an order', () => {
  test(`is placed by hand and approved in ${languageOfTheDay(2)}`, async ({ browser }) => {
    const language = languageOfTheDay(2)
    const t = wordsOf(language)
    const customer = await (await browser.newContext()).newPage()
    await signIn(customer, language, company, 'customer@selvi.example')
    await orderByHand(customer, language)
    await expectAccessible(customer)
    await customer.getByRole('button', { name: t('order.new.continue'), exact: true }).click()
    const placing = customer.getByRole('button', {
      name: new RegExp(
        `^(${t('order.new.place', { count: 1 })}|${t('order.new.place', { count: 2, amount: '\\d+' })})$`,
      ),
    })
    await expect(placing).toBeEnabled()
    await expectAccessible(customer)
    await placing.click()
    const link = customer.getByRole('link', { name: /^SO-\d\d-\d{5}$/ }).first()
    await expect(link).toBeVisible()
    const code = (await link.textContent()) ?? ''
    await link.click()
    await expect(customer).toHaveURL(new RegExp(`order=${code}`))
    await expect(customer.getByRole('dialog').getByText(code).first()).toBeVisible()

    const manager = await (await browser.newContext()).newPage()
    await signIn(manager, language, company, 'manager@selvi.example')
    await manager.goto(`/order/order-management?search=${code}`)
    const row = manager.getByRole('row', { name: new RegExp(code) })
    await expect(row).toBeVisible()
    await expectAccessible(manager)
    await manager.goto(`/order/order-management?order=${code}`)
    const drawer = manager.getByRole('dialog')
    await expect(drawer.getByText(code).first()).toBeVisible()
    await expectAccessible(manager)
    await drawer
      .getByRole('button', { name: new RegExp(t('order.decide.approve.lines', { count: 1, amount: '1' })) })
      .click()
    await expect(drawer.getByText(t('state.order.Processing')).first()).toBeVisible()
    await expect(drawer.getByText(t('event.order.approved', { count: 1 })).first()).toBeVisible()
  })

  test('[ORD-004] comes from a workbook: the template filled in, checked, taken over and placed', async ({
    page,
  }) => {
    const t = wordsOf('de')
    await signIn(page, 'de', company, 'customer2@selvi.example')
    await page.goto('/order/new-order?step=import')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: t('order.new.template') }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Bestellvorlage.xlsx')
    const path = await download.path()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'bestellung.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: await (await import('node:fs/promises')).readFile(path),
      })
    const take = page.getByRole('button', { name: /^2 .*(übernehmen|importieren)/ })
    await expect(take).toBeEnabled()
    await expectAccessible(page)
    await take.click()
    await expect(page).toHaveURL(/step=review/)
    await page
      .getByRole('button', {
        name: new RegExp(
          t('order.new.place', { count: 2, amount: '\\d+' }).replace(/\d\+/, '\\d+') +
            '|' +
            t('order.new.place', { count: 1 }),
        ),
      })
      .click()
    await expect(page.getByRole('link', { name: /^SO-\d\d-\d{5}$/ }).first()).toBeVisible()
  })

  test('[GRD-001, ORD-010] is decided on in bulk without a mouse, dryRunResult first', async ({ page }) => {
    await signIn(page, 'en', 'Boğaç Akaryakıt', 'manager@bogac.example')
    await page.goto('/order/order-management')
    const grid = page.getByRole('grid')
    await expect(grid.getByRole('row').nth(3)).toBeVisible()
    await grid.getByRole('gridcell').nth(2).focus()
    // Some of the newest may be backorders, which nobody decides on: the dryRun tells, and the button counts the others.
    await page.keyboard.press('Space')
    for (let more = 0; more < 5; more++) {
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Space')
    }
    await expect(page.getByText(/6 selected/)).toBeVisible()
    await page.keyboard.press('a')
    const approve = page.getByRole('dialog').getByRole('button', { name: /^Approve \d orders?$/ })
    await expect(approve).toBeEnabled()
    await expectAccessible(page)
    await approve.press('Enter')
    await expectDone(page, /\d orders? approved/)
  })
})
