// What journeys have in common: signing in as a person of the demo, and asking for accessibility faults.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { wordsOf, type Language } from './words.ts'

export const password = 'Kervan-Demo-42!'
const names = { en: 'English', tr: 'Türkçe', de: 'Deutsch' }

export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  await page
    .getByRole('button', { name: /Language|Dil|Sprache/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: names[language] }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/**
 * Makes the browser one in which this person is signed in, in the language given, by the call that the form makes. What
 * is about signing in goes through the form.
 */
export async function signIn(page: Page, language: Language, company: string, user: string): Promise<void> {
  const ask = async <T>(path: string, data: object) => {
    const answer = await page.request.post(`/api/${path}`, { data })
    expect(answer.status(), await answer.text()).toBe(200)
    return (await answer.json()) as T
  }
  const { domains } = await ask<{ domains: { companyName: string; companyIntCode: number }[] }>(
    'WebResources/GetCompanyDomains',
    {},
  )
  const { companyIntCode } = domains.find(({ companyName }) => companyName === company) ?? {}
  const session = await ask<object>('Authentication/Login', { username: user, password, companyIntCode })
  // Any answer of the portal opens its storage.
  await page.goto('/health/live')
  for (const [key, value] of [
    ['kervan.session', JSON.stringify(session)],
    ['kervan.language', language],
  ])
    await page.evaluate(`localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(value)})`)
}

/** Asks the portal what the signed-in person may ask. */
export async function ask<T>(page: Page, call: string, input: object): Promise<T> {
  const session = await page.evaluate<string>(`localStorage.getItem('kervan.session')`)
  const answer = await page.request.post(`/api/${call}`, {
    data: { ...input, Token: (JSON.parse(session) as { Token: string }).Token },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as T
}

export async function fillIn(
  page: Page,
  language: Language,
  company: string,
  user: string,
  secret = password,
): Promise<void> {
  const t = wordsOf(language)
  const domain = page.getByLabel(t('access.login.domain'), { exact: true }).first()
  await domain.click()
  await domain.fill(company)
  await page.getByRole('option', { name: new RegExp(company) }).click()
  await page.getByLabel(t('access.login.email'), { exact: true }).fill(user)
  await page.getByLabel(t('access.login.password'), { exact: true }).fill(secret)
  await page.getByLabel(t('access.login.password'), { exact: true }).press('Enter')
}

/** What is read in the page itself; the journeys are compiled without the library of the browser. */
declare const document: { querySelectorAll(selector: string): Iterable<ShownElement> }
type ShownElement = {
  textContent: string
  checkVisibility(options: { visibilityProperty: true }): boolean
  closest(selector: string): unknown
}

/**
 * What was done is told. A toast is looked for as one: the same words may stand on the button that was pressed. It stays
 * three seconds, and on a busy machine a look every second may come too late, so the page itself looks at every frame.
 */
export async function expectDone(page: Page, text: string | RegExp): Promise<void> {
  const wanted = typeof text === 'string' ? { words: text } : { words: text.source, flags: text.flags }
  const isTold = ({ words, flags }: { words: string; flags?: string }) => {
    const says = (said: string) =>
      flags === undefined ? said.includes(words) : new RegExp(words, flags).test(said)
    return [...document.querySelectorAll('[role=status]')].some(
      (toast) =>
        says(toast.textContent) &&
        toast.checkVisibility({ visibilityProperty: true }) &&
        toast.closest('[aria-hidden=true]') === null,
    )
  }
  await page.waitForFunction(isTold, wanted, { timeout: 60_000 }).catch(async (error: unknown) => {
    const shown = await page.getByRole('status').or(page.getByRole('alert')).allTextContents()
    throw new Error(`no toast says ${text}; the page says ${JSON.stringify(shown)}`, { cause: error })
  })
}

/** Does what asks the server, and waits for the answer, where the page looks alike before it and after it. */
export async function answered(page: Page, call: string, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith(`/api/${call}`) && response.ok()),
    act(),
  ])
}

/** What a colour can break; all else is the same in the dark. */
const aboutColors = ['color-contrast', 'link-in-text-block']

/** The violations of WCAG 2.2 A and AA on the page as it stands, with the first elements. `again`: in other colours than before. */
export async function accessFaults(page: Page, { again = false } = {}): Promise<string[]> {
  // The other mode puts together what it found in a page that it opens for it; that is for frames, of which there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    runOnly: again
      ? { type: 'rule', values: aboutColors }
      : { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  })
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => {
    // A place on a map is where it is: the size of a target is excused where its position is essential (WCAG 2.5.8), and
    // the list beside the map opens the same places.
    const faulty = nodes.filter(({ html }) => !(id === 'target-size' && html.includes('leaflet-marker-icon')))
    const targets = faulty.map((node) => node.target.join(' ')).slice(0, 3)
    return faulty.length === 0 ? [] : [`${id}: ${targets.join(', ')}`]
  })
}

/** No violation, once what is fading in stands there (SHL-027). */
export async function expectAccessible(page: Page, options: { again?: boolean } = {}): Promise<void> {
  await expect(async () => expect(await accessFaults(page, options)).toEqual([])).toPass({ timeout: 60_000 })
}
