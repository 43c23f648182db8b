// What an administrator sets up for others: keys of programs, Microsoft sign-in, what users agree to, and the rules of the company.
import { expect, test } from '@playwright/test'
import { answered, expectAccessible, expectDone, password, signIn } from './portal.ts'
import { languages, languageOfTheDay, wordsOf } from './words.ts'

const settings = '/account/account-settings'

test(`[USR-009] a key is made for a program, works, and is dead once it is revoked, in ${languageOfTheDay(1)}`, async ({
  page,
  request,
}) => {
  const language = languageOfTheDay(1)
  const t = wordsOf(language)
  const name = `Journey ${language}`
  await signIn(page, language, 'Selvi İlaç', 'admin@selvi.example')
  await page.goto(`${settings}?part=keys`)
  await expect(page.getByRole('grid').getByText('ERP production')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: t('administration.keys.new') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: t('administration.keys.user') }).click()
  await page.getByRole('option', { name: /^ERP Gateway/ }).click()
  await dialog.getByRole('textbox', { name: t('administration.keys.name'), exact: true }).fill(name)
  await dialog
    .getByRole('checkbox', { name: new RegExp(`^${t('permission.name.orderNew-getCart')}`) })
    .check()
  await dialog.getByRole('button', { name: t('administration.keys.create') }).click()
  const key = (await dialog.getByRole('status').textContent()) ?? ''
  expect(key).toMatch(/^kvn_[\w-]{43}$/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('account.users.done') }).click()
  await expect(page.getByText(key)).toHaveCount(0)

  const cart = () => request.post('/api/OrderNew/GetCart', { data: { Token: key } })
  expect((await cart()).status()).toBe(200)
  expect((await request.post('/api/OrderMy/GetPendingOrders', { data: { Token: key } })).status()).toBe(403)

  await page.getByRole('grid').getByText(name).click()
  await expect(dialog.getByText(t('column.createdAt'))).toBeVisible()
  await dialog.getByRole('button', { name: new RegExp(`^${t('administration.keys.may')}`) }).click()
  await expect(dialog.getByText(t('permission.name.orderNew-getCart'))).toBeVisible()
  await dialog.getByRole('button', { name: t('administration.keys.revoke.asking') }).click()
  await page
    .getByRole('button', { name: t('administration.keys.revoke.action', { count: 1, amount: '1' }) })
    .click()
  await expectDone(page, t('administration.keys.revoke.done', { count: 1, amount: '1' }))
  expect((await cart()).status()).toBe(401)
})

test(`[ACC-004, ACC-010] Microsoft sign-in and what users agree to, looked at and written in ${languageOfTheDay(2)}`, async ({
  page,
}) => {
  const language = languageOfTheDay(2)
  const t = wordsOf(language)
  await signIn(page, language, 'Nar Keten', 'admin@narketen.example')
  await page.goto(`${settings}?part=microsoft`)
  await page.getByRole('button', { name: t('administration.microsoft.check.ask') }).click()
  await expect(page.getByText(t('administration.microsoft.check.keys'))).toBeVisible()
  await expectAccessible(page)

  // For PortaMate, which holds nobody of the other journeys at the door.
  await page.goto(`${settings}?part=acknowledgements`)
  await page
    .getByRole('button', { name: t('administration.terms.new') })
    .first()
    .click()
  await page.getByRole('combobox', { name: t('column.acknowledgementKind') }).click()
  await page.getByRole('option', { name: t('state.acknowledgementKind.PortaMate') }).click()
  for (const one of languages) {
    await page
      .getByRole('radiogroup', { name: t('administration.terms.language') })
      .getByText(t(`state.language.${one}`), { exact: true })
      .click()
    await page
      .getByRole('textbox', { name: t('administration.terms.title'), exact: true })
      .fill(`Terms from ${language}`)
    await page
      .getByRole('textbox', { name: t('administration.terms.text'), exact: true })
      .fill(`Said in ${one}.`)
  }
  await expect(
    page.getByRole('region', { name: t('administration.terms.preview') }).getByText('Said in de.'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: t('administration.terms.publishAsking') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('administration.terms.publish'), exact: true })
    .click()
  await expectDone(page, t('administration.terms.published', { version: 1 }))
  await expect(page.getByRole('dialog').getByText(`Said in ${language}.`)).toBeVisible()
  await expectAccessible(page)
})

test('[USR-009] a rule of the company is weakened by who proves themselves once more, and made stronger by a press', async ({
  page,
}) => {
  const t = wordsOf('de')
  await signIn(page, 'de', 'Boğaç Akaryakıt', 'admin@bogac.example')
  await page.goto(`${settings}?part=policy`)
  const idle = page.getByRole('textbox', { name: t('administration.policy.idleMinutes') })
  const save = page.getByRole('button', { name: t('administration.policy.save') })
  await idle.fill('45')
  await save.click()
  const dialog = page.getByRole('dialog', { name: t('security.proof.title') })
  await expect(
    dialog.getByText(
      t('security.proof.line', { rule: t('administration.field.idleMinutes'), before: '30', after: '45' }),
    ),
  ).toBeVisible()
  await expectAccessible(page)
  const secret = dialog.getByLabel(t('security.setup.password'), { exact: true })
  await secret.fill('not this one')
  await secret.press('Enter')
  await expect(dialog.getByText(t('refusal.OldPasswordWrong'))).toBeVisible()
  await secret.fill(password)
  await secret.press('Enter')
  await expectDone(page, t('administration.policy.saved'))
  await expect(dialog).toBeHidden()
  await expect(save).toBeDisabled()
  await idle.fill('30')
  await answered(page, 'UserManagement/UpdatePolicy', () => save.click())
  await page.reload()
  await expect(idle).toHaveValue('30')
})
