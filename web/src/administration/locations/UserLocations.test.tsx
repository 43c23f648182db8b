import * as contract from '@kervan/contract/administration/user-locations'
import { getUserOptions } from '@kervan/contract/administration/users'
import type { RowOf } from '@kervan/contract/kit/page'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { aChange } from '../../../test/masterServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import UserLocations from './UserLocations.tsx'

const { userLocations, allocateLocations, userLocationKind, removeAllocations } = contract
const rights = [
  userLocations.page,
  userLocations.excel,
  allocateLocations,
  userLocationKind.upload,
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
const change = aChange({
  id: id(4),
  kind: 'userLocation',
  state: 'ValidationFailed',
  fileName: 'allocations.xlsx',
  counts: { added: 1, changed: 0, removed: 0, unchanged: 0, faulty: 1 },
  actions: { activate: 'The file has 1 error.', cancel: null, file: null },
})

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

  test('come from a file: what it would do is shown, with its faults, and takes effect when there are none', async () => {
    const file = new File(['x'], 'allocations.xlsx', {
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    })
    server.answer(userLocationKind.upload, () => change)
    server.answer(userLocationKind.getChange, () => change)
    serveList(server, userLocationKind.changeRows, [
      {
        id: id(5),
        recordId: null,
        documents: [],
        sheet: 'Sheet1',
        row: 7,
        action: 'Faulty',
        record: 'nobody@x.example · 06-002',
        difference: '',
        message: 'User name: “nobody@x.example” does not exist.',
      },
    ])
    await show(<UserLocations />)
    await page.getByRole('button', { name: 'Import' }).click()
    await dialog().getByLabelText(/Drop/).upload(file)
    await expect.element(page.getByText('User name: “nobody@x.example” does not exist.')).toBeVisible()
    await expect.element(page.getByText('allocations.xlsx')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Download file with comments' })).toBeVisible()
    await expectNoAxeFaults()
    expect(server.sentTo(userLocationKind.upload).map(({ input }) => input)).toEqual([{ mode: 'Merge' }])
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
