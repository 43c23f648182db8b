import {
  getThirdPartyOptions,
  thirdPartyUsers,
  updateThirdPartyUser,
} from '@kervan/contract/administration/third-party-users'
import type { RowOf } from '@kervan/contract/kit/page'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, show } from '../../../test/render.tsx'
import { EditThirdPartyUser } from './ThirdPartyForms.tsx'

const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const location = { id: id(3), code: '06-002', name: 'Keçiören Deposu' }
const user: RowOf<typeof thirdPartyUsers> = {
  id: id(1),
  version: 1,
  username: 'umut@depo.example',
  firstName: 'Umut',
  lastName: 'Işık',
  roles: 'Stock keeper',
  roleList: [{ id: id(900), name: 'Stock keeper' }],
  state: 'Active',
  invitation: null,
  pointOfSale: location.name,
  pointOfSaleId: location.id,
  lastLoginAt: null,
  joinedAt: '2025-10-17T07:00:00.000Z',
  language: 'tr',
  isHome: true,
  blocked: null,
}
/** What somebody else has made of the user meanwhile. */
const theirs = {
  ...user,
  version: 2,
  lastName: 'Işıklı',
  roles: 'Night shift',
  roleList: [{ id: id(901), name: 'Night shift' }],
  pointOfSale: 'Etlik Deposu',
  pointOfSaleId: id(4),
}

let server: MemoryServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal()
  serveList(server, thirdPartyUsers, [{ ...user, id: id(2), username: 'not.umut@depo.example' }, theirs])
  server.answer(getThirdPartyOptions, () => ({ options: [], hasMore: false }))
  server.answer(updateThirdPartyUser, ({ version }) =>
    version === 2
      ? { version: 3 }
      : server.refuse(updateThirdPartyUser, 'ChangedMeanwhile', {
          changedBy: 'Mert Aydoğan',
          changedAt: '2026-11-20T10:41:00.000Z',
        }),
  )
})
const dialog = () => page.getByRole('dialog')
const save = () => dialog().getByRole('button', { name: 'Save' }).click()

describe('[USR-007] [D40] a user of a location', () => {
  test('saved too late keeps what was typed and takes what was not, with roles and places by name', async () => {
    await show(<EditThirdPartyUser location={location} user={user} onClose={() => undefined} />)
    await dialog().getByRole('textbox', { name: 'First name' }).fill('Umutcan')
    await save()
    await expect
      .element(dialog().getByText(/^Mert Aydoğan changed this while you were editing/))
      .toBeVisible()
    const way = (field: string, name: RegExp) =>
      dialog().getByRole('group', { name: field }).getByRole('button', { name })
    await expect
      .element(way('Roles', /^Theirs \+ Night shift, − Stock keeper$/))
      .toHaveAttribute('aria-pressed', 'true')
    await expect
      .element(way('Point of sale', /^Theirs Etlik Deposu$/))
      .toHaveAttribute('aria-pressed', 'true')
    await expect.element(dialog().getByRole('textbox', { name: 'First name' })).toHaveValue('Umutcan')
    await expect.element(dialog().getByRole('textbox', { name: 'Last name' })).toHaveValue('Işıklı')
    await expectNoAxeFaults()
    await way('Point of sale', /^As it was Keçiören Deposu$/).click()
    await save()
    await expect.element(page.getByRole('status').getByText('User saved')).toBeVisible()
    const sent = { locationUniqueCode: '06-002', membershipId: id(1), firstName: 'Umutcan' }
    expect(server.sentTo(updateThirdPartyUser).map(({ input }) => input)).toMatchObject([
      { ...sent, version: 1, lastName: 'Işık', roleIds: [id(900)], pointOfSaleId: id(3) },
      { ...sent, version: 2, lastName: 'Işıklı', roleIds: [id(901)], pointOfSaleId: id(3) },
    ])
  })

  test('who has left the location meanwhile says what the server said, and what was typed stays', async () => {
    serveList(server, thirdPartyUsers, [])
    await show(<EditThirdPartyUser location={location} user={user} onClose={() => undefined} />)
    await dialog().getByRole('textbox', { name: 'First name' }).fill('Umutcan')
    await save()
    await expect.element(page.getByText(/^Mert Aydoğan changed this \(/).first()).toBeVisible()
    await expect.element(page.getByLabelText('First name')).toHaveValue('Umutcan')
    expect(server.sentTo(updateThirdPartyUser)).toHaveLength(1)
  })
})
