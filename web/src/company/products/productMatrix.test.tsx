import { getProductMatrix, saveProductMatrix } from '@kervan/contract/company/product-matrix'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { uuid } from '../../../test/masterServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { ProductMatrix } from './ProductMatrix.tsx'

const variant = (number: number, color: string, size: string) => ({
  id: uuid(number),
  version: 3,
  code: `COAT-${color}-${size}`,
  color,
  size,
  gtin: null,
  listPrice: '120',
  status: 'Active' as const,
  onHand: number * 10,
})
const variants = [variant(1, 'Blue', 'S'), variant(2, 'Blue', 'M'), variant(3, 'Red', 'S')]
const product = uuid(900)

let server: MemoryServer
async function open({ withPrices = true, mayChange = true } = {}) {
  await page.viewport(1440, 900)
  server = await freshPortal({
    session: { ...session, PermissionsUI: mayChange ? [saveProductMatrix.permission ?? ''] : [] },
  })
  server.answer(getProductMatrix, () => ({
    productCode: 'COAT',
    currency: 'TRY',
    withPrices,
    isComplete: true,
    variants: withPrices ? variants : variants.map((one) => ({ ...one, listPrice: null })),
  }))
  await show(<ProductMatrix id={product} title="Coat" />)
}
const table = () => page.getByRole('region', { name: 'Colours and sizes' })

describe('[PRD-002] colours and sizes in one matrix', () => {
  beforeEach(() => open())

  test('a barcode is checked while it is typed, and all changes are saved in one step', async () => {
    server.answer(saveProductMatrix, () => ({ changeId: uuid(77), saved: 2, waits: false }))
    const cell = table().getByRole('textbox', { name: 'Blue, S: Barcode' })
    await cell.fill('4006381333930')
    await expect.element(table().getByText(/No valid barcode/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    await expectNoAxeFaults()
    await cell.fill('4006381333931')
    await page.getByText('Price', { exact: true }).click()
    await table().getByRole('textbox', { name: 'Red, S: Price' }).fill('135.5')
    await expect.element(page.getByText('2 variants changed')).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(page.getByText('2 variants saved')).toBeVisible()
    expect(server.sentTo(saveProductMatrix)[0]?.input).toEqual({
      productId: product,
      rows: [
        { id: uuid(1), version: 3, gtin: '4006381333931' },
        { id: uuid(3), version: 3, listPrice: '135.5' },
      ],
    })
  })

  test('a cell that is not made yet is made with a code of its own', async () => {
    server.answer(saveProductMatrix, () => ({ changeId: uuid(77), saved: 1, waits: true }))
    await table().getByRole('button', { name: 'Make Red, M' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => server.sentTo(saveProductMatrix)).toHaveLength(1)
    expect(server.sentTo(saveProductMatrix)[0]?.input).toMatchObject({
      rows: [{ id: null, version: null, color: 'Red', size: 'M', status: 'Active' }],
    })
  })
})

test('[ORD-020] whoever may not see prices has no layer of them, and whoever may not change only reads', async () => {
  await open({ withPrices: false, mayChange: false })
  await expect.element(table().getByText('Blue')).toBeVisible()
  await expect.element(page.getByText('Price', { exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Save', exact: true })).not.toBeInTheDocument()
  await expectNoAxeFaults()
})
