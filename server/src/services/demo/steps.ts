import { sql } from 'kysely'
import type { DemoStep } from '../../demo/world.ts'
import { dayIn } from '../../kit/clock.ts'
import type { Tx } from '../../kit/database/db.ts'
import { subscriptionFor } from '../credit/ledger.ts'
import { addInputs } from './inputs.ts'
import { addRuns } from './runs.ts'
import { addSales } from './sales.ts'
import { addSellOut } from './sell-out.ts'
import { addSettings } from './settings.ts'
import { addStrategies, type Project, type Projects } from './strategies.ts'
import { addWorkOrders } from './work-orders.ts'

// Advisor services of the demo (SVC-002 to SVC-009): settings, strategies, a year of the calendar with its runs, and what
// the engine made of the newest ones.

export const after: readonly string[] = ['administration', 'company', 'data', 'order']

export const steps: readonly DemoStep[] = [
  {
    name: 'advisor services',
    time: 'afterOrders',
    load: async ({ tx, company, locations, products, now, timeZone }) => {
      const today = dayIn(timeZone, now)
      const projects = await projectsOf(tx, company.id, today)
      if (projects === null) return
      await addSettings(tx, company.id, { locations, products, today, now })
      await addInputs(tx, company.id, { products, today, now, hasBatches: company.trade === 'pharma' })
      const added = await addStrategies(tx, company.id, { projects, now })
      await addRuns(tx, company.id, { added, now, timeZone })
    },
  },
  {
    // The portal answers before the engine is through with it.
    name: 'sales and work orders',
    time: 'later',
    load: async ({ tx, company, now, timeZone, store }) => {
      const today = dayIn(timeZone, now)
      const { rows: there } =
        await sql`select from daily_sale o where o.company_id = ${company.id} limit 1`.execute(tx)
      if (there.length > 0) return
      if (company.trade !== 'fashion') return addSellOut(tx, company.id, { today, now })
      await addSales(tx, company.id, { today, now })
      await addWorkOrders(tx, company.id, { now, author: company.name, timeZone, store })
    },
  },
]

/**
 * The projects that strategies are for: the first one that moves goods between stores, else the first with credit. A
 * company with an experiment beside it has one of each kind. Null where no service has credit.
 */
async function projectsOf(tx: Tx, companyId: number, today: string): Promise<Projects | null> {
  const { rows } = await sql<Project>`
    select p.code, p.service, p.domain from project p where p.company_id = ${companyId} order by p.service <> 'PST', p.code`.execute(
    tx,
  )
  const covered: Project[] = []
  const open: Project[] = []
  for (const project of rows) {
    const wanted = { service: project.service, projectCode: project.code }
    const subscription = await subscriptionFor(tx, companyId, wanted, today)
    if (subscription && !subscription.letsExceed) covered.push(project)
    if (!subscription) open.push(project)
  }
  const main = covered.find(({ domain }) => domain === 'Production')
  if (!main) return null
  const trial = covered.find(({ domain }) => domain === 'Experiment')
  if (!trial) return { main }
  const second = covered.find(({ code, service }) => code !== main.code && service === 'TSF') ?? main
  return { main, trial, second, unsubscribed: open.find(({ service }) => service === 'ARE') ?? main }
}
