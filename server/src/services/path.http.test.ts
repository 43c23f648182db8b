import { authorizePrinciple, savePrinciple } from '@kervan/contract/services/principles'
import {
  addStrategy,
  activateStrategy,
  getStrategy,
  getStrategyPlan,
} from '@kervan/contract/services/strategies'
import { addPlan, getServiceCalendar, previewPlan } from '@kervan/contract/services/scheduling'
import {
  downloadServiceFile,
  getServiceRun,
  retryService,
  serviceFiles,
  serviceRuns,
} from '@kervan/contract/services/runs'
import { subscriptions } from '@kervan/contract/administration/subscriptions'
import { existing } from '@kervan/contract/kit/typed'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { page } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'
import { workOffDue } from '../../test/due-work.ts'
import { inCompany } from '../../test/statements.ts'
import { contents, openDesk, principle, strategyOf, weekly, type Desk } from './desk.testing.ts'
import { settle } from './credit/ledger.ts'
import { runStep } from './runs/steps.ts'
import { serviceRunsWork } from './runs/work.ts'

let portal: Portal
const monday = new Date('2026-11-23T06:00:00Z')
let now = monday
beforeEach(() => {
  now = monday
})
beforeAll(async () => {
  portal = await startPortal({ now: () => now, worker: false })
})
afterAll(() => portal.close())

const open = (options?: Parameters<typeof openDesk>[1]) => openDesk(portal, options)

const look = async ({ company }: Desk) => {
  await workOffDue(portal, company.id, serviceRunsWork)
}
const runsOf = async ({ planner }: Desk) =>
  (await portal.call(serviceRuns.page, planner.token, { ...page, from: '2026-11-01', to: '2026-12-31' })).body
    .rows

/** Works off the steps of a run, each asked for once more than needed. */
async function work({ company }: Desk, runId: string): Promise<void> {
  for (const no of [1, 1, 2, 2, 3, 3, 4, 4])
    await runStep(portal.app.services, { companyId: company.id, runId, no })
}

