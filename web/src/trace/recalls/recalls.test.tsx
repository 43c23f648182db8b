import { startRecall, traceRecalls } from '@kervan/contract/trace/recalls'
import type { RowOf } from '@kervan/contract/kit/page'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rememberDictionaries } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import TraceInquiry from '../TraceInquiry.tsx'

const at = '2026-11-20T09:12:00.000Z'
const id = '00000000-0000-4000-8000-000000000001'
const row: RowOf<typeof traceRecalls> = {
  id,
  lotNumber: 'B24A07',
  gtin: '08689999001018',
  productName: 'Vexiprazole 15 mg capsule',
  recallState: 'Running',
  recallReason: 'Glass particles',
  recallPacks: 12,
  recallPacksOut: 9,
  recalledAt: at,
  recalledBy: 'Ayşe',
  liftedAt: null,
  liftedBy: null,
  liftReason: null,
  actions: { lift: null },
}

test('[TRC-001] a lot is recalled, with its reason', async () => {
  await page.viewport(1440, 900)
  const rights = [
    ...session.PermissionsUI,
    ...[traceRecalls.page, startRecall].map(({ permission }) => permission ?? ''),
  ]
  const server = await freshPortal({ language: 'en', session: { ...session, PermissionsUI: rights } })
  rememberDictionaries(server)
  server.answer(traceRecalls.page, () => ({ rows: [row], total: 1, totalIsExact: true, asOf: at }))
  server.answer(startRecall, () => ({ recallId: id, packs: 12 }))
  await show(<TraceInquiry />, '/here?tab=recalls')
  await expect.element(page.getByText('Glass particles')).toBeVisible()
  await page.getByRole('button', { name: 'Recall a lot' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'GTIN' }).fill('08689999001018')
  await dialog.getByRole('textbox', { name: 'Lot' }).fill('B24A08')
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Glass particles')
  await expectNoAxeFaults()
  await dialog.getByRole('button', { name: 'Recall a lot' }).click()
  await expect.element(page.getByText('The lot is recalled; 12 of its packs are known')).toBeVisible()
  expect(server.sentTo(startRecall)[0]?.input).toMatchObject({
    gtin: '08689999001018',
    lotNumber: 'B24A08',
    reason: 'Glass particles',
  })
})
