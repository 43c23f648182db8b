import {
  endDeputy,
  findDeputies,
  getDeputies,
  nameDeputy,
  type Deputy,
} from '@kervan/contract/order/deputies'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import Deputies from './Deputies.tsx'

const id = '00000000-0000-4000-8000-000000000001'
const deputy: Deputy = {
  id,
  by: 'Elif Karaca',
  deputy: 'Barış Ilgaz',
  startsOn: '2026-11-20',
  endsOn: '2026-12-04',
  customers: [{ code: 'C-1', name: 'Aster' }],
  maxAmount: '250000.00',
  currency: 'TRY',
  note: null,
  state: 'Active',
  endedAt: null,
}
const rights = [getDeputies, nameDeputy, findDeputies, endDeputy].flatMap(
  ({ permission }) => permission ?? [],
)

async function begin(language: 'en' | 'de' = 'en', width = 1440) {
  await page.viewport(width, 900)
  const server = await freshPortal({ session: { ...session, PermissionsUI: rights }, language })
  server.answer(getDeputies, () => ({ mine: [deputy], ofOthers: [{ ...deputy, state: 'Ended' as const }] }))
  server.answer(findDeputies, () => ({
    options: [{ id, name: 'Barış Ilgaz', userName: 'operator@selvi.example' }],
    hasMore: false,
  }))
  server.answer(nameDeputy, () => deputy)
  server.answer(endDeputy, () => ({ done: true as const }))
  return server
}

test('[ORD-010] a deputy is named for days and an amount, and ended after a question', async () => {
  const server = await begin()
  await show(<Deputies />)
  await expect.element(page.getByText('orders up to ₺250,000.00').first()).toBeVisible()
  await expectNoAxeFaults()
  await page.getByRole('button', { name: 'Name a deputy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Name a deputy' })
  await dialog.getByRole('button', { name: 'Name deputy' }).click()
  await expect.element(dialog.getByText('Choose a person.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Deputy' }).click()
  await page.getByRole('option', { name: /Barış Ilgaz/ }).click()
  await dialog.getByRole('textbox', { name: /Orders up to/ }).fill('1,000.50')
  await expectNoAxeFaults()
  await dialog.getByRole('button', { name: 'Name deputy' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.sentTo(nameDeputy)[0]?.input).toMatchObject({
    membershipId: id,
    maxAmount: '1000.50',
    customerCodes: [],
    note: null,
  })
  await page.getByRole('button', { name: 'End' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  await expect.poll(() => server.sentTo(endDeputy)[0]?.input).toMatchObject({ deputyId: id })
})

test('[SHL-027] in German, on a telephone', async () => {
  await begin('de', 390)
  await show(<Deputies />)
  await expect.element(page.getByText('Beendet')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectNoAxeFaults()
})
