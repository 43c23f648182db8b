import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { freshPortal, show } from '../../../test/render.tsx'
import { Changes } from './RecordHistory.tsx'

beforeEach(async () => void (await freshPortal({ language: 'de' })))

test('[USR-010] amounts of a record are in its currency, percentages in none', async () => {
  await show(
    <Changes
      changes={[
        { field: 'total', before: '1200.50', after: '900.00', amount: true },
        { field: 'discountPercent', before: '5', after: '7.5', amount: true },
      ]}
      currency="TRY"
    />,
  )
  await expect.element(page.getByText('900,00 ₺')).toBeVisible()
  await expect.element(page.getByText('1.200,50 ₺')).toBeVisible()
  await expect.element(page.getByText('7,5', { exact: true })).toBeVisible()
})
