// An advisor service from a new strategy to a closed run with settled credit.
import { expect, test, type Page } from '@playwright/test'
import { answered, expectAccessible, signIn } from './portal.ts'
import { languageOfTheDay, wordsOf, type Language } from './words.ts'

const company = 'Nar Keten'
const name = 'Journey of a strategy'

test(`[SVC-002] [SVC-003] [SVC-004] [SVC-007] [SVC-008] [SUB-001] a new strategy is authorised by a second person, planned for today, run and settled, in ${languageOfTheDay(1)}`, async ({
  page,
  browser,
}) => {
  const language = languageOfTheDay(1)
  const t = wordsOf(language)
  await signIn(page, language, company, 'planner@narketen.example')
  const drawer = page.getByRole('dialog').first()
  const dialog = page.getByRole('dialog').last()

  // Without a frozen period, what is planned for today runs today.
  await page.goto('/services/service-settings?part=servicePolicy')
  await page.getByRole('textbox', { name: t('services.policy.frozenDays') }).fill('0')
  await page.getByRole('textbox', { name: t('services.policy.cutOffTime') }).fill('23:59')
  await page.getByRole('textbox', { name: t('services.policy.importTime') }).fill('00:00')
  await page.getByRole('textbox', { name: t('services.policy.serviceTime') }).fill('00:01')
  await answered(page, 'ServiceSetting/UpdateServicePolicy', () =>
    page.getByRole('button', { name: t('masterData.save') }).click(),
  )
  await expectAccessible(page)

  await page.goto('/services/service-strategies')
  await page.getByRole('button', { name: t('services.strategy.add') }).click()
  await dialog.getByRole('textbox', { name: t('column.strategyName') }).fill(name)
  await dialog.getByRole('combobox', { name: t('column.projectName') }).click()
  await page.getByRole('option', { name: /\(BALANCE\)/ }).click()
  await answered(page, 'ServiceStrategy/AddStrategy', () =>
    dialog.getByRole('button', { name: t('services.strategy.addAction') }).click(),
  )
  await drawer.getByRole('button', { name: t('services.principle.add') }).click()
  await dialog.getByRole('combobox', { name: t('column.principleType') }).click()
  await page.getByRole('option', { name: t('state.principleType.WorkOrderTypes'), exact: true }).click()
  await dialog
    .getByRole('textbox', { name: t('services.principle.displayName'), exact: true })
    .fill('Clean up')
  await dialog.getByRole('combobox', { name: t('services.principle.types') }).click()
  await page
    .getByRole('option', { name: t('state.workOrderType.CleanupRelatedReplenishment'), exact: true })
    .click()
  await page.keyboard.press('Tab')
  await dialog
    .getByRole('textbox', { name: t('services.principle.memo') })
    .fill('Remnants go back to the warehouse.')
  await answered(page, 'ServiceStrategy/SavePrinciple', () =>
    dialog.getByRole('button', { name: t('masterData.save') }).click(),
  )
  await expect(drawer.getByText('Clean up')).toBeVisible()
  await expectAccessible(page)

  const other = await browser.newContext()
  const second = await other.newPage()
  await signIn(second, language, company, 'admin@narketen.example')
  await second.goto(page.url())
  await answered(second, 'ServiceStrategy/AuthorizePrinciple', () =>
    second.getByRole('button', { name: t('services.principle.authorize'), exact: true }).click(),
  )
  await other.close()

  await page.reload()
  await drawer.getByRole('button', { name: t('services.strategy.activate.action') }).click()
  // Drawer and question have a button of the same name.
  const question = page.getByRole('dialog', { name: t('services.strategy.activate.title', { name }) })
  await answered(page, 'ServiceStrategy/ActivateStrategy', () =>
    question.getByRole('button', { name: t('services.strategy.activate.action') }).click(),
  )
  await expect(drawer.getByText(t('state.strategyState.Active'), { exact: true }).first()).toBeVisible()

  await page.goto('/services/service-calendar')
  await page.getByRole('button', { name: t('services.calendar.add'), exact: true }).click()
  await dialog.getByRole('combobox', { name: t('column.strategyName') }).fill(name)
  await page.getByRole('option', { name, exact: true }).click()
  await chooseToday(page, language, t('column.serviceDate'))
  await answered(page, 'Calendar/AddService', () =>
    dialog.getByRole('button', { name: t('services.calendar.addAction') }).click(),
  )

  // The portal looks each minute.
  await page.goto('/services/service-operations')
  const run = page.getByRole('row').filter({ hasText: name }).getByText(/^SR-/)
  await expect(async () => {
    await page.reload()
    await expect(run).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 120_000 })
  await run.click()
  await expect(drawer.getByText(t('state.serviceState.Closed'), { exact: true }).first()).toBeVisible({
    timeout: 120_000,
  })
  await expect(drawer.getByRole('table').last().getByText(t('state.creditKind.Settle'))).toBeVisible()
  await expectAccessible(page)
})

/** Chooses today by the company's clock: days are called by day, month and year. */
async function chooseToday(page: Page, language: Language, label: string): Promise<void> {
  await page.getByRole('dialog').last().getByRole('button', { name: label }).click()
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: 'Europe/Istanbul', ...options }).format(new Date())
  const day = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Istanbul', day: 'numeric' }).format(
    new Date(),
  )
  const called = `${day} ${part({ month: 'long' })} ${part({ year: 'numeric' })}`
  const today = page.getByRole('button', { name: called, exact: true })
  const other = page.getByRole('button', { name: /^1 / })
  await expect(today.or(other).first()).toBeVisible()
  // The form proposes a later day, perhaps of the month after.
  if (!(await today.isVisible())) await page.locator('button[data-direction="previous"]').click()
  await today.click()
}
