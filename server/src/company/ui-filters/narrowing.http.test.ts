import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityFaults } from '@kervan/contract/company/mci-files'
import { locationKind } from '@kervan/contract/company/locations'
import { activateUIFilter, saveUIFilter, type UIFilterType } from '@kervan/contract/company/ui-filters'
import { getUserOptions, userOptionKinds } from '@kervan/contract/administration/users'
import { getOrderOptions } from '@kervan/contract/order/order-new'
import type { PageList } from '@kervan/contract/kit/page'
import { calls, kinds, lists as allLists } from '@kervan/contract/registry'
import { findRecords } from '@kervan/contract/shell/find-records'
import { sensibleSample } from '../../../test/aim.ts'
import { inDatabase } from '../../../test/office.ts'
import { page } from '../../../test/ordering.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import { watch } from '../../../test/watch.ts'
import { wideScope } from '../../../test/wide-question.ts'
import { workbookRows } from '../../../test/workbook-text.ts'
import { buildWorld, openCompany, type World } from '../../../test/world.ts'

// An active filter narrows every list, total, file, search and lookup of locations and products (UIF-001). Two locations
// and two products are alike but for a mark in their names; the filters keep those without it, and the mark is looked for
// in everything that is read. A list that is added to the contract is in here by itself.

const aboutChanges = new Set([
  ...kinds.flatMap((kind) => [kind.differences.key, kind.changeRows.key]),
  entityFaults.key,
])
const lists = allLists.filter((list) => !aboutChanges.has(list.key))

/** Lists of people and of what they did name a place or a product without being a list of them (docs/areas/filters.md). */
const exempt = [
  'UserManagement/GetUsers',
  'UserManagement/GetActivity',
  // What somebody has put in the cart stays in sight; whoever orders it is told that it cannot be.
  'OrderNew/GetCartLines',
  'UIFilterManagement/GetUIFilters',
]

const mark = 'HIDDEN'
let portal: Portal
let boss: User
let world: World
beforeAll(async () => {
  portal = await startPortal()
  const { company, product } = await openCompany(portal, 'NA')
  world = await buildWorld(portal, { company, product })
  const { customer } = world
  const place = await company.location(customer, {
    name: `${mark} place`,
    code: `${mark}-1`,
    type: 'PrimaryPointOfSales',
  })
  const other = await company.product({ name: `${mark} product`, code: `${mark}-P` })
  await buildWorld(portal, { company, product: other, customer, location: place })
  boss = await company.user()
  const link = (statement: string, ...values: unknown[]) =>
    inDatabase({ portal, company } as never, statement, ...values)
  await link(
    `insert into supply_relation (company_id, id, supplier_id, receiver_id) values ($1, gen_random_uuid(), $2, $3)`,
    world.location.id,
    place.id,
  )
  for (const [at, sold] of [
    [world.location, other],
    [place, product],
  ] as const)
    await link(
      `insert into shipping_block (company_id, product_id, location_id) values ($1, $2, $3)`,
      sold.id,
      at.id,
    )
}, 120_000)
afterAll(() => portal.close())

const readPage = (list: PageList, over: object = {}) =>
  portal.call(list.page, boss.token, { ...page, pageSize: 200, ...wideScope(list, world), ...over })
const marked = (value: unknown) => JSON.stringify(value).toUpperCase().includes(mark)
const withMark = async () => {
  const found: string[] = []
  for (const list of lists) if (marked((await readPage(list)).body)) found.push(list.key)
  return found.toSorted()
}

async function activate(type: UIFilterType): Promise<void> {
  const { body: filter } = await portal.call(saveUIFilter, boss.token, {
    id: null,
    version: null,
    customerPolicyName: type,
    orderIndex: 0,
    type,
    definition: {
      source: 'Conditions',
      match: 'All',
      conditions: [{ field: 'name', operator: 'NotContains', values: [mark.toLowerCase()] }],
    },
    confirmed: true,
  })
  const { body } = await portal.call(activateUIFilter, boss.token, {
    uiFilterId: filter.id,
    version: filter.version,
  })
  await watch(portal, boss.token, body.jobId as string)
}

describe('[UIF-001] active filters', () => {
  let before: string[]
  it('are looked for in lists that hold something to be hidden', async () => {
    before = await withMark()
    expect(before).toEqual(
      expect.arrayContaining([
        'Location/GetLocations',
        'Location/GetLocationReport',
        'LocationManagement/GetSupplyRelations',
        'LocationManagement/GetShippingBlocks',
        'OrderManagement/GetPendingOrders',
        'OrderNew/GetProducts',
        'Product/GetProducts',
        'Product/GetProductVariants',
        'Registration/GetRegistrations',
        'UserManagement/GetUserLocations',
        'Product/GetStockLevels',
      ]),
    )
  })

  it('narrow every list: rows, totals, file and search', async () => {
    await activate('Location')
    await activate('Product')
    expect((await withMark()).filter((key) => !exempt.includes(key))).toEqual([])
    for (const list of lists.filter(({ key }) => before.includes(key) && !exempt.includes(key))) {
      const { body } = await readPage(list)
      expect({ key: list.key, total: body.total }).toEqual({ key: list.key, total: body.rows.length })
      const file = await portal.call(list.excel, boss.token, {
        columns: Object.keys(list.columns),
        sort: [],
        filters: {},
        search: '',
        ...wideScope(list, world),
      })
      const rows = await workbookRows(file.body)
      expect({ key: list.key, marked: marked(rows), rows: rows.length - 1 }).toEqual({
        key: list.key,
        marked: false,
        rows: body.rows.length,
      })
      if (list.search)
        expect((await readPage(list, { search: mark })).body).toMatchObject({ rows: [], total: 0 })
    }
  })

  it('narrow lookups, the palette, the map, the network and whatever else is read', async () => {
    const seen: string[] = []
    const calm = new Set(lists.flatMap((list) => [list.page.name, list.excel.name]))
    for (const call of calls.filter(
      (one) => one.reads && one.access !== 'public' && one.kind !== 'stream' && !calm.has(one.name),
    )) {
      const answer = await portal.call(call, boss.token, sensibleSample(call))
      // Why somebody sees a record is asked of rights, which filters do not change.
      if (call.name === 'UserManagement/GetExplainTargets') continue
      if (answer.status === 200 && marked(answer.body)) seen.push(call.name)
    }
    for (const kind of userOptionKinds)
      if (marked((await portal.call(getUserOptions, boss.token, { kind, search: '' })).body)) seen.push(kind)
    for (const kind of ['location', 'product', 'order'] as const)
      if (marked((await portal.call(findRecords, boss.token, { text: mark, kind })).body)) seen.push(kind)
    if (marked((await portal.call(getOrderOptions, boss.token, {})).body)) seen.push('order options')
    if (marked((await portal.call(locationKind.find, boss.token, { search: mark })).body)) seen.push('find')
    expect(seen).toEqual([])
  })
})
