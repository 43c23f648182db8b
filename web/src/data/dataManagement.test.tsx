import { mciEntityKind, mciFieldKind } from '@kervan/contract/company/mci'
import { getEntityMapping } from '@kervan/contract/company/mci-overview'
import { locationTypeKind } from '@kervan/contract/data/location-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rightsOf, serveKind, uuid } from '../../test/masterServer.ts'
import { rememberDictionaries } from '../../test/memoryParts.ts'
import { freshPortal, session, show } from '../../test/render.tsx'
import DataManagement from './DataManagement.tsx'

const mapping = [mciEntityKind.find, mciFieldKind.find, getEntityMapping].flatMap(
  ({ permission }) => permission ?? [],
)

async function begin(permissions: string[]) {
  await page.viewport(1440, 900)
  const server = await freshPortal({ session: { ...session, PermissionsUI: permissions } })
  rememberDictionaries(server)
  serveKind(server, locationTypeKind, [])
  server.answer(mciEntityKind.find, () => ({
    options: [{ id: uuid(1), code: 'SAFETY', name: 'Safety stock' }],
    hasMore: false,
  }))
  server.answer(getEntityMapping, () => ({
    name: 'Safety stock',
    purpose: 'Policy' as const,
    baseFields: [{ base: 'Value' as const, mandatory: true, field: null }],
    fields: [],
    inOrder: true,
  }))
}

test('[DAT-001] offers the base class mapping of MCI to whoever may see it, and to nobody else', async () => {
  await begin([...rightsOf(locationTypeKind), ...mapping])
  await show(<DataManagement />, '/here?part=mciMapping')
  await expect.element(page.getByRole('heading', { name: 'Base class mapping' })).toBeVisible()
  await expect.element(page.getByText(/without an assigned field: Value/)).toBeVisible()

  await begin(rightsOf(locationTypeKind))
  await show(<DataManagement />, '/here?part=mciMapping')
  await expect.element(page.getByRole('heading', { name: 'Location types' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Base class mapping' })).not.toBeInTheDocument()
})
