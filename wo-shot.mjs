import { chromium } from '@playwright/test'
import { chromium as local } from './scripts/chromium.mjs'
const base = 'http://localhost:4362'
const browser = await chromium.launch({ executablePath: local.executablePath, args: local.args })
const steps = process.argv.slice(2)
async function session(width, scheme) {
  const context = await browser.newContext({ viewport: { width, height: width < 500 ? 844 : 900 } })
  const page = await context.newPage()
  await page.goto(base + '/login')
  await page.evaluate(
    ([s]) => {
      localStorage.setItem('kervan.language', 'de')
      localStorage.setItem('kervan.colorScheme', s)
    },
    [scheme],
  )
  await page.goto(base + '/login')
  await page.waitForTimeout(2000)
  await page.screenshot({ path: '/tmp/wo-login.png' })
  await page.getByRole('textbox', { name: 'Unternehmensdomain' }).fill('selvi.example', { timeout: 8000 })
  await page.getByLabel('E-Mail').fill('admin@selvi.example')
  await page.getByLabel('Passwort', { exact: true }).fill('Kervan-Demo-42!')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.includes('login'), { timeout: 20000 })
  return page
}
for (const [width, scheme] of [
  [1440, 'light'],
  [390, 'dark'],
]) {
  const page = await session(width, scheme)
  for (const step of steps) {
    const [name, path, ...clicks] = step.split('|')
    await page.goto(base + path)
    await page.waitForTimeout(2500)
    for (const click of clicks) {
      try {
        if (click.startsWith('sel:')) await page.locator(click.slice(4)).first().click({ timeout: 5000 })
        else await page.getByRole('button', { name: click }).first().click({ timeout: 5000 })
      } catch (e) {
        console.log('no', click, String(e).slice(0, 200))
      }
      await page.waitForTimeout(800)
    }
    await page.screenshot({ path: `/tmp/wo-${name}-${width}.png` })
  }
}
await browser.close()
