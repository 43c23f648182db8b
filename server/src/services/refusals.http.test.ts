import {
  addPoolPrinciple,
  authorizePrinciple,
  rejectPrinciple,
  deletePoolPrinciple,
  removePrinciple,
  savePrinciple,
} from '@kervan/contract/services/principles'
import { cancelRun, downloadServiceFile, retryService, serviceRuns } from '@kervan/contract/services/runs'
import {
  addPlan,
  addService,
  cancelPlan,
  cancelService,
  getServiceCalendar,
  updateServiceDate,
} from '@kervan/contract/services/scheduling'
import {
  activateStrategy,
  addStrategy,
  deactivateStrategy,
  deleteStrategy,
  deriveStrategy,
  getStrategy,
  getStrategyPlan,
  revertStrategy,
} from '@kervan/contract/services/strategies'
import { existing } from '@kervan/contract/kit/typed'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { page } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'
import { workOffDue } from '../../test/due-work.ts'
import { inCompany } from '../../test/statements.ts'
import { contents, openDesk, principle, strategyOf, weekly, type Desk } from './desk.testing.ts'
import { serviceRunsWork } from './runs/work.ts'

// What planners are told when a service does not allow what they want, and that nothing has changed then.

let portal: Portal
let now: Date
let desk: Desk
beforeAll(async () => {
  portal = await startPortal({ now: () => now, worker: false })
})
beforeEach(async () => {
  now = new Date('2026-11-23T06:00:00Z')
  desk = await openDesk(portal)
})
afterAll(() => portal.close())

const newStrategy = async (name = 'Draft') =>
  (
    await portal.call(addStrategy, desk.planner.token, {
      strategyName: name,
      description: null,
      projectCode: 'P1',
    })
  ).body.strategyId
const principlesOf = async (strategyId: string) =>
  (await portal.call(getStrategy, desk.approver.token, { strategyId })).body.principles
const save = (strategyId: string, over: object = {}) =>
  portal.call(savePrinciple, desk.planner.token, {
    ...principle,
    strategyId,
    displayName: 'Types',
    content: existing(contents[1]),
    ...over,
  })
const plan = (strategyId: string, over: object = {}) =>
  portal.call(addPlan, desk.planner.token, {
    ...weekly(strategyId),
    conflictingStrategyId: null,
    conflictChoice: null,
    ...over,
  })
const run = (text: string, ...values: unknown[]) =>
  inCompany(portal, desk.company.id, text, [desk.company.id, ...values])
const calendar = async () =>
  (await portal.call(getServiceCalendar, desk.planner.token, { from: '2026-11-01', to: '2026-12-31' })).body
    .entries

