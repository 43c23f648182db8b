import { summariseResults } from '@kervan/contract/kit/bulk-answer'
import * as activity from '@kervan/contract/administration/activity'
import * as locations from '@kervan/contract/administration/user-locations'
import * as acts from '@kervan/contract/administration/user-acts'
import * as users from '@kervan/contract/administration/users'
import type { RowOf } from '@kervan/contract/kit/page'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import Users from './Users.tsx'

const contract = { ...users, ...acts }

const permissionsOf = (calls: object) =>
  Object.values(calls).flatMap(
    (one: {
      permission?: string | null
      page?: { permission: string | null }
      excel?: { permission: string | null }
    }) =>
      [one?.permission, one?.page?.permission, one?.excel?.permission].filter(
        (permission) => typeof permission === 'string',
      ),
  )
const everything = [
  'UserManagement',
  ...permissionsOf(contract),
  ...permissionsOf(locations),
  ...permissionsOf(activity),
]

const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const open = Object.fromEntries(contract.userActions.map((action) => [action, null])) as Record<
  users.UserAction,
  null
>
const own = {
  ...open,
  edit: 'Nobody changes their own rights.',
  changeState: 'Nobody changes their own rights.',
}
const people = [
  ['Ayşe', 'Öztürk'],
  ['Barış', 'Ilgaz'],
  ['Ceyda', 'Topuz'],
] as const

function rowOf(index: number): RowOf<typeof users.users> {
  const [firstName = '', lastName = ''] = people[index] ?? []
  return {
    id: id(index),
    version: 1,
    username: `user${index}@selvi.example`,
    firstName,
    lastName,
    userType: 'InternalUser',
    roles: 'Order manager',
    state: index === 2 ? 'Blocked' : 'Active',
    partnerName: null,
    pointOfSale: null,
    thirdPartyLocation: null,
    lastLoginAt: index === 0 ? '2026-11-20T07:00:00.000Z' : null,
    joinedAt: '2025-10-17T07:00:00.000Z',
    lockedUntil: null,
    secondFactor: false,
    invitation: null,
    actions: index === 0 ? own : open,
  }
}
function viewOf(index: number): users.UserView {
  const {
    id: userId,
    version,
    username,
    firstName,
    lastName,
    userType,
    state,
    joinedAt,
    lastLoginAt,
    lockedUntil,
    secondFactor,
    actions,
  } = rowOf(index)
  return {
    id: userId,
    version,
    username,
    firstName,
    lastName,
    userType,
    state,
    joinedAt,
    lastLoginAt,
    lockedUntil,
    secondFactor,
    actions,
    language: 'en',
    roles: [{ id: id(900), name: 'Order manager' }],
    partner: null,
    pointOfSale: null,
    thirdPartyLocation: null,
    locationScoped: false,
    locationCount: 0,
    isHome: true,
    invitation: null,
    sessionCount: 1,
  }
}

let server: MemoryServer

async function begin(options: { rights?: string[]; language?: 'en' | 'tr' | 'de'; width?: number } = {}) {
  await page.viewport(options.width ?? 1440, 900)
  server = await freshPortal({
    session: { ...session, PermissionsUI: options.rights ?? everything },
    language: options.language ?? 'en',
  })
  rememberDictionaries(server)
  serveList(server, contract.users, [0, 1, 2].map(rowOf))
  serveList(server, locations.userLocations, [])
  server.answer(contract.getUserCounts, () => ({ active: 47, passive: 2, blocked: 1, maximum: 50 }))
  server.answer(contract.getUser, ({ membershipId }) => {
    const index = [0, 1, 2].find((one) => id(one) === membershipId)
    return index === undefined ? server.refuse(contract.getUser, 'UserNotFound') : viewOf(index)
  })
  server.answer(contract.getUserOptions, ({ kind }) => ({
    options:
      kind === 'role'
        ? [
            { id: id(900), code: 'manager', name: 'Order manager', blocked: null },
            { id: id(901), code: 'admin', name: 'Administrator', blocked: 'You do not hold: ClosedOrders.' },
          ]
        : [],
    hasMore: false,
  }))
  server.answer(contract.getUserSignIns, () => ({
    sessions: [
      {
        id: id(700),
        agent: 'Firefox',
        address: '10.0.0.1',
        startedAt: '2026-11-20T07:00:00.000Z',
        lastSeenAt: '2026-11-20T07:30:00.000Z',
      },
    ],
    attempts: [
      {
        id: id(701),
        at: '2026-11-20T07:00:00.000Z',
        loginState: 'Succces' as const,
        address: '10.0.0.1',
        agent: 'Firefox',
      },
    ],
  }))
  server.answer(activity.getRecordHistory, () => ({
    entries: [
      {
        id: id(800),
        at: '2026-11-20T07:00:00.000Z',
        actorName: 'Elif Karaca',
        operation: 'user.changed' as const,
        changes: [
          { field: 'userType', before: 'Customer', after: 'InternalUser' },
          { field: 'locationScoped', before: true, after: false },
        ],
        changeCount: 2,
      },
    ],
    hasMore: false,
  }))
}
beforeEach(() => begin())

