import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explainLookups, getExplainTargets } from '@kervan/contract/administration/explain'
import { getUserOptions, userOptionKinds } from '@kervan/contract/administration/users'
import type { PageList } from '@kervan/contract/kit/page'
import { countOrders } from '@kervan/contract/order/order-management'
import { entityFaults } from '@kervan/contract/company/mci-files'
import { calls, importKinds, kinds as dataKinds, lists as allLists } from '@kervan/contract/registry'
import { sensibleSample } from '../../../test/aim.ts'
import { inDatabase } from '../../../test/office.ts'
import { orderOf, windowAround, type Shop } from '../../../test/ordering.ts'
import { newId } from '../database/uuid.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import { workbookRows } from '../../../test/workbook-text.ts'
import { wideScope } from '../../../test/wide-question.ts'
import { buildWorld, openCompany, type World } from '../../../test/world.ts'

// Who sees allocated locations only (USR-006, USR-007, ACC-012): every list, total, export, search and filter of the
// contract, and every other thing that is read, looked through for whatever belongs to another location. Everything of
// that location is marked; a list that is added to the contract is in here by itself.

/** The lists about changes of master data ask for one of them; each kind's own list is in here. */
const aboutChanges = new Set([
  ...dataKinds.map(({ differences }) => differences.key),
  ...importKinds.map(({ changeRows }) => changeRows.key),
  entityFaults.key,
])
const lists = allLists.filter((list) => !aboutChanges.has(list.key))

// No word that an answer has by itself, such as the hidden rows of a file.
const mark = 'ELSEWHERE'
let portal: Portal
let here: World
let boss: User
const viewers: Record<string, User> = {}
/** A job of each that has ended. */
const jobs = new Map<User, string>()
beforeAll(async () => {
  portal = await startPortal({ worker: false })
  const { company, product } = await openCompany(portal, 'SO')
  const shopOf = (world: World): Shop => ({
    portal,
    company,
    customer: world.customer,
    location: world.location,
    product,
    buyer: world.me,
    boss: world.me,
  })
  here = await buildWorld(portal, { company, product })
  // Another customer's location, and another place of the same customer.
  const there = await buildWorld(portal, { company, product, mark })
  const beside = await buildWorld(portal, { company, product, mark, customer: here.customer })
  for (const world of [here, there, beside]) await orderInEveryTab(shopOf(world))
  // Something everybody is asked and nobody is held up by; who has answered is a list of people.
  const content = JSON.stringify({ title: { en: 'PortaMate' }, text: {}, changes: {} })
  await inDatabase(
    shopOf(here),
    `insert into acknowledgement (company_id, int_code, version, kind, content, published_at) values ($1, 1, 1, 'PortaMate', $2, now())`,
    content,
  )
  boss = await company.user()
  const { customer, location } = here
  viewers['one of the company’s own'] = here.me
  viewers['a point of sale'] = await company.user({
    type: 'PharmaSalesExecutive',
    pointOfSale: location,
    locations: [location],
  })
  viewers['a customer’s'] = await company.user({ customer, locations: [location] })
  viewers['a third party'] = await company.user({
    type: 'ThirdPartyUser',
    customer,
    thirdPartyLocation: location,
    pointOfSale: location,
    locations: [location],
  })
  for (const viewer of Object.values(viewers)) {
    jobs.set(viewer, newId())
    await inDatabase(
      shopOf(here),
      `insert into job (company_id, id, kind, state, membership_id, input, finished_at) values ($1, $2, 'order.bulk', 'Succeeded', $3, '{}', now())`,
      jobs.get(viewer),
      viewer.id,
    )
  }
}, 180_000)
afterAll(() => portal.close())
const kinds = ['one of the company’s own', 'a point of sale', 'a customer’s', 'a third party']

/** One order more that is closed and one that waits for somebody outside. */
async function orderInEveryTab(shop: Shop): Promise<void> {
  const [closed, external] = [await orderOf(shop), await orderOf(shop)]
  await inDatabase(
    shop,
    `update sales_order set state = 'Rejected' where company_id = $1 and id = $2`,
    closed.id,
  )
  await inDatabase(
    shop,
    `update sales_order set state = 'WaitingExternalApproval' where company_id = $1 and id = $2`,
    external.id,
  )
}

const scopeOf = (list: PageList, user: User, over: object = {}) =>
  wideScope(list, here, { jobId: jobs.get(user) ?? newId(), ...over })
const query = { sort: [], filters: {}, search: '' }
const readPage = (list: PageList, user: User, over: object = {}) =>
  portal.call(list.page, user.token, {
    page: 1,
    pageSize: 200,
    ...query,
    ...scopeOf(list, user, over),
    ...over,
  })
const marked = (value: unknown) => JSON.stringify(value).toUpperCase().includes(mark)

