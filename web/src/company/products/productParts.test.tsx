import { getProductOverview } from '@kervan/contract/company/product-parts'
import { getProductTimeline } from '@kervan/contract/company/product-timeline'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { uuid } from '../../../test/masterServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { ProductOverview } from './ProductOverview.tsx'
import { ProductTimeline } from './ProductTimeline.tsx'

const product = uuid(900)

let server: MemoryServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal({ session })
})

const timeline = {
  today: '2026-03-10',
  since: '2026-01-01',
  listing: [{ value: null, from: '2026-01-05', to: '2026-09-01' }],
  season: [{ value: 'Winter', from: '2026-01-01', to: null }],
  price: [
    { value: '100', from: '2026-01-01', to: '2026-03-01' },
    { value: '120.5', from: '2026-03-01', to: null },
  ],
  status: [{ value: 'Active', from: '2026-01-01', to: null }],
  currency: 'TRY',
}
const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })

test('[PRD-001] [ORD-020] whoever may not see prices has no row of them', async () => {
  server.answer(getProductTimeline, () => ({ ...timeline, price: null }))
  await show(<ProductTimeline id={product} />)
  await expect.element(rowOf('Status')).toBeVisible()
  await expect.element(rowOf('List price')).not.toBeInTheDocument()
})

test('[PRD-002] the overview counts stock and points of sale, and tells the next price', async () => {
  server.answer(getProductOverview, () => ({
    status: 'Active' as const,
    season: 'UnDetermined' as const,
    listPrice: '100',
    currency: 'TRY',
    nextPrice: { price: '120.5', from: '2026-12-01' },
    variants: 6,
    activeVariants: 5,
    withoutBarcode: 2,
    onHand: 1_400,
    free: 1_250,
    warehouses: 2,
    pointsOfSale: 17,
    restrictions: 1,
    orders: 3,
    pieces: 40,
    lastOrderAt: null,
  }))
  await show(<ProductOverview id={product} />)
  await expect.element(page.getByText('5 of 6 active')).toBeVisible()
  await expect.element(page.getByText(/120\.50.* from 1 Dec 2026/)).toBeVisible()
  await expect.element(page.getByText('Points of sale with stock')).toBeVisible()
  await expect.element(page.getByText('17', { exact: true })).toBeVisible()
  await expect.element(page.getByText('1,250')).toBeVisible()
  await expectNoAxeFaults()
})
