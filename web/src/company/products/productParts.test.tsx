import { getProductOverview, productSupply } from '@kervan/contract/company/product-parts'
import {
  deleteProductPicture,
  getProductPicture,
  uploadProductPicture,
} from '@kervan/contract/company/product-picture'
import { getProductTimeline } from '@kervan/contract/company/product-timeline'
import { productKind } from '@kervan/contract/company/products'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { uuid } from '../../../test/masterServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { ProductOverview } from './ProductOverview.tsx'
import { ProductPictureTab } from './ProductPictureTab.tsx'
import { ProductStates } from './ProductStates.tsx'
import { ProductSupply } from './ProductSupply.tsx'
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

test('[PRD-001] listing, season, price and status stand on one axis, and the same in a table', async () => {
  server.answer(getProductTimeline, () => timeline)
  await show(<ProductTimeline id={product} />)
  await expect.element(rowOf('Listing Listed from 5 Jan 2026 to 1 Sept? 2026')).toBeVisible()
  await expect.element(rowOf('Season Winter since 1 Jan 2026')).toBeVisible()
  // The newest first.
  await expect
    .element(rowOf('List price ₺120\\.50 since 1 Mar 2026 ₺100\\.00 from 1 Jan 2026 to 1 Mar 2026'))
    .toBeVisible()
  await expect.element(rowOf('Status Active since 1 Jan 2026')).toBeVisible()
  await expectNoAxeFaults()

  // One axis: what begins on the same day begins at the same place, and today is at one place for all.
  const drawn = [...document.querySelectorAll('figure > div > svg')]
  expect(drawn).toHaveLength(4)
  const begins = drawn.map((row) => [...row.querySelectorAll('svg')].map((span) => span.getAttribute('x')))
  expect(begins).toEqual([[expect.not.stringMatching(/^0%$/)], ['0%'], ['0%', expect.any(String)], ['0%']])
  const todays = drawn.map((row) => row.querySelector('line')?.getAttribute('x1'))
  expect(new Set(todays).size).toBe(1)
  // What has no end goes to the end of the axis, what ends does not.
  const ends = drawn.map((row) => row.querySelector('svg:last-of-type')?.getBoundingClientRect().right)
  expect(ends[1]).toBe(ends[3])
  expect(ends[0]).toBeLessThan(ends[1] ?? 0)
})

test('[PRD-001] [ORD-020] whoever may not see prices has no row of them', async () => {
  server.answer(getProductTimeline, () => ({ ...timeline, price: null }))
  await show(<ProductTimeline id={product} />)
  await expect.element(rowOf('Status')).toBeVisible()
  await expect.element(rowOf('List price')).not.toBeInTheDocument()
})

