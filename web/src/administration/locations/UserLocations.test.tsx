import * as contract from '@kervan/contract/administration/user-locations'
import { getUserOptions } from '@kervan/contract/administration/users'
import type { RowOf } from '@kervan/contract/kit/page'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import UserLocations from './UserLocations.tsx'

const { userLocations, allocateLocations, importUserLocations, removeAllocations } = contract
const rights = [
  userLocations.page,
  userLocations.excel,
  allocateLocations,
  importUserLocations,
  removeAllocations,
  getUserOptions,
].flatMap(({ permission }) => permission ?? [])
const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const row: RowOf<typeof userLocations> = {
  id: id(1),
  membershipId: id(2),
  locationId: id(3),
  username: 'shop@selvi.example',
  firstName: 'Umut',
  lastName: 'Işık',
  userType: 'PharmaSalesExecutive',
  locationCode: '06-002',
  locationName: 'Keçiören Deposu',
  subdivision: 'Ankara',
  locationType: 'WholesalePointOfSales',
  state: 'Active',
}
let server: MemoryServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal({ session: { ...session, PermissionsUI: rights } })
  rememberDictionaries(server)
  serveList(server, userLocations, [row])
  server.answer(getUserOptions, ({ kind }) => ({
    options: [
      kind === 'user'
        ? { id: id(2), code: 'shop@selvi.example', name: 'Umut Işık', blocked: null }
        : { id: id(3), code: '06-002', name: 'Keçiören Deposu', blocked: null },
    ],
    hasMore: false,
  }))
})
const dialog = () => page.getByRole('dialog')
const passed = {
  jobId: null,
  done: 1,
  refused: 0,
  reasons: [],
  results: [{ id: id(2), code: 'shop@selvi.example', ok: true, count: 1, refusal: null, message: null }],
}
const answer = { rows: 2, added: 0, removed: 0, unchanged: 0, faultCount: 0, faults: [], taken: false }

describe('[USR-006] locations of users', () => {
  test('are given to chosen users after a dryRun', async () => {
    server.answer(allocateLocations, () => passed)
    await show(<UserLocations />)
    await page.getByRole('button', { name: 'Assign' }).click()
    await dialog().getByLabelText('Users').first().click()
    await page.getByRole('option', { name: /Umut Işık/ }).click()
    await userEvent.keyboard('{Escape}')
    await dialog().getByLabelText('Locations').first().click()
    await page.getByRole('option', { name: /Keçiören/ }).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog().getByText('1 user ready')).toBeVisible()
    await expectNoAxeFaults()
    await dialog().getByRole('button', { name: 'Assign to 1 user' }).click()
    await expect.element(page.getByText('Locations of 1 user changed')).toBeVisible()
    expect(server.sentTo(allocateLocations).map(({ input }) => input)).toMatchObject([
      { dryRun: true },
      { dryRun: false, selection: { mode: 'ids', ids: [id(2)] }, add: [id(3)] },
    ])
  })

  test('are told on a telephone by place, person and kind, with their state', async () => {
    await page.viewport(390, 844)
    await show(<UserLocations />)
    const card = page.getByRole('grid').or(page.getByRole('list')).first()
    for (const word of [
      'Keçiören Deposu',
      'shop@selvi.example',
      '06-002',
      'Umut Işık',
      'Ankara · Wholesale point of sale',
      'Active',
    ])
      await expect.element(card.getByText(word, { exact: true })).toBeVisible()
    await expectNoAxeFaults()
  })

  test('come from a workbook: faults with their place, and taken over only when there is none', async () => {
    const file = new File(['x'], 'allocations.xlsx', {
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    })
    const give = () => dialog().getByLabelText('Drop an Excel file here or choose one').upload(file)
    server.answer(importUserLocations, () => ({
      ...answer,
      faultCount: 1,
      faults: [
        {
          sheet: 'Sheet1',
          row: 7,
          column: 'User name',
          value: 'nobody@x.example',
          message: 'No user of your company has this user name.',
        },
      ],
    }))
    await show(<UserLocations />)
    await page.getByRole('button', { name: 'Excel' }).click()
    await give()
    await expect.element(dialog().getByText('Sheet1, row 7')).toBeVisible()
    await expect.element(dialog().getByText('No user of your company has this user name.')).toBeVisible()
    await expect.element(dialog().getByRole('button', { name: 'Apply' })).toBeDisabled()
    await expectNoAxeFaults()
    await dialog().getByRole('button', { name: 'Choose another file' }).click()
    server.answer(importUserLocations, ({ dryRun }) => ({ ...answer, added: 2, taken: dryRun === 'false' }))
    await give()
    await expect.element(dialog().getByText(/2 rows: 2 to add, 0 to remove, 0 unchanged/)).toBeVisible()
    await dialog().getByRole('button', { name: 'Apply' }).click()
    await expect.element(page.getByText('Locations updated')).toBeVisible()
    expect(server.sentTo(importUserLocations).map(({ input }) => input.dryRun)).toEqual([
      'true',
      'true',
      'false',
    ])
  })

  test('are taken away from the list', async () => {
    server.answer(removeAllocations, () => ({ ...passed, results: [{ ...passed.results[0]!, id: id(1) }] }))
    await show(<UserLocations />)
    await page.getByRole('checkbox', { name: 'Select shop@selvi.example' }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Remove…' }).click()
    await dialog().getByRole('button', { name: 'Remove 1' }).click()
    await expect.element(page.getByText('1 assignment removed')).toBeVisible()
  })
})
