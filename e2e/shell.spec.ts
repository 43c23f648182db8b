import { gzipSync } from 'node:zlib'
import { watchMyNotices } from '@kervan/contract/account/own-notices'
import { expect, test } from '@playwright/test'
import { expectAccessible, fillIn, signIn, chooseLanguage } from './portal.ts'
import { languages, languageOfTheDay, wordsOf } from './words.ts'

test('[SHL-001, SHL-002] a deep link survives signing in; an unknown path leads home', async ({ page }) => {
  await page.goto('/order/order-management')
  await expect(page).toHaveURL(/\/login/)
  await fillIn(page, 'en', 'Selvi İlaç', 'manager@selvi.example')
  await expect(page).toHaveURL(/\/order\/order-management/)
  await page.goto('/nowhere/at/all')
  await expect(page).toHaveURL(/\/$/)
})

test('[SHL-003, SHL-004] a screen without right leads to the first that is allowed', async ({ page }) => {
  await signIn(page, 'en', 'Selvi İlaç', 'customer@selvi.example')
  await page.goto('/order/order-management')
  await expect(page).toHaveURL(/\/$/)
})

test('[ACC-001, ACC-002] what is missing stands at its field, a wrong password is told without telling which', async ({
  page,
}) => {
  const t = wordsOf('en')
  await page.goto('/login')
  await page.getByRole('button', { name: t('access.login.submit'), exact: true }).click()
  for (const missing of ['Email is required', 'Password is required', 'Domain is required'])
    await expect(page.getByText(missing)).toBeVisible()
  await fillIn(page, 'en', 'Selvi İlaç', 'manager@selvi.example', 'Not-The-Password-1')
  await expect(page.getByRole('alert')).toContainText('Email or password is incorrect')
})

test('[SHL-013] the language changes without a reload, and the document says so', async ({ page }) => {
  await page.goto('/login')
  await page.evaluate('window.stayed = true')
  for (const language of languages) {
    await chooseLanguage(page, language)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf(language)('access.login.title'))
  }
  expect(await page.evaluate('window.stayed')).toBe(true)
})

test('[SHL-013] a first visit is in the language of the browser, and what follows signing in in the person’s own', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ locale: 'tr-TR' })).newPage()
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf('tr')('access.login.title'))
  await fillIn(page, 'tr', 'Nar Keten', 'customer2@narketen.example')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf('de')('screen.home.title'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})

test('[SHL-019] a session that ended says so and leads back to signing in', async ({ page }) => {
  await signIn(page, 'en', 'Nar Keten', 'manager@narketen.example')
  await page.goto('/order/order-management')
  await expect(page.getByRole('grid')).toBeVisible()
  // The same user signs out elsewhere: the token is dead for this page too.
  const token = await page.evaluate<string>(`JSON.parse(localStorage.getItem('kervan.session')).Token`)
  await page.request.post('/api/Authentication/Logout', { data: { Token: token } })
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
})

test('[SHL-024] what keeps the application from starting is said on a plain page and in the console', async ({
  page,
}) => {
  const said: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && said.push(message.text())))
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.goto('/login')
  await expect(page.getByText('Kervan could not start')).toBeVisible()
  await expect(page.getByRole('button').or(page.getByRole('link'))).toBeVisible()
  await expect.poll(() => said.join(' ')).toContain('could not start')
})

