import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { subscriptions } from '@kervan/contract/administration/subscriptions'
import { creditEntries, getCreditAccount, topUpCredit } from '@kervan/contract/services/credit'
import { addPlan } from '@kervan/contract/services/scheduling'
import { newId } from '../../kit/database/uuid.ts'
import { page } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { openDesk, strategyOf, weekly, type Desk } from '../desk.testing.ts'
import { release, reserve, settle, subscriptionFor } from './ledger.ts'
import { settleRun } from './warn.ts'

const now = new Date('2026-11-20T12:00:00Z')
let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false, now: () => now })
})
afterAll(() => portal.close())

const day = '2026-11-20'
const rows = (desk: Desk, text: string, ...values: unknown[]) =>
  inCompany(portal, desk.company.id, text, [desk.company.id, ...values])

/** So many runs of a strategy, as rows that credit can be reserved for. */
async function runsOf(desk: Desk, strategyId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  await rows(
    desk,
    `insert into service_date (company_id, id, strategy_id, day, planned_day, state, changed_at, changed_by)
     select $1, one.id, $3, '2026-01-01'::date + one.no::int, '2026-01-01', 'Closed', now(), 'Test' from unnest($2::uuid[]) with ordinality one (id, no)`,
    ids,
    strategyId,
  )
  await rows(
    desk,
    `insert into service_run (company_id, id, code, date_id, strategy_id, project_code, service, name, search_text, domain, service_date, state, target_import_at, target_service_at, created_at)
     select $1, one.id, 'T-' || one.no, one.id, $3, 'P1', 'PST', 'T', 't', 'Production', '2026-11-20', 'Active', now(), now(), now() from unnest($2::uuid[]) with ordinality one (id, no)`,
    ids,
    strategyId,
  )
  return ids
}

async function opened(options: Parameters<typeof openDesk>[1]) {
  const desk = await openDesk(portal, options)
  const strategyId = await strategyOf(desk)
  const [row] = await rows(desk, 'select id from subscription where company_id = $1')
  return { desk, strategyId, subscriptionId: String(row?.['id']) }
}

const inTx = <T>(desk: Desk, work: Parameters<typeof portal.app.services.db.withCompany<T>>[1]) =>
  portal.app.services.db.withCompany(desk.company.id, work)

const charge = (desk: Desk, runId: string, amount: number) =>
  inTx(desk, async (tx) => {
    const subscription = await subscriptionFor(
      tx,
      desk.company.id,
      { service: 'PST', projectCode: 'P1' },
      day,
    )
    if (!subscription) throw new Error('no subscription')
    return reserve(tx, desk.company.id, { runId, round: 1 }, { subscription, day, amount, now })
  })

