import { dataTransferKind, type TransferKind } from '@kervan/contract/data/data-transfers'
import { getServiceRun, serviceRuns } from '@kervan/contract/services/runs'
import { addPlan, cancelService, getServiceCalendar, undoService } from '@kervan/contract/services/scheduling'
import { topUpCredit } from '@kervan/contract/services/credit'
import { existing } from '@kervan/contract/kit/typed'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../kit/database/uuid.ts'
import { scheduleRunner, startDue } from '../../kit/work/schedule.ts'
import { workOffDue } from '../../../test/due-work.ts'
import { page } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { contents, openDesk, strategyOf, weekly, type Desk } from '../desk.testing.ts'
import { runStep } from './steps.ts'
import { serviceRunsWork } from './work.ts'

// What runs of services wait for, and that each is begun once at its due time.

let portal: Portal
let now: Date
beforeAll(async () => {
  portal = await startPortal({ now: () => now, worker: false })
})
beforeEach(() => {
  now = new Date('2026-11-23T06:00:00Z')
})
afterAll(() => portal.close())

const day = '2026-11-27'
const look = ({ company }: Desk) => workOffDue(portal, company.id, serviceRunsWork)
const runsOf = async ({ planner }: Desk) =>
  (await portal.call(serviceRuns.page, planner.token, { ...page, from: day, to: day })).body.rows
const runOf = async ({ planner }: Desk, serviceRunId: string) =>
  (await portal.call(getServiceRun, planner.token, { serviceRunId })).body
const work = async ({ company }: Desk, runId: string) => {
  for (const no of [1, 2, 3, 4]) await runStep(portal.app.services, { companyId: company.id, runId, no })
}
const planOn = ({ planner }: Desk, strategyId: string) =>
  portal.call(addPlan, planner.token, {
    ...weekly(strategyId),
    rulePeriod: 'Custom',
    dates: [day],
    startDate: day,
    endDate: day,
    conflictingStrategyId: null,
    conflictChoice: 'KeepBoth',
  })
const insert = ({ company }: Desk, text: string, ...values: unknown[]) =>
  inCompany(portal, company.id, text, [company.id, ...values])

describe('[SVC-008] a run waits for another run', () => {
  it('of its project that is under way, with what it waits for, and begins when that has ended', async () => {
    const desk = await openDesk(portal)
    for (const strategyId of [await strategyOf(desk), await strategyOf(desk)]) await planOn(desk, strategyId)
    now = new Date(`${day}T12:00:00Z`)
    await Promise.all([look(desk), look(desk), look(desk)])
    const runs = await runsOf(desk)
    const [first, second] = [
      existing(runs.find(({ runState }) => runState === 'Active')),
      existing(runs.find(({ runState }) => runState === 'Pending')),
    ]
    expect(second).toMatchObject({ waitsFor: 'Run', waitsOn: first.runCode, creditUsed: 0 })
    expect(await runOf(desk, second.id)).toMatchObject({
      why: `Waits until run ${first.runCode} has ended.`,
      waitsOn: { for: 'Run', serviceRunId: first.id, name: first.runCode, serviceDate: day },
    })
    await look(desk)
    expect((await runOf(desk, second.id)).state).toBe('Pending')
    await work(desk, first.id)
    await look(desk)
    expect(await runOf(desk, second.id)).toMatchObject({ state: 'Active', waitsOn: null, why: null })
    await work(desk, second.id)
    expect((await runsOf(desk)).map(({ runState }) => runState)).toEqual(['Closed', 'Closed'])
  })

  it('of its day whose results it reads, and has failed when that has not ended a day later', async () => {
    const desk = await openDesk(portal)
    await insert(
      desk,
      `insert into project (company_id, code, service, name) values ($1, 'T1', 'TSF', 'Forecast')`,
    )
    const [forecast, transfers] = [await strategyOf(desk), await strategyOf(desk)]
    await insert(desk, `update strategy set project_code = 'T1' where company_id = $1 and id = $2`, forecast)
    await planOn(desk, transfers)
    await insert(
      desk,
      `insert into service_date (company_id, id, strategy_id, day, planned_day, state, changed_at, changed_by)
       values ($1, $2, $3, $4, $4, 'Active', $5, '')`,
      newId(),
      forecast,
      day,
      now,
    )
    now = new Date(`${day}T12:00:00Z`)
    // Without a subscription the forecast would fail; it is held as if it waited for its data.
    await look(desk)
    await insert(
      desk,
      `update service_run set state = 'Pending', failure = null, due_at = $2 where company_id = $1 and service = 'TSF'`,
      new Date('2027-01-01T00:00:00Z'),
    )
    await insert(
      desk,
      `update service_run set state = 'Pending', started_at = null, due_at = $2 where company_id = $1 and service = 'PST'`,
      now,
    )
    await insert(desk, `delete from credit_entry where company_id = $1`)
    await insert(desk, `update credit_period set reserved = 0 where company_id = $1`)
    await look(desk)
    const waiting = existing((await runsOf(desk)).find(({ serviceProduct }) => serviceProduct === 'PST'))
    expect(waiting).toMatchObject({ runState: 'Pending', waitsFor: 'Run' })
    now = new Date('2026-11-29T12:00:00Z')
    await look(desk)
    expect(await runOf(desk, waiting.id)).toMatchObject({
      state: 'Failed',
      why: 'The run that it waited for did not end in time.',
    })
    // One that is out of credit holds up nobody.
    now = new Date(`${day}T12:00:00Z`)
    await insert(
      desk,
      `update service_run set state = 'CreditExceeded' where company_id = $1 and service = 'TSF'`,
    )
    await insert(
      desk,
      `update service_run set state = 'Pending', failure = null, waits_for = null, waits_on = null, due_at = $2 where company_id = $1 and service = 'PST'`,
      now,
    )
    await look(desk)
    const begun = await runOf(desk, waiting.id)
    expect([begun.state, begun.waitsFor]).toEqual(['Active', null])
  })
})

