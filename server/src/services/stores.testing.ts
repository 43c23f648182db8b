// Stores with stock and sales for tests of work orders: a warehouse, a store that has too much, one that is sold out and
// one that sells nothing.
import { addPlan } from '@kervan/contract/services/scheduling'
import { serviceRuns } from '@kervan/contract/services/runs'
import type { PrincipleContent } from '@kervan/contract/services/principles'
import { existing } from '@kervan/contract/kit/typed'
import { page } from '../../test/ordering.ts'
import type { Portal } from '../../test/portal.ts'
import { workOffDue } from '../../test/due-work.ts'
import { inCompany } from '../../test/statements.ts'
import { openDesk, strategyOf, weekly, type Desk, type Ends } from './desk.testing.ts'
import { runStep } from './runs/steps.ts'
import { serviceRunsWork } from './runs/work.ts'

type Named = { id: string; code: string }
export type Stores = Desk & {
  product: Named & { variants: Named[] }
  warehouse: string
  full: Named
  empty: Named
  quiet: Named
}

/** The day of the run of `runStores`, and a moment of it at which it runs. */
export const runDay = '2026-11-27'
export const runMoment = new Date('2026-11-27T12:00:00Z')
export const planMoment = new Date('2026-11-23T06:00:00Z')

export const demandOnly: PrincipleContent[] = [
  { type: 'WorkOrderTypes', types: ['DemandRelatedReplenishment'] },
  { type: 'ServiceSettings', setting: 'fixedLaneCost', value: '0' },
]

/** As `demandOnly`, with broken sets of sizes. */
export const withSets: PrincipleContent[] = [
  { type: 'WorkOrderTypes', types: ['DemandRelatedReplenishment', 'SingularityRelatedReplenishment'] },
  { type: 'ServiceSettings', setting: 'fixedLaneCost', value: '0' },
]

/** `warehouseStock` 0: only stores can help each other. Of all sizes but the first one the empty store has a few. */
export async function openStores(
  portal: Portal,
  { warehouseStock = 500, sizes = ['M'] } = {},
): Promise<Stores> {
  const desk = await openDesk(portal)
  const { company } = desk
  const customer = await company.customer()
  const product = await company.product({
    price: '100.00',
    stock: warehouseStock,
    sizes,
    colors: ['Red'],
  })
  const store = (name: string) => company.location(customer, { name, type: 'PrimaryPointOfSales' })
  const [full, empty, quiet] = [await store('Full'), await store('Empty'), await store('Quiet')]
  const run = (text: string, ...values: unknown[]) =>
    inCompany(portal, company.id, text, [company.id, ...values])
  await run(
    `update location set location_group = 'Stores' where company_id = $1 and type = 'PrimaryPointOfSales'`,
  )
  await run('select refresh_supply_paths($1)')
  for (const [size, { id: variant }] of product.variants.entries()) {
    for (const [place, stock] of [
      [full, 60],
      [empty, size === 0 ? 0 : 3],
      [quiet, 1],
    ] as const)
      await run(
        `insert into stock (company_id, variant_id, location_id, on_hand, updated_at) values ($1, $2, $3, $4, '2026-11-20')`,
        variant,
        place.id,
        stock,
      )
    for (const [place, units, stock] of [
      [full, 1, 60],
      [empty, 2, 20],
      [quiet, 0, 1],
    ] as const)
      await run(
        `insert into daily_sale (company_id, variant_id, location_id, day, units, stock)
         select $1, $2, $3, date '2026-11-26' - d * 3, $4, $5 from generate_series(0, 60) d`,
        variant,
        place.id,
        units,
        stock,
      )
  }
  const [found] = await run(`select id from location where company_id = $1 and code = 'WAREHOUSE'`)
  return { ...desk, product, warehouse: String(found?.['id']), full, empty, quiet }
}

/** Plans a strategy on these stores and begins its first run, whose first step is in the queue; answers the id of the run. */
export async function startRun(
  stores: Stores,
  {
    at,
    contents = demandOnly,
    ends,
  }: { at: (moment: Date) => void; contents?: PrincipleContent[]; ends?: Ends },
): Promise<string> {
  const { portal, company, planner } = stores
  at(planMoment)
  const strategyId = await strategyOf(stores, contents, ends ? { ends } : {})
  await portal.call(addPlan, planner.token, {
    ...weekly(strategyId),
    conflictingStrategyId: null,
    conflictChoice: null,
  })
  at(runMoment)
  await workOffDue(portal, company.id, serviceRunsWork)
  const { body } = await portal.call(serviceRuns.page, planner.token, { ...page, from: runDay, to: runDay })
  const { id } = existing(body.rows[0])
  return id
}

/** Begins the first run of a strategy on these stores and works it off; answers the id of the run. */
export async function runStores(stores: Stores, options: Parameters<typeof startRun>[1]): Promise<string> {
  const id = await startRun(stores, options)
  await workOff(stores, id)
  return id
}

/** Works off the steps of a run. */
export async function workOff({ portal, company }: Stores, runId: string): Promise<void> {
  for (const no of [1, 2, 3, 4]) await runStep(portal.app.services, { companyId: company.id, runId, no })
}
