import type { CartSummary } from '@kervan/contract/order/cart'
import { getCartQuotas } from '@kervan/contract/order/order-new'
import type { QuotaFacts } from '@kervan/contract/order/quota-rules'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { CartQuotas } from './CartQuotas.tsx'

const cart = (lineCount: number) => ({ lineCount }) as CartSummary
const quota = (over: Partial<QuotaFacts> = {}): QuotaFacts => ({
  ruleCode: 'Q-1',
  ruleName: 'Insulin a month',
  valueType: 'Quantity',
  actionType: 'Reject',
  node: ['Denge Sapanca'],
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-12-01T00:00:00.000Z',
  limit: '100',
  used: '60',
  asked: '12',
  left: '40',
  exceeded: false,
  ...over,
})

let server: MemoryServer
async function begin(active: boolean, permissions = [getCartQuotas.permission ?? '']) {
  server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: [...session.PermissionsUI, ...permissions],
      OMPSettings: { ...session.OMPSettings, OMPQuotaActive: active },
    },
  })
  server.answer(getCartQuotas, () => ({ quotas: [quota()], total: 3 }))
}
beforeEach(() => page.viewport(1440, 900))

test('[QTA-003] the cart says what its quotas have left, and how many more the review shows', async () => {
  await begin(true)
  await show(<CartQuotas cart={cart(2)} />)
  const part = page.getByRole('region', { name: 'Quotas' })
  await expect.element(part.getByText(/Insulin a month/)).toBeVisible()
  await expect.element(part.getByText('28 left')).toBeVisible()
  await expect.element(part.getByText('2 more quotas: see Review')).toBeVisible()
  await expectNoAxeFaults()
})

test.each([
  ['without quotas', false, 2, true],
  ['that is empty', true, 0, true],
  ['too large to be planned at each step', true, 2_001, true],
  ['of who may not review it', true, 2, false],
])('[QTA-003] nothing is asked for a cart %s', async (_, active, lines, may) => {
  await begin(active, may ? [getCartQuotas.permission ?? ''] : [])
  await show(
    <>
      <CartQuotas cart={cart(lines)} />
      <p>Below</p>
    </>,
  )
  await expect.element(page.getByText('Below')).toBeVisible()
  expect(server.sentTo(getCartQuotas)).toEqual([])
})