describe('[SVC-008] a run waits for its deliveries', () => {
  const expecting = async (
    desk: Desk,
    code: string,
    dataKind: TransferKind,
    entity: string | null = null,
  ) => {
    const saved = await portal.call(dataTransferKind.save, desk.planner.token, {
      id: null,
      version: null,
      confirmed: false,
      values: {
        code,
        name: `Delivery ${code}`,
        dataKind,
        entity,
        source: 'Any',
        sender: 'ERP',
        expression: '0 3 * * *',
        earlyHours: 12,
        toleranceMinutes: 60,
        active: true,
      },
    })
    expect(saved).toMatchObject({ status: 200 })
  }

  it('that its plan reads, and for no other of the day', async () => {
    const desk = await openDesk(portal)
    await insert(
      desk,
      `insert into service_policy (company_id, waits_for_import, import_time) values ($1, true, '04:00')`,
    )
    await expecting(desk, 'REGIONS', 'regionCode')
    await planOn(desk, await strategyOf(desk))
    now = new Date(`${day}T12:00:00Z`)
    await look(desk)
    expect(await runsOf(desk)).toMatchObject([{ runState: 'Active', waitsOn: null }])

    const other = await openDesk(portal)
    await insert(
      other,
      `insert into service_policy (company_id, waits_for_import, import_time) values ($1, true, '04:00')`,
    )
    now = new Date('2026-11-23T06:00:00Z')
    await expecting(other, 'REGIONS', 'regionCode')
    await expecting(other, 'STOCK', 'stockLevel')
    await planOn(other, await strategyOf(other))
    now = new Date(`${day}T12:00:00Z`)
    await look(other)
    const [held] = await runsOf(other)
    expect(held).toMatchObject({ runState: 'Pending', waitsFor: 'Import', waitsOn: 'Delivery STOCK' })
    expect((await runOf(other, existing(held).id)).waitsOn).toEqual({
      for: 'Import',
      name: 'Delivery STOCK',
      month: '2026-11',
    })
    // A day after the service date nobody waits any longer; when it has come, the run is tried again.
    now = new Date('2026-11-29T12:00:00Z')
    await look(other)
    expect(await runOf(other, existing(held).id)).toMatchObject({
      state: 'Failed',
      why: 'The data did not come in time.',
    })
    now = new Date(`${day}T12:00:00Z`)
    await insert(
      other,
      `update service_run set state = 'Pending', failure = null, due_at = $2 where company_id = $1`,
      now,
    )
    await insert(
      other,
      `update data_transfer_due set state = 'Received' where company_id = $1 and transfer_id = (select id from data_transfer where company_id = $1 and code = 'STOCK')`,
    )
    await look(other)
    expect(await runsOf(other)).toMatchObject([{ runState: 'Active' }])
  })
})