describe('[SVC-003] a strategy', () => {
  it('is of a project that is there, for who may work with its service', async () => {
    const wanted = { strategyName: 'A', description: null }
    expect(
      await portal.call(addStrategy, desk.planner.token, { ...wanted, projectCode: 'P9' }),
    ).toMatchObject({
      code: 'ProjectNotFound',
      refused: { Message: 'Project not found! Project Code: P9' },
    })
    const other = await desk.company.user({ without: ['ServiceStrategyPST'] })
    expect(await portal.call(addStrategy, other.token, { ...wanted, projectCode: 'P1' })).toMatchObject({
      status: 403,
      code: 'VariantMissing',
    })
  })

  it('is activated with principles that somebody else has authorised', async () => {
    const strategyId = await newStrategy()
    const activate = () => portal.call(activateStrategy, desk.planner.token, { strategyId })
    expect(await activate()).toMatchObject({ code: 'NoPrinciples' })
    await save(strategyId)
    expect(await activate()).toMatchObject({ code: 'PrinciplesPending' })
    expect(await portal.call(deactivateStrategy, desk.planner.token, { strategyId })).toMatchObject({
      code: 'StrategyState',
    })
    expect(await portal.call(revertStrategy, desk.planner.token, { strategyId })).toMatchObject({
      code: 'NothingToRevert',
    })
    const asked = { strategyId, no: null, day: null }
    expect(await portal.call(getStrategyPlan, desk.planner.token, asked)).toMatchObject({ code: 'NoPlan' })
  })

  it('without a subscription is not scheduled', async () => {
    const strategyId = await strategyOf(desk)
    await run(`update subscription set service_id = 'ARE-P1' where company_id = $1`)
    expect(await plan(strategyId)).toMatchObject({ code: 'NoActiveSubscription' })
  })

  it('of the base is read and derived only; one that others use is not deleted', async () => {
    const strategyId = await strategyOf(desk)
    const { body } = await portal.call(deriveStrategy, desk.planner.token, {
      strategyId,
      strategyName: 'Derived',
    })
    expect((await principlesOf(body.strategyId)).map(({ type }) => type)).toEqual(
      contents.map(({ type }) => type),
    )
    expect(await portal.call(deleteStrategy, desk.planner.token, { strategyId })).toMatchObject({
      code: 'StrategyInUse',
    })
    await run(`update strategy set segment = 'Base' where company_id = $1 and id = $2`, strategyId)
    expect(await portal.call(deactivateStrategy, desk.planner.token, { strategyId })).toMatchObject({
      code: 'BaseStrategy',
    })
  })

  it('in its frozen period stays as it is', async () => {
    const strategyId = await strategyOf(desk)
    await plan(strategyId)
    now = new Date('2026-11-26T06:00:00Z')
    const { code, refused } = await save(strategyId)
    expect(code).toBe('StrategyFrozen')
    expect(refused?.Message).toContain('Strategy in frozen period, changes cannot be made.')
  })
})

describe('[SVC-004] a principle', () => {
  it('keeps its type, ends after it starts, and has a value within its bounds', async () => {
    const strategyId = await newStrategy()
    expect(await save(strategyId, { endDate: '2026-10-31' })).toMatchObject({
      code: 'PrincipleEndsBeforeStart',
    })
    const content = { ...existing(contents[0]), value: '-1' }
    expect(await save(strategyId, { content })).toMatchObject({ code: 'PrincipleWrong' })
    expect(await principlesOf(strategyId)).toEqual([])
    await save(strategyId)
    const { id: principleId, version } = existing((await principlesOf(strategyId))[0])
    const other = { principleId, version, content: existing(contents[2]) }
    expect(await save(strategyId, other)).toMatchObject({ code: 'PrincipleTypeFixed' })
  })

  it('is rejected with a note, and decided on once', async () => {
    const strategyId = await newStrategy()
    await save(strategyId)
    const { id: principleId, version } = existing((await principlesOf(strategyId))[0])
    const decided = { strategyId, principleId, version, note: null }
    expect(await portal.call(rejectPrinciple, desk.approver.token, decided)).toMatchObject({
      code: 'RejectNoteRequired',
    })
    await portal.call(rejectPrinciple, desk.approver.token, { ...decided, note: 'Too wide.' })
    const after = existing((await principlesOf(strategyId))[0])
    expect(after).toMatchObject({ state: 'Rejected' })
    expect(
      await portal.call(authorizePrinciple, desk.approver.token, { ...decided, version: after.version }),
    ).toMatchObject({ code: 'PrincipleState' })
  })

  it('[SVC-005] of the pool is changed for all or for one strategy; one that is not there cannot be taken', async () => {
    const [one, two] = [await newStrategy('One'), await newStrategy('Two')]
    await save(one, { pool: true })
    const { id: principleId, version } = existing((await principlesOf(one))[0])
    const take = (id: string) =>
      portal.call(addPoolPrinciple, desk.planner.token, { strategyId: two, principleId: id })
    expect(await take(two)).toMatchObject({ code: 'NoPrincipleOnPool' })
    expect(await take(principleId)).toMatchObject({ status: 200 })
    const change = { principleId, version, memo: 'Only here.' }
    expect(await save(two, change)).toMatchObject({ code: 'PrincipleShared' })
    expect(await save(two, { ...change, scope: 'ThisOnly' })).toMatchObject({ status: 200 })
    expect((await principlesOf(two)).map(({ memo }) => memo)).toEqual(['Only here.'])
    expect((await principlesOf(one)).map(({ memo }) => memo)).toEqual([principle.memo])
    expect(
      await portal.call(removePrinciple, desk.planner.token, { strategyId: one, principleId }),
    ).toMatchObject({ body: { kept: null } })
    expect(await principlesOf(one)).toEqual([])
  })
})