describe('[SVC-003] [SVC-006] [SVC-008] a service', () => {
  it('goes from a new strategy to a closed run with its credit settled', async () => {
    const desk = await open()
    const { planner } = desk
    const strategyId = await strategyOf(desk)
    const strategy = (await portal.call(getStrategy, planner.token, { strategyId })).body
    expect(strategy).toMatchObject({ state: 'Active', planNo: 1, errors: [] })
    const plan = (await portal.call(getStrategyPlan, planner.token, { strategyId, no: null, day: null })).body
    expect(plan.lines).toHaveLength(3)
    expect(plan.hash).toMatch(/^[0-9a-f]{64}$/)

    const preview = (await portal.call(previewPlan, planner.token, weekly(strategyId))).body
    expect(preview).toMatchObject({
      dates: ['2026-11-27', '2026-12-04', '2026-12-11', '2026-12-18'],
      credit: { each: 5, total: 20, remaining: 100 },
    })
    const planned = await portal.call(addPlan, planner.token, {
      ...weekly(strategyId),
      conflictingStrategyId: null,
      conflictChoice: null,
    })
    expect(planned.body).toMatchObject({ dates: 4 })

    now = new Date('2026-11-27T12:00:00Z')
    await look(desk)
    await look(desk)
    const [run] = await runsOf(desk)
    expect(await runsOf(desk)).toHaveLength(1)
    expect(run).toMatchObject({
      runState: 'Active',
      serviceDate: '2026-11-27',
      creditEstimate: 5,
      planHash: plan.hash,
    })
    const { id } = existing(run)
    await work(desk, id)
    const closed = (await portal.call(getServiceRun, planner.token, { serviceRunId: id })).body
    expect(closed).toMatchObject({ state: 'Closed', creditUsed: 5 })
    expect(closed.steps.map(({ state }) => state)).toEqual([
      'Succeeded',
      'Succeeded',
      'Succeeded',
      'Succeeded',
    ])
    expect(closed.credit.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(['Reserve 5', 'Settle 5'])

    const calendar = (
      await portal.call(getServiceCalendar, planner.token, { from: '2026-11-23', to: '2026-12-20' })
    ).body
    expect(calendar.entries.map(({ state }) => state)).toEqual(['Closed', 'Active', 'Active', 'Active'])
    const files = (
      await portal.call(serviceFiles.page, planner.token, { ...page, from: '2026-11-01', to: '2026-12-31' })
    ).body.rows
    expect(files.toSorted((a, b) => (a.fileType < b.fileType ? -1 : 1))).toMatchObject([
      { fileType: 'Audit', serviceDate: '2026-11-27' },
      { fileType: 'Report', serviceDate: '2026-11-27', contentType: 'application/json' },
    ])
    const subscription = (await portal.call(subscriptions.page, planner.token, page)).body.rows
    expect(subscription).toMatchObject([{ usedCredit: 5, remainingCredit: 95 }])
  })

  it('[SUB-002] without credit is CreditExceeded before anything is computed, and goes on after a top-up', async () => {
    const desk = await open({ total: 3 })
    const strategyId = await strategyOf(desk)
    await portal.call(addPlan, desk.planner.token, {
      ...weekly(strategyId),
      conflictingStrategyId: null,
      conflictChoice: null,
    })
    now = new Date('2026-11-27T12:00:00Z')
    await look(desk)
    const [held] = await runsOf(desk)
    expect(held).toMatchObject({ runState: 'CreditExceeded', waitsFor: 'Credit' })
    const { id } = existing(held)
    await work(desk, id)
    const seen = (await portal.call(getServiceRun, desk.planner.token, { serviceRunId: id })).body
    expect(seen.steps.map(({ state, tries }) => `${state} ${tries}`)).toEqual(
      Array(4).fill('CreditExceeded 0'),
    )
    await inCompany(portal, desk.company.id, `update credit_period set total = 50 where company_id = $1`, [
      desk.company.id,
    ])
    await look(desk)
    await work(desk, id)
    expect(await runsOf(desk)).toMatchObject([{ runState: 'Closed', creditUsed: 5 }])
  })

  it('[SVC-008] is tried again as long as its date allows, and charged once', async () => {
    const desk = await open()
    const strategyId = await strategyOf(desk)
    await portal.call(addPlan, desk.planner.token, {
      ...weekly(strategyId),
      conflictingStrategyId: null,
      conflictChoice: null,
    })
    now = new Date('2026-11-27T12:00:00Z')
    await inCompany(portal, desk.company.id, `update strategy set in_force = false where company_id = $1`, [
      desk.company.id,
    ])
    await look(desk)
    const [failed] = await runsOf(desk)
    expect(failed).toMatchObject({ runState: 'Failed' })
    await inCompany(portal, desk.company.id, `update strategy set in_force = true where company_id = $1`, [
      desk.company.id,
    ])
    const { id } = existing(failed)
    expect(await portal.call(retryService, desk.planner.token, { serviceRunId: id })).toMatchObject({
      status: 200,
    })
    await look(desk)
    await work(desk, id)
    expect(await runsOf(desk)).toMatchObject([{ runState: 'Closed', creditUsed: 5 }])
  })

  it('[SVC-009] whose file is not there says why', async () => {
    const desk = await open()
    const asked = {
      serviceFileId: null,
      day: '2026-11-27',
      type: 'WorkOrders' as const,
      service: 'PST' as const,
    }
    const missing = await portal.call(downloadServiceFile, desk.planner.token, asked)
    expect(missing).toMatchObject({ status: 404, code: 'WorkOrdersNotFound' })
    expect(missing.refused?.Message).toContain('PST Work Orders dated 27 Nov 2026 not found!')
  })

  it('[SUB-002] without a subscription is not activated', async () => {
    const desk = await open({ subscribed: false })
    const { strategyId } = (
      await portal.call(addStrategy, desk.planner.token, {
        strategyName: 'A',
        description: null,
        projectCode: 'P1',
      })
    ).body
    const content = existing(contents[1])
    await portal.call(savePrinciple, desk.planner.token, {
      ...principle,
      strategyId,
      displayName: 'A',
      content,
    })
    const [one] = (await portal.call(getStrategy, desk.approver.token, { strategyId })).body.principles
    const { id: principleId, version } = existing(one)
    const decided = { strategyId, principleId, version, note: null }
    expect(await portal.call(authorizePrinciple, desk.planner.token, decided)).toMatchObject({
      code: 'OwnPrinciple',
    })
    await portal.call(authorizePrinciple, desk.approver.token, decided)
    const refused = await portal.call(activateStrategy, desk.planner.token, { strategyId })
    expect(refused.refused?.Message).toBe('No Active Subscription Found')
  })
})

describe('[SUB-001] credit', () => {
  it('is reserved up to the limit and no further, and settled once by 16 callers at the same time', async () => {
    const desk = await open({ total: 17 })
    for (const code of ['P2', 'P3', 'P4', 'P5']) {
      await inCompany(
        portal,
        desk.company.id,
        `insert into project (company_id, code, service, name) values ($1, $2, 'PST', $2)`,
        [desk.company.id, code],
      )
      const strategyId = await strategyOf(desk)
      await inCompany(
        portal,
        desk.company.id,
        `update strategy set project_code = $2 where company_id = $1 and id = $3`,
        [desk.company.id, code, strategyId],
      )
      await portal.call(addPlan, desk.planner.token, {
        ...weekly(strategyId),
        conflictingStrategyId: null,
        conflictChoice: null,
      })
    }
    now = new Date('2026-11-27T12:00:00Z')
    await look(desk)
    const active = (await runsOf(desk)).filter(({ runState }) => runState === 'Active')
    expect(active).toHaveLength(3)
    const { services } = portal.app
    const settling = active.flatMap(({ id }) =>
      Array.from({ length: 16 }, () =>
        services.db.withCompany(desk.company.id, (tx) =>
          settle(tx, desk.company.id, { runId: id, round: 1 }, 5, now),
        ),
      ),
    )
    const settled = (await Promise.all(settling)).filter((one) => one !== null)
    expect(settled).toHaveLength(active.length)
    const accounts = await inCompany(
      portal,
      desk.company.id,
      `select c.used, c.reserved, c.total, (select coalesce(sum(e.amount), 0) from credit_entry e where e.company_id = $1 and e.period = c.starts_on and e.kind = 'Settle') as ledger
       from credit_period c where c.company_id = $1`,
      [desk.company.id],
    )
    for (const { used, reserved, total, ledger } of accounts) {
      expect(Number(used)).toBe(Number(ledger))
      expect(Number(reserved)).toBe(0)
      expect(Number(used)).toBeLessThanOrEqual(Number(total))
    }
  })
})
