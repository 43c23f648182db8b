import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { chromium as options } from '../../scripts/chromium.mjs'
import { benchDrawing, watchRequests } from './drawing.ts'
import { ms, percentile, within, type Figure } from './figures.ts'
import type { BenchPortal } from './portal.ts'
import { benchPassword } from './seed-users.ts'
import { benchUser } from './seed-users.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>
const dist = join(import.meta.dirname, '../../web/dist')

/** What a first visit loads, in a real browser, and how long it takes from there to a usable page and to other screens. */
export async function benchWeb(portal: BenchPortal): Promise<Figure[]> {
  const chunks = await chunkSizes()
  const largest = Math.max(...chunks.map(({ kb }) => kb))
  const browser = await chromium.launch(options)
  const usable: number[] = []
  let loaded = new Set<string>()
  let first = 0
  const screens: number[] = []
  const drawn: Figure[] = []
  try {
    for (let round = 0; round < 5; round++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en' })
      const page = await context.newPage()
      watchRequests(page)
      loaded = new Set()
      page.on(
        'response',
        (response) =>
          void (response.url().endsWith('.js') && loaded.add(response.url().split('/').at(-1) ?? '')),
      )
      const begun = performance.now()
      await page.goto(`${portal.url}/login`)
      await page.getByLabel('Email').fill('x')
      usable.push(performance.now() - begun)
      // What is fetched afterwards, while the user types, does not keep anybody waiting.
      const needed = new Set(loaded)
      if (round === 4) {
        screens.push(...(await changeScreens(page)))
        drawn.push(...(await benchDrawing(page, portal.url)))
        drawn.push(
          await benchAddress(browser, portal, {
            work: 'sign-in page, empty cache',
            path: '/login',
            ready: (opened) => opened.getByLabel('Email').fill('x'),
            most: { requests: 15, kb: 600 },
          }),
          await benchAddress(browser, portal, {
            work: 'Order Management by its address, empty cache',
            path: '/order/order-management',
            ready: (opened) => opened.getByRole('gridcell').first().waitFor(),
            most: { requests: 40, kb: 600 },
            storageState: await context.storageState(),
          }),
        )
      }
      first = chunks.filter(({ name }) => needed.has(name)).reduce((sum, { kb }) => sum + kb, 0)
      await context.close()
    }
  } finally {
    await browser.close()
  }
  return [
    {
      work: 'first load: scripts of the sign-in page',
      measured: `${first.toFixed(0)} kB gz`,
      ratio: `largest chunk ${largest.toFixed(0)} kB gz`,
      budget: '≤ 260 kB, ≤ 250 kB a chunk',
      kept: first <= 260 && largest <= 250,
    },
    {
      work: 'sign-in page usable',
      measured: `p50 ${ms(percentile(usable, 0.5))}`,
      ratio: '–',
      budget: '≤ 1 s',
      kept: within(percentile(usable, 0.5), 1_000),
    },
    ...(screens.length > 0
      ? [
          {
            work: 'change of screen, warm',
            measured: `p50 ${ms(percentile(screens, 0.5))}`,
            ratio: `worst of ${screens.length}: ${ms(Math.max(...screens))}`,
            budget: '≤ 100 ms',
            kept: within(percentile(screens, 0.5), 100),
          },
        ]
      : []),
    ...drawn,
  ]
}

type Address = {
  work: string
  path: string
  /** What is there once the page can be used. */
  ready: (page: Page) => Promise<void>
  most: { requests: number; kb: number }
  storageState?: StorageState
}

/** What a page that is opened by its address loads with an empty cache, until it can be used. */
async function benchAddress(
  browser: Browser,
  portal: BenchPortal,
  { work, path, ready, most, storageState }: Address,
): Promise<Figure> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en',
    ...(storageState && { storageState }),
  })
  const page = await context.newPage()
  const loaded: Promise<number>[] = []
  page.on('requestfinished', (request) =>
    loaded.push(
      request.sizes().then(
        ({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize,
        () => 0,
      ),
    ),
  )
  const begun = performance.now()
  await page.goto(`${portal.url}${path}`)
  await ready(page)
  const taken = performance.now() - begun
  const sizes = await Promise.all(loaded)
  await context.close()
  const kb = sizes.reduce((sum, size) => sum + size, 0) / 1_000
  return {
    work,
    measured: `${sizes.length} requests, ${kb.toFixed(0)} kB`,
    ratio: `usable after ${ms(taken)}`,
    budget: `≤ ${most.requests} requests, ≤ ${most.kb} kB`,
    kept: sizes.length <= most.requests && kb <= most.kb,
  }
}

async function changeScreens(page: Page): Promise<number[]> {
  await page.getByLabel('Company domain').first().click()
  await page.getByText('Bench', { exact: false }).last().click()
  await page.getByLabel('Email').fill(benchUser('manager'))
  await page.getByLabel('Password', { exact: true }).fill(benchPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  // Runs in the page, as text, because this program knows no document.
  const go = (path: string, heading: string) =>
    page.evaluate<number>(`new Promise((resolve) => {
      const begun = performance.now()
      history.pushState({}, '', ${JSON.stringify(path)})
      dispatchEvent(new PopStateEvent('popstate'))
      const look = () => [...document.querySelectorAll('h1')].some((title) => title.textContent.includes(${JSON.stringify(heading)})) ? resolve(performance.now() - begun) : requestAnimationFrame(look)
      look()
    })`)
  const taken: number[] = []
  for (let round = 0; round < 6; round++) {
    const there = await go('/order/order-management', 'Order management')
    const back = await go('/account/account-settings', 'Account')
    if (round > 0) taken.push(there, back)
  }
  return taken
}

async function chunkSizes(): Promise<{ name: string; kb: number }[]> {
  const names = (await readdir(join(dist, 'assets'))).filter((name) => name.endsWith('.js'))
  return Promise.all(
    names.map(async (name) => ({
      name,
      kb: gzipSync(await readFile(join(dist, 'assets', name)), { level: 9 }).length / 1_000,
    })),
  )
}
