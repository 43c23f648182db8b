import {
  firstStepKeys,
  getFirstSteps,
  hideFirstSteps,
  type FirstStep,
} from '@kervan/contract/home/first-steps'
import { tryOrder } from '@kervan/contract/order/order-trial'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFaults, freshPortal, session, show } from '../../test/render.tsx'
import { FirstSteps } from './FirstSteps.tsx'

async function begin({
  width = 1440,
  some,
  tries = false,
}: { width?: number; some?: Partial<Record<FirstStep, number>>; tries?: boolean } = {}) {
  await page.viewport(width, 900)
  const server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: [getFirstSteps, hideFirstSteps, ...(tries ? [tryOrder] : [])].flatMap(
        ({ permission }) => permission ?? [],
      ),
    },
  })
  let hidden = false
  server.answer(getFirstSteps, () => ({
    counts: hidden
      ? null
      : (Object.fromEntries(firstStepKeys.map((step) => [step, some?.[step] ?? 0])) as Record<
          FirstStep,
          number
        >),
  }))
  server.answer(hideFirstSteps, (input) => {
    hidden = input.hidden
    return { done: true as const }
  })
  return server
}

test('says what is done, what comes next and what waits for it', async () => {
  await begin({ some: { customers: 5, locations: 43 } })
  await show(<FirstSteps />)
  await expect.element(page.getByText('2 of 7 steps to your first approved order.')).toBeVisible()
  await expect.element(page.getByText('43', { exact: true })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Begin' }))
    .toHaveAttribute('href', '/company/company-products?part=product')
  await expect.element(page.getByText('Needs first: Products', { exact: true })).toBeVisible()
  await expectNoAxeFaults()
})

test('offers to try an order once one could be placed, to whoever may', async () => {
  const done = { customers: 5, locations: 43, variants: 3 }
  const server = await begin({ some: done, tries: true })
  server.answer(tryOrder, () => ({
    place: null,
    asked: [],
    currency: 'TRY',
    orders: [],
    subtotal: null,
    discount: null,
    total: null,
    deciders: { count: 0, names: [], by: null, atOnce: false },
    told: [],
    findings: [],
  }))
  await show(<FirstSteps />)
  await page.getByRole('button', { name: 'Try an order' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Try an order' })).toBeVisible()
})

test('offers no trial before there is something to order, nor to whoever may not', async () => {
  await begin({ tries: true })
  await show(<FirstSteps />)
  await expect.element(page.getByRole('link', { name: 'First order' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try an order' })).not.toBeInTheDocument()
  await begin({ some: { customers: 5, locations: 43, variants: 3 } })
  await show(<FirstSteps />)
  await expect.element(page.getByRole('button', { name: 'Try an order' })).not.toBeInTheDocument()
})

test('can be hidden for good, and shown again at once', async () => {
  await begin()
  await show(<FirstSteps />)
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect.element(page.getByText('The first steps are hidden.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'First steps' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
})

test('fits a phone', async () => {
  await begin({ width: 390 })
  await show(<FirstSteps />)
  await expect.element(page.getByRole('link', { name: 'Customers' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectNoAxeFaults()
})
