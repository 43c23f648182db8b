import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { freshPortal, show } from '../../../test/render.tsx'
import { Totals } from './CartPane.tsx'

beforeEach(async () => void (await freshPortal({ language: 'de' })))

const cart = { subtotal: '200.00', discount: '14.00', total: '186.00', currency: 'TRY', orderedQuantity: 4 }

test.each([
  ['7.00', 'Rabatt 7 %'],
  // Several customers with different discounts have no percentage together.
  ['', 'Rabatt'],
])(
  '[ORD-005] the discount is named with its percentage where there is one (“%s”)',
  async (discountPercent, name) => {
    await show(<Totals cart={{ ...cart, discountPercent }} pricesVisible />)
    await expect.element(page.getByText(name, { exact: true })).toBeVisible()
  },
)