const dialog = () => page.getByRole('dialog')
const sent = (call: Parameters<MemoryServer['sentTo']>[0]) => server.sentTo(call).map(({ input }) => input)
const cell = (text: string) => page.getByRole('grid').getByText(text)

describe('[USR-003] the list of users', () => {
  test('says how many of how many are active, and offers what may be done', async () => {
    await show(<Users />)
    await expect.element(page.getByText('47 of 50 active')).toBeVisible()
    await expect.element(cell('user1@selvi.example')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'New user' })).toBeVisible()
    await expectNoAxeFaults()
  })

  test('without their permissions nothing can be created, changed or chosen', async () => {
    await begin({
      rights: ['UserManagement', contract.users.page.permission ?? '', contract.getUser.permission ?? ''],
    })
    await show(<Users />)
    await expect.element(cell('user1@selvi.example')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'New user' })).not.toBeInTheDocument()
    await expect
      .element(page.getByRole('checkbox', { name: 'Select user1@selvi.example' }))
      .not.toBeInTheDocument()
    await cell('user1@selvi.example').click()
    await expect.element(dialog().getByText('Barış Ilgaz')).toBeVisible()
    await expect.element(dialog().getByRole('button', { name: 'History' })).not.toBeInTheDocument()
    await expect.element(dialog().getByRole('button', { name: 'Edit' })).not.toBeInTheDocument()
  })

  test('in German, on a telephone, as cards', async () => {
    await begin({ language: 'de', width: 390 })
    await show(<Users />)
    await expect.element(page.getByText('Ayşe Öztürk')).toBeVisible()
    await expect.element(page.getByText('Gesperrt')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await expectNoAxeFaults()
  })
})

