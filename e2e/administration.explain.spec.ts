import { expect, test, type Locator, type Page } from '@playwright/test'
import { expectAccessible, signIn } from './portal.ts'
import { languageOfTheDay, wordsOf, type Language } from './words.ts'

test(`[SHL-002, SHL-004] who is led away from a screen reads which and why in ${languageOfTheDay(0)}, and finds out what to ask for`, async ({
  page,
  context,
}) => {
  const language = languageOfTheDay(0)
  const t = wordsOf(language)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, language, 'Selvi İlaç', 'customer@selvi.example')
  await page.goto('/order/order-management')
  await expect(page).toHaveURL(/\/$/)
  const screen = t('screen.orderManagement.title')
  await expect(page.getByText(t('shell.refused', { screen }))).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: t('kit.action.why') }).click()
  const dialog = page.getByRole('dialog', { name: t('administration.explain.own.title', { what: screen }) })
  await expect(dialog.getByText(t('administration.explain.own.fix.noRole'))).toBeVisible()
  // Roles of the company are not everybody's to know.
  await expect(dialog.getByText(t('permission.role.orderManager'))).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('administration.explain.own.request.copy') }).click()
  await expect(
    dialog.getByRole('button', { name: t('administration.explain.own.request.copied') }),
  ).toBeVisible()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  for (const part of [screen, '(OrderManagement)', 'Selvi İlaç', 'customer@selvi.example'])
    expect(copied).toContain(part)
})

test(`[USR-005] an administrator asks from the palette why somebody cannot see the screen they are on in ${languageOfTheDay(1)}`, async ({
  page,
}) => {
  const language = languageOfTheDay(1)
  const t = wordsOf(language)
  const dialog = await askFromPalette(page, language)
  await expect(
    dialog.getByRole('combobox', { name: t('administration.explain.target.screen'), exact: true }),
  ).toHaveValue(t('screen.orderManagement.title'))
  await dialog.getByRole('button', { name: t('administration.explain.ask') }).click()
  await expect(dialog.getByText(t('administration.explain.fix.permission'))).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('link', { name: t('permission.role.orderManager') }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/part=roles/)
  await expect(page.getByRole('dialog', { name: t('permission.role.orderManager') })).toBeVisible()
})

test('[USR-006] a record is looked up, and the explanation says whose it is', async ({ page }) => {
  const t = wordsOf('de')
  const dialog = await askFromPalette(page, 'de')
  const kind = t('administration.explain.target.location')
  await dialog.getByRole('combobox', { name: t('administration.explain.kind'), exact: true }).click()
  await page.getByRole('option', { name: kind, exact: true }).click()
  await dialog.getByRole('combobox', { name: kind, exact: true }).fill('48-002')
  await page.getByRole('option', { name: /48-002/ }).click()
  await dialog.getByRole('button', { name: t('administration.explain.ask') }).click()
  await expect(dialog.getByText(t('administration.explain.scopeFix.location'))).toBeVisible()
  await expectAccessible(page)
})

/** The administrator's dialog over the order management, about a customer's user. */
async function askFromPalette(page: Page, language: Language): Promise<Locator> {
  const t = wordsOf(language)
  await signIn(page, language, 'Selvi İlaç', 'admin@selvi.example')
  await page.goto('/order/order-management')
  await expect(page.getByRole('heading', { level: 1, name: t('screen.orderManagement.title') })).toBeVisible()
  await page.getByRole('button', { name: t('shell.palette.open') }).click()
  const somebody = t('administration.explain.somebody')
  await page.getByPlaceholder(t('shell.palette.placeholder')).fill(somebody)
  await page.getByText(somebody, { exact: true }).click()
  const dialog = page.getByRole('dialog', { name: somebody })
  await dialog.getByRole('combobox', { name: t('administration.explain.who'), exact: true }).fill('customer@')
  await page.getByRole('option', { name: /customer@selvi\.example/ }).click()
  return dialog
}