/** Lists in which locations tell people apart; in the others there is nothing of a location, or only what is one's own. */
const ofLocations = [
  'ThirdPartyUserManagement/GetThirdPartyLocations',
  'UserManagement/GetAcknowledgementChoices',
  'DataManagement/GetBusinessRelations',
  'DataManagement/GetPaymentLocations',
  'PriceChangeManagement/GetRequests',
  'PromotionManagement/GetRequests',
  'Location/GetLocationReport',
  'Location/GetLocations',
  'Location/GetMissingLocationGroups',
  'Product/GetProductSupply',
  'Product/GetStockLevels',
  'OrderManagement/GetClosedOrders',
  'OrderManagement/GetExternalApprovalOrders',
  'OrderManagement/GetPendingOrders',
  'PreApprovalOrderManagement/GetPreApprovalOrders',
  'Report/GetOrderReportOrders',
  'Registration/GetRegistrations',
  'UserManagement/GetApiKeys',
  'UserManagement/GetDevices',
  'UserManagement/GetUserLocations',
  'UserManagement/GetUsers',
]
/** The company's own people see of these what everybody did, others what they did themselves; a role names who holds it. */
const ofPeople = ['UserManagement/GetActivity', 'UserManagement/GetLoginLog', 'UserManagement/GetRoles']

/** Of the company's own people, whom a third party does not see. */
const ofColleagues = ['UserManagement/GetApiKeys', 'UserManagement/GetDevices']

/** A relation is of two locations, and seen by who sees both. */
const ofTwo = ['LocationManagement/GetSupplyRelations']

it('is looked for in lists that hold something to be found', async () => {
  const found = []
  for (const list of lists) if (marked((await readPage(list, boss)).body)) found.push(list.key)
  expect(found.toSorted()).toEqual([...ofLocations, ...ofPeople, ...ofTwo].toSorted())
})

describe.each(kinds)('[USR-006] [ACC-012] who sees one location only, %s,', (kind) => {
  it.each(lists.map((list) => [list.key, list] as const))(
    'finds nothing of another in %s: rows, totals, workbook, search, filters',
    async (_, list) => {
      const user = viewers[kind] as User
      const { status, body } = await readPage(list, user)
      expect(status).toBe(200)
      expect(marked(body)).toBe(false)
      expect(body.total).toBe(body.rows.length)
      if (ofLocations.includes(list.key) && !(kind === 'a third party' && ofColleagues.includes(list.key)))
        expect(body.total).toBeGreaterThan(0)

      const columns = Object.keys(list.columns)
      const file = await portal.call(list.excel, user.token, { columns, ...query, ...scopeOf(list, user) })
      const rows = await workbookRows(file.body)
      expect(marked(rows)).toBe(false)
      // What a list writes down of being read, it shows the next time.
      expect(rows.length - 1).toBe((await readPage(list, user)).body.total)

      if (list.search)
        expect((await readPage(list, user, { search: mark })).body).toMatchObject({ rows: [], total: 0 })
      for (const [name, column] of Object.entries(list.columns)) {
        if (!column.filter || !['text', 'code'].includes(column.type)) continue
        expect({
          name,
          ...(await readPage(list, user, { filters: { [name]: { contains: mark } } })).body,
        }).toMatchObject({ name, rows: [], total: 0 })
      }
    },
  )

  it('finds nothing of another in whatever else is read, files too', async () => {
    const user = viewers[kind] as User
    const seen: string[] = []
    for (const call of calls.filter((one) => one.reads && one.access !== 'public' && one.kind !== 'stream')) {
      const answer = await portal.call(call, user.token, sensibleSample(call))
      const isWorkbook =
        answer.status === 200 && (answer.headers.get('content-type') ?? '').includes('spreadsheetml')
      if (marked(isWorkbook ? await workbookRows(answer.body) : answer.body)) seen.push(call.name)
    }
    for (const option of userOptionKinds)
      if (marked((await portal.call(getUserOptions, user.token, { kind: option, search: '' })).body))
        seen.push(option)
    for (const kind of explainLookups)
      if (marked((await portal.call(getExplainTargets, user.token, { kind, search: '' })).body))
        seen.push(kind)
    expect(seen).toEqual([])
  })

  it('is counted what they are shown', async () => {
    const user = viewers[kind] as User
    const { body } = await portal.call(countOrders, user.token, windowAround())
    const total = async (key: string) =>
      (await readPage(lists.find((list) => list.key === key) as PageList, user)).body.total
    const { toDecide, inFulfilment, externalApproval } = body
    expect({
      pending: Number(toDecide?.orders) + Number(inFulfilment?.orders),
      externalApproval: externalApproval?.orders,
    }).toEqual({
      pending: await total('OrderManagement/GetPendingOrders'),
      externalApproval: await total('OrderManagement/GetExternalApprovalOrders'),
    })
  })
})