describe('[USR-004] a new user', () => {
  test('each field says what it needs; then the temporary password is shown once', async () => {
    server.answer(contract.createUser, () => ({
      membershipId: id(1),
      linked: false,
      mailed: false,
      temporaryPassword: 'aB3-defghijkmnpqrstu',
      expiresAt: '2026-11-21T07:00:00.000Z',
    }))
    const { search } = await show(<Users />)
    await page.getByRole('button', { name: 'New user' }).click()
    await dialog().getByRole('button', { name: 'Create user' }).click()
    for (const field of ['User name', 'First name', 'Last name'])
      await expect
        .element(dialog().getByRole('textbox', { name: field }))
        .toHaveAccessibleDescription(/Enter a value/)
    await expect.element(dialog().getByRole('textbox', { name: 'User name' })).toHaveFocus()
    expect(sent(contract.createUser)).toHaveLength(0)
    await dialog().getByRole('textbox', { name: 'User name' }).fill('deniz')
    await expect.element(dialog().getByText('Enter a valid email address')).toBeVisible()
    await dialog().getByRole('textbox', { name: 'User name' }).fill('new@selvi.example')
    await dialog().getByRole('textbox', { name: 'First name' }).fill('Deniz')
    await dialog().getByRole('textbox', { name: 'Last name' }).fill('Yalın')
    await dialog().getByLabelText('Roles').first().click()
    await expect
      .element(page.getByRole('option', { name: /^Administrator/ }))
      .toHaveAttribute('data-combobox-disabled')
    await page.getByRole('option', { name: 'Order manager' }).click()
    await expectNoAxeFaults()
    await userEvent.keyboard('{Escape}')
    await dialog()
      .getByRole('switch', { name: /^Invite by email/ })
      .click()
    await dialog().getByRole('button', { name: 'Create user' }).click()
    await expect.element(page.getByText('aB3-defghijkmnpqrstu')).toBeVisible()
    await expect
      .element(page.getByText('This is shown once. Copy it now; nobody can look it up later.'))
      .toBeVisible()
    expect(sent(contract.createUser)[0]).toMatchObject({
      username: 'new@selvi.example',
      firstName: 'Deniz',
      userType: 'InternalUser',
      roleIds: [id(900)],
      partnerId: null,
      inviteByMail: false,
    })
    expect(server.sentTo(contract.createUser)[0]?.requestKey).toMatch(/^[0-9a-f]{32}$/)
    await expectNoAxeFaults()
    await dialog().getByRole('button', { name: 'Done' }).click()
    await vi.waitFor(() => expect(search().user).toBe(id(1)))
    await expect.element(page.getByText('aB3-defghijkmnpqrstu')).not.toBeInTheDocument()
  })

  test('what the server refuses stands at its field; a full company says so', async () => {
    server.answer(contract.createUser, () =>
      server.refuse(contract.createUser, 'UsernameTaken', { username: 'new@selvi.example' }),
    )
    await show(<Users />)
    await page.getByRole('button', { name: 'New user' }).click()
    for (const [name, text] of [
      ['User name', 'new@selvi.example'],
      ['First name', 'D'],
      ['Last name', 'Y'],
    ] as const)
      await dialog().getByRole('textbox', { name }).fill(text)
    await dialog().getByRole('button', { name: 'Create user' }).click()
    await expect.element(dialog().getByText(/^new@selvi\.example is already a user\./)).toBeVisible()
    await expect.element(dialog().getByRole('textbox', { name: 'User name' })).toHaveFocus()
    server.answer(contract.createUser, () =>
      server.refuse(contract.createUser, 'UserLimitReached', {
        maximum: 50,
      }),
    )
    await dialog().getByRole('button', { name: 'Create user' }).click()
    await expect
      .element(page.getByText(/^Your company already has its maximum of 50 active users\./).first())
      .toBeVisible()
  })

  test('which fields there are follows from the user type', async () => {
    await show(<Users />)
    await page.getByRole('button', { name: 'New user' }).click()
    await expect.element(dialog().getByRole('textbox', { name: 'Business partner' })).not.toBeInTheDocument()
    await dialog().getByRole('combobox', { name: 'User type' }).click()
    await page.getByRole('option', { name: 'Third-party user' }).click()
    await expect.element(dialog().getByLabelText('Third-party location')).toBeVisible()
    await expect.element(dialog().getByText('Assigned locations only')).not.toBeInTheDocument()
  })
})

