import { getRecordHistory } from '@kervan/contract/administration/activity'
import {
  copyRole,
  createRole,
  deleteRole,
  getPermissions,
  getRole,
  previewRole,
  roles,
  updateRole,
  type RoleView,
} from '@kervan/contract/administration/roles'
import type { OutputOf } from '@kervan/contract/kit/call'
import { getGridState, getWebAppUserDictionaries } from '@kervan/contract/account/web-app-user-dictionary'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { proofDialog, prove, wantsProof } from '../../../test/stepUp.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { getSession, setSession } from '../../kit/call/session.ts'
import Roles from './Roles.tsx'

const id = '0199f2c5-4dcc-7625-8f47-3ea720c0e2e8'
const offered: OutputOf<typeof getPermissions>['permissions'] = [
  { permission: 'HomePage', area: 'general', kind: 'screen', roles: 3, mine: true },
  { permission: 'NewOrder', area: 'orders', kind: 'screen', roles: 2, mine: true },
  { permission: 'orderNew-getCart', area: 'orders', kind: 'read', roles: 2, mine: true },
  { permission: 'orderNew-placeOrder', area: 'orders', kind: 'change', roles: 0, mine: true },
  { permission: 'orderManagement-approvedOrder', area: 'orders', kind: 'change', roles: 1, mine: false },
  { permission: 'newThing-doIt', area: 'other', kind: 'change', roles: 0, mine: true },
]
const role: RoleView = {
  id,
  version: 4,
  name: 'Night shift',
  code: 'night-shift',
  readyMade: false,
  secondFactorRequired: false,
  permissions: ['HomePage', 'NewOrder'],
  holderCount: 1,
  heldByMe: false,
  holders: [
    {
      membershipId: id,
      name: 'Elif Karaca',
      username: 'elif@example.test',
      userType: 'InternalUser',
      state: 'Active',
    },
  ],
  actions: { edit: null, copy: null, delete: 'Order manager is a ready-made role.' },
}
const calls = [
  roles.page,
  getRole,
  getPermissions,
  previewRole,
  createRole,
  copyRole,
  updateRole,
  deleteRole,
  getRecordHistory,
]
const nothing = { menus: [], screens: [], elements: [], calls: [] }

let server: MemoryServer
async function begin(width = 1440, over: Partial<RoleView> = {}) {
  await page.viewport(width, 900)
  server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: ['AccountSettings', 'UserManagement', ...calls.flatMap((call) => call.permission ?? [])],
    },
  })
  server.answer(getGridState, () => ({ Value: null }))
  server.answer(getWebAppUserDictionaries, () => ({ dictionaries: [] }))
  server.answer(roles.page, () => ({
    rows: [
      {
        id,
        version: 4,
        name: 'Night shift',
        code: 'night-shift',
        readyMade: false,
        userCount: 1,
        permissionCount: 2,
        secondFactorRequired: false,
        actions: role.actions,
      },
    ],
    total: 1,
    totalIsExact: true,
    asOf: '2026-11-21T10:00:00.000Z',
  }))
  server.answer(getRole, () => ({ ...role, ...over }))
  server.answer(getPermissions, () => ({ permissions: offered }))
  server.answer(getRecordHistory, () => ({ entries: [], hasMore: false }))
  server.answer(previewRole, ({ permissions }) => ({
    opens: { ...nothing, calls: permissions.filter((one) => !role.permissions.includes(one)) },
    closes: nothing,
    holders: 14,
    touched: 14,
    sessions: 3,
    refusals: [],
  }))
  server.answer(updateRole, ({ permissions, name }) => ({ ...role, version: 5, permissions, name }))
}
beforeEach(() => begin())

const box = (name: string | RegExp) => page.getByRole('checkbox', { name })
const save = () => page.getByRole('button', { name: 'Save role' })

