import { authorizePrinciple, removePrinciple, savePrinciple } from '@kervan/contract/services/principles'
import { serviceRuns } from '@kervan/contract/services/runs'
import { addPlan, addService, getServiceCalendar, previewPlan } from '@kervan/contract/services/scheduling'
import { activateStrategy, getStrategy, updateStrategy } from '@kervan/contract/services/strategies'
import { existing } from '@kervan/contract/kit/typed'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { page } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'
import { workOffDue } from '../../test/due-work.ts'
import { inCompany } from '../../test/statements.ts'
import { contents, openDesk, principle, strategyOf, weekly, type Desk } from './desk.testing.ts'
import { openStores, runStores } from './stores.testing.ts'
import { runStep } from './runs/steps.ts'
import { serviceRunsWork } from './runs/work.ts'

// What time and other people do to services: clocks that change, principles that end, two who want the same.

let portal: Portal
let now: Date
beforeAll(async () => {
  portal = await startPortal({ now: () => now, worker: false })
})
beforeEach(() => {
  now = new Date('2026-11-23T06:00:00Z')
})
afterAll(() => portal.close())

const look = async ({ company }: Desk) => {
  await workOffDue(portal, company.id, serviceRunsWork)
}
const runsOf = async ({ planner }: Desk, from = '2026-11-01', to = '2027-11-30') =>
  (await portal.call(serviceRuns.page, planner.token, { ...page, from, to })).body.rows
const work = async ({ company }: Desk, runId: string) => {
  for (const no of [1, 2, 3, 4]) await runStep(portal.app.services, { companyId: company.id, runId, no })
}
const plan = ({ planner }: Desk, strategyId: string, over: object = {}) =>
  portal.call(addPlan, planner.token, {
    ...weekly(strategyId),
    conflictingStrategyId: null,
    conflictChoice: null,
    ...over,
  })
const on = (day: string) => ({ rulePeriod: 'Custom' as const, dates: [day], startDate: day, endDate: day })
const principlesOf = async ({ approver }: Desk, strategyId: string) =>
  (await portal.call(getStrategy, approver.token, { strategyId })).body