describe('[SUB-001] the account of a subscription', () => {
  it('16 callers at the same time reserve up to the limit and no further; what each does with it takes effect once', async () => {
    const { desk, strategyId, subscriptionId } = await opened({ total: 50 })
    const ids = await runsOf(desk, strategyId, 16)
    const granted = await Promise.all(ids.map((id) => charge(desk, id, 5)))
    expect(granted.filter(Boolean)).toHaveLength(10)
    const held = ids.filter((_, at) => granted[at])
    // Each run is settled or released by several callers at once.
    const ended = await Promise.all(
      held.flatMap((runId, at) =>
        Array.from({ length: 16 }, () =>
          inTx(desk, (tx) =>
            at % 2 === 0
              ? settle(tx, desk.company.id, { runId, round: 1 }, 4, now)
              : release(tx, desk.company.id, { runId, round: 1 }, now),
          ),
        ),
      ),
    )
    expect(ended.filter((one) => one !== null)).toHaveLength(10)
    const { body } = await portal.call(getCreditAccount, desk.planner.token, { subscriptionId })
    expect(body).toMatchObject({ total: 50, used: 20, reserved: 0, remaining: 30, exceeded: 0 })
    const entries = (await portal.call(creditEntries.page, desk.planner.token, { ...page, subscriptionId }))
      .body
    expect(entries.total).toBe(20)
    const sum = (kind: string) =>
      entries.rows.reduce((all, one) => all + (one.creditEntryKind === kind ? one.creditAmount : 0), 0)
    expect([sum('Reserve'), sum('Settle'), sum('Release')]).toEqual([50, 20, 25])
  })

  it('shows what is reserved, what was used before, and what was added by whom', async () => {
    const { desk, strategyId, subscriptionId } = await opened({ total: 50 })
    await rows(desk, 'update subscription set used_credit = 7 where company_id = $1')
    const [runId = ''] = await runsOf(desk, strategyId, 1)
    expect(await charge(desk, runId, 5)).toBe(true)
    const topUp = { subscriptionId, amount: 100, note: 'Order 4711' }
    expect(await portal.call(topUpCredit, desk.planner.token, topUp)).toMatchObject({
      status: 200,
      body: { total: 150 },
    })
    const { body } = await portal.call(getCreditAccount, desk.planner.token, { subscriptionId })
    expect(body).toMatchObject({
      total: 150,
      toppedUp: 100,
      opening: 7,
      used: 7,
      reserved: 5,
      remaining: 138,
    })
    const listed = (await portal.call(subscriptions.page, desk.planner.token, page)).body.rows
    expect(listed).toMatchObject([
      { totalCredit: 150, usedCredit: 7, reservedCredit: 5, remainingCredit: 138 },
    ])
    const entries = (await portal.call(creditEntries.page, desk.planner.token, { ...page, subscriptionId }))
      .body
    expect(
      entries.rows
        .map(({ creditEntryKind, creditAmount }) => `${creditEntryKind} ${creditAmount}`)
        .toSorted(),
    ).toEqual(['Opening 7', 'Reserve 5', 'TopUp 100'])
    expect(entries.rows.find(({ creditEntryKind }) => creditEntryKind === 'TopUp')?.creditNote).toBe(
      'Order 4711',
    )
  })

  it('is another company’s own: asked for from outside it is as if it did not exist', async () => {
    const { subscriptionId } = await opened({ total: 50 })
    const stranger = await openDesk(portal)
    expect(await portal.call(getCreditAccount, stranger.planner.token, { subscriptionId })).toMatchObject({
      status: 404,
    })
    const topUp = { subscriptionId, amount: 1, note: null }
    expect(await portal.call(topUpCredit, stranger.planner.token, topUp)).toMatchObject({ status: 404 })
  })

  it('a subscription that is closed takes no credit', async () => {
    const { desk, subscriptionId } = await opened({ total: 50 })
    await rows(desk, `update subscription set state = 'Closed' where company_id = $1`)
    const topUp = { subscriptionId, amount: 1, note: null }
    const refused = await portal.call(topUpCredit, desk.planner.token, topUp)
    expect(refused.refused?.Message).toBe('No Active Subscription Found')
  })
})

describe('[SUB-002] credit that runs out', () => {
  it('is told at 80 and 95 per cent, each once, and by what is planned', async () => {
    const { desk, strategyId, subscriptionId } = await opened({ total: 100 })
    const ids = await runsOf(desk, strategyId, 4)
    const warned = async () =>
      Number((await rows(desk, 'select warned from credit_period where company_id = $1'))[0]?.['warned'])
    const use = async (at: number, amount: number) => {
      const runId = ids[at] ?? ''
      expect(await charge(desk, runId, amount)).toBe(true)
      await inTx(desk, (tx) =>
        settleRun(tx, portal.app.services, desk.company.id, { runId, round: 1 }, amount, now),
      )
      return warned()
    }
    expect(await use(0, 70)).toBe(0)
    // Five credits each Friday until the period ends: more than the thirty that are left once the tariff is ten.
    expect(
      await portal.call(addPlan, desk.planner.token, {
        ...weekly(strategyId),
        conflictingStrategyId: null,
        conflictChoice: null,
      }),
    ).toMatchObject({ status: 200 })
    await rows(desk, 'update credit_tariff set credits = 40 where company_id = $1')
    const { body } = await portal.call(getCreditAccount, desk.planner.token, { subscriptionId })
    expect(body.projection).toEqual({ runs: 1, credit: 40, missing: 10, lastsUntil: '2026-11-27' })
    expect(await use(1, 2)).toBe(1)
    expect(await use(2, 8)).toBe(80)
    expect(await use(3, 15)).toBe(95)
  })
})