describe('[USR-002] [USR-004] one user', () => {
  test('opens beside the list with tabs, and goes by keys from one to the next', async () => {
    const { search } = await show(<Users />, `/here?user=${id(1)}`)
    await expect.element(dialog().getByText('Barış Ilgaz')).toBeVisible()
    await expect.element(dialog().getByText('2 of 3')).toBeVisible()
    await dialog().getByRole('button', { name: 'Sign-ins' }).click()
    await expect.element(dialog().getByText('Firefox').first()).toBeVisible()
    await dialog().getByRole('button', { name: 'History' }).click()
    await expect.element(dialog().getByText('User changed')).toBeVisible()
    await expect.element(dialog().getByText('Internal user')).toBeVisible()
    await expectNoAxeFaults()
    await dialog().getByRole('button', { name: /^Next/ }).click()
    await vi.waitFor(() => expect(search()).toMatchObject({ user: id(2), tab: 'history' }))
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => expect(search().user).toBeUndefined())
  })

  test('[D40] is edited under the version that was looked at; saved too late, both are brought together by name', async () => {
    const theirs = {
      ...viewOf(1),
      version: 2,
      lastName: 'Ilgazlı',
      roles: [{ id: id(902), name: 'Night shift' }],
    }
    server.answer(contract.updateUser, ({ version }) => {
      if (version === 2) return { ...theirs, version: 3 }
      server.answer(contract.getUser, () => theirs)
      return server.refuse(contract.getUser, 'ChangedMeanwhile', {
        changedBy: 'Mert Aydoğan',
        changedAt: '2026-11-20T10:41:00.000Z',
      })
    })
    await show(<Users />, `/here?user=${id(1)}`)
    await dialog().getByRole('button', { name: 'Edit' }).click()
    const form = dialog().last()
    await form.getByRole('textbox', { name: 'First name' }).fill('Barışcan')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect.element(form.getByText(/^Mert Aydoğan changed this while you were editing/)).toBeVisible()
    await expect
      .element(
        form
          .getByRole('group', { name: 'Roles' })
          .getByRole('button', { name: /^Theirs \+ Night shift, − Order manager$/ }),
      )
      .toHaveAttribute('aria-pressed', 'true')
    await expect.element(form.getByRole('textbox', { name: 'Last name' })).toHaveValue('Ilgazlı')
    await expectNoAxeFaults()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('User saved')).toBeVisible()
    expect(sent(contract.updateUser)).toMatchObject([
      { membershipId: id(1), version: 1, firstName: 'Barışcan', lastName: 'Ilgaz', roleIds: [id(900)] },
      { version: 2, firstName: 'Barışcan', lastName: 'Ilgazlı', roleIds: [id(902)] },
    ])
  })

  test('says why something cannot be done with them', async () => {
    await show(<Users />, `/here?user=${id(0)}`)
    await expect.element(dialog().getByRole('button', { name: 'Edit' })).toBeDisabled()
    await expect.element(dialog().getByText('Nobody changes their own rights.')).toBeVisible()
  })

  test('whose password is reset: asked first, then shown once', async () => {
    server.answer(contract.resetPassword, () => ({
      temporaryPassword: 'zZ9-abcdefghijkmnpqr',
      expiresAt: '2026-11-21T07:00:00.000Z',
      user: viewOf(1),
    }))
    await show(<Users />, `/here?user=${id(1)}`)
    await dialog().getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Reset password…' }).click()
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expect.element(page.getByText('zZ9-abcdefghijkmnpqr')).toBeVisible()
    expect(sent(contract.resetPassword)).toEqual([{ membershipId: id(1) }])
  })
})

describe('[USR-004] a new user who is invited by mail', () => {
  test('is sent a link, and is told to have been', async () => {
    server.answer(contract.createUser, () => ({
      membershipId: id(1),
      linked: false,
      mailed: true,
      temporaryPassword: null,
      expiresAt: null,
    }))
    await show(<Users />)
    await page.getByRole('button', { name: 'New user' }).click()
    for (const [name, text] of [
      ['User name', 'new@selvi.example'],
      ['First name', 'Deniz'],
      ['Last name', 'Yalın'],
    ] as const)
      await dialog().getByRole('textbox', { name }).fill(text)
    await dialog().getByRole('button', { name: 'Create user' }).click()
    await expect.element(page.getByText('Deniz Yalın has been invited')).toBeVisible()
    await expect
      .element(page.getByText(/A link to choose a password goes to new@selvi.example. It is good for 7 days/))
      .toBeVisible()
    expect(sent(contract.createUser)[0]).toMatchObject({ inviteByMail: true })
    await expectNoAxeFaults()
  })
})