describe('[SUB-002] a run waits for credit', () => {
  it('of a subscription that it names, and is looked at at once after a top-up', async () => {
    const desk = await openDesk(portal, { total: 3 })
    await planOn(desk, await strategyOf(desk, contents))
    now = new Date(`${day}T12:00:00Z`)
    await look(desk)
    const held = existing((await runsOf(desk))[0])
    const found = await runOf(desk, held.id)
    expect(held).toMatchObject({ waitsFor: 'Credit', waitsOn: 'Store transfers' })
    expect(found).toMatchObject({ waitsOn: { for: 'Credit', name: 'Store transfers' } })
    const dueNow = () =>
      portal.app.services.db.withCompany(desk.company.id, (tx) =>
        serviceRunsWork.dueTimes({ tx, companyId: desk.company.id, timeZone: 'UTC', until: now }),
      )
    expect(await dueNow()).toEqual([])
    const subscriptionId = found.waitsOn?.for === 'Credit' ? found.waitsOn.subscriptionId : ''
    expect(
      await portal.call(topUpCredit, desk.planner.token, {
        subscriptionId,
        amount: 50,
        note: null,
        requestKey: newId(),
      }),
    ).toMatchObject({ status: 200 })
    expect(await dueNow()).toMatchObject([{ key: held.id }])
    await look(desk)
    expect((await runOf(desk, held.id)).state).toBe('Active')
  })
})

describe('[SVC-006] [SVC-008] the due times of runs', () => {
  const queued = async ({ company }: Desk) =>
    (
      await portal.owner.query<{ data: { companyId: number; name: string; key: string; dueAt: string } }>(
        `select data from pgboss.job where name = 'schedule' and (data ->> 'companyId')::int = $1 and data ->> 'name' = 'serviceRuns'`,
        [company.id],
      )
    ).rows.map(({ data }) => data)
  /** Two processes look at once, and both work off what the queue holds. */
  const twice = async (desk: Desk) => {
    const { services } = portal.app
    await Promise.all([1, 2].map(() => startDue(services, [serviceRunsWork])))
    const entries = await queued(desk)
    await Promise.all([1, 2].map(() => scheduleRunner(services, [serviceRunsWork])(entries)))
    return entries.length
  }

  it('are those of the data: caught up after a stop, and never twice', async () => {
    const desk = await openDesk(portal)
    await planOn(desk, await strategyOf(desk))
    expect(await twice(desk)).toBe(0)
    // Nothing ran for the day before and half of the service date.
    now = new Date(`${day}T12:00:00Z`)
    expect(await twice(desk)).toBe(1)
    expect(await runsOf(desk)).toMatchObject([{ runState: 'Active' }])
    expect(await insert(desk, `select kind from credit_entry where company_id = $1`)).toEqual([
      { kind: 'Reserve' },
    ])
    expect(await twice(desk)).toBe(1)
    expect(await insert(desk, `select state from schedule_run where company_id = $1`)).toEqual([
      { state: 'Succeeded' },
    ])
  })

  it('of a date that was cancelled and restored is due again', async () => {
    const desk = await openDesk(portal)
    await insert(desk, `insert into service_policy (company_id, frozen_days) values ($1, 0)`)
    await planOn(desk, await strategyOf(desk))
    const dateOf = async () =>
      existing(
        (await portal.call(getServiceCalendar, desk.planner.token, { from: day, to: day })).body.entries[0],
      )
    const { id: dateId, version } = await dateOf()
    await portal.call(cancelService, desk.planner.token, { dateId, version })
    const until = new Date(`${day}T12:00:00Z`)
    const due = () =>
      portal.app.services.db.withCompany(desk.company.id, (tx) =>
        serviceRunsWork.dueTimes({ tx, companyId: desk.company.id, timeZone: 'Europe/Istanbul', until }),
      )
    expect(await due()).toEqual([])
    await portal.call(undoService, desk.planner.token, { dateId, version: version + 1 })
    expect(await due()).toEqual([{ key: dateId, at: new Date('2026-11-26T21:00:00Z') }])
  })
})
