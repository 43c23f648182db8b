import { expect, test } from '@playwright/test'
import { expectAccessible, expectDone, signIn } from './portal.ts'
import { languageOfTheDay, wordsOf } from './words.ts'

const settings = '/account/account-settings'
/** A screen that the role does not open yet, and after which no call is named. */
const given = 'stockSenseReport'

test(`[USR-005, USR-009, USR-010, SUB-001] roles and oversight in ${languageOfTheDay(0)}`, async ({
  page,
}) => {
  const language = languageOfTheDay(0)
  const t = wordsOf(language)
  await signIn(page, language, 'Nar Keten', 'admin@narketen.example')

  await page.goto(`${settings}?part=roles`)
  const operator = t('permission.role.orderOperator')
  await page
    .getByRole('row', { name: new RegExp(operator) })
    .getByText(operator)
    .click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText(t('permission.name.orderNew-placeOrder'), { exact: true })).toBeVisible()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: t('administration.roles.act.edit') }).click()
  // Found by its name: in a list that is scrolled a row lies half under its heading.
  const title = t(`screen.${given}.title`)
  await page.getByRole('searchbox', { name: t('administration.roles.findPermission') }).fill(title)
  await page.getByRole('checkbox', { name: new RegExp(`^${title}`) }).click()
  await expect(
    page
      .getByRole('region', { name: t('administration.roles.preview') })
      .getByText(t('administration.roles.opens')),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: t('administration.roles.save') }).click()
  await expectDone(page, t('administration.roles.saved'))

  await page.goto(`${settings}?part=activity`)
  await page.getByRole('button', { name: t('administration.activity.verify') }).click()
  await expect(
    page.getByRole('status').filter({
      hasText: new RegExp(t('administration.activity.intact', { amount: '[\\d.,]+', time: '.*' })),
    }),
  ).toBeVisible()
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: t('state.operation.role.changed') })
      .first(),
  ).toBeVisible()
  await expectAccessible(page)

  await page.goto(`${settings}?part=policy`)
  await expect(page.getByRole('button', { name: t('administration.policy.save') })).toBeDisabled()
  await expectAccessible(page)

  await page.goto(`${settings}/service-subscriptions`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(page)
})

test('[ACC-008] a right that is taken away while somebody works is gone from the next step on, and the browser notices without a reload', async ({
  browser,
}) => {
  const t = wordsOf('en')
  const worker = await (await browser.newContext()).newPage()
  await signIn(worker, 'en', 'Boğaç Akaryakıt', 'operator@bogac.example')
  await worker.goto('/order/my-orders')
  await expect(worker.getByRole('heading', { name: t('screen.myOrders.title') })).toBeVisible()
  await worker.evaluate(() => Object.assign(globalThis, { sameVisit: true }))

  const admin = await (await browser.newContext()).newPage()
  await signIn(admin, 'en', 'Boğaç Akaryakıt', 'admin@bogac.example')
  await admin.goto(`${settings}?part=roles`)
  await admin
    .getByRole('row', { name: new RegExp(t('permission.role.orderOperator')) })
    .getByText(t('permission.role.orderOperator'))
    .click()
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: t('administration.roles.act.edit') })
    .click()
  for (const name of [
    t('screen.myOrders.title'),
    t('permission.name.orderMy-getPendingOrders'),
    t('permission.name.orderMy-getPastOrders'),
  ])
    await admin.getByRole('checkbox', { name: new RegExp(`^${name}`) }).click()
  await admin.getByRole('button', { name: t('administration.roles.save') }).click()
  await expectDone(admin, t('administration.roles.saved'))

  await worker.getByRole('searchbox').or(worker.getByRole('textbox')).first().fill('SO-26')
  await expect(worker).not.toHaveURL(/my-orders/)
  expect(await worker.evaluate(() => 'sameVisit' in globalThis)).toBe(true)
})