describe('[USR-004] people of other companies', () => {
  const waits = (index: number) => ({
    ...viewOf(index),
    state: 'Active' as const,
    isHome: false,
    invitation: {
      state: 'Pending' as const,
      invitedAt: '2026-11-18T07:00:00.000Z',
      invitedBy: 'Nilgün Aksoy',
      answeredAt: null,
    },
  })
  const declined = (index: number) => ({
    ...waits(index),
    state: 'Passive' as const,
    invitation: {
      ...waits(index).invitation,
      state: 'Declined' as const,
      answeredAt: '2026-11-19T07:00:00.000Z',
    },
    actions: { ...open, withdrawInvitation: 'There is no invitation.' },
  })

  test('are shown as invited or declined, in the list and in the drawer, with since when and by whom', async () => {
    serveList(server, contract.users, [
      { ...rowOf(1), invitation: 'Pending' as const },
      { ...rowOf(2), state: 'Passive' as const, invitation: 'Declined' as const },
    ])
    server.answer(contract.getUser, ({ membershipId }) => (membershipId === id(1) ? waits(1) : declined(2)))
    await show(<Users />)
    await expect.element(page.getByRole('grid').getByText('Invited', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('grid').getByText('Declined', { exact: true })).toBeVisible()
    await cell('user1@selvi.example').click()
    await expect
      .element(dialog().getByText(/^Invited by Nilgün Aksoy, .*The person has no access until they accept/))
      .toBeVisible()
    await expectNoAxeFaults()
    await dialog().getByRole('button', { name: /^Next/ }).click()
    await expect.element(dialog().getByText(/The person is not a user here/)).toBeVisible()
  })

  test('are invited again, or their invitation is taken back, after a question', async () => {
    server.answer(contract.getUser, () => waits(1))
    server.answer(contract.inviteAgain, () => waits(1))
    server.answer(contract.withdrawInvitation, () => declined(1))
    await show(<Users />, `/here?user=${id(1)}`)
    await dialog().getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Invite again…' }).click()
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect.element(page.getByText('Barış Ilgaz has been invited again')).toBeVisible()
    await dialog().getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Withdraw invitation…' }).click()
    await page.getByRole('button', { name: 'Withdraw invitation', exact: true }).click()
    await expect.element(page.getByText('Invitation withdrawn')).toBeVisible()
    expect([sent(contract.inviteAgain), sent(contract.withdrawInvitation)]).toEqual([
      [{ membershipId: id(1) }],
      [{ membershipId: id(1) }],
    ])
  })

  test('are told about when they are made: invited, and no user yet', async () => {
    server.answer(contract.createUser, () => ({
      membershipId: id(1),
      linked: true,
      mailed: false,
      temporaryPassword: null,
      expiresAt: null,
    }))
    await show(<Users />)
    await page.getByRole('button', { name: 'New user' }).click()
    for (const [name, text] of [
      ['User name', 'anna@nar.example'],
      ['First name', 'Anna'],
      ['Last name', 'Berg'],
    ] as const)
      await dialog().getByRole('textbox', { name }).fill(text)
    await dialog().getByRole('button', { name: 'Create user' }).click()
    await expect.element(page.getByText('anna@nar.example has been invited')).toBeVisible()
    await expect.element(page.getByText(/become a user here once they sign in and accept/)).toBeVisible()
  })
})

describe('[USR-004] many users', () => {
  test('are dryRunResult first; exactly those that pass are changed', async () => {
    server.answer(contract.changeUserStates, ({ selection }) => {
      const ids = selection.mode === 'ids' ? selection.ids : []
      const results = ids.map((one) => ({
        id: one,
        code: `user${Number(one.slice(-2))}@selvi.example`,
        ok: one !== id(0),
        count: one === id(0) ? 0 : 1,
        refusal: one === id(0) ? 'OwnRights' : null,
        message: one === id(0) ? 'Nobody changes their own rights.' : null,
      }))
      return { jobId: null, ...summariseResults(results) }
    })
    await show(<Users />)
    await page.getByRole('checkbox', { name: 'Select user0@selvi.example' }).click()
    await page.getByRole('checkbox', { name: 'Select user1@selvi.example' }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Deactivate…' }).click()
    await expect.element(dialog().getByText(/^1 of 2 .* ready/)).toBeVisible()
    await expect.element(dialog().getByText('Nobody changes their own rights.')).toBeVisible()
    await expectNoAxeFaults()
    await dialog().getByRole('button', { name: 'Deactivate 1 user' }).click()
    await expect.element(page.getByText('1 user deactivated')).toBeVisible()
    expect(sent(contract.changeUserStates)).toMatchObject([
      { dryRun: true, state: 'Passive' },
      { dryRun: false, selection: { mode: 'ids', ids: [id(1)] } },
    ])
  })
})
