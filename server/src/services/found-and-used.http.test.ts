import {
  activateUIFilter,
  getUIFilter,
  removeUIFilter,
  saveUIFilter,
} from '@kervan/contract/company/ui-filters'
import { deactivateStrategy } from '@kervan/contract/services/strategies'
import { serviceRuns } from '@kervan/contract/services/runs'
import { findRecords } from '@kervan/contract/shell/find-records'
import { existing } from '@kervan/contract/kit/typed'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { page } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'
import { inCompany } from '../../test/statements.ts'
import { openDesk, strategyOf, type Desk } from './desk.testing.ts'
import { openStores, runDay, startRun } from './stores.testing.ts'

// Strategies and runs among other records: the palette finds them, and a filter that a plan in force rests on stays.

let portal: Portal
let now = new Date('2026-11-23T06:00:00Z')
beforeAll(async () => {
  portal = await startPortal({ now: () => now, worker: false })
})
afterAll(() => portal.close())

const find = async (token: string, text: string) =>
  (await portal.call(findRecords, token, { text })).body.records.map(({ kind, code, name }) => ({
    kind,
    code,
    name,
  }))

describe('[GRD-004] the palette', () => {
  it('finds strategies and runs by code and name, for who may open them', async () => {
    const stores = await openStores(portal)
    await startRun(stores, {
      at: (moment) => {
        now = moment
      },
    })
    const { planner, company } = stores
    const [run] = (await portal.call(serviceRuns.page, planner.token, { ...page, from: runDay, to: runDay }))
      .body.rows
    const code = existing(run).runCode
    expect(await find(planner.token, 'weekly bal')).toEqual([
      { kind: 'strategy', code: 'ST-00001', name: 'Weekly balance' },
      { kind: 'serviceRun', code, name: 'Weekly balance' },
    ])
    expect(await find(planner.token, code.toLowerCase())).toEqual([
      { kind: 'serviceRun', code, name: 'Weekly balance' },
    ])
    // Rows of a PST project need its variant of the permission.
    const without = (taken: string[]) => company.user({ without: taken })
    const blind = await without(['ServiceStrategyPST', 'ServiceOperationsPST'])
    expect(await find(blind.token, 'weekly bal')).toEqual([])
    const elsewhere = await (await portal.company()).user()
    expect(await find(elsewhere.token, 'weekly bal')).toEqual([])
    expect((await portal.call(findRecords, null, { text: 'weekly' })).status).toBe(401)
  })
})

describe('[UIF-001] [SVC-005] a filter of a strategy in force', () => {
  const filterOf = async ({ planner, company }: Desk) => {
    const [place] = await inCompany(
      portal,
      company.id,
      `select code from location where company_id = $1 and type <> 'Warehouse' order by code limit 1`,
      [company.id],
    )
    const { body: filter } = await portal.call(saveUIFilter, planner.token, {
      id: null,
      version: null,
      customerPolicyName: 'Stores of the north',
      orderIndex: 1,
      type: 'Location',
      definition: { source: 'Codes', codes: [String(place?.['code'])] },
      confirmed: true,
    })
    return filter
  }
  it('is not removed, and says which strategies use it; it is once none of them is in force', async () => {
    now = new Date('2026-11-23T06:00:00Z')
    const desk = await openDesk(portal)
    const filter = await filterOf(desk)
    await inCompany(
      portal,
      desk.company.id,
      `update ui_filter set state = 'ReadyToUse' where company_id = $1`,
      [desk.company.id],
    )
    const strategyId = await strategyOf(desk, [
      { type: 'Filter', filterId: filter.id },
      { type: 'WorkOrderTypes', types: ['SingularityRelatedReplenishment'] },
    ])
    const remove = () =>
      portal.call(removeUIFilter, desk.planner.token, { uiFilterId: filter.id, version: filter.version })
    const refused = await remove()
    expect(refused).toMatchObject({ status: 409, code: 'UIFilterInUse' })
    expect(refused.refused?.Message).toBe(
      '“Stores of the north” cannot be removed, because it is used (strategies in force: ST-00001 Weekly balance). Take it out of them and activate them again first.',
    )
    const { body } = await portal.call(getUIFilter, desk.planner.token, { uiFilterId: filter.id })
    expect(body.actions.remove).toContain('ST-00001')
    expect(await portal.call(deactivateStrategy, desk.planner.token, { strategyId })).toMatchObject({
      status: 200,
    })
    expect(await remove()).toMatchObject({ status: 200 })
  })

  it('that no strategy uses is removed', async () => {
    const desk = await openDesk(portal)
    const filter = await filterOf(desk)
    expect(
      await portal.call(activateUIFilter, desk.planner.token, {
        uiFilterId: filter.id,
        version: filter.version,
      }),
    ).toMatchObject({ status: 200 })
    await inCompany(
      portal,
      desk.company.id,
      `update ui_filter set state = 'ReadyToUse' where company_id = $1`,
      [desk.company.id],
    )
    expect(
      await portal.call(removeUIFilter, desk.planner.token, {
        uiFilterId: filter.id,
        version: filter.version,
      }),
    ).toMatchObject({ status: 200 })
  })
})