describe('[USR-005] roles', () => {
  test('are listed; one opens beside the list with its permissions by area and who holds it', async () => {
    const { search } = await show(<Roles />)
    await page.getByText('Night shift').click()
    await expect.element(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
    await page.getByRole('button', { name: 'Users 1' }).click()
    await expect.element(page.getByText('elif@example.test')).toBeVisible()
    expect(search()).toMatchObject({ role: id, tab: 'users' })
    await expectNoAxeFaults()
  })

  test('[USR-004] that exist are read only for who sees part of the company, and say why; new ones can be made', async () => {
    const signedIn = getSession()
    if (signedIn) setSession({ ...signedIn, SeesPart: true })
    const edit = 'This applies to the whole company.'
    server.answer(getRole, () => ({ ...role, actions: { ...role.actions, edit } }))
    const { search } = await show(<Roles />, `/here?edit=${id}`)
    await expect.element(page.getByRole('dialog').getByRole('button', { name: /^Edit/ })).toBeDisabled()
    await expect
      .element(page.getByRole('dialog').getByText(/^This applies to the whole company/))
      .toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await vi.waitFor(() => expect(search()).toEqual({}))
    await page.getByRole('button', { name: 'New role' }).click()
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toBeVisible()
  })

  test('are edited with a live preview of what opens and whom it touches, and saved with their version', async () => {
    const { search } = await show(<Roles />, `/here?edit=${id}`)
    await expect.element(save()).toBeDisabled()
    await box(/See the own cart/).click()
    await expect.element(page.getByText('Affects 14 users')).toBeVisible()
    await expect.element(page.getByText('1 call')).toBeVisible()
    await expectNoAxeFaults()
    await save().click()
    await expect.element(page.getByText('Role saved')).toBeVisible()
    expect(server.sentTo(updateRole)[0]?.input).toMatchObject({
      roleId: id,
      version: 4,
      permissions: ['HomePage', 'NewOrder', 'orderNew-getCart'],
    })
    expect(search()).toMatchObject({ role: id })
  })

  test('[D40] saved too late, keep what both have chosen; the name is chosen from theirs and mine', async () => {
    const theirs: RoleView = {
      ...role,
      version: 5,
      name: 'Late shift',
      permissions: ['HomePage', 'newThing-doIt'],
    }
    server.answer(updateRole, ({ version, permissions, name }) => {
      if (version === 5) return { ...theirs, version: 6, permissions, name }
      server.answer(getRole, () => theirs)
      return server.refuse(getRole, 'ChangedMeanwhile', {
        changedBy: 'Mert Aydoğan',
        changedAt: '2026-11-20T10:41:00.000Z',
      })
    })
    await show(<Roles />, `/here?edit=${id}`)
    await page.getByRole('textbox', { name: 'Name' }).fill('Dawn shift')
    await box(/See the own cart/).click()
    await save().click()
    await expect.element(page.getByText(/^Mert Aydoğan changed this while you were editing/)).toBeVisible()
    const way = (field: string, name: RegExp) =>
      page.getByRole('group', { name: field }).getByRole('button', { name })
    await expect.element(way('Permissions', /^Both /)).toHaveAttribute('aria-pressed', 'true')
    await expect.element(way('Permissions', /^Yours \+ See the own cart$/)).toBeVisible()
    await expect.element(box(/See the own cart/)).toBeChecked()
    await expectNoAxeFaults()
    await way('Name', /^Theirs Late shift/).click()
    await save().click()
    await expect.element(page.getByText('Role saved')).toBeVisible()
    expect(server.sentTo(updateRole).at(-1)?.input).toMatchObject({ version: 5, name: 'Late shift' })
    const last = server.sentTo(updateRole).at(-1)?.input as { permissions: string[] } | undefined
    expect(new Set(last?.permissions)).toEqual(new Set(['HomePage', 'newThing-doIt', 'orderNew-getCart']))
  })

  test('an area is chosen at once, without what the editor does not hold; its box has three states', async () => {
    await show(<Roles />, `/here?edit=${id}`)
    const orders = box('All of Orders')
    await expect.element(orders).toBePartiallyChecked()
    await expect.element(box(/Approve an order/)).toBeDisabled()
    await orders.click()
    await expect.element(box(/Place an order/)).toBeChecked()
    await expect.element(box(/Approve an order/)).not.toBeChecked()
    await orders.click()
    await expect.element(box(/New order/)).not.toBeChecked()
    await expect.element(orders).not.toBeChecked()
  })

  test('permissions are found by name; what no role has yet is marked, and a call without a label goes by its name', async () => {
    await show(<Roles />, `/here?edit=${id}`)
    await expect.element(box(/newThing-doIt/)).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search permissions' }).fill('place')
    await expect.element(box(/Place an order/)).toBeVisible()
    await expect.element(page.getByText('New: no users yet')).toBeVisible()
    await expect.element(box(/See the own cart/)).not.toBeInTheDocument()
  })

  test('arrows go from box to box', async () => {
    await show(<Roles />, `/here?edit=${id}`)
    const first = box(/^Home/)
    await expect.element(first).toBeVisible()
    ;(first.element() as HTMLElement).focus()
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
    await expect.element(box('All of Orders')).toHaveFocus()
  })

  test('held by the editor take nothing more, and say so', async () => {
    await begin(1440, { heldByMe: true })
    await show(<Roles />, `/here?edit=${id}`)
    await expect.element(page.getByText(/You have this role yourself/)).toBeVisible()
    await expect.element(box(/See the own cart/)).toBeDisabled()
    await expect.element(box(/New order/)).toBeEnabled()
  })

  test('held by the editor go on asking for the second factor; others’, and those that ask for none, can be switched', async () => {
    const factor = () => page.getByRole('switch', { name: /^Require a second factor/ })
    await begin(1440, { heldByMe: true, secondFactorRequired: true })
    await show(<Roles />, `/here?edit=${id}`)
    await expect.element(factor()).toBeChecked()
    await expect.element(factor()).toBeDisabled()
    await expect.element(page.getByText(/only another administrator can remove/)).toBeVisible()
    await expectNoAxeFaults()
    for (const over of [
      { heldByMe: true, secondFactorRequired: false },
      { heldByMe: false, secondFactorRequired: true },
    ]) {
      await begin(1440, over)
      await show(<Roles />, `/here?edit=${id}`)
      await expect.element(factor()).toBeEnabled()
    }
  })

  test('of others stop asking for the second factor once the editor has proved themselves', async () => {
    await begin(1440, { secondFactorRequired: true })
    const check = wantsProof(server, updateRole)
    server.answer(updateRole, ({ proof, name, permissions }) => {
      check(proof)
      return { ...role, version: 5, permissions, name }
    })
    await show(<Roles />, `/here?edit=${id}`)
    await page.getByRole('switch', { name: /^Require a second factor/ }).click()
    await save().click()
    await expect.element(proofDialog().getByText('Second factor required: Yes → No')).toBeVisible()
    await expectNoAxeFaults()
    await prove('wrong')
    await expect.element(proofDialog().getByText('The current password is not correct.')).toBeVisible()
    await prove()
    await expect.element(page.getByText('Role saved')).toBeVisible()
    expect(server.sentTo(updateRole).at(-1)?.input).toMatchObject({
      secondFactorRequired: false,
      proof: { password: 'right' },
    })
  })

  test('[USR-004] that somebody holds begin to administer once the editor has proved themselves; with Cancel the choice stands', async () => {
    const check = wantsProof(server, updateRole, ['Night shift'])
    server.answer(updateRole, ({ proof, name, permissions }) => {
      check(proof)
      return { ...role, version: 5, permissions, name }
    })
    await show(<Roles />, `/here?edit=${id}`)
    await box(/See the own cart/).click()
    await save().click()
    await expect.element(proofDialog().getByRole('listitem')).toHaveTextContent('Night shift')
    await proofDialog().getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(box(/See the own cart/)).toBeChecked()
    await save().click()
    await prove()
    await expect.element(page.getByText('Role saved')).toBeVisible()
    const [first, , last] = server.sentTo(updateRole).map(({ input }) => input)
    expect(last).toMatchObject({ permissions: first?.['permissions'], proof: { password: 'right' } })
  })

  test('what would be refused is said before saving', async () => {
    server.answer(previewRole, () => ({
      opens: nothing,
      closes: nothing,
      holders: 1,
      touched: 1,
      sessions: 0,
      refusals: [{ code: 'LastAdministrator', message: 'Afterwards nobody could manage users.' }],
    }))
    await show(<Roles />, `/here?edit=${id}`)
    await box(/New order/).click()
    await expect.element(page.getByText('Afterwards nobody could manage users.')).toBeVisible()
    await expect.element(save()).toBeDisabled()
  })

  test('a new one needs a name, and a name that is taken stands at its field', async () => {
    server.answer(createRole, () =>
      server.refuse(createRole, 'RoleNameTaken', {
        name: 'Night shift',
      }),
    )
    await show(<Roles />, '/here?edit=new')
    await box(/^Home/).click()
    await page.getByRole('button', { name: 'Create role' }).click()
    await expect.element(page.getByText('Enter a role name.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Name' }).fill('Night shift')
    await page.getByRole('button', { name: 'Create role' }).click()
    await expect.element(page.getByText(/^There is already a role named Night shift\./)).toBeVisible()
  })

  test('on a telephone they are cards and the editor is one column', async () => {
    await begin(390)
    await show(<Roles />)
    await expect.element(page.getByText('2 permissions')).toBeVisible()
    await expectNoAxeFaults()
    await show(<Roles />, `/here?edit=${id}`)
    await expect.element(box(/See the own cart/)).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await expectNoAxeFaults()
  })
})
