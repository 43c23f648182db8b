import * as contract from '@kervan/contract/administration/devices'
import { getRecordHistory } from '@kervan/contract/administration/activity'
import { summariseResults } from '@kervan/contract/kit/bulk-answer'
import { addDays } from '@kervan/contract/kit/days'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { today } from '../../kit/values/companyDay.ts'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import type { DeviceRow } from './deviceGrid.tsx'
import Devices from './Devices.tsx'
import OwnDevices from './OwnDevices.tsx'

const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const at = (days: number) => `${addDays(today(), days)}T20:59:00.000Z`
const permission = contract.getDeviceState.permission ?? ''

function rowOf(index: number, over: Partial<DeviceRow> = {}): DeviceRow {
  return {
    id: id(index),
    version: 1,
    membershipId: id(500),
    name: `Till ${index}`,
    username: 'pharmacy@selvi.example',
    state: 'Active',
    permissionCount: 1,
    scope: [permission],
    pairedAt: at(-40),
    pairedFrom: '198.51.100.80',
    lastUsedAt: at(-1),
    lastAddress: '198.51.100.80',
    revokedAt: null,
    revokedBy: null,
    actions: { revoke: null },
    ...over,
  }
}
const rows = [
  rowOf(0),
  rowOf(1, { lastUsedAt: null }),
  rowOf(2, {
    state: 'Revoked',
    revokedAt: at(-2),
    revokedBy: 'Elif Karaca',
    actions: { revoke: 'This device has already been revoked.' },
  }),
]
const everything = Object.values(contract).flatMap((one) => {
  const calls = typeof one === 'object' && 'page' in one ? [one.page, one.excel] : [one]
  return calls.flatMap((call) =>
    typeof call === 'object' && 'permission' in call ? [call.permission ?? ''] : [],
  )
})

let server: MemoryServer
async function begin(options: { width?: number; rows?: DeviceRow[] } = {}) {
  await page.viewport(options.width ?? 1440, 900)
  server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: ['UserManagement', 'PortaMate', getRecordHistory.permission ?? '', ...everything],
    },
  })
  rememberDictionaries(server)
  for (const list of [contract.devices, contract.ownDevices]) serveList(server, list, options.rows ?? rows)
  server.answer(contract.getDevicePermissions, () => ({
    permissions: [{ permission, area: 'account' as const, kind: 'read' as const, mine: true }],
  }))
}
beforeEach(() => begin())
const dialog = () => page.getByRole('dialog')

test('devices are listed with state and last use, and open with what they may do', async () => {
  await show(<Devices />)
  await expect.element(page.getByRole('row', { name: /Till 1/ }).getByText('never')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Till 2/ }).getByText('Revoked')).toBeVisible()
  await page.getByText('Till 0').click()
  await dialog()
    .getByRole('button', { name: /^Permissions of the device/ })
    .click()
  await expect.element(dialog().getByText('Device: see its own state')).toBeVisible()
  await expectNoAxeFaults()
})

test.each([390, 1440])('a code for a device is made, and shown once, at %s', async (width) => {
  await begin({ width, rows: [] })
  server.answer(contract.createPairingCode, () => ({ code: 'K7QX-2M9F', expiresAt: at(0) }))
  await show(<OwnDevices />)
  await expect.element(page.getByText('No paired devices yet')).toBeVisible()
  await page.getByRole('button', { name: 'Pair a device' }).first().click()
  await dialog().getByRole('button', { name: 'Create code' }).click()
  await expect.element(dialog().getByText('Select at least one permission.')).toBeVisible()
  await dialog()
    .getByRole('checkbox', { name: /^Device: see its own state/ })
    .click()
  await dialog().getByRole('button', { name: 'Create code' }).click()
  await expect.element(page.getByText('K7QX-2M9F')).toBeVisible()
  await expect.element(page.getByText(/within 10 minutes/)).toBeVisible()
  expect(server.sentTo(contract.createPairingCode).map(({ input }) => input)).toMatchObject([
    { scope: [permission] },
  ])
  await expectNoAxeFaults()
})

test('devices are revoked together, those revoked already are told first', async () => {
  server.answer(contract.revokeOwnDevices, ({ selection }) => {
    const results = (selection.mode === 'ids' ? selection.ids : []).map((one) => {
      const isGone = one === id(2)
      return {
        id: one,
        code: 'Till',
        ok: !isGone,
        count: isGone ? 0 : 1,
        refusal: isGone ? 'DeviceRevoked' : null,
        message: isGone ? 'This device has already been revoked.' : null,
      }
    })
    return { jobId: null, ...summariseResults(results) }
  })
  await show(<OwnDevices />)
  for (const name of ['Till 0', 'Till 2'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Revoke…' }).click()
  await expect.element(dialog().getByText('This device has already been revoked.')).toBeVisible()
  await dialog().getByRole('button', { name: 'Revoke 1 device' }).click()
  await expect.element(page.getByText('1 device revoked')).toBeVisible()
})
