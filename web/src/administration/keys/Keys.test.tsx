import { summariseResults } from '@kervan/contract/kit/bulk-answer'
import * as contract from '@kervan/contract/administration/api-keys'
import { getRecordHistory } from '@kervan/contract/administration/activity'
import { getUserOptions } from '@kervan/contract/administration/users'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDays } from '@kervan/contract/kit/days'
import { today } from '../../kit/values/companyDay.ts'
import { formats } from '../../kit/values/format.ts'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import ApiKeys from './ApiKeys.tsx'
import type { KeyRow } from './keyGrid.tsx'
import OwnApiKeys from './OwnApiKeys.tsx'

const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const at = (days: number) => `${addDays(today(), days)}T20:59:00.000Z`
/** The moment a key of the company ends whose last day this is. */
const endOf = (days: number) => `${addDays(today(), days)}T21:00:00.000Z`
const offered = [
  { permission: 'orderNew-getCart', area: 'orders', kind: 'read', mine: true },
  { permission: 'orderNew-placeOrder', area: 'orders', kind: 'change', mine: true },
  { permission: 'orderMy-getOrder', area: 'orders', kind: 'read', mine: false },
] as const

function rowOf(index: number, over: Partial<KeyRow> = {}): KeyRow {
  return {
    id: id(index),
    version: 1,
    membershipId: id(500),
    name: `Key ${index}`,
    username: 'api@selvi.example',
    hint: '…1a2b',
    state: 'Active',
    permissionCount: 2,
    scope: ['orderNew-getCart', 'orderManagement-getOrder'],
    withoutEffect: [],
    createdAt: at(-40),
    createdBy: 'Elif Karaca',
    expiresAt: at(100),
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
  rowOf(1, { expiresAt: endOf(5), lastUsedAt: null, withoutEffect: ['orderManagement-getOrder'] }),
  rowOf(2, { state: 'Expired', expiresAt: at(-3) }),
  rowOf(3, {
    state: 'Revoked',
    revokedAt: at(-2),
    revokedBy: 'Elif Karaca',
    actions: { revoke: 'This key has already been revoked.' },
  }),
]
const everything = Object.values(contract).flatMap((one) => {
  const calls = typeof one === 'object' && 'page' in one ? [one.page, one.excel] : [one]
  return calls.flatMap((call) =>
    typeof call === 'object' && 'permission' in call ? [call.permission ?? ''] : [],
  )
})

let server: MemoryServer
async function begin(options: { rights?: string[]; width?: number; rows?: KeyRow[] } = {}) {
  await page.viewport(options.width ?? 1440, 900)
  server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: options.rights ?? ['UserManagement', getRecordHistory.permission ?? '', ...everything],
    },
  })
  rememberDictionaries(server)
  for (const list of [contract.apiKeys, contract.ownApiKeys]) serveList(server, list, options.rows ?? rows)
  for (const call of [contract.getApiKeyPermissions, contract.getOwnApiKeyPermissions])
    server.answer(call, () => ({ permissions: [...offered] }))
  server.answer(getUserOptions, () => ({
    options: [{ id: id(500), code: 'api@selvi.example', name: 'ERP Gateway', blocked: null }],
    hasMore: false,
  }))
  server.answer(getRecordHistory, () => ({
    entries: [
      {
        id: id(800),
        at: at(-40),
        actorName: 'Elif Karaca',
        operation: 'security.apiKeyCreated' as const,
        changes: [
          { field: 'name', before: null, after: 'Key 1' },
          { field: 'scope', before: null, after: ['orderNew-getCart'] },
          { field: 'expiresAt', before: null, after: '2026-12-01T21:00:00.000Z' },
        ],
        changeCount: 3,
      },
    ],
    hasMore: false,
  }))
}
beforeEach(() => begin())
const dialog = () => page.getByRole('dialog')

