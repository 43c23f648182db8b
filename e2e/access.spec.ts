// Signing in beyond the password, in the running product: what has to be agreed to, and Microsoft's place taken by the
// OpenID provider that the demo starts beside itself.
import { expect, test, type Page } from '@playwright/test'
import { chooseLanguage, expectAccessible, fillIn, password } from './portal.ts'
import { wordsOf } from './words.ts'

test('[ACC-010] who has not agreed to the newest terms is held at the door, and never again after accepting', async ({
  page,
}) => {
  const t = wordsOf('tr')
  await page.goto('/login')
  await chooseLanguage(page, 'tr')
  await fillIn(page, 'tr', 'Boğaç Akaryakıt', 'success@bogac.example')
  await expect(page.getByRole('heading', { name: 'Kullanım koşulları' })).toBeVisible()
  await expect(
    page.getByText('Teslimat belgelerinin ve oturum açma kayıtlarının ne kadar süre saklandığı'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.goto('/order/order-management')
  await expect(page).toHaveURL(/\/login/)
  await page.getByRole('button', { name: t('security.acknowledgement.accept') }).click()
  await expect(page).toHaveURL(/\/order\/order-management/)
  await page.evaluate('localStorage.removeItem("kervan.session")')
  await page.goto('/login')
  await fillIn(page, 'tr', 'Boğaç Akaryakıt', 'success@bogac.example', password)
  await expect(page).not.toHaveURL(/login/)
})

async function toMicrosoft(page: Page): Promise<void> {
  const t = wordsOf('en')
  await page.goto('/login')
  const domain = page.getByLabel(t('access.login.domain'), { exact: true }).first()
  await domain.click()
  await domain.fill('Nar Keten')
  await page.getByRole('option', { name: /Nar Keten/ }).click()
  await page.getByRole('button', { name: t('access.login.microsoft') }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
}

test('[ACC-004] Microsoft sign-in lets in who is linked, and says so when it was canceled, spoilt or a stranger came', async ({
  page,
}) => {
  const t = wordsOf('en')
  await toMicrosoft(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(t('security.entra.canceled'))).toBeVisible()
  await toMicrosoft(page)
  await page.getByLabel('Spoil the token').selectOption('kidUnknown')
  await page.getByRole('button', { name: /Kerem/ }).click()
  await expect(page.getByRole('alert')).toContainText('An error occurred during Microsoft sign in')
  await toMicrosoft(page)
  await page.getByRole('button', { name: /Yabancı/ }).click()
  await expect(page.getByRole('alert')).toContainText('An error occurred during Microsoft sign in')
  await toMicrosoft(page)
  await page.getByRole('button', { name: /Kerem/ }).click()
  await expect(page.getByRole('banner').getByText('Kerem Dalgıç')).toBeVisible()
})
