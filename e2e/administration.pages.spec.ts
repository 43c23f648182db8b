import { watchMyNotices } from '@kervan/contract/account/own-notices'
import { roles } from '@kervan/contract/administration/roles'
import { thirdPartyLocations } from '@kervan/contract/administration/third-party-users'
import { lentPermissions } from '@kervan/contract/order/lent-permissions'
import { isOffered, screens } from '@kervan/contract/shell/screens'
import { expect, test, type Page } from '@playwright/test'
import { accessFaults, signIn } from './portal.ts'
import { languageOfTheDay } from './words.ts'

// Every page that a ready-made role shows, opened by somebody of the demo who holds it. What there is to open is found on
// the pages: the way through the parts of a screen, its tabs, and the first record of each list with its tabs.

// All roles take minutes, so a run walks those of the day, each of them once in four days; KERVAN_PAGES=yes walks all.
const walksAll = process.env['KERVAN_PAGES'] === 'yes'
const day = Number(process.env['KERVAN_E2E_DAY'])
/** Widths and colours in which a page is asked for accessibility faults: one of them on one page in three, all in a walk of all. */
const looks = [360, 768, 1440, 2560].flatMap((width) => [
  { width, colorScheme: 'light' as const },
  { width, colorScheme: 'dark' as const },
])
const looksOf = (nth: number) =>
  walksAll ? looks : (nth + day) % 3 === 0 ? looks.slice((nth + day) % looks.length).slice(0, 1) : []

const isOfTheDay = (turn: number) => walksAll || (day + turn) % 4 === 0
const holders: Record<string, readonly [company: string, user: string]> = {
  companyAdministrator: ['Selvi İlaç', 'admin@selvi.example'],
  orderOperator: ['Boğaç Akaryakıt', 'operator@bogac.example'],
  orderManager: ['Selvi İlaç', 'manager@selvi.example'],
  orderCustomer: ['Selvi İlaç', 'customer@selvi.example'],
  thirdPartyFranchiseUser: ['Nar Keten', 'franchise@narketen.example'],
  pharmacyApplicant: ['Selvi İlaç', 'pharmacy@selvi.example'],
  providerReviewer: ['Selvi İlaç', 'reviewer@selvi.example'],
  externalInspector: ['Nar Keten', 'inspector@narketen.example'],
  advisorPlanner: ['Nar Keten', 'planner@narketen.example'],
  fuelAnalyst: ['Boğaç Akaryakıt', 'analyst@bogac.example'],
  customerSuccess: ['Selvi İlaç', 'success@selvi.example'],
}

test('[USR-005] somebody opens the pages of each ready-made role', async ({ page }) => {
  await signIn(page, 'en', 'Selvi İlaç', 'admin@selvi.example')
  const { rows } = await ask<{ rows: { code: string; readyMade: boolean }[] }>(
    page,
    roles.page.path,
    firstPage,
  )
  const codes = rows.filter(({ readyMade }) => readyMade).map(({ code }) => code)
  expect(codes.toSorted()).toEqual(Object.keys(holders).toSorted())
})

for (const [turn, [role, [company, user]]] of Object.entries(holders).entries()) {
  test(`[USR-005] [SHL-027] every page that the role ${role} shows works for it`, async ({ page }) => {
    test.skip(!isOfTheDay(turn), 'walked on another day')
    test.setTimeout(walksAll ? 3_600_000 : 900_000)
    // The stream of notices stays open, so with it nothing is ever at rest.
    await page.route(`**${watchMyNotices.path}`, (route) => route.abort())
    await signIn(page, languageOfTheDay(role.length), company, user)
    const { faults, atRest } = watch(page)
    const opened: string[] = []
    // At Boğaç the manager has named the operator deputy: what is lent is not the role's.
    const lent = role === 'orderOperator' ? lentPermissions : new Set<string>()
    const addresses = await addressesOf(page, lent)
    await page.goto('/')
    for (const address of addresses) {
      await go(page, address)
      await atRest()
      if (!hrefOf(page).startsWith(address)) faults.push(`${address} led to ${hrefOf(page)}`)
      await openParts(page, new Set([hrefOf(page)]), async () => {
        await atRest()
        const at = hrefOf(page)
        opened.push(at)
        faults.push(...(await whatIsMissing(page)).map((fault) => `${at}: ${fault}`))
        for (const look of looksOf(opened.length)) faults.push(...(await accessFaultsIn(page, look, atRest)))
        await openFirstRecord(page, atRest, faults)
      })
    }
    expect(faults).toEqual([])
    expect(opened.length).toBeGreaterThan(1)
  })
}

/** As a link does: the application stays, and only what the page asks for is new. */
const go = (page: Page, href: string) =>
  page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(href)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
const firstPage = { page: 1, pageSize: 50, sort: [], filters: {}, search: '' }
const hrefOf = (page: Page) => page.url().replace(/^https?:\/\/[^/]+/, '')

