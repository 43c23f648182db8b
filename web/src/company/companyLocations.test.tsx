import { getLocationOverview, getLocationPoints } from '@kervan/contract/company/location-parts'
import { locationKind } from '@kervan/contract/company/locations'
import { getSupplyNetwork, getSupplyPairs, supplyRelationKind } from '@kervan/contract/company/network'
import { existing } from '@kervan/contract/kit/typed'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../test/MemoryServer.ts'
import { rightsOf, serveKind, uuid, type MemoryRecord } from '../../test/masterServer.ts'
import { rememberDictionaries } from '../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../test/render.tsx'
import LocationsPart from './LocationsPart.tsx'
import NetworkPart from './network/NetworkPart.tsx'

const rights = [...rightsOf(locationKind), ...rightsOf(supplyRelationKind)]
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
const record = (number: number, code: string, name: string, at: [string, string] | null): MemoryRecord => ({
  id: uuid(number),
  version: 1,
  values: { ...values, code, name, latitude: at?.[0] ?? null, longitude: at?.[1] ?? null },
})
const records = [
  record(1, 'ANK-1', 'Sincan shop', ['39.95', '32.58']),
  record(2, 'IZM-1', 'Torbalı shop', ['38.15', '27.36']),
  record(3, 'NOW-1', 'Shop without a place', null),
]

let server: MemoryServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal({ session: { ...session, PermissionsUI: rights } })
  rememberDictionaries(server)
  serveKind(server, locationKind, records)
  serveKind(server, supplyRelationKind, [])
  server.answer(getLocationPoints, () => ({
    points: records
      .filter((one) => one.values.latitude !== null)
      .map((one) => ({
        id: one.id,
        code: one.values.code as string,
        name: one.values.name as string,
        locationType: 'PrimaryPointOfSales' as const,
        status: 'Active' as const,
        latitude: Number(one.values.latitude),
        longitude: Number(one.values.longitude),
      })),
    withoutCoordinates: 1,
    isComplete: true,
  }))
  server.answer(existing(locationKind.properties), () => ({
    properties: [
      {
        code: 'COLD',
        name: 'Cold store',
        type: 'Choice' as const,
        required: false,
        values: [
          { code: 'Y', name: 'Own cold room' },
          { code: 'N', name: 'None of its own' },
        ],
      },
    ],
  }))
})

const map = () => page.getByRole('figure', { name: 'Map of the locations' })
const dialog = () => page.getByRole('dialog')

describe('[LOC-002] locations on a map beside their list', () => {
  test('a mark opens the record, by keyboard too; one without coordinates says so', async () => {
    await show(<LocationsPart />)
    const mark = map().getByRole('button', { name: 'Sincan shop, ANK-1' })
    await expect.element(mark).toBeVisible()
    await expect.element(map().getByText('1 location without coordinates')).toBeVisible()
    await expectNoAxeFaults()
    ;(mark.element() as HTMLElement).focus()
    ;(mark.element() as HTMLElement).dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }),
    )
    await dialog().getByRole('button', { name: 'Details' }).click()
    await expect.element(dialog().getByRole('textbox', { name: 'Name' })).toHaveValue('Sincan shop')
    await expect.element(mark).toHaveAttribute('aria-current', 'true')
  })

  test('the record that is chosen in the list and has no coordinates says so', async () => {
    await show(<LocationsPart />)
    await page.getByRole('grid').getByText('NOW-1').click()
    await expect.element(page.getByText('Coordinate Information not found!')).toBeInTheDocument()
  })

  test('an address that names no location says so', async () => {
    await show(<LocationsPart />, `/here?record=${uuid(77)}`)
    await expect.element(page.getByText('Location Not Found!')).toBeInTheDocument()
  })
})

test('[LOC-001] custom properties have the input of their type', async () => {
  await show(<LocationsPart />)
  await page.getByRole('grid').getByText('ANK-1').click()
  await dialog().getByRole('button', { name: 'Details' }).click()
  await expect.element(dialog().getByRole('combobox', { name: 'Cold store' })).toHaveValue('Own cold room')
})

