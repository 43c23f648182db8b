// What journeys have in common: signing in as a person of the demo, and asking for accessibility faults.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { wordsOf, type Language } from './words.ts'

export const password = 'Kervan-Demo-42!'
const names = { en: 'English', tr: 'Türkçe', de: 'Deutsch' }

export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  await page.getByRole('button', { name: /Language|Dil|Sprache/ }).first().click()
  await page.getByRole('menuitem', { name: names[language] }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** Signs in through the form, in the language given, and waits for the frame of the portal. */
export async function signIn(page: Page, language: Language, company: string, user: string): Promise<void> {
  const t = wordsOf(language)
  await page.goto('/login')
  await chooseLanguage(page, language)
  await fillIn(page, language, company, user)
  await expect(page.getByRole('banner').getByText(t('shell.product'))).toBeVisible()
  await expect(page).not.toHaveURL(/login/)
}

export async function fillIn(page: Page, language: Language, company: string, user: string, secret = password): Promise<void> {
  const t = wordsOf(language)
  const domain = page.getByLabel(t('access.login.domain'), { exact: true }).first()
  await domain.click()
  await domain.fill(company)
  await page.getByRole('option', { name: new RegExp(company) }).click()
  await page.getByLabel(t('access.login.email'), { exact: true }).fill(user)
  await page.getByLabel(t('access.login.password'), { exact: true }).fill(secret)
  await page.getByLabel(t('access.login.password'), { exact: true }).press('Enter')
}

/** No violation of WCAG 2.2 A and AA on the page as it stands (SHL-027). */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  expect(violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).slice(0, 3).join(', ')}`)).toEqual([])
}
