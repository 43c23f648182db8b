import { thirdPartyLocations } from '@kervan/contract/administration/third-party-users'
import { getProfilePicture } from '@kervan/contract/account/profile-picture'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { rememberDictionaries, serveList } from '../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../test/render.tsx'
import AccountSettings from './AccountSettings.tsx'

async function begin(rights: string[], width = 1440) {
  await page.viewport(width, 900)
  const server = await freshPortal({ session: { ...session, PermissionsUI: rights } })
  server.answer(getProfilePicture, () => new Response(null, { status: 204 }))
  rememberDictionaries(server)
  serveList(server, thirdPartyLocations, [
    {
      id: '00000000-0000-4000-8000-000000000001',
      locationName: 'Toros Merkez',
      locationCode: '06-009',
      subdivision: 'Ankara',
      partnerName: 'Toros',
      userCount: 2,
    },
  ])
}
beforeEach(() => begin(['AccountSettings', 'MyAccount']))

const parts = () => page.getByRole('navigation', { name: 'Account settings' })

describe('[USR-001] the parts of account settings', () => {
  test('the first one that may be opened is open; each stands in the address', async () => {
    const { search } = await show(<AccountSettings />)
    await expect
      .element(parts().getByRole('link', { name: 'Profile' }))
      .toHaveAttribute('aria-current', 'page')
    await expect.element(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()
    await parts().getByRole('link', { name: 'Appearance' }).click()
    await expect.element(page.getByRole('heading', { name: 'Appearance' })).toBeVisible()
    expect(search()).toEqual({ part: 'appearance' })
    await expectNoAxeFaults()
  })

  test('without its permission a part is not offered, and its address leads to the first', async () => {
    await begin(['AccountSettings'])
    await show(<AccountSettings />, '/here?part=profile')
    await expect.element(page.getByRole('heading', { name: 'Appearance' })).toBeVisible()
    await expect
      .element(page.getByText('You do not have access to “Profile”: none of your roles includes it.'))
      .toBeVisible()
    await expect.element(parts().getByRole('link', { name: 'Profile' })).not.toBeInTheDocument()
    await expectNoAxeFaults()
    await parts().getByRole('link', { name: 'Appearance' }).click()
    await expect.element(page.getByText(/You may not open/)).not.toBeInTheDocument()
    await expect.element(parts().getByRole('heading', { name: 'People' })).not.toBeInTheDocument()
  })

  test('[USR-007] who looks after the users of a location finds the way to them, and needs no code', async () => {
    await begin([
      'AccountSettings',
      'ThirdPartyUserManagement',
      ...(thirdPartyLocations.page.permission ? [thirdPartyLocations.page.permission] : []),
    ])
    const { router } = await show(<AccountSettings />)
    await parts().getByRole('link', { name: 'Third-party users' }).click()
    await page.getByRole('grid').getByText('Toros Merkez').click()
    await vi.waitFor(() =>
      expect(router.state.location.pathname).toBe(
        '/account/account-settings/third-party-user-management/06-009',
      ),
    )
  })

  test('an address to nothing leads to the first', async () => {
    await show(<AccountSettings />, '/here?part=nothing')
    await expect.element(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()
  })

  test('on a telephone the way through them is one field', async () => {
    await begin(['AccountSettings', 'MyAccount'], 390)
    const { search } = await show(<AccountSettings />, '/here?part=profile&q=left+over')
    await page.getByRole('combobox', { name: 'Account settings' }).click()
    await page.getByRole('option', { name: 'Appearance' }).click()
    await expect.element(page.getByRole('heading', { name: 'Appearance' })).toBeVisible()
    expect(search()).toEqual({ part: 'appearance' })
    await expectNoAxeFaults()
  })
})