test('[LOC-003] the states of a location stand on a time line', async () => {
  server.answer(locationKind.history, () => ({
    title: 'ANK-1',
    names: {},
    versions: [
      {
        changeId: uuid(901),
        version: 2,
        action: 'Changed' as const,
        source: 'Form' as const,
        at: '2026-11-20T07:00:00.000Z',
        by: 'Elif Karaca',
        checkedBy: null,
        approvedBy: null,
        fields: [
          { field: 'breakdownState', before: 'AutoActive', after: 'ManuelPassive' },
          { field: 'phone', before: null, after: '1' },
        ],
      },
    ],
  }))
  await show(<LocationsPart />)
  await page.getByRole('grid').getByText('ANK-1').click()
  await dialog().getByRole('button', { name: 'History', exact: true }).click()
  await dialog().getByText('State history').click()
  await expect.element(dialog().getByText('Inactive (manual)')).toBeVisible()
  await expect.element(dialog().getByRole('listitem')).not.toHaveTextContent('Phone')
})

test('[LOC-001] the overview tells what depends on a location', async () => {
  server.answer(getLocationOverview, () => ({
    isPointOfSale: true,
    ownType: null,
    actionRole: 'Donor' as const,
    breakdownState: 'AutoActive' as const,
    suppliers: 1,
    receivers: 0,
    users: 3,
    restrictions: 2,
    orders: 1_234,
    lastOrderAt: null,
  }))
  await show(<LocationsPart />)
  await page.getByRole('grid').getByText('ANK-1').click()
  await dialog().getByRole('button', { name: 'Overview' }).click()
  await expect.element(dialog().getByText('1,234')).toBeVisible()
  await expect.element(dialog().getByText('Donor')).toBeVisible()
  expect(dialog().getByRole('link', { name: '0', exact: true }).elements()).toEqual([])
  await dialog().getByRole('link', { name: '3', exact: true }).click()
  await expect
    .element(dialog().getByRole('button', { name: 'Users' }))
    .toHaveAttribute('aria-current', 'true')
})

describe('[LOC-004] the replenishment network', () => {
  const place = (number: number, code: string, level: number | null) => ({
    id: uuid(number),
    code,
    name: `Location ${code}`,
    locationType: 'PrimaryPointOfSales' as const,
    status: 'Active',
    level,
    latitude: null,
    longitude: null,
  })
  beforeEach(() => {
    server.answer(getSupplyNetwork, () => ({
      strategy: 'WarehousesAndStores' as const,
      locations: [place(11, 'W', 0), place(12, 'A', 1)],
      relations: [
        {
          id: uuid(21),
          supplierId: uuid(11),
          receiverId: uuid(12),
          leadTimeDays: 1,
          priority: 1,
          active: true,
        },
      ],
      warnings: [
        { warning: 'SupplierPassive' as const, locationId: uuid(11), relationId: uuid(21), path: [] },
      ],
      warningCount: 1,
    }))
    server.answer(getSupplyPairs, () => ({
      relatedCount: 0,
      unrelatedCount: 0,
      related: [],
      unrelated: [],
    }))
  })

  test('is drawn in steps from the warehouses', async () => {
    await show(<NetworkPart />)
    await page.getByText('Graph', { exact: true }).click()
    await expect.element(page.getByText('Step 1')).toBeVisible()
    await expect.element(page.getByRole('link', { name: /Location A/ })).toBeVisible()
    await expectNoAxeFaults()
  })

  test('names what is wrong, with the way there', async () => {
    await show(<NetworkPart />)
    await page.getByText('Checks', { exact: true }).click()
    await expect.element(page.getByText('The supplying location is inactive')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Show relation' })).toBeVisible()
    await expectNoAxeFaults()
  })

  test('says that selected groups have no locations', async () => {
    await show(<NetworkPart />)
    await page.getByText('Who can supply whom', { exact: true }).click()
    await expect
      .element(page.getByText('There are no related or unrelated locations for selected groups.'))
      .toBeVisible()
  })
})