test('[SHL-024] the mark stands on the page while the application is on its way, and a mark that does not come holds nothing up', async ({
  page,
}) => {
  let goOn: () => void = () => undefined
  const held = new Promise<void>((done) => (goOn = done))
  await page.route('**/assets/index-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  const mark = page.locator('#starting').getByRole('img', { name: 'Kervan' })
  await expect(mark).toBeVisible()
  goOn()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(mark).toHaveCount(0)
  await page.unroute('**/assets/index-*.js')
  await page.route('**/mark.svg', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('the scripts of the sign-in page weigh 260 kB at most', async ({ page }) => {
  const index = await (await page.request.get('/login')).text()
  const entry = /assets\/(index-[\w-]+\.js)/.exec(index)?.[1]
  const scripts = new Map<string, string>()
  const load = async (name: string) => {
    if (scripts.has(name)) return
    const text = await (await page.request.get(`/assets/${name}`)).text()
    scripts.set(name, text)
    for (const [, needed] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      await load(needed!)
  }
  await load(entry!)
  const packed =
    [...scripts.values()].reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0) / 1_000
  expect(packed, [...scripts.keys()].join('\n')).toBeLessThanOrEqual(260)
  expect(packed).toBeGreaterThan(200)
})

test('[SHL-022] a picture that is not there is drawn as initials', async ({ page }) => {
  await signIn(page, 'en', 'Selvi İlaç', 'manager@selvi.example')
  await page.goto('/')
  // Drawn, not said: beside the name they would be read out twice.
  await expect(page.getByRole('banner').locator('[data-initials="EK"]')).toBeVisible()
})

test.describe('[SHL-027] no accessibility fault, in light and in dark,', () => {
  test(`in ${languageOfTheDay(1)}`, async ({ page }) => {
    const language = languageOfTheDay(1)
    // The stream of notices stays open, so with it the network is never idle.
    await page.route(`**${watchMyNotices.path}`, (route) => route.abort())
    const inBoth = async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
        await expectAccessible(page, { again: colorScheme === 'dark' })
      }
    }
    await page.goto('/login')
    await chooseLanguage(page, language)
    await inBoth()
    await fillIn(page, language, 'Nar Keten', 'admin@narketen.example')
    await expect(page).not.toHaveURL(/login/)
    for (const path of [
      '/',
      '/order/new-order',
      '/order/new-order?step=import',
      '/order/my-orders',
      '/order/order-management',
      '/account/account-settings',
      '/report/stock-sense-report',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await inBoth()
    }
  })
})

test(`[SHL-027] (D1, D8) the palette closes with Escape and by a tap beside it, and opens what the server finds in ${languageOfTheDay(2)}`, async ({
  page,
}) => {
  const language = languageOfTheDay(2)
  const t = wordsOf(language)
  await signIn(page, language, 'Selvi İlaç', 'manager@selvi.example')
  await page.goto('/')
  const field = page.getByPlaceholder(t('shell.palette.placeholder'))
  const open = () => page.getByRole('button', { name: t('shell.palette.open') }).click()
  await open()
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  await open()
  await expect(field).toBeVisible()
  await page.mouse.click(20, 600)
  await expect(field).toHaveCount(0)
  await open()
  await field.fill('kizilirmak')
  const found = page.getByRole('dialog').getByText('Kızılırmak').first()
  await expect(found).toBeVisible()
  await field.fill('SO-26-0')
  await expect(
    page
      .getByRole('dialog')
      .getByText(/^SO-26-0/)
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/order=SO-26-0/)
})

for (const [company, user] of [
  ['Selvi İlaç', 'customer@selvi.example'],
  ['Nar Keten', 'customer@narketen.example'],
  ['Boğaç Akaryakıt', 'customer@bogac.example'],
] as const)
  test(`[SHL-027] ${company} at 360 px: no page is wider than the telephone, and the menu says version and years [SHL-012]`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await signIn(page, 'de', company, user)
    for (const path of ['/', '/order/new-order', '/order/my-orders', '/account/account-settings']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
      await expect(page.getByRole('banner').getByRole('img', { name: company })).toBeVisible()
      expect(await page.evaluate<number>('document.documentElement.scrollWidth'), path).toBe(360)
    }
    // The version stands at the end of the menu, so that each screen has the room.
    await page.getByRole('button', { name: wordsOf('de')('shell.menus'), exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText(/Kervan \d.*© 2003–\d{4}/)
  })
