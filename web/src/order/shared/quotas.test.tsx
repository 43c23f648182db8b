import type { QuotaFacts } from '@kervan/contract/order/quota-rules'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { freshPortal, show } from '../../../test/render.tsx'
import { Quotas } from './Quotas.tsx'

beforeEach(async () => void (await freshPortal({ language: 'de' })))

const facts = (over: Partial<QuotaFacts>): QuotaFacts => ({
  ruleCode: 'Q-1',
  ruleName: 'Jahresbudget',
  valueType: 'Quantity',
  actionType: 'Warning',
  node: [],
  from: '2025-12-31T21:00:00.000Z',
  to: '2026-12-31T21:00:00.000Z',
  limit: '5000.00',
  used: '1200.00',
  asked: '300.00',
  left: '3500.00',
  exceeded: false,
  ...over,
})

test('[QTA-003] pieces are whole numbers, and amounts of the order’s currency have two decimals, as the reader writes them', async () => {
  await show(
    <Quotas
      currency="TRY"
      quotas={[
        facts({}),
        facts({ ruleCode: 'Q-2', valueType: 'Monetary', used: '1200.50', left: '3499.50' }),
      ]}
    />,
  )
  const [pieces, amounts] = [page.getByRole('listitem').first(), page.getByRole('listitem').last()]
  await expect.element(pieces.getByText('3.500 übrig')).toBeVisible()
  await expect.element(amounts.getByText('3.499,50 ₺ übrig')).toBeVisible()
  expect(amounts.element().textContent).toMatch(/1\.200,50\s₺/)
  expect(pieces.element().textContent).not.toContain(',00')
})

test('[QTA-003] what is left is said once, and no figures where they are hidden', async () => {
  await show(
    <Quotas
      currency="TRY"
      quotas={[facts({}), facts({ ruleCode: 'Q-2', limit: null, used: null, asked: null, left: null })]}
    />,
  )
  const [shown, hidden] = [page.getByRole('listitem').first(), page.getByRole('listitem').last()]
  await expect.element(shown.getByText('3.500 übrig')).toBeVisible()
  expect(shown.element().textContent?.match(/3\.500/g)).toHaveLength(1)
  expect(hidden.element().textContent).toBe('JahresbudgetNeu ab 1. Jan. 2027.')
})
