import { setTimeout as pause } from 'node:timers/promises'
import { watchMyNotices } from '@kervan/contract/account/own-notices'
import type { Page, Request } from 'playwright'
import { ms, percentile, within, type Figure } from './figures.ts'

const rounds = 8

/** How long the list of orders and the order beside it take to be drawn, from the press to the painted frame, when the answers are there already. */
export async function benchDrawing(page: Page, url: string): Promise<Figure[]> {
  await page.goto(`${url}/order/order-management`)
  await page.getByRole('gridcell').first().waitFor()
  await page.evaluate(observer)
  const chip = `document.querySelector('search button[aria-pressed]')`
  const pageField = `document.querySelector('input[aria-label="Page"]')`
  const turned = (label: string, number: number) =>
    press(page, `document.querySelector('[aria-label="${label}"]')`, `${pageField}?.value === '${number}'`)
  const filtered = (on: boolean) => press(page, chip, `${chip}?.getAttribute('aria-pressed') === '${on}'`)
  const pages: Drawn[] = []
  const filters: Drawn[] = []
  const drawers: Drawn[] = []
  for (let round = 0; round < rounds; round++) {
    pages.push(await turned('Next page', 2), await turned('Previous page', 1))
    filters.push(await filtered(true), await filtered(false))
  }
  const openers = `document.querySelectorAll('[role="row"] [role="gridcell"] button')`
  for (let round = 0; round < rounds; round++) {
    drawers.push(
      await press(
        page,
        `${openers}[1]`,
        `document.querySelector('[role="dialog"] [role="row"], [role="dialog"] tr, [role="dialog"] li')`,
      ),
    )
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  const large = await openLarge(page, url)
  return [
    figure(
      '50 rows drawn anew, longest task',
      pages.slice(2).map(({ longest }) => longest),
      50,
    ),
    figure(
      'filter of a list, from the cache, press to paint',
      filters.slice(2).map(({ taken }) => taken),
      100,
    ),
    figure(
      'order beside its list, press to its lines',
      drawers.slice(1).map(({ taken }) => taken),
      150,
    ),
    figure('drawer lines: order of 1,200 lines beside its list, press to its lines', large.opened, 150),
    figure('drawer lines: 1,200 lines sorted, press to paint', large.sorted, 150),
  ]
}

/** The order with the most lines of the list: opened beside it again and again, and its lines sorted. */
async function openLarge(page: Page, url: string): Promise<{ opened: number[]; sorted: number[] }> {
  await page.goto(`${url}/order/order-management?sort=lineCount.desc`)
  await page.getByRole('gridcell').first().waitFor()
  await page.evaluate(observer)
  const lines = `document.querySelector('[role="dialog"] [role="grid"]')`
  const head = `Array.from(${lines}?.querySelectorAll('[role="columnheader"]') ?? []).find((one) => one.querySelector('button')?.textContent === 'Ordered')`
  const sort = `${head}?.getAttribute('aria-sort')`
  const opened: Drawn[] = []
  const sorted: Drawn[] = []
  for (let round = 0; round < rounds; round++) {
    opened.push(
      await press(
        page,
        `document.querySelector('[role="row"] [role="gridcell"] button')`,
        `Number(${lines}?.getAttribute('aria-rowcount')) > 1000 && ${lines}.querySelectorAll('[role="row"]').length > 8`,
      ),
    )
    // The order of the lines is remembered, so each press turns it.
    await page.evaluate(`window.sortedBefore = ${sort}`)
    sorted.push(await press(page, `${head}.querySelector('button')`, `${sort} !== window.sortedBefore`))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  const taken = (drawn: Drawn[]) => drawn.slice(1).map((one) => one.taken)
  return { opened: taken(opened), sorted: taken(sorted) }
}

type Drawn = { taken: number; longest: number }

function figure(work: string, taken: number[], budget: number): Figure {
  const half = percentile(taken, 0.5)
  return {
    work,
    measured: `p50 ${ms(half)}`,
    ratio: `worst of ${taken.length}: ${ms(Math.max(...taken))}`,
    budget: `≤ ${budget} ms`,
    kept: within(half, budget),
  }
}

// What runs in the page stands as text, because this program knows no document. A task below 50 ms is none to the
// browser's observer: 0 says that there was no long one.
const observer = `window.longTasks = []; new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })`

const underWay = new WeakMap<Page, Set<Request>>()

/** From the start of a page on. The stream of notices is left out: it stays open, so the network is never idle. */
export function watchRequests(page: Page): void {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => {
    if (!request.url().endsWith(watchMyNotices.path)) requests.add(request)
  })
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/** Nothing has been under way for half a second. */
async function idle(page: Page): Promise<void> {
  const requests = underWay.get(page)
  for (let quiet = 0; quiet < 5; quiet = requests?.size ? 0 : quiet + 1) await pause(100)
}

async function press(page: Page, target: string, until: string): Promise<Drawn> {
  await idle(page)
  return page.evaluate<Drawn>(`new Promise((resolve) => {
    window.longTasks.length = 0
    const begun = performance.now()
    ${target}.click()
    const painted = () => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => {
        const taken = performance.now() - begun
        setTimeout(() => resolve({ taken, longest: Math.max(0, ...window.longTasks) }), 60)
      }
      channel.port2.postMessage(0)
    }
    const look = () => (${until}) && !document.querySelector('[data-stale]') ? requestAnimationFrame(painted) : requestAnimationFrame(look)
    look()
  })`)
}
