import { expect, test } from '@playwright/test'
import { expectAccessible, expectDone, fillIn, signIn } from './portal.ts'
import { languageOfTheDay, wordsOf } from './words.ts'

const company = 'Selvi İlaç'

test.describe('[USR-003, USR-004] a user', () => {
  test(`is created, given a password once, and put out again in ${languageOfTheDay(0)}`, async ({
    browser,
  }) => {
    const language = languageOfTheDay(0)
    const t = wordsOf(language)
    const username = `new-${language}@selvi.example`
    const admin = await (await browser.newContext()).newPage()
    await signIn(admin, language, company, 'admin@selvi.example')
    await admin.goto('/account/account-settings?part=users')
    await expect(admin.getByRole('grid').getByText('admin@selvi.example')).toBeVisible()
    await expectAccessible(admin)

    await admin.getByRole('button', { name: t('account.users.new') }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel(t('account.profile.userName'), { exact: true }).fill(username)
    await dialog.getByLabel(t('account.profile.firstName'), { exact: true }).fill('Deniz')
    await dialog.getByLabel(t('account.profile.lastName'), { exact: true }).fill('Yalın')
    await dialog.getByLabel(t('account.users.tab.roles'), { exact: true }).first().click()
    await admin.getByRole('option', { name: new RegExp(`^${t('permission.role.orderManager')}`) }).click()
    await admin.keyboard.press('Escape')
    await dialog.getByRole('switch', { name: new RegExp(`^${t('account.users.inviteByMail')}`) }).click()
    await dialog.getByRole('button', { name: t('account.users.create') }).click()
    const secret = (await dialog.getByRole('status').textContent()) ?? ''
    expect(secret).toMatch(/^\S{20}$/)
    await expectAccessible(admin)
    await dialog.getByRole('button', { name: t('account.users.done') }).click()
    await expect(admin).toHaveURL(/user=/)
    await expect(dialog.getByText('Deniz Yalın')).toBeVisible()
    await expect(admin.getByText(secret)).toHaveCount(0)
    await dialog.getByRole('button', { name: t('account.users.tab.history') }).click()
    await expect(dialog.getByText(t('state.operation.user.created'))).toBeVisible()
    await expectAccessible(admin)

    // Good for choosing a password and nothing else.
    const user = await (await browser.newContext()).newPage()
    await user.goto('/login')
    await user
      .getByRole('button', { name: /Language|Dil|Sprache/ })
      .first()
      .click()
    await user
      .getByRole('menuitem', { name: { en: 'English', tr: 'Türkçe', de: 'Deutsch' }[language] })
      .click()
    await fillIn(user, language, company, username, secret)
    await expect(user.getByLabel(t('access.login.email'), { exact: true })).toHaveCount(0)
    await user.goto('/order/order-management')
    await expect(user).toHaveURL(/\/login/)

    await dialog.getByRole('button', { name: t('kit.action.more'), exact: true }).click()
    await admin.getByRole('menuitem', { name: t('account.users.state.Passive.asking') }).click()
    await admin
      .getByRole('button', { name: t('account.users.state.Passive.action', { count: 1, amount: '1' }) })
      .click()
    await expectDone(admin, t('account.users.state.Passive.done', { count: 1, amount: '1' }))
  })
})
