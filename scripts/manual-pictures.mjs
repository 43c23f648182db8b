import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { chromium as installed } from './chromium.mjs'
import { screens } from '../contract/src/shell/screens.ts'

// `npm run manual-pictures -- --url http://127.0.0.1:3000`: takes the pictures of the manual from a portal that runs with
// the demo: each screen in three languages, as somebody sees it whose work it is. Small ones are stored with the sources.
// `--only lma,home` takes those of some screens, `--language de` those of one language.

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    only: { type: 'string' },
    language: { type: 'string' },
  },
})
const folder = join(import.meta.dirname, '../server/src/knowledge/manual/pictures')
const languages = values.language ? [values.language] : ['en', 'tr', 'de']
const view = { width: 1280, height: 800 }
/** Pixels across that are kept, and bytes of a picture and of all of them at most. */
const width = 1040
const mostBytes = 36_000
const mostBytesOfAll = 6_000_000

/** Who shows the screens of a menu or one screen by its key; where they may not open it, the others are asked. */
const accounts = {
  services: 'admin@narketen.example',
  reports: 'admin@narketen.example',
  fuel: 'admin@bogac.example',
  serviceSettings: 'admin@narketen.example',
  workOrderOverride: 'admin@narketen.example',
  kpiDashboard: 'admin@narketen.example',
  reportFiles: 'admin@narketen.example',
  lma: 'admin@bogac.example',
  myInstitutionalDiscountRequests: 'pharmacy@selvi.example',
  myPriceChangeRefundRequests: 'pharmacy@selvi.example',
  myKigoReport: 'pharmacy@selvi.example',
}
const usual = 'admin@selvi.example'
const others = [
  'pharmacy@selvi.example',
  'admin@narketen.example',
  'reviewer@selvi.example',
  'admin@bogac.example',
]
const password = 'Kervan-Demo-42!'
const companies = { selvi: 1, narketen: 2, bogac: 3 }

const shown = screens.filter(
  ({ path, key }) =>
    !path.includes('$') && (values.only === undefined || values.only.split(',').includes(key)),
)
const browser = await chromium.launch({ ...installed })
const missing = []
let bytes = 0
for (const language of languages) {
  const place = join(folder, language)
  if (values.only === undefined) rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  const pages = new Map()
  for (const screen of shown) {
    const picture = await firstOf(
      [accounts[screen.key] ?? accounts[screen.menu] ?? usual, ...others],
      async (user) => {
        if (!pages.has(user)) pages.set(user, await open(user, language))
        return take(pages.get(user), screen)
      },
    )
    if (!picture) missing.push(`${screen.key} ${language}`)
    else {
      writeFileSync(join(place, `${screen.key}.webp`), picture)
      bytes += picture.length
    }
  }
  for (const page of pages.values()) await page.context().close()
}
await browser.close()
console.log(`${Math.round(bytes / 1000)} kB of pictures`)
if (missing.length > 0) console.log(`Not shown to who was chosen, or not in time: ${missing.join(', ')}`)
if (bytes > mostBytesOfAll) throw new Error('The pictures are too large to be stored with the sources.')

async function firstOf(users, work) {
  for (const user of users) {
    const found = await work(user)
    if (found) return found
  }
  return null
}

/** A page on which the user is signed in. */
async function open(username, language) {
  const context = await browser.newContext({ viewport: view, locale: language, colorScheme: 'light' })
  const page = await context.newPage()
  const companyIntCode = companies[username.replace(/^.*@|\..*$/g, '')]
  const answer = await page.request.post(`${values.url}/api/Authentication/Login`, {
    data: { username, password, companyIntCode },
  })
  await page.goto(`${values.url}/health/live`)
  await page.evaluate(
    ([session, chosen]) => {
      localStorage.setItem('kervan.session', session)
      localStorage.setItem('kervan.language', chosen)
    },
    [await answer.text(), language],
  )
  return page
}

/** The screen as a picture; null where somebody may not open it. */
async function take(page, { path }) {
  await page.goto(`${values.url}${path}`)
  // Nothing is on its way any more: a heading is there, and no grey bar stands in the place of a text.
  await page
    .waitForFunction(
      () =>
        document.querySelector('h1, h2') &&
        !document.querySelector('main .mantine-Skeleton-root, [aria-busy="true"]'),
      null,
      { timeout: 45_000, polling: 300 },
    )
    .catch(() => {})
  await page.waitForLoadState('networkidle', { timeout: 15_000 }).catch(() => {})
  // Charts are drawn a moment after their figures.
  await page.waitForTimeout(900)
  if (new URL(page.url()).pathname !== path) return null
  const taken = await page.screenshot()
  for (let quality = 62; ; quality -= 8) {
    const small = await sharp(taken).resize({ width }).webp({ quality, effort: 6 }).toBuffer()
    if (small.length <= mostBytes || quality <= 30) return small
  }
}