describe('[SVC-004] deleting a principle of the pool', () => {
  const pooled = async () => {
    const [one, two] = [await newStrategy('One'), await newStrategy('Two')]
    await save(one, { pool: true })
    const { id: principleId, version } = existing((await principlesOf(one))[0])
    await portal.call(addPoolPrinciple, desk.planner.token, { strategyId: two, principleId })
    return { one, two, principleId, version }
  }
  const remove = (principleId: string, version: number, scope: 'All' | null = null) =>
    portal.call(deletePoolPrinciple, desk.planner.token, { principleId, version, scope })

  it('asks where strategies use it, and takes it off all of them or none', async () => {
    const { one, two, principleId, version } = await pooled()
    const asked = await remove(principleId, version)
    expect(asked).toMatchObject({ status: 409, code: 'PrincipleShared', refused: { Facts: { count: 2 } } })
    expect(await principlesOf(one)).toHaveLength(1)
    expect(await remove(principleId, version + 1, 'All')).toMatchObject({ code: 'ChangedMeanwhile' })
    const answers = await Promise.all([1, 2].map(() => remove(principleId, version, 'All')))
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['NoPrincipleOnPool', null])
    expect([await principlesOf(one), await principlesOf(two)]).toEqual([[], []])
  })

  it('elsewhere: who still works on it is told that it is not there, and nothing else has changed', async () => {
    const { one, two, principleId, version } = await pooled()
    expect(await remove(principleId, version, 'All')).toMatchObject({ status: 200 })
    const decided = { strategyId: two, principleId, version, note: null }
    const late = [
      await save(two, { principleId, version, scope: 'All' }),
      await portal.call(authorizePrinciple, desk.approver.token, decided),
      await portal.call(removePrinciple, desk.planner.token, { strategyId: two, principleId }),
    ]
    expect(late.map(({ status, code }) => [status, code])).toEqual(late.map(() => [404, 'NotFound']))
    const taken = await portal.call(addPoolPrinciple, desk.planner.token, { strategyId: one, principleId })
    expect([taken.code, taken.refused?.Message]).toEqual(['NoPrincipleOnPool', 'No principle on pool'])
  })

  it('is refused for who may not, and where a strategy is frozen', async () => {
    const { one, principleId, version } = await pooled()
    const clerk = await desk.company.user({ without: ['serviceStrategy-deletePoolPrinciple'] })
    const asked = { principleId, version, scope: 'All' as const }
    expect(await portal.call(deletePoolPrinciple, clerk.token, asked)).toMatchObject({ status: 403 })
    const other = await openDesk(portal)
    expect(await portal.call(deletePoolPrinciple, other.planner.token, asked)).toMatchObject({
      code: 'NoPrincipleOnPool',
    })
    await inCompany(
      portal,
      desk.company.id,
      `insert into service_date (company_id, id, strategy_id, day, planned_day, state, changed_at, changed_by)
       values ($1, gen_random_uuid(), $2, $3, $3, 'Active', $4, '')`,
      [desk.company.id, one, '2026-11-23', now],
    )
    expect(await remove(principleId, version, 'All')).toMatchObject({ code: 'StrategyFrozen' })
    expect(await principlesOf(one)).toHaveLength(1)
  })
})

