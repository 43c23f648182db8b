import { addDays } from '@kervan/contract/kit/days'
import type { PrincipleContent } from '@kervan/contract/services/principles'
import { askedWorkOrderTypes, stepKinds, type ProjectDomain } from '@kervan/contract/services/words'
import { sql } from 'kysely'
import type { DemoStep } from '../../demo/world.ts'
import { dayIn } from '../../kit/clock.ts'
import { nextCount } from '../../kit/database/counter.ts'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { idOf } from '../../kit/database/uuid.ts'
import { fold } from '../../kit/lists/fold.ts'
import { reserve, settle, subscriptionFor } from '../credit/ledger.ts'
import { momentOf } from '../policy.ts'
import type { Service } from '../scope.ts'
import { compile } from '../strategies/compile.ts'
import { loadPrinciples } from '../strategies/load.ts'
import { addSales } from './sales.ts'
import { addWorkOrders } from './work-orders.ts'

// Advisor services of the demo (SVC-003 to SVC-009): strategies in all states, the first one planned each week and run
// since its subscription began, one date of it frozen tomorrow.

export const after: readonly string[] = ['administration', 'company', 'data', 'order']

const nowhere = { locations: [], groups: [] }
const anything = { products: [], groups: [] }
const contents: readonly [string, PrincipleContent][] = [
  [
    'Stores keep two units',
    { type: 'Setting', setting: 'retentionThreshold', value: '2', places: nowhere, products: anything },
  ],
  [
    'At most 200 units for a store',
    {
      type: 'Constraint',
      measure: 'Units',
      bound: 'Maximum',
      target: 'Recipient',
      limit: '200',
      places: nowhere,
      products: anything,
    },
  ],
  [
    'Franchises order for themselves',
    {
      type: 'Restriction',
      senders: nowhere,
      recipients: { locations: [], groups: ['Franchise'] },
      products: anything,
    },
  ],
  [
    'Three recommendations for a store',
    { type: 'ServiceSettings', setting: 'recommendedProducts', value: '3' },
  ],
  ['All types of work orders', { type: 'WorkOrderTypes', types: [...askedWorkOrderTypes] }],
]

/** State of the strategy, and of its principles. */
const looks = [
  { name: 'Weekly balance', state: 'Active', segment: 'UserDefined', principles: 'Authorized' },
  { name: 'Standard', state: 'Active', segment: 'Base', principles: 'Authorized' },
  { name: 'Autumn range', state: 'Pending', segment: 'UserDefined', principles: 'Pending' },
  { name: 'Outlet clearance', state: 'Passive', segment: 'UserDefined', principles: 'Authorized' },
] as const

type Project = { code: string; service: Service; domain: ProjectDomain }

export const steps: readonly DemoStep[] = [
  {
    name: 'advisor services',
    time: 'afterOrders',
    load: async ({ tx, company, now, timeZone }) => {
      const today = dayIn(timeZone, now)
      const { rows } = await sql<Project>`
        select p.code, p.service, p.domain from project p where p.company_id = ${company.id} order by p.code`.execute(
        tx,
      )
      for (const project of rows) {
        const subscription = await subscriptionFor(
          tx,
          company.id,
          { service: project.service, projectCode: project.code },
          today,
        )
        if (subscription === null || subscription.letsExceed) continue
        const strategyId = await addStrategies(tx, company.id, project, now)
        await addRuns(tx, company.id, { project, strategyId, now, timeZone, since: subscription.startDate })
        return
      }
    },
  },
  {
    name: 'work orders',
    time: 'atLast',
    load: async ({ tx, company, locations, now, timeZone }) => {
      if (company.trade !== 'fashion') return
      await addSales(tx, company.id, { locations, today: dayIn(timeZone, now), now })
      await addWorkOrders(tx, company.id, { now, author: company.name })
    },
  },
]

/** Adds the strategies; answers the one that is planned. */
async function addStrategies(tx: Tx, companyId: number, project: Project, now: Date): Promise<string> {
  const at = new Date(now.getTime() - 90 * 86_400_000)
  const [author, approver] = ['Planning', 'Operations']
  await nextCount(tx, companyId, 'strategy', looks.length)
  await nextCount(tx, companyId, 'principle', looks.length * contents.length)
  const ids = looks.map(({ name }) => idOf(`strategy ${companyId} ${name}`))
  await insertMany(
    tx,
    'strategy',
    looks.map(({ name, state, segment }, index) => ({
      company_id: companyId,
      id: ids[index] ?? '',
      code: `ST-${String(index + 1).padStart(5, '0')}`,
      name,
      search_text: fold(`ST-${String(index + 1).padStart(5, '0')} ${name}`),
      project_code: project.code,
      state,
      segment,
      in_force: state === 'Active',
      plan_no: state === 'Pending' ? null : 1,
      created_at: at,
      created_by: author,
      changed_at: at,
      changed_by: author,
    })),
  )
  for (const [index, look] of looks.entries()) {
    const strategyId = ids[index] ?? ''
    await insertMany(
      tx,
      'principle',
      contents.map(([name, content], place) => {
        const code = `PR-${String(index * contents.length + place + 1).padStart(5, '0')}`
        const isPool = index === 0 && place === 0
        return {
          company_id: companyId,
          id: idOf(`principle ${companyId} ${code}`),
          code,
          type: content.type,
          state: look.principles,
          segment: look.segment === 'Base' ? 'Base' : isPool ? 'UDFPool' : 'UDFCustom',
          display_name: name,
          memo: 'As agreed with operations.',
          language: 'en',
          search_text: fold(`${code} ${name}`),
          start_date: addDays(at.toISOString().slice(0, 10), 0),
          data_source: 'None',
          content,
          author_name: author,
          created_at: at,
          approved_by: look.principles === 'Authorized' ? approver : null,
          approved_at: look.principles === 'Authorized' ? at : null,
        }
      }),
    )
    await insertMany(
      tx,
      'strategy_principle',
      contents.map((_, place) => ({
        company_id: companyId,
        strategy_id: strategyId,
        principle_id: idOf(
          `principle ${companyId} PR-${String(index * contents.length + place + 1).padStart(5, '0')}`,
        ),
        position: place + 1,
      })),
    )
    if (look.state === 'Pending') continue
    const principles = await loadPrinciples(tx, companyId, { strategyId })
    const head = { ...project, code: `ST-${String(index + 1).padStart(5, '0')}`, projectCode: project.code }
    const none: ReadonlySet<string> = new Set()
    const known = {
      locations: none,
      products: none,
      locationGroups: new Set(['Franchise']),
      productGroups: none,
      filters: none,
      entities: none,
      covered: null,
    }
    const { plan, hash } = compile(head, principles, known, at.toISOString().slice(0, 10))
    await insertMany(tx, 'strategy_plan', [
      {
        company_id: companyId,
        strategy_id: strategyId,
        no: 1,
        plan,
        hash,
        sources: [],
        compiled_at: at,
        compiled_by: approver,
      },
    ])
  }
  return ids[0] ?? ''
}

