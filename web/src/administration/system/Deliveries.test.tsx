import { summariseResults } from '@kervan/contract/kit/bulk-answer'
import type { RowOf } from '@kervan/contract/kit/page'
import { deliveries, sendDeliveriesAgain } from '@kervan/contract/system/deliveries'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import Deliveries from './Deliveries.tsx'

const rights = [deliveries.page, deliveries.excel, sendDeliveriesAgain].flatMap(
  ({ permission }) => permission ?? [],
)
const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const row = (index: number, over: Partial<RowOf<typeof deliveries>>): RowOf<typeof deliveries> => ({
  id: id(index),
  deliveryKind: 'healthInsurance',
  deliveryName: `SO-26-0004${index}-1`,
  recipient: null,
  deliveryState: 'Delivered',
  requestedAt: '2026-11-28T09:00:00.000Z',
  settledAt: '2026-11-28T09:00:02.000Z',
  tries: 1,
  nextTryAt: null,
  receipt: `B00010000${index}`,
  response: '0000 Sipariş bildirimi alındı',
  deliveryProblem: null,
  actions: { sendAgain: 'It has not failed.' },
  ...over,
})
const rows = [
  row(1, {}),
  row(2, {
    deliveryState: 'Failed',
    tries: 6,
    receipt: null,
    response: null,
    deliveryProblem: 'The receiver did not answer in time',
    actions: { sendAgain: null },
  }),
]

async function begin(width = 1440) {
  await page.viewport(width, 900)
  const server = await freshPortal({ session: { ...session, PermissionsUI: ['UserManagement', ...rights] } })
  rememberDictionaries(server)
  serveList(server, deliveries, rows)
  server.answer(sendDeliveriesAgain, ({ selection }) => {
    const ids = selection.mode === 'ids' ? selection.ids : []
    return {
      jobId: null,
      ...summariseResults(
        ids.map((one) => ({
          id: one,
          code: one,
          ok: true,
          count: 1,
          refusal: null,
          message: null,
        })),
      ),
    }
  })
  await show(<Deliveries />)
  return server
}

test('what was sent is listed with its state and reason, and what has failed is sent again', async () => {
  const server = await begin()
  const failed = page.getByRole('row', { name: /SO-26-00042-1/ })
  await expect.element(failed.getByText('Failed')).toBeVisible()
  await expect.element(failed.getByText('The receiver did not answer in time')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /SO-26-00041-1/ }).getByText('B000100001')).toBeVisible()
  await expectNoAxeFaults()
  await failed.getByText('SO-26-00042-1').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Send again…' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send 1 message again/ })
    .click()
  await expect.element(page.getByText('1 message is being sent again')).toBeVisible()
  expect(server.sentTo(sendDeliveriesAgain).at(-1)?.input).toMatchObject({
    selection: { mode: 'ids', ids: [id(2)] },
    dryRun: false,
  })
})

test('on a phone each is a card', async () => {
  await begin(390)
  await expect.element(page.getByText('SO-26-00042-1')).toBeVisible()
  await expect.element(page.getByText('The receiver did not answer in time')).toBeVisible()
  await expectNoAxeFaults()
})