describe('[SVC-006] a plan', () => {
  it('has days within its period', async () => {
    const strategyId = await strategyOf(desk)
    expect(await plan(strategyId, { startDate: null })).toMatchObject({ code: 'PlanDatesRequired' })
    expect(await plan(strategyId, { endDate: '2026-11-01' })).toMatchObject({ code: 'PlanEndsBeforeStart' })
    expect(await plan(strategyId, { endDate: '2049-11-01' })).toMatchObject({ code: 'PlanTooLong' })
    expect(await plan(strategyId, { daysOfWeek: [] })).toMatchObject({ code: 'NoSelectionMade' })
    const monday = { startDate: '2026-12-01', endDate: '2026-12-02', daysOfWeek: [5] }
    expect(await plan(strategyId, monday)).toMatchObject({ code: 'NoDateForPlans' })
    expect(await calendar()).toEqual([])
  })

  it('of a strategy that is off is not made; one that conflicts asks what is to be done', async () => {
    const strategyId = await strategyOf(desk)
    await plan(strategyId)
    const other = await strategyOf(desk)
    const { code, refused } = await plan(other)
    expect([code, refused?.Message]).toEqual([
      'ConflictChoiceRequired',
      expect.stringContaining('Selection must be made for conflicting strategies!'),
    ])
    expect(await plan(other, { conflictChoice: 'SkipDates' })).toMatchObject({ code: 'NoDateForPlans' })
    expect(await plan(other, { conflictChoice: 'CancelConflicting' })).toMatchObject({ body: { dates: 4 } })
    expect((await calendar()).map(({ state }) => state).toSorted()).toEqual([
      ...Array<string>(4).fill('Active'),
      ...Array<string>(4).fill('Cancelled'),
    ])
    await portal.call(deactivateStrategy, desk.planner.token, { strategyId })
    await run('update strategy set in_force = false where company_id = $1 and id = $2', strategyId)
    expect(await plan(strategyId)).toMatchObject({ code: 'StrategyNotActive' })
  })

  it('is cancelled once; a date is moved to a free day that is not frozen', async () => {
    const strategyId = await strategyOf(desk)
    const { planId } = (await plan(strategyId)).body
    const [first, second] = await calendar()
    const date = existing(first)
    const move = (day: string) =>
      portal.call(updateServiceDate, desk.planner.token, { dateId: date.id, version: date.version, day })
    expect(await move(existing(second).day)).toMatchObject({ code: 'DateTaken' })
    expect(await move('2026-11-23')).toMatchObject({ code: 'DateFrozen' })
    expect(await portal.call(addService, desk.planner.token, { strategyId, day: date.day })).toMatchObject({
      code: 'DateTaken',
    })
    await portal.call(cancelPlan, desk.planner.token, { planId })
    expect(await portal.call(cancelPlan, desk.planner.token, { planId })).toMatchObject({ code: 'PlanState' })
    const cancelled = existing((await calendar())[0])
    expect(
      await portal.call(cancelService, desk.planner.token, {
        dateId: cancelled.id,
        version: cancelled.version,
      }),
    ).toMatchObject({ code: 'DateState' })
  })
})

describe('[SVC-008] a run', () => {
  it('is tried again as long as its date allows, and cancelled once', async () => {
    const strategyId = await strategyOf(desk)
    await plan(strategyId)
    now = new Date('2026-11-27T12:00:00Z')
    await run('update strategy set in_force = false where company_id = $1')
    await workOffDue(portal, desk.company.id, serviceRunsWork)
    const window = { ...page, from: '2026-11-01', to: '2026-12-31' }
    const failed = existing((await portal.call(serviceRuns.page, desk.planner.token, window)).body.rows[0])
    now = new Date('2026-12-02T12:00:00Z')
    const one = { serviceRunId: failed.id }
    expect(await portal.call(retryService, desk.planner.token, one)).toMatchObject({ code: 'RunTooLate' })
    expect(await portal.call(cancelRun, desk.planner.token, one)).toMatchObject({ status: 200 })
    expect(await portal.call(cancelRun, desk.planner.token, one)).toMatchObject({ code: 'RunState' })
  })

  it('[SVC-009] whose report is not there says why', async () => {
    const ask = (type: 'Report' | 'Audit') =>
      portal.call(downloadServiceFile, desk.planner.token, {
        serviceFileId: null,
        day: '2026-11-27',
        type,
        service: null,
      })
    const [report, audit] = [await ask('Report'), await ask('Audit')]
    expect([report.code, report.refused?.Message]).toEqual([
      'ReportNotFound',
      expect.stringContaining('Report not found!'),
    ])
    expect([audit.code, audit.refused?.Message]).toEqual([
      'AuditReportNotFound',
      expect.stringContaining('Audit Report could not be found!'),
    ])
  })
})