describe('[USR-009] the keys of API users', () => {
  test('are listed with state and end; what ends soon, has ended or was revoked is marked', async () => {
    await show(<ApiKeys />)
    await expect.element(page.getByRole('row', { name: /Key 1/ }).getByText('5 days')).toBeVisible()
    await expect
      .element(page.getByRole('row', { name: /Key 1/ }).getByText(formats().date(addDays(today(), 5))))
      .toBeVisible()
    await expect.element(page.getByRole('row', { name: /Key 1/ }).getByText('never')).toBeVisible()
    await expect.element(page.getByRole('row', { name: /Key 2/ }).getByText('Expired')).toBeVisible()
    await expect.element(page.getByRole('row', { name: /Key 3/ }).getByText('Revoked')).toBeVisible()
    await expectNoAxeFaults()
  })

  test('say when there are none, and when they cannot be read', async () => {
    await begin({ rows: [] })
    await show(<ApiKeys />)
    await expect.element(page.getByText('No API keys yet')).toBeVisible()
    await begin()
    server.answer(contract.apiKeys.page, () => server.refuse(contract.apiKeys.page, 'ServerFault'))
    await show(<ApiKeys />)
    await expect.element(page.getByText(/^Server error\. Operation failed\./)).toBeVisible()
  })

  test('open beside the list: what one may do in words, what of it opens nothing, and its history', async () => {
    const { search } = await show(<ApiKeys />, `/here?key=${id(1)}`)
    await expect
      .element(dialog().getByText('1 permission of this key has no effect: no role of its user includes it.'))
      .toBeVisible()
    await dialog()
      .getByRole('button', { name: /^Permissions of the key/ })
      .click()
    await expect.element(dialog().getByText('See the own cart')).toBeVisible()
    await expect.element(dialog().getByText('No effect')).toBeVisible()
    await expectNoAxeFaults()
    await dialog().getByRole('button', { name: 'History' }).click()
    await expect.element(dialog().getByText('API key created')).toBeVisible()
    // In words and in the reader's own dates, not as they travel.
    await expect.element(dialog().getByText('See the own cart')).toBeVisible()
    await expect.element(dialog().getByText('2026-12-01T21:00:00.000Z')).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => expect(search().key).toBeUndefined())
  })

  test('a new one is for somebody, until some day, for something, and told once', async () => {
    server.answer(contract.createApiKey, () => ({ id: id(9), key: 'kvn_0123456789', expiresAt: at(90) }))
    await show(<ApiKeys />)
    await page.getByRole('button', { name: 'New key' }).click()
    await dialog().getByRole('button', { name: 'Create key' }).click()
    for (const fault of [
      'Choose an API user.',
      'Enter a name for the key.',
      'Select at least one permission.',
    ])
      await expect.element(dialog().getByText(fault)).toBeVisible()
    expect(server.sentTo(contract.createApiKey)).toEqual([])
    await dialog().getByRole('combobox', { name: 'API user' }).click()
    await page.getByRole('option', { name: /^ERP Gateway/ }).click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('SAP production')
    await expect.element(dialog().getByRole('checkbox', { name: /^Open an own order/ })).toBeDisabled()
    await dialog()
      .getByRole('checkbox', { name: /^See the own cart/ })
      .click()
    await expectNoAxeFaults()
    await dialog().getByRole('button', { name: 'Create key' }).click()
    await expect.element(page.getByText('kvn_0123456789')).toBeVisible()
    await expect
      .element(page.getByText('This is shown once. Copy it now; nobody can look it up later.'))
      .toBeVisible()
    expect(server.sentTo(contract.createApiKey)[0]?.input).toMatchObject({
      membershipId: id(500),
      name: 'SAP production',
      scope: ['orderNew-getCart'],
      expiresOn: addDays(today(), 90),
    })
    await expectNoAxeFaults()
    await dialog().getByRole('button', { name: 'Done' }).click()
    await expect.element(page.getByText('kvn_0123456789')).not.toBeInTheDocument()
  })

  test.each([
    [
      'ExpiryOutOfBounds',
      'The last day of a key must be after today and within 366 days.',
      () => server.refuse(contract.createApiKey, 'ExpiryOutOfBounds', { days: 366 }),
    ],
    [
      'RightsExceedOwn',
      /^You can only grant permissions that you have yourself\./,
      () => server.refuse(contract.createApiKey, 'RightsExceedOwn', { permissions: ['orderNew-placeOrder'] }),
    ],
    [
      'ApiUserExpected',
      'Only API users can have keys. Choose an API user.',
      () => server.refuse(contract.createApiKey, 'ApiUserExpected'),
    ],
  ] as const)('what the server refuses stands at its field: %s', async (_, message, refuse) => {
    server.answer(contract.createApiKey, refuse)
    await show(<ApiKeys />)
    await page.getByRole('button', { name: 'New key' }).click()
    await dialog().getByRole('combobox', { name: 'API user' }).click()
    await page.getByRole('option', { name: /^ERP Gateway/ }).click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('SAP')
    await dialog()
      .getByRole('checkbox', { name: /^See the own cart/ })
      .click()
    await dialog().getByRole('button', { name: 'Create key' }).click()
    await expect.element(dialog().getByText(message)).toBeVisible()
  })

  test('are revoked together, dryRunResult first', async () => {
    server.answer(contract.revokeApiKeys, ({ selection }) => {
      const results = (selection.mode === 'ids' ? selection.ids : []).map((one) => {
        const isDead = one === id(3)
        return {
          id: one,
          code: 'Key',
          ok: !isDead,
          count: isDead ? 0 : 1,
          refusal: isDead ? 'ApiKeyRevoked' : null,
          message: isDead ? 'This key has already been revoked.' : null,
        }
      })
      return { jobId: null, ...summariseResults(results) }
    })
    await show(<ApiKeys />)
    for (const name of ['Key 0', 'Key 3'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Revoke…' }).click()
    await expect.element(dialog().getByText(/^1 of 2 .* ready/)).toBeVisible()
    await expect.element(dialog().getByText('This key has already been revoked.')).toBeVisible()
    await dialog().getByRole('button', { name: 'Revoke 1 key' }).click()
    await expect.element(page.getByText('1 key revoked')).toBeVisible()
    expect(server.sentTo(contract.revokeApiKeys).map(({ input }) => input)).toMatchObject([
      { dryRun: true },
      { dryRun: false, selection: { mode: 'ids', ids: [id(0)] } },
    ])
  })

  test('without the rights they are looked at only', async () => {
    await begin({ rights: ['UserManagement', contract.apiKeys.page.permission ?? ''] })
    await show(<ApiKeys />)
    await expect.element(page.getByText('Key 0')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'New key' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('checkbox', { name: 'Select Key 0' })).not.toBeInTheDocument()
  })
})

describe('[USR-009] own keys', () => {
  test('ask for the password, and say at its field when it is wrong', async () => {
    await begin({ width: 390 })
    server.answer(contract.createOwnApiKey, ({ password }) =>
      password === 'right'
        ? { id: id(9), key: 'kvn_own', expiresAt: at(90) }
        : server.refuse(contract.createOwnApiKey, 'OldPasswordWrong'),
    )
    await show(<OwnApiKeys />)
    await page.getByRole('button', { name: 'New key' }).click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Till')
    await dialog()
      .getByRole('checkbox', { name: /^See the own cart/ })
      .click()
    await dialog().getByLabelText('Current password').fill('wrong')
    await dialog().getByRole('button', { name: 'Create key' }).click()
    await expect.element(dialog().getByText('The current password is not correct.')).toBeVisible()
    await dialog().getByLabelText('Current password').fill('right')
    await dialog().getByRole('button', { name: 'Create key' }).click()
    await expect.element(page.getByText('kvn_own')).toBeVisible()
    await expectNoAxeFaults()
  })
})