describe('[SVC-006] days that are not there', () => {
  it('the 31st in February is left out and told, before and after it is planned', async () => {
    const desk = await openDesk(portal)
    const strategyId = await strategyOf(desk)
    const rule = {
      rulePeriod: 'Monthly' as const,
      daysOfWeek: [],
      daysOfMonth: [31],
      startDate: '2027-01-01',
      endDate: '2027-05-30',
    }
    const seen = await portal.call(previewPlan, desk.planner.token, { ...weekly(strategyId), ...rule })
    expect(seen.body).toMatchObject({
      dates: ['2027-01-31', '2027-03-31'],
      skipped: ['2027-02-31', '2027-04-31'],
    })
    expect((await plan(desk, strategyId, rule)).body.dates).toBe(2)
  })

  it('of two planners who plan the same at the same time one gets the dates, and the other one is told that none is left', async () => {
    const desk = await openDesk(portal)
    const strategyId = await strategyOf(desk)
    const answers = await Promise.all([1, 2, 3].map(() => plan(desk, strategyId)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    expect(answers.filter(({ status }) => status !== 200).map(({ code }) => code)).toEqual([
      'NoDateForPlans',
      'NoDateForPlans',
    ])
    const added = await Promise.all(
      [1, 2].map(() => portal.call(addService, desk.planner.token, { strategyId, day: '2026-12-30' })),
    )
    expect(added.map(({ code }) => code).toSorted()).toEqual(['DateTaken', null])
    const { body } = await portal.call(getServiceCalendar, desk.planner.token, {
      from: '2026-11-01',
      to: '2026-12-31',
    })
    expect(new Set(body.entries.map(({ day }) => day)).size).toBe(body.entries.length)
  })
})

describe('[SVC-008] a change of the clocks', () => {
  const inBerlin = async (serviceTime: string) => {
    const desk = await openDesk(portal)
    await inCompany(portal, desk.company.id, `update company set time_zone = 'Europe/Berlin' where id = $1`, [
      desk.company.id,
    ])
    await inCompany(
      portal,
      desk.company.id,
      `insert into service_policy (company_id, service_time) values ($1, $2)`,
      [desk.company.id, serviceTime],
    )
    return desk
  }
  it.each([
    // The hour from two to three is left out: half past two is when the clock shows three.
    ['forward', '2027-03-28', '02:30', '2027-03-28T01:30:00Z'],
    ['back', '2027-10-31', '06:00', '2027-10-31T05:00:00Z'],
  ])('%s on a service date moves no run and makes none twice', async (_, day, time, moment) => {
    const desk = await inBerlin(time)
    const strategyId = await strategyOf(desk)
    expect((await plan(desk, strategyId, on(day))).status).toBe(200)
    const at = Date.parse(moment)
    now = new Date(at - 60_000)
    await look(desk)
    expect(await runsOf(desk)).toMatchObject([{ serviceDate: day, runState: 'Pending' }])
    for (const minutes of [0, 1, 60, 61]) {
      now = new Date(at + minutes * 60_000)
      await look(desk)
    }
    const runs = await runsOf(desk)
    expect(runs).toMatchObject([{ serviceDate: day, runState: 'Active' }])
    expect(runs[0]?.startedAt).toBe(new Date(at).toISOString())
  })

  it('that is set back an hour in the middle of a run makes nothing twice and ends nothing before it began', async () => {
    const desk = await openDesk(portal)
    const strategyId = await strategyOf(desk)
    await plan(desk, strategyId, on('2026-11-27'))
    now = new Date('2026-11-27T04:30:00Z')
    await look(desk)
    const [run] = await runsOf(desk)
    const runId = existing(run).id
    await runStep(portal.app.services, { companyId: desk.company.id, runId, no: 1 })
    now = new Date('2026-11-27T03:30:00Z')
    await look(desk)
    await work(desk, runId)
    await look(desk)
    const runs = await runsOf(desk)
    expect(runs).toMatchObject([{ runState: 'Closed' }])
    expect(Date.parse(runs[0]?.finishedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(runs[0]?.startedAt ?? ''))
    const entries = await inCompany(
      portal,
      desk.company.id,
      `select kind from credit_entry where company_id = $1 order by kind`,
      [desk.company.id],
    )
    expect(entries).toEqual([{ kind: 'Reserve' }, { kind: 'Settle' }])
  })
})

describe('[SVC-004] a principle that ends between the plan and the run', () => {
  it('is left out of the run, whose plan stays the same', async () => {
    const stores = await openStores(portal)
    const runId = await runStores(stores, {
      at: (moment) => {
        now = moment
      },
      contents: [
        { type: 'WorkOrderTypes', types: ['DemandRelatedReplenishment'] },
        { type: 'ServiceSettings', setting: 'fixedLaneCost', value: '0' },
        {
          type: 'Restriction',
          senders: { locations: [], groups: [] },
          recipients: { locations: [stores.empty.code], groups: [] },
          products: { products: [], groups: [] },
        },
      ],
      ends: { Restriction: '2026-11-26' },
    })
    const orders = await inCompany(
      portal,
      stores.company.id,
      `select w.recipient_id as recipient from work_order w where w.company_id = $1 and w.run_id = $2`,
      [stores.company.id, runId],
    )
    expect(orders.map(({ recipient }) => recipient)).toContain(stores.empty.id)
    expect((await runsOf(stores))[0]?.planHash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('fails the run before anything is charged where it was the last one', async () => {
    const desk = await openDesk(portal)
    const strategyId = await strategyOf(desk, contents, {
      ends: Object.fromEntries(contents.map(({ type }) => [type, '2026-11-26'])),
    })
    await plan(desk, strategyId, on('2026-11-27'))
    now = new Date('2026-11-27T12:00:00Z')
    await look(desk)
    expect(await runsOf(desk)).toMatchObject([{ runState: 'Failed', creditUsed: 0 }])
    const entries = await inCompany(
      portal,
      desk.company.id,
      `select from credit_entry where company_id = $1`,
      [desk.company.id],
    )
    expect(entries).toEqual([])
  })
})

describe('[SVC-003] [SVC-004] two planners on one strategy', () => {
  it('who change it at the same time: one change, and the other one sees it first', async () => {
    const desk = await openDesk(portal)
    const strategyId = await strategyOf(desk)
    const { version } = await principlesOf(desk, strategyId)
    const names = ['One', 'Two']
    const renamed = await Promise.all(
      names.map((strategyName, at) =>
        portal.call(updateStrategy, (at === 0 ? desk.planner : desk.approver).token, {
          strategyId,
          version,
          strategyName,
          description: null,
        }),
      ),
    )
    expect(renamed.map(({ code }) => code).toSorted()).toEqual(['ChangedMeanwhile', null])
    const strategy = await principlesOf(desk, strategyId)
    const kept = existing(names[renamed.findIndex(({ status }) => status === 200)])
    expect(strategy.name).toBe(kept)
    const changed = existing(strategy.principles[0])
    const saved = await Promise.all(
      [desk.planner, desk.approver].map(({ token }, at) =>
        portal.call(savePrinciple, token, {
          ...principle,
          strategyId,
          principleId: changed.id,
          version: changed.version,
          displayName: `Change ${at}`,
          content: changed.content,
        }),
      ),
    )
    expect(saved.map(({ code }) => code).toSorted()).toEqual(['ChangedMeanwhile', null])
  })

  it('who activate it at the same time make one plan of it', async () => {
    const desk = await openDesk(portal)
    const strategyId = await strategyOf(desk)
    const strategy = await principlesOf(desk, strategyId)
    const one = existing(strategy.principles[0])
    await portal.call(savePrinciple, desk.planner.token, {
      ...principle,
      strategyId,
      principleId: one.id,
      version: one.version,
      displayName: 'Again',
      content: one.content,
    })
    const changed = existing(
      (await principlesOf(desk, strategyId)).principles.find(({ id }) => id === one.id),
    )
    await portal.call(authorizePrinciple, desk.approver.token, {
      strategyId,
      principleId: one.id,
      version: changed.version,
      note: null,
    })
    const answers = await Promise.all(
      [desk.planner, desk.approver].map(({ token }) => portal.call(activateStrategy, token, { strategyId })),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['StrategyState', null])
  })

  it('one of whom removes a principle that the other one works on: it is not found, and nothing else has changed', async () => {
    const desk = await openDesk(portal)
    const strategyId = await strategyOf(desk)
    const { principles } = await principlesOf(desk, strategyId)
    const one = existing(principles[0])
    const target = { strategyId, principleId: one.id }
    const removed = await portal.call(removePrinciple, desk.planner.token, target)
    expect(removed).toMatchObject({ status: 200, body: { kept: null } })
    const late = [
      await portal.call(savePrinciple, desk.approver.token, {
        ...principle,
        ...target,
        version: one.version,
        displayName: 'Late',
        content: one.content,
      }),
      await portal.call(authorizePrinciple, desk.approver.token, {
        ...target,
        version: one.version,
        note: null,
      }),
      await portal.call(removePrinciple, desk.approver.token, target),
    ]
    expect(late.map(({ status, code }) => [status, code])).toEqual(late.map(() => [404, 'NotFound']))
    expect((await principlesOf(desk, strategyId)).principles.map(({ id }) => id)).toEqual(
      principles.slice(1).map(({ id }) => id),
    )
  })
})

describe('[SUB-001] credit that two runs want at the same moment', () => {
  it('is given to one of them; the other one waits and goes on after a top-up', async () => {
    const desk = await openDesk(portal, { total: 5 })
    const first = await strategyOf(desk)
    const second = await strategyOf(desk)
    const run = (text: string, ...values: unknown[]) =>
      inCompany(portal, desk.company.id, text, [desk.company.id, ...values])
    await run(`insert into project (company_id, code, service, name) values ($1, 'P2', 'PST', 'Second')`)
    await run(`update strategy set project_code = 'P2' where company_id = $1 and id = $2`, second)
    await plan(desk, first, on('2026-11-27'))
    await plan(desk, second, on('2026-11-27'))
    now = new Date('2026-11-27T12:00:00Z')
    await Promise.all([look(desk), look(desk), look(desk)])
    const runs = await runsOf(desk)
    expect(runs.map(({ runState }) => runState).toSorted()).toEqual(['Active', 'CreditExceeded'])
    const accounts = () =>
      inCompany(
        portal,
        desk.company.id,
        `select used::int, reserved::int, total::int from credit_period where company_id = $1`,
        [desk.company.id],
      )
    expect(await accounts()).toEqual([{ used: 0, reserved: 5, total: 5 }])
    await inCompany(portal, desk.company.id, `update credit_period set total = 10 where company_id = $1`, [
      desk.company.id,
    ])
    await Promise.all([look(desk), look(desk)])
    expect((await runsOf(desk)).map(({ runState }) => runState)).toEqual(['Active', 'Active'])
    expect(await accounts()).toEqual([{ used: 0, reserved: 10, total: 10 }])
  })
})
