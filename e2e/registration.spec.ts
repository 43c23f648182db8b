// A pharmacy comes to the portal: it registers, proves its address, a manager lets it in, and it works in its own name.
import { expect, test, type APIRequestContext } from '@playwright/test'
import { glnOf } from '../server/src/demo/check-digits.ts'
import { chooseLanguage, expectAccessible, expectDone, fillIn, signIn } from './portal.ts'
import { wordsOf } from './words.ts'

const company = 'Selvi İlaç'
const username = 'eczaci@gunes-eczanesi.example'
const firstCustomerLocation = 40

test('[REG-001, REG-002] a pharmacy registers, proves its address, is let in by a manager and signs in', async ({
  browser,
}) => {
  const t = wordsOf('tr')
  const page = await (await browser.newContext()).newPage()
  await page.goto('/login')
  await chooseLanguage(page, 'tr')
  await page.getByRole('link', { name: t('access.login.register') }).click()
  await expect(page.getByRole('heading', { name: t('registration.title') })).toBeVisible()
  const domain = page.getByLabel(t('access.login.domain'), { exact: true }).first()
  await domain.click()
  await page.getByRole('option', { name: new RegExp(company) }).click()
  await page.getByLabel(t('registration.gln'), { exact: true }).fill(glnOf(1, 99_999))
  await expect(page.getByText('Satış noktası bulunamadı')).toBeVisible()
  await page.getByLabel(t('registration.gln'), { exact: true }).fill(glnOf(1, firstCustomerLocation))
  await page.getByLabel(t('registration.firstName'), { exact: true }).fill('Güneş')
  await page.getByLabel(t('registration.lastName'), { exact: true }).fill('Işık')
  await page.getByLabel(t('access.login.email'), { exact: true }).fill(username)
  await page.getByLabel(t('registration.city'), { exact: true }).fill('Iğdır')
  await expectAccessible(page)
  await page.getByRole('button', { name: t('registration.submit') }).click()

  await expect(page.getByRole('heading', { name: t('registration.codeTitle') })).toBeVisible()
  const code = await mailed(page.request, /^(\d{6})$/m)
  await page.getByLabel(t('registration.code'), { exact: true }).fill(code)
  await page.getByRole('button', { name: t('registration.confirm') }).click()
  await expect(page.getByRole('heading', { name: t('registration.waitingTitle') })).toBeVisible()

  const manager = await (await browser.newContext()).newPage()
  await signIn(manager, 'tr', company, 'admin@selvi.example')
  await manager.goto('/account/account-settings?part=registrations')
  await manager.getByRole('grid').getByText(username).click()
  await manager.getByRole('grid').getByText(username).press('Enter')
  const record = manager.getByRole('dialog', { name: /Güneş Işık/ })
  await record.getByRole('button', { name: t('registration.manage.approveAsking') }).click()
  const question = manager.getByRole('dialog', {
    name: t('registration.manage.approveTitle', { person: 'Güneş Işık' }),
  })
  await question.getByRole('button', { name: t('registration.manage.approve'), exact: true }).click()
  await expectDone(manager, t('registration.manage.approved'))

  const secret = await mailed(page.request, /^(\S{20})$/m)
  await page.goto('/login')
  await fillIn(page, 'tr', company, username, secret)
  const chosen = 'Kirmizi-Kalem-77!'
  await page.getByLabel(t('security.password.current'), { exact: true }).fill(secret)
  await page.getByLabel(t('security.password.new'), { exact: true }).fill(chosen)
  await page.getByLabel(t('security.password.repeat'), { exact: true }).fill(chosen)
  await page.getByLabel(t('security.password.repeat'), { exact: true }).press('Enter')
  await expect(page).not.toHaveURL(/login/)
  await expect(page.getByRole('banner').getByText('Güneş Işık')).toBeVisible()
})

/** What the newest mail to the applicant holds, once it is there. */
async function mailed(request: APIRequestContext, pattern: RegExp): Promise<string> {
  let found = ''
  await expect
    .poll(async () => {
      const mails = (await (await request.get('/dev/mails')).text())
        .split('<article')
        .filter((mail) => mail.includes(username))
      found = mails.map((mail) => pattern.exec(mail)?.[1] ?? '').find(Boolean) ?? ''
      return found
    })
    .not.toBe('')
  return found
}
