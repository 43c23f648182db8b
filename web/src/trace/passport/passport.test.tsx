import { packChapters, type PackEntry } from '@kervan/contract/kit/pack-passport'
import { getPackPassport, type PackPassport as Passport } from '@kervan/contract/trace/passport'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rememberDictionaries } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import PackPassport from './PackPassport.tsx'

const entry = (over: Pick<PackEntry, 'kind' | 'at'> & Partial<PackEntry>): PackEntry => ({
  code: null,
  word: null,
  from: null,
  to: null,
  quantity: null,
  amount: null,
  currency: null,
  note: null,
  opens: null,
  ...over,
})
const told: Partial<Record<(typeof packChapters)[number], PackEntry[]>> = {
  ordered: [
    entry({
      kind: 'Ordered',
      at: '2026-05-01T09:00:00.000Z',
      code: 'ORD-1-1',
      word: { group: 'line', value: 'Approved' },
      from: 'Göksu Deposu',
      to: 'Çınar Eczanesi',
      quantity: 48,
      opens: { to: '/order/order-management', search: { order: 'ORD-1' } },
    }),
  ],
  traced: [
    entry({
      kind: 'Moved',
      at: '2026-05-04T09:00:00.000Z',
      code: '8000001',
      word: { group: 'itsMovement', value: 'Dispatch' },
      from: 'Selvi',
      to: 'Göksu Deposu',
    }),
  ],
  refunded: [
    entry({
      kind: 'RefundApproved',
      at: '2026-06-04T09:00:00.000Z',
      code: 'FD-1',
      amount: '41.20',
      currency: 'TRY',
    }),
  ],
}
const passport: Passport = {
  gtin: '08689999001018',
  serialNumber: '7K2M9QX41B',
  lotNumber: 'B24A07',
  expiryDate: '2031-12-31',
  productName: 'Vexiprazole 15 mg capsule',
  packState: 'InTransit',
  chapters: packChapters.map((chapter) => ({
    chapter,
    sight: chapter === 'paid' ? 'NotAllowed' : 'Shown',
    entries: told[chapter] ?? [],
  })),
}

async function begin(language: 'en' | 'tr' | 'de', width = 1440) {
  await page.viewport(width, 900)
  const rights = [...session.PermissionsUI, getPackPassport.permission ?? '']
  const server = await freshPortal({ language, session: { ...session, PermissionsUI: rights } })
  rememberDictionaries(server)
  return server
}

test.each([
  ['en', 1440],
  ['de', 390],
  ['tr', 1440],
] as const)('[TRC-003] the life of a pack is read at a glance (%s, %i)', async (language, width) => {
  const server = await begin(language, width)
  server.answer(getPackPassport, () => passport)
  await show(<PackPassport />, `/here?code=08689999001018%207K2M9QX41B`)
  await expect.element(page.getByRole('heading', { name: 'Vexiprazole 15 mg capsule' })).toBeVisible()
  const lists = document.querySelectorAll('ol')
  expect(lists[0]?.querySelectorAll('li')).toHaveLength(7)
  expect(lists[0]?.querySelectorAll('li[data-locked]')).toHaveLength(1)
  const codes = [...(lists[1]?.querySelectorAll('li') ?? [])].map((one) => one.textContent)
  expect(codes).toHaveLength(3)
  expect(codes[0]).toContain('ORD-1-1')
  expect(codes[2]).toContain('FD-1')
  await expect
    .element(page.getByRole('link', { name: 'ORD-1-1' }))
    .toHaveAttribute('href', expect.stringContaining('/order/order-management'))
  await expectNoAxeFaults()
})

test('a code of which nothing is known says so, and another one can be asked', async () => {
  const server = await begin('en')
  server.answer(getPackPassport, () => server.refuse(getPackPassport, 'PackUnknown', { serial: 'NEVER' }))
  await show(<PackPassport />, '/here')
  await page
    .getByRole('textbox', { name: 'Data matrix code, or GTIN and serial number' })
    .fill('08689999001018 NEVER')
  await page.getByRole('button', { name: 'Open the passport' }).click()
  await expect.element(page.getByText(/serial number NEVER/)).toBeVisible()
  await expectNoAxeFaults()
})