type Planned = { project: Project; strategyId: string; now: Date; timeZone: string; since: string }

/** A date each week since the subscription began, run as far as it has come; one tomorrow, which is frozen. */
async function addRuns(
  tx: Tx,
  companyId: number,
  { project, strategyId, now, timeZone, since }: Planned,
): Promise<void> {
  const today = dayIn(timeZone, now)
  const tomorrow = addDays(today, 1)
  const days: string[] = []
  for (let day = addDays(tomorrow, -7); day >= since; day = addDays(day, -7)) days.unshift(day)
  const past = days.length
  for (let week = 0; week < 12; week++) days.push(addDays(tomorrow, week * 7))
  await nextCount(tx, companyId, 'servicePlan', 1)
  await nextCount(tx, companyId, 'serviceRun', past)
  const planId = idOf(`service plan ${companyId}`)
  const first = days[0] ?? tomorrow
  await insertMany(tx, 'service_plan', [
    {
      company_id: companyId,
      id: planId,
      code: 'SP-00001',
      strategy_id: strategyId,
      rule_period: 'Weekly',
      days_of_week: [new Date(`${tomorrow}T00:00:00Z`).getUTCDay() || 7],
      start_date: first,
      end_date: days.at(-1) ?? tomorrow,
      state: 'Active',
      created_at: momentOf(timeZone, addDays(first, -10), '09:00'),
      created_by: 'Planning',
    },
  ])
  const dateId = (day: string) => idOf(`service date ${companyId} ${day}`)
  await insertMany(
    tx,
    'service_date',
    days.map((day, at) => ({
      company_id: companyId,
      id: dateId(day),
      plan_id: planId,
      strategy_id: strategyId,
      day,
      planned_day: day,
      state: at < past || day < today ? 'Closed' : 'Active',
      changed_at: momentOf(timeZone, addDays(first, -10), '09:00'),
      changed_by: 'Planning',
    })),
  )
  const subscription = await subscriptionFor(
    tx,
    companyId,
    { service: project.service, projectCode: project.code },
    today,
  )
  for (const [at, day] of days.slice(0, past).entries()) {
    const id = idOf(`service run ${companyId} ${day}`)
    const target = momentOf(timeZone, day, '06:00')
    const isFailed = at % 5 === 3
    const minutes = at % 4 === 1 ? 74 : 6
    const end = new Date(target.getTime() + minutes * 60_000)
    await insertMany(tx, 'service_run', [
      {
        company_id: companyId,
        id,
        code: `SR-${String(at + 1).padStart(6, '0')}`,
        date_id: dateId(day),
        strategy_id: strategyId,
        project_code: project.code,
        service: project.service,
        name: looks[0].name,
        search_text: fold(`SR-${String(at + 1).padStart(6, '0')} ${looks[0].name}`),
        domain: project.domain,
        service_date: day,
        state: isFailed ? 'Failed' : 'Closed',
        failure: isFailed ? 'ImportMissing' : null,
        plan_no: isFailed ? null : 1,
        pairs: isFailed ? 0 : 10_000,
        credit_estimate: isFailed ? 0 : 10,
        credit_used: isFailed ? 0 : 10,
        target_import_at: momentOf(timeZone, day, '04:00'),
        actual_import_at: isFailed ? null : momentOf(timeZone, day, '03:40'),
        target_service_at: target,
        started_at: isFailed ? null : target,
        finished_at: end,
        created_at: target,
      },
    ])
    await insertMany(
      tx,
      'service_step',
      stepKinds.map((kind, no) => ({
        company_id: companyId,
        run_id: id,
        no: no + 1,
        kind,
        state: isFailed ? 'Cancelled' : 'Succeeded',
        tries: isFailed ? 0 : 1,
        started_at: isFailed ? null : target,
        finished_at: end,
      })),
    )
    if (isFailed || subscription === null) continue
    const charged = { runId: id, round: 1 }
    await reserve(tx, companyId, charged, { subscription, day, amount: 10, now: target })
    await settle(tx, companyId, charged, 10, end)
  }
}
