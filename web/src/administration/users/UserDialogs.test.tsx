import { setUserLocations } from '@kervan/contract/administration/user-locations'
import { getUser, getUserOptions, userActions, type UserView } from '@kervan/contract/administration/users'
import { changeUsername } from '@kervan/contract/administration/user-acts'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { expectNoAxeFaults, freshPortal, show } from '../../../test/render.tsx'
import { AllocateDialog } from '../locations/AllocateDialog.tsx'
import { Rename } from './UserDialogs.tsx'

const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const actions = Object.fromEntries(userActions.map((action) => [action, null])) as UserView['actions']
const view: UserView = {
  id: id(1),
  version: 1,
  username: 'umut@selvi.example',
  firstName: 'Umut',
  lastName: 'Işık',
  userType: 'InternalUser',
  state: 'Active',
  joinedAt: '2025-10-17T07:00:00.000Z',
  lastLoginAt: null,
  lockedUntil: null,
  secondFactor: false,
  actions,
  language: 'en',
  roles: [],
  partner: null,
  pointOfSale: null,
  thirdPartyLocation: null,
  locationScoped: true,
  locationCount: 0,
  isHome: true,
  invitation: null,
  sessionCount: 0,
}
const record = { ...view, invitation: null }
const nothing = () => undefined
const dialog = () => page.getByRole('dialog')

let server: MemoryServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal()
  server.answer(getUserOptions, () => ({
    options: [{ id: id(3), code: '06-002', name: 'Keçiören Deposu', blocked: null }],
    hasMore: false,
  }))
})

/** From now on the record is this: somebody else has changed it, and what was begun before comes too late. */
function changedBehind(now: Partial<UserView>): never {
  server.answer(getUser, () => ({ ...view, version: 2, ...now }))
  return server.refuse(getUser, 'ChangedMeanwhile', {
    changedBy: 'Mert Aydoğan',
    changedAt: '2026-11-20T10:41:00.000Z',
  })
}

describe('[USR-004] [D40] saved too late', () => {
  test('a new user name is chosen from theirs and mine', async () => {
    server.answer(changeUsername, ({ version, username }) =>
      version === 2
        ? { ...view, version: 3, username }
        : changedBehind({ username: 'umut.isik@selvi.example' }),
    )
    await show(<Rename record={record} onClose={nothing} />)
    await dialog().getByRole('textbox', { name: 'User name' }).fill('u.isik@selvi.example')
    await dialog().getByRole('button', { name: 'Change user name' }).click()
    await expect
      .element(dialog().getByText(/^Mert Aydoğan changed this while you were editing/))
      .toBeVisible()
    const way = (name: RegExp) =>
      dialog().getByRole('group', { name: 'User name' }).getByRole('button', { name })
    await expect.element(way(/^Theirs umut\.isik@selvi\.example$/)).toHaveAttribute('aria-pressed', 'false')
    await expect.element(way(/^Yours u\.isik@selvi\.example$/)).toHaveAttribute('aria-pressed', 'true')
    await expectNoAxeFaults()
    await dialog().getByRole('button', { name: 'Change user name' }).click()
    await expect.element(page.getByRole('status').getByText('User name changed')).toBeVisible()
    expect(server.sentTo(changeUsername).map(({ input }) => input)).toMatchObject([
      { version: 1, username: 'u.isik@selvi.example' },
      { version: 2, username: 'u.isik@selvi.example' },
    ])
  })

  test('a new user name gives way to theirs by a press', async () => {
    server.answer(changeUsername, ({ version, username }) =>
      version === 2
        ? { ...view, version: 3, username }
        : changedBehind({ username: 'umut.isik@selvi.example' }),
    )
    await show(<Rename record={record} onClose={nothing} />)
    await dialog().getByRole('textbox', { name: 'User name' }).fill('u.isik@selvi.example')
    await dialog().getByRole('button', { name: 'Change user name' }).click()
    await dialog()
      .getByRole('group', { name: 'User name' })
      .getByRole('button', { name: /^Theirs/ })
      .click()
    await expect
      .element(dialog().getByRole('textbox', { name: 'User name' }))
      .toHaveValue('umut.isik@selvi.example')
  })

  test('[USR-006] locations chosen for a user stay chosen: they are added to whatever the user has by now', async () => {
    server.answer(setUserLocations, ({ version }) =>
      version === 2 ? { ...view, version: 3, locationCount: 2 } : changedBehind({ locationCount: 1 }),
    )
    await show(<AllocateDialog record={record} onClose={nothing} />)
    await dialog().getByLabelText('Locations').first().click()
    await page.getByRole('option', { name: /Keçiören/ }).click()
    await userEvent.keyboard('{Escape}')
    await dialog().getByRole('button', { name: 'Add' }).click()
    await expect
      .element(dialog().getByText(/^Mert Aydoğan changed this while you were editing/))
      .toBeVisible()
    await expect.element(dialog().getByText(/nothing contradicts it/)).toBeVisible()
    await expect.element(dialog().getByRole('group')).not.toBeInTheDocument()
    await expectNoAxeFaults()
    await dialog().getByRole('button', { name: 'Add' }).click()
    await expect.element(page.getByRole('status').getByText('Locations added')).toBeVisible()
    const sent = { membershipId: id(1), add: [id(3)], remove: [] }
    expect(server.sentTo(setUserLocations).map(({ input }) => input)).toMatchObject([
      { ...sent, version: 1 },
      { ...sent, version: 2 },
    ])
  })
})
