// Somebody of one company is invited by another: asked by mail, let in by their own yes, kept out by their own no.
import { expect, test, type Browser, type Page } from '@playwright/test'
import { chooseLanguage, expectAccessible, expectDone, fillIn, signIn } from './portal.ts'
import { wordsOf, type Language } from './words.ts'

const home = 'Nar Keten'
const host = 'Selvi İlaç'

const fresh = async (browser: Browser) => (await browser.newContext()).newPage()

async function invite(admin: Page, language: Language, username: string): Promise<void> {
  const t = wordsOf(language)
  await signIn(admin, language, host, 'admin@selvi.example')
  await admin.goto('/account/account-settings?part=users')
  await admin.getByRole('button', { name: t('account.users.new') }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel(t('account.profile.userName'), { exact: true }).fill(username)
  await dialog.getByLabel(t('account.profile.firstName'), { exact: true }).fill('Somebody')
  await dialog.getByLabel(t('account.profile.lastName'), { exact: true }).fill('Else')
  await dialog.getByLabel(t('account.users.tab.roles'), { exact: true }).first().click()
  await admin.getByRole('option', { name: new RegExp(`^${t('permission.role.orderManager')}`) }).click()
  await admin.keyboard.press('Escape')
  await dialog.getByRole('button', { name: t('account.users.create') }).click()
  await expect(dialog.getByText(t('account.users.createdInvited', { name: username }))).toBeVisible()
  await dialog.getByRole('button', { name: t('account.users.done') }).click()
  await expect(dialog.getByText(t('state.invitation.Pending'), { exact: true })).toBeVisible()
}

async function knock(page: Page, language: Language, username: string): Promise<void> {
  await page.goto('/login')
  await chooseLanguage(page, language)
  await fillIn(page, language, host, username)
}

test('[USR-004] who is invited reads as what, accepts at the door and works there, and leaves again', async ({
  browser,
}) => {
  const t = wordsOf('de')
  const username = 'manager2@narketen.example'
  const admin = await fresh(browser)
  await invite(admin, 'de', username)
  await expect
    .poll(async () => (await admin.request.get('/dev/mails')).text())
    .toContain(`${host} lädt Sie ein`)

  const guest = await fresh(browser)
  await knock(guest, 'de', username)
  await expect(
    guest.getByRole('heading', { name: t('security.invitation.heading', { company: host }) }),
  ).toBeVisible()
  await expect(guest.getByText(t('permission.role.orderManager'))).toBeVisible()
  await expectAccessible(guest)
  await guest.goto('/order/order-management')
  await expect(guest).toHaveURL(/\/login/)
  await guest.getByRole('button', { name: t('security.invitation.accept') }).click()
  await expect(guest).toHaveURL(/\/order\/order-management/)
  await expect(guest.getByRole('grid')).toBeVisible()

  await guest.goto('/account/account-settings?part=security')
  await expect(guest.getByText(t('security.companies.home'))).toBeVisible()
  await expectAccessible(guest)
  await guest.getByRole('button', { name: t('security.companies.leaveLabel', { company: host }) }).click()
  const question = guest.getByRole('dialog')
  await question.getByLabel(t('security.setup.password'), { exact: true }).fill('Kervan-Demo-42!')
  await question.getByRole('button', { name: t('security.companies.leaveAction'), exact: true }).click()
  await expect(guest).toHaveURL(/\/login/)
  await expect(guest.getByText(t('security.companies.left', { company: host }))).toBeVisible()
  await fillIn(guest, 'de', host, username)
  await expect(guest.getByRole('alert')).toContainText(t('refusal.NotAuthorizedForCompany'))
})

test('[USR-004] [USR-009] who declines is kept out there, works on at home, wants to hear nothing more of it, and is shown as declined', async ({
  browser,
}) => {
  const t = wordsOf('tr')
  const username = 'operator2@narketen.example'
  const admin = await fresh(browser)
  await invite(admin, 'tr', username)
  const guest = await fresh(browser)
  await knock(guest, 'tr', username)
  await guest.getByRole('button', { name: t('security.invitation.decline') }).click()
  await guest
    .getByRole('dialog')
    .getByRole('button', { name: t('security.invitation.decline') })
    .click()
  await expect(guest.getByText(t('security.invitation.declined', { company: host }))).toBeVisible()
  await fillIn(guest, 'tr', host, username)
  await expect(guest.getByRole('alert')).toContainText(t('refusal.NotAuthorizedForCompany'))
  await guest.goto('/login')
  await chooseLanguage(guest, 'tr')
  await fillIn(guest, 'tr', home, username)
  await expect(guest).not.toHaveURL(/login/)
  await guest.goto('/account/account-settings?part=security')
  await guest.getByRole('button', { name: t('security.companies.refuseLabel', { company: host }) }).click()
  await expect(guest.getByText(t('state.ownCompany.Refused'), { exact: true })).toBeVisible()
  await expect(
    guest.getByRole('button', { name: t('security.companies.allowLabel', { company: host }) }),
  ).toBeVisible()
  await expectAccessible(guest)
  await admin.reload()
  await expect(
    admin.getByRole('dialog').getByText(t('state.invitation.Declined'), { exact: true }),
  ).toBeVisible()
  await expectAccessible(admin)
})

test('[USR-009] who waits to be asked finds the invitation in the account settings of the own company', async ({
  browser,
}) => {
  const t = wordsOf('en')
  const page = await fresh(browser)
  await signIn(page, 'en', home, 'success@narketen.example')
  await page.goto('/account/account-settings?part=security')
  const company = 'Boğaç Akaryakıt'
  await page.getByRole('button', { name: t('security.companies.answerLabel', { company }) }).click()
  await expect(page.getByRole('dialog').getByText(t('permission.role.customerSuccess'))).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('security.invitation.accept') })
    .click()
  await expectDone(page, t('security.companies.accepted', { company }))
  await expect(
    page.getByRole('button', { name: t('security.companies.leaveLabel', { company }) }),
  ).toBeVisible()
})