async function ask<T>(page: Page, path: string, data: object): Promise<T> {
  const token = await page.evaluate<string>(`JSON.parse(localStorage.getItem('kervan.session')).Token`)
  const answer = await page.request.post(path, { data: { Token: token, ...data } })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as T
}

/** The addresses of the screens that this session may open. */
async function addressesOf(page: Page, lent: ReadonlySet<string>): Promise<string[]> {
  const permissions = await page.evaluate<string[]>(
    `JSON.parse(localStorage.getItem('kervan.session')).PermissionsUI`,
  )
  const held = screens
    .filter((screen) => isOffered(screen, new Set(permissions)) && !lent.has(screen.permission))
    .map(({ path }) => path)
  const place = held.some((path) => path.includes('$LocationUniqueCode'))
    ? (await ask<{ rows: { locationCode: string }[] }>(page, thirdPartyLocations.page.path, firstPage))
        .rows[0]
    : undefined
  return held.flatMap((path) =>
    path.includes('$') ? (place ? [path.replace('$LocationUniqueCode', place.locationCode)] : []) : [path],
  )
}

/** What goes wrong from now on: refused calls, faults of scripts, what the console says. */
function watch(page: Page) {
  const faults: string[] = []
  let underWay = 0
  page.on('request', () => (underWay += 1))
  page.on('requestfinished', () => (underWay -= 1))
  page.on('requestfailed', () => (underWay -= 1))
  page.on('response', (response) => {
    if (response.status() >= 400)
      faults.push(`${hrefOf(page)}: ${response.status()} of ${new URL(response.url()).pathname}`)
  })
  page.on('pageerror', ({ message }) => faults.push(`${hrefOf(page)}: ${message}`))
  page.on('console', (message) => {
    const isOfRoute = message.text().includes('ERR_FAILED')
    if (message.type() === 'error' && !isOfRoute) faults.push(`${hrefOf(page)}: ${message.text()}`)
  })
  /** Nothing is asked any more, and nothing on the page is waiting. */
  const atRest = async () => {
    let quiet = 0
    await expect
      .poll(
        async () => {
          const busy = await page.evaluate<number>(
            `document.querySelectorAll('[aria-busy=true], #starting').length`,
          )
          quiet = underWay === 0 && busy === 0 ? quiet + 1 : 0
          return quiet
        },
        { intervals: [40] },
      )
      .toBeGreaterThanOrEqual(3)
  }
  return { faults, atRest }
}

/** Calls `look` on this page, and on those that its own ways lead to: other parts and other tabs of the same screen. */
async function openParts(page: Page, seen: Set<string>, look: () => Promise<void>): Promise<void> {
  await look()
  const links = await page.evaluate<string[]>(`(() => [...document.querySelectorAll('main nav a[href]')]
    .filter((link) => link.pathname === location.pathname)
    .map((link) => link.getAttribute('href')))()`)
  for (const href of await page.evaluate<string[]>(
    `[...document.querySelectorAll('main nav a[aria-current=page]')].map((link) => link.getAttribute('href'))`,
  ))
    seen.add(href)
  for (const href of links.filter((link) => !seen.has(link))) {
    if (seen.has(href)) continue
    seen.add(href)
    await go(page, href)
    await openParts(page, seen, look)
  }
}

/** What a reader of the screen meets at this width and in these colours (SHL-027); the page is as before afterwards. */
async function accessFaultsIn(
  page: Page,
  { width, colorScheme }: (typeof looks)[number],
  atRest: () => Promise<void>,
): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme })
  await atRest()
  let found = await accessFaults(page, { again: colorScheme === 'dark' })
  // What fades in has other colours for a moment.
  if (found.length > 0) found = await accessFaults(page, { again: colorScheme === 'dark' })
  const at = `${hrefOf(page)} at ${width} px, ${colorScheme}`
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  await atRest()
  return found.map((fault) => `${at}: ${fault}`)
}

/** A page without content, and a part that says that its rights are missing. */
async function whatIsMissing(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const main = document.querySelector('main')
    if (!main) return ['no main part']
    const content = main.cloneNode(true)
    for (const frame of content.querySelectorAll('nav, header, h1')) frame.remove()
    const says = content.textContent.trim() !== '' || content.querySelector('input, canvas, img, svg') !== null
    const refused = [...document.querySelectorAll('[data-refused]')].map((part) => part.textContent)
    return [...(says ? [] : ['white']), ...refused]
  })()`)
}

/** The first record of the list that the page shows, with each of its tabs. */
async function openFirstRecord(page: Page, atRest: () => Promise<void>, faults: string[]): Promise<void> {
  const first = page.locator('main [role=grid] [role=gridcell] button[class*=open]').first()
  if (!(await first.isVisible())) return
  await first.click()
  const drawer = page.locator('[data-record]')
  await atRest()
  if (!(await drawer.isVisible())) return
  const tabs = drawer.locator('nav button')
  for (let at = 0; at < (await tabs.count()); at += 1) {
    await tabs.nth(at).click()
    await atRest()
    faults.push(...(await whatIsMissing(page)).map((fault) => `${hrefOf(page)}: ${fault}`))
  }
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
}
