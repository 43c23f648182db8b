import { getActiveUIFilters } from '@kervan/contract/company/ui-filters'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFaults, freshPortal, session, show } from '../../test/render.tsx'
import FilterNotice from './FilterNotice.tsx'

test('[UIF-001] readers are told what narrows their lists, and what is being prepared', async () => {
  const server = await freshPortal({ session: { ...session, PermissionsUI: ['UIFilterManagement'] } })
  const [west, season] = [crypto.randomUUID(), crypto.randomUUID()]
  server.answer(getActiveUIFilters, () => ({
    filters: [
      { id: west, name: 'West', type: 'Location' as const, preparing: false, narrows: true },
      { id: season, name: 'Season', type: 'Product' as const, preparing: true, narrows: false },
    ],
  }))
  await show(<FilterNotice />)
  await expect.element(page.getByText('Narrowed by filter: West')).toBeVisible()
  await expect.element(page.getByText('Data is preparing for UI filters: Season')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Manage filters' })).toBeVisible()
  await expectNoAxeFaults()
})
