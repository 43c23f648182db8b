import {
  activateUIFilter,
  countUIFilter,
  getUIFilter,
  getUIFilterFields,
  removeUIFilter,
  saveUIFilter,
  uiFilters,
  type UIFilterView,
} from '@kervan/contract/company/ui-filters'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import UIFilters from './UIFilters.tsx'

const west: UIFilterView = {
  id: '00000000-0000-4000-8000-000000000001',
  version: 2,
  customerPolicyId: 1,
  customerPolicyName: 'West',
  type: 'Location',
  orderIndex: 1,
  state: 'Passive',
  ready: false,
  active: false,
  definition: {
    source: 'Conditions',
    match: 'All',
    conditions: [{ field: 'city', operator: 'AnyOf', values: ['İzmir'] }],
  },
  records: null,
  preparedAt: null,
  jobId: null,
  message: null,
  actions: { edit: null, activate: null, remove: null },
}
const { id, version, customerPolicyId, customerPolicyName, orderIndex, state, ready, active } = west
const row = {
  id,
  version,
  customerPolicyId,
  customerPolicyName,
  orderIndex,
  state,
  ready,
  active,
  records: null,
  preparedAt: null,
  actions: west.actions,
  uiFilterType: 'Location',
  uiFilterSource: 'Conditions',
  changedBy: 'Elif Karaca',
  changedAt: '2026-11-20T07:00:00.000Z',
}
const rights = [uiFilters.page, uiFilters.excel, saveUIFilter, activateUIFilter, removeUIFilter].flatMap(
  ({ permission }) => permission ?? [],
)

let server: MemoryServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal({ session: { ...session, PermissionsUI: [...rights, 'UIFilterManagement'] } })
  rememberDictionaries(server)
  serveList(server, uiFilters, [row])
  server.answer(getUIFilter, () => west)
  server.answer(getUIFilterFields, () => ({
    fields: [{ field: 'city', name: 'City', type: 'text' as const, values: [] }],
    entities: [],
  }))
  server.answer(countUIFilter, () => ({ records: 12, total: 125, unknownCount: 1, unknown: ['X-9'] }))
  server.answer(activateUIFilter, () => ({ ...west, state: 'PreparingData' as const, active: true }))
})

test('[UIF-001] a filter is made from pasted codes, counted before it is saved', async () => {
  server.answer(saveUIFilter, () => west)
  await show(<UIFilters />)
  await page.getByRole('button', { name: 'New filter' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('South')
  await dialog.getByRole('combobox', { name: 'Made from' }).click()
  await page.getByRole('option', { name: 'Codes' }).click()
  await dialog.getByRole('textbox', { name: 'Codes' }).fill('A-1\nX-9')
  await expect.element(dialog.getByText('12 of 125 locations')).toBeVisible()
  await expect.element(dialog.getByText('1 code is unknown: X-9')).toBeVisible()
  await expectNoAxeFaults()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Filter saved')).toBeVisible()
  expect(server.sentTo(saveUIFilter)[0]?.input).toMatchObject({
    id: null,
    customerPolicyName: 'South',
    definition: { source: 'Codes', codes: ['A-1', 'X-9'] },
    confirmed: false,
  })
})

test('[UIF-001] an update says when nothing has changed, and activation is asked about', async () => {
  server.answer(saveUIFilter, () => server.refuse(saveUIFilter, 'NoChangesFound'))
  await show(<UIFilters />)
  await page.getByRole('grid').getByText('West').click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('İzmir')).toBeVisible()
  await expectNoAxeFaults()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText(/^No changes found\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Activate' }).click()
  await expect.element(page.getByText('Activate filter?')).toBeVisible()
  // The question stands alone; the form has made room for it.
  await expect.element(page.getByRole('dialog', { name: 'West' })).not.toBeInTheDocument()
  const question = page.getByRole('dialog', { name: 'Activate filter?' })
  await question.getByRole('button', { name: 'Activate', exact: true }).click()
  await expect.element(page.getByText('Activation queued')).toBeVisible()
  expect(server.sentTo(activateUIFilter)[0]?.input).toMatchObject({ uiFilterId: west.id, version: 2 })
})

test('[UIF-001, SHL-018] what was typed in a filter is asked about before another action takes its place', async () => {
  await show(<UIFilters />)
  await page.getByRole('grid').getByText('West').click()
  const dialog = page.getByRole('dialog', { name: 'West' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('East')
  await dialog.getByRole('button', { name: 'Activate' }).click()
  await expect.element(page.getByText('Leave without saving?')).toBeVisible()
  expect(page.getByText('Activate filter?').elements()).toEqual([])
})

test('[UIF-001] an active filter is removed after a question that says what follows', async () => {
  const prepared = { state: 'ReadyToUse' as const, ready: true, active: true }
  serveList(server, uiFilters, [{ ...row, ...prepared }])
  server.answer(removeUIFilter, () => {
    serveList(server, uiFilters, [])
    return { done: true as const }
  })
  await show(<UIFilters />)
  const menu = async () => {
    await page.getByRole('grid').getByText('West').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Remove' }).click()
  }
  await menu()
  const question = page.getByRole('dialog', { name: 'Remove filter?' })
  await expect.element(question.getByText(/lists are no longer narrowed by it/)).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(server.sentTo(removeUIFilter)).toEqual([])
  await menu()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText('Filter removed')).toBeVisible()
  await expect.element(page.getByRole('grid').getByText('West')).not.toBeInTheDocument()
  expect(server.sentTo(removeUIFilter)[0]?.input).toEqual({ uiFilterId: west.id, version: 2 })
})
