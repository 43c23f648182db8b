import { locationKind } from '@kervan/contract/company/locations'
import { productVariantKind } from '@kervan/contract/company/products'
import { stockLevelKind } from '@kervan/contract/company/stock'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rightsOf, serveKind, uuid } from '../../test/masterServer.ts'
import { rememberDictionaries } from '../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../test/render.tsx'
import Stock from './products/stock.ts'

const values = {
  locationType: 'PrimaryPointOfSales',
  ownType: null,
  groupType: 'Type500',
  locationGroup: null,
  status: 'Active',
  blacklisted: false,
  breakdownState: 'AutoActive',
  actionRole: null,
  area: null,
  country: 'TR',
  city: 'Ankara',
  district: 'Sincan',
  address: null,
  gln: null,
  email: null,
  phone: null,
  customer: null,
  properties: { COLD: 'Y' },
}

async function begin(permissions: string[]) {
  await page.viewport(1440, 900)
  const server = await freshPortal({ session: { ...session, PermissionsUI: permissions } })
  rememberDictionaries(server)
  serveKind(server, stockLevelKind, [])
  serveKind(server, locationKind, [
    { id: uuid(1), version: 1, values: { ...values, code: 'D01', name: 'Tuzla' } },
  ])
  serveKind(server, productVariantKind, [])
}

test('a list without records says what has to be there first, with a way to each, and both ways to the first record', async () => {
  await begin([...rightsOf(stockLevelKind), ...rightsOf(locationKind), ...rightsOf(productVariantKind)])
  await show(<Stock />)
  await expect.element(page.getByText('Needs first:')).toBeVisible()
  await expect.element(page.getByText('(1)')).toBeVisible()
  await expect.element(page.getByText('(none yet)')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Locations' }))
    .toHaveAttribute('href', '/company/company-locations?part=location')
  await expect
    .element(page.getByRole('link', { name: 'Variants' }))
    .toHaveAttribute('href', '/company/company-products?part=productVariant')
  await expectNoAxeFaults()
  await page.getByRole('button', { name: 'Import a file' }).click()
  await expect.element(page.getByRole('dialog', { name: /^Import/ })).toBeVisible()
})

test('of kinds that the reader may not see it tells no number, and without rights it offers no way', async () => {
  await begin([stockLevelKind.list.page.permission ?? ''])
  await show(<Stock />)
  await expect.element(page.getByText('Needs first:')).toBeVisible()
  await expect.element(page.getByText('(1)')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Import a file' })).not.toBeInTheDocument()
})