test('[PRD-002] the overview counts stock and points of sale, and tells the next price', async () => {
  server.answer(getProductOverview, () => ({
    picture: { shape: 'box', color: '#1a6c98', photoId: null },
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
  const free = page.getByRole('link', { name: '1,250' })
  await expect.element(free).toHaveAttribute('href', expect.stringContaining('tab=stock'))
  const variants = page.getByRole('link', { name: '5 of 6 active' })
  await expect.element(variants).toHaveAttribute('href', expect.stringContaining('tab=variants'))
  await expectNoAxeFaults()
})

describe('[PRD-001] the picture of a product', () => {
  const file = (name: string, type: string, bytes: number) =>
    new File([new Uint8Array(bytes)], name, { type })
  const drop = () => page.getByLabelText('Choose or drop a picture')
  beforeEach(async () => {
    const rights = [uploadProductPicture, deleteProductPicture].flatMap(({ permission }) => permission ?? [])
    server = await freshPortal({ session: { ...session, PermissionsUI: rights } })
    server.answer(getProductPicture, () => new Response(null, { status: 204 }))
    server.answer(uploadProductPicture, () => {
      server.answer(
        getProductPicture,
        () => new Response(new Uint8Array(20), { headers: { 'Content-Type': 'image/jpeg' } }),
      )
      return { done: true as const }
    })
    await show(<ProductPictureTab id={product} title="Gauze swab (P-7)" />)
  })

  test('one that is too large or no JPG is refused before it is sent', async () => {
    await drop().upload(file('large.jpg', 'image/jpeg', 1024 * 1024 + 1))
    await expect
      .element(page.getByRole('alert').getByText(/^File size cannot exceed 1MB\. large\.jpg is larger\.$/))
      .toBeVisible()
    await drop().upload(file('drawing.png', 'image/png', 100))
    await expect
      .element(
        page
          .getByRole('alert')
          .getByText('Unsupported file selected! drawing.png is not of a supported type.'),
      )
      .toBeVisible()
    await expectNoAxeFaults()
    expect(server.sentTo(uploadProductPicture)).toEqual([])
  })

  test('a good one is sent and shown, and deleted after a question', async () => {
    await drop().upload(file('good.jpg', 'image/jpeg', 1024 * 1024))
    await expect.element(page.getByText('Picture saved')).toBeVisible()
    await expect.element(page.getByRole('img', { name: 'Picture of Gauze swab (P-7)' })).toBeInTheDocument()
    expect(server.sentTo(uploadProductPicture)[0]?.input).toEqual({ productId: product })
    server.answer(deleteProductPicture, () => {
      server.answer(getProductPicture, () => new Response(null, { status: 204 }))
      return { done: true as const }
    })
    await page.getByRole('button', { name: 'Delete picture' }).click()
    expect(server.sentTo(deleteProductPicture)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Delete picture' }).click()
    await expect.element(page.getByText('No picture yet')).toBeVisible()
  })
})

test('[PRD-001] the state history tells who changed what sells a product, and nothing else', async () => {
  server.answer(productKind.history, () => ({
    title: 'P-7',
    names: {},
    versions: [
      {
        changeId: uuid(901),
        version: 3,
        action: 'Changed' as const,
        source: 'Form' as const,
        at: '2026-11-20T07:00:00.000Z',
        by: 'Elif Karaca',
        checkedBy: null,
        approvedBy: null,
        fields: [
          { field: 'status', before: 'Active', after: 'Passive' },
          { field: 'brand', before: 'Selvi', after: 'Other' },
        ],
      },
      {
        changeId: uuid(902),
        version: 2,
        action: 'Changed' as const,
        source: 'File' as const,
        at: '2026-11-19T07:00:00.000Z',
        by: 'Mert Aydoğan',
        checkedBy: null,
        approvedBy: null,
        fields: [{ field: 'brand', before: null, after: 'Selvi' }],
      },
    ],
  }))
  await show(<ProductStates id={product} />)
  const entry = page.getByRole('listitem')
  await expect.element(entry.getByText('Status Active Inactive', { exact: true })).toBeVisible()
  await expect.element(entry.getByText('20 Nov 2026 07:00 · Elif Karaca', { exact: true })).toBeVisible()
  await expect.element(entry).not.toHaveTextContent('Brand')
  await expectNoAxeFaults()
})

test('[PRD-001] the network names for each store who supplies the product there', async () => {
  rememberDictionaries(server)
  serveList(server, productSupply, [
    {
      id: uuid(1),
      receiverCode: 'ANK-1',
      receiverName: 'Sincan shop',
      city: 'Ankara',
      supplierCode: 'W-1',
      supplierName: 'Central warehouse',
      free: 1_250,
      suppliers: 2,
      freeInAll: 1_300,
    },
  ])
  await show(<ProductSupply id={product} title="Gauze swab" />)
  await expect
    .element(page.getByRole('row', { name: /^Sincan shop Central warehouse 1,250 2 1,300/ }))
    .toBeVisible()
  expect(server.sentTo(productSupply.page)[0]?.input).toMatchObject({ productId: product })
  await expectNoAxeFaults()
})
