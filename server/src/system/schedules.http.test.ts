import { scheduleNames } from '@kervan/contract/kit/work'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { activity } from '@kervan/contract/administration/activity'
import { deleteProfilePicture, uploadProfilePicture } from '@kervan/contract/account/profile-picture'
import { removeCartFile } from '@kervan/contract/order/cart'
import { uploadCartFiles } from '@kervan/contract/order/cart'
import {
  getOutsideSystems,
  runScheduleNow,
  schedules as scheduleList,
} from '@kervan/contract/system/schedules'
import sharp from 'sharp'
import { nextDue, scheduleRunner, startDue, type CalendarWork, type DueWork } from '../kit/work/schedule.ts'
import { newId } from '../kit/database/uuid.ts'
import { removeStoredFiles } from '../kit/records/files.ts'
import { deliverer } from '../kit/work/outbox.ts'
import { openShop, page, windowAround, type Shop } from '../../test/ordering.ts'
import { startPortal, type Company, type Portal } from '../../test/portal.ts'
import { schedules } from './declared.ts'
import { verifyAudit } from '../kit/records/audit.ts'
import { firstLostHead } from '../kit/records/audit-heads.ts'
import { retention, retentionWork } from './retention.ts'

let portal: Portal
const start = new Date('2026-11-20T10:00:00Z')
let now = start
beforeEach(() => {
  now = start
})
beforeAll(async () => {
  portal = await startPortal({ now: () => now, worker: false })
})
afterAll(() => portal.close())

const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)

/** A schedule that notes its due times; `dies` fails once, as a worker that is killed in the middle of its work. */
function noting(over: Partial<CalendarWork> = {}): CalendarWork & { done: string[]; dies: boolean } {
  const work = {
    name: 'noting',
    expression: '0 * * * *',
    catchUp: 'latest' as const,
    done: [] as string[],
    dies: false,
    async run({ dueAt }: { dueAt: Date }) {
      if (work.dies) throw new Error('the worker died')
      work.done.push(dueAt.toISOString().slice(11, 16))
      return { counts: { notes: 1 } }
    },
    ...over,
  }
  return work
}
const queued = async (company: Company) =>
  (
    await portal.owner.query<{ data: { companyId: number; name: string; dueAt: string } }>(
      `select data from pgboss.job where name = 'schedule' and (data ->> 'companyId')::int = $1 order by created_on, data ->> 'dueAt'`,
      [company.id],
    )
  ).rows.map(({ data }) => data)
const work = async (company: Company, one: Parameters<typeof scheduleRunner>[1][number]) =>
  scheduleRunner(portal.app.services, [one])(await queued(company))
const runsOf = async (company: Company) =>
  (
    await portal.owner.query('select name, state, counts from schedule_run where company_id = $1', [
      company.id,
    ])
  ).rows

describe('the next due time', () => {
  it.each([
    [
      'every night by the clock of the company',
      '30 3 * * *',
      'Europe/Istanbul',
      '2026-05-01T00:00',
      '2026-05-01T00:30',
    ],
    [
      'on the night the clock goes forward over it',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00',
      '2026-03-29T01:30',
    ],
    ['on the day after that', '30 2 * * *', 'Europe/Berlin', '2026-03-29T01:30', '2026-03-30T00:30'],
    [
      'on the night the clock goes back over it',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-24T12:00',
      '2026-10-25T00:30',
    ],
    ['not twice in that night', '30 2 * * *', 'Europe/Berlin', '2026-10-25T00:30', '2026-10-26T01:30'],
    ['on the first working day', '0 8 * * 1', 'Europe/Istanbul', '2026-11-20T10:00', '2026-11-23T05:00'],
  ])('%s', (_, expression, timeZone, after, due) =>
    expect(
      nextDue(expression, timeZone, new Date(`${after}Z`))
        .toISOString()
        .slice(0, 16),
    ).toBe(due),
  )
})

describe('scheduled work', () => {
  it('is done once for company and due time, whoever looks, however often, and whatever dies', async () => {
    const company = await portal.company()
    const one = noting()
    const look = () => startDue(portal.app.services, [one])
    await look()
    expect(await runsOf(company)).toEqual([])
    now = hours(1)
    await Promise.all([look(), look(), look()])
    expect(await queued(company)).toHaveLength(1)

    one.dies = true
    await expect(work(company, one)).rejects.toThrow('the worker died')
    expect(await runsOf(company)).toMatchObject([{ state: 'Failed' }])
    one.dies = false
    await Promise.all([work(company, one), work(company, one)])
    await work(company, one)
    expect(one.done).toEqual(['11:00'])
    expect(await runsOf(company)).toMatchObject([{ state: 'Succeeded', counts: { notes: 1 } }])
  })

  it.each([
    ['latest', ['14:00']],
    ['each', ['12:00', '13:00', '14:00']],
    ['skip', []],
  ] as const)('that was missed is made up for: %s', async (catchUp, expected) => {
    now = new Date('2026-11-20T11:30:00Z')
    const company = await portal.company()
    const one = noting({ name: `missed-${catchUp}`, catchUp })
    await startDue(portal.app.services, [one])
    now = new Date('2026-11-20T14:30:00Z')
    await startDue(portal.app.services, [one])
    await work(company, one)
    expect(one.done).toEqual(expected)
  })

  it('goes on in steps until nothing is left, and tells the sum', async () => {
    const company = await portal.company()
    let left = 3
    const one = noting({ name: 'steps', run: async () => ({ counts: { notes: 2 }, more: --left > 0 }) })
    await startDue(portal.app.services, [one])
    now = hours(1)
    await startDue(portal.app.services, [one])
    await work(company, one)
    expect(await runsOf(company)).toMatchObject([{ state: 'Succeeded', counts: { notes: 6 } }])
  })
})

describe('work at due times that stand in data', () => {
  /** Due times of one company; what is done is moved on, as an area would move its rows on. */
  const ofData = (company: Company, times: Record<string, number>) => {
    const work: DueWork & { done: string[] } = {
      name: 'ofData',
      done: [],
      dueTimes: async ({ companyId, until }) =>
        Object.entries(times)
          .filter(([, at]) => companyId === company.id && at <= until.getTime())
          .map(([key, at]) => ({ key, at: new Date(at) })),
      run: async ({ key }) => {
        if (key === 'broken') throw new Error('this one is broken')
        work.done.push(key)
        times[key] = Number.POSITIVE_INFINITY
        return { counts: { notes: 1 } }
      },
    }
    return work
  }

  it('is done once for each key, after a stop as well, and one that fails holds up no other', async () => {
    const company = await portal.company()
    const { services } = portal.app
    const times = { broken: now.getTime() + 1, late: now.getTime() + 2, ahead: hours(9).getTime() }
    const one = ofData(company, times)
    expect(await startDue(services, [one])).toBe(0)
    now = hours(5)
    const started = await Promise.all([1, 2, 3].map(() => startDue(services, [one])))
    expect(started.toSorted()).toEqual([0, 0, 2])
    for (const entry of await queued(company))
      await scheduleRunner(services, [one])([entry]).catch(() => undefined)
    expect(one.done).toEqual(['late'])
    expect(await runsOf(company)).toMatchObject([{ state: 'Failed' }, { state: 'Succeeded' }])
    // The broken one rests for a minute and is then due anew.
    expect(await startDue(services, [one])).toBe(0)
    now = hours(1)
    expect(await startDue(services, [one])).toBe(1)
  })
})

describe('the list of scheduled work', () => {
  it('shows when and how, starts it by hand once at a time, and each run stands in the audit log', async () => {
    const company = await portal.company()
    const boss = await company.user()
    expect(schedules().map(({ name }) => name)).toEqual([...scheduleNames])
    const read = async () =>
      (await portal.call(scheduleList.page, boss.token, { ...page })).body.rows.find(
        ({ schedule }) => schedule === 'retention',
      )
    expect(await read()).toMatchObject({
      schedule: 'retention',
      scheduleState: null,
      lastRunAt: null,
      actions: { runNow: null },
      nextRunAt: nextDue('30 3 * * *', 'Europe/Istanbul', now).toISOString(),
    })
    const run = () => portal.call(runScheduleNow, boss.token, { schedule: 'retention', requestKey: newId() })
    expect((await run()).status).toBe(200)
    expect(await run()).toMatchObject({ status: 409, code: 'ScheduleRunning' })
    expect(await read()).toMatchObject({
      scheduleState: 'Waiting',
      startedBy: boss.name,
      actions: { runNow: expect.stringContaining('already') },
    })
    await work(company, retentionWork)
    expect(await read()).toMatchObject({ scheduleState: 'Succeeded', outcome: 'Nothing to do' })
    const { body } = await portal.call(activity.page, boss.token, { ...page, ...windowAround() })
    expect(body.rows.map(({ operation }) => operation)).toEqual(['schedule.ran', 'schedule.started'])
    const plain = await company.user({ without: ['schedules-runNow'] })
    expect(
      (await portal.call(runScheduleNow, plain.token, { schedule: 'retention', requestKey: newId() })).code,
    ).toBe('PermissionMissing')
    expect((await portal.call(getOutsideSystems, boss.token, {})).body.systems).toEqual(expect.any(Array))
  })
})

describe('retention', () => {
  /** Rows of each kind, this many days old; answers how many of them are there. */
  const kinds: Record<string, { insert: (shop: Shop, at: Date) => Promise<void>; count: string }> = {
    signIns: {
      insert: (shop, at) => signIn(shop, at, shop.boss.identityId),
      count: `select from login_attempt where company_id = $1 and agent = 'old' and identity_id is not null`,
    },
    signInsOfStrangers: {
      insert: (shop, at) => signIn(shop, at, null),
      count: `select from login_attempt where company_id = $1 and agent = 'old' and identity_id is null`,
    },
    sessions: {
      insert: (shop, at) =>
        query(
          `insert into session (token_hash, family_id, company_id, membership_id, identity_id, created_at, expires_at, address, agent)
           values (sha256(gen_random_uuid()::text::bytea), gen_random_uuid(), $1, $2, $3, $4, $4, '', 'old')`,
          [shop.company.id, shop.boss.id, shop.boss.identityId, at],
        ),
      count: `select from session where company_id = $1 and agent = 'old'`,
    },
    temporaryPasswords: {
      insert: (shop, at) =>
        query(
          `insert into temporary_password (id, identity_id, company_id, origin, mark, password_hash, expires_at) values (gen_random_uuid(), $1, $2, 'Mail', 1, 'x', $3)`,
          [shop.boss.identityId, shop.company.id, at],
        ),
      count: `select from temporary_password where company_id = $1`,
    },
    throttles: {
      insert: (shop, at) =>
        query(`insert into login_throttle (key, failures, window_started_at) values ($1, 1, $2)`, [
          `old ${shop.company.id} ${newId()}`,
          at,
        ]),
      count: `select from login_throttle where key like 'old ' || $1::int || ' %'`,
    },
    answeredRequests: {
      insert: (shop, at) =>
        query(
          `insert into answered_request (company_id, membership_id, key, call, input_hash, answer, at) values ($1, $2, gen_random_uuid()::text, 'x', '', '{}', $3)`,
          [shop.company.id, shop.boss.id, at],
        ),
      count: `select from answered_request where company_id = $1 and call = 'x'`,
    },
    fileSets: {
      insert: (shop, at) =>
        query(
          `insert into file_set (company_id, id, state, made_by_name, made_at) values ($1, gen_random_uuid(), 'Closed', 'A', $2)`,
          [shop.company.id, at],
        ),
      count: `select from file_set where company_id = $1`,
    },
    outbox: {
      insert: (shop, at) =>
        query(
          `insert into outbox (company_id, id, kind, payload, created_at, done_at) values ($1, gen_random_uuid(), 'mail', '{}', $2, $2)`,
          [shop.company.id, at],
        ),
      count: `select from outbox where company_id = $1 and kind = 'mail'`,
    },
    registrations: {
      insert: (shop, at) =>
        query(
          `insert into registration (company_id, id, state, first_name, last_name, username, username_folded, city, location_id, gln, language, address, tries_left, expires_at, created_at, search_text)
           values ($1, gen_random_uuid(), 'Unconfirmed', 'A', 'B', 'a', gen_random_uuid()::text, 'C', $2, '1', 'en', '', 3, $3, $3, '')`,
          [shop.company.id, shop.location.id, at],
        ),
      count: `select from registration where company_id = $1`,
    },
    imports: {
      insert: (shop, at) =>
        query(
          `insert into order_import (company_id, id, membership_id, job_id, file_name, bytes, state, uploaded_at, uploaded_by) values ($1, gen_random_uuid(), $2, gen_random_uuid(), 'a', 1, 'Taken', $3, '')`,
          [shop.company.id, shop.boss.id, at],
        ),
      count: `select from order_import where company_id = $1`,
    },
    jobs: {
      insert: (shop, at) =>
        query(
          `with made as (insert into job (company_id, id, kind, state, membership_id, input, finished_at) values ($1, gen_random_uuid(), 'order.bulk', 'Succeeded', $2, '{}', $3) returning id)
           insert into job_item (company_id, job_id, item_id, passed, count, search_text) select $1, id, gen_random_uuid(), true, 1, '' from made`,
          [shop.company.id, shop.boss.id, at],
        ),
      count: `select from job where company_id = $1 and kind = 'order.bulk'`,
    },
    notices: {
      insert: (shop, at) =>
        query(
          `insert into notice (company_id, id, membership_id, event, facts, created_at) values ($1, gen_random_uuid(), $2, 'order.approved', '{}', $3)`,
          [shop.company.id, shop.boss.id, at],
        ),
      count: `select from notice where company_id = $1`,
    },
    scheduleRuns: {
      insert: (shop, at) =>
        query(
          `insert into schedule_run (company_id, name, due_at, state, finished_at) values ($1, 'old', clock_timestamp(), 'Succeeded', $2)`,
          [shop.company.id, at],
        ),
      count: `select from schedule_run where company_id = $1 and name = 'old'`,
    },
    unreadRows: {
      insert: (shop, at) =>
        query(
          `with change as (insert into master_change (company_id, id, kind, source, state, made_at, made_by_name, refusal)
             values ($1, gen_random_uuid(), 'locationType', 'FileDrop', 'Invalid', $2, '', 'StorageFull') returning id)
           insert into master_change_row (company_id, change_id, id, kind, position, action, record)
             select $1, id, gen_random_uuid(), 'locationType', 0, 'Added', '' from change`,
          [shop.company.id, at],
        ),
      count: `select from master_change_row where company_id = $1`,
    },
    mciRows: {
      insert: (shop, at) => mciRows(shop, { at, state: 'ValidationFailed' }),
      count: `select from mci_row where company_id = $1`,
    },
    runSnapshots: {
      insert: (shop, at) =>
        ofRun(
          shop,
          at,
          `insert into run_snapshot (company_id, run_id, common, data_version, taken_at) select $1, id, '', '', $2 from run`,
        ),
      count: `select from run_snapshot where company_id = $1`,
    },
    runShards: {
      insert: (shop, at) =>
        ofRun(
          shop,
          at,
          `insert into run_shard (company_id, run_id, no, skus, input, done_at) select $1, id, 1, 1, '', $2 from run`,
        ),
      count: `select from run_shard where company_id = $1`,
    },
    noProposals: {
      insert: (shop, at) =>
        ofRun(
          shop,
          at,
          `insert into no_proposal (company_id, run_id, variant_id, location_id, reason, stock, in_transit, rate)
             select $1, r.id, v.id, l.id, 'NoDonor', 0, 0, 0 from run r, (select id from product_variant where company_id = $1 limit 1) v, (select id from location where company_id = $1 limit 1) l`,
        ),
      count: `select from no_proposal where company_id = $1`,
    },
    diagnosisFindings: {
      insert: (shop, at) =>
        query(
          `insert into diagnosis_finding (company_id, id, check_name, subject, level, tries, first_run_id, first_seen_at, last_run_id, last_seen_at, gone_at)
           values ($1, gen_random_uuid(), 'clockOff', 'database', 'ErrorCritical', 1, gen_random_uuid(), $2, gen_random_uuid(), $2, $2)`,
          [shop.company.id, at],
        ),
      count: `select from diagnosis_finding where company_id = $1`,
    },
    knowledgeQuestions: {
      insert: (shop, at) =>
        query(
          `insert into knowledge_question (company_id, id, question, folded, language, state, asked_at, asked_by)
           values ($1, gen_random_uuid(), 'Why?', 'why? ' || $2::timestamptz, 'en', 'Open', $2, 'x')`,
          [shop.company.id, at],
        ),
      count: `select from knowledge_question where company_id = $1`,
    },
    reportRuns: {
      insert: (shop, at) =>
        query(
          `insert into report_run (company_id, id, report, view_name, question, membership_id, receiver, state, requested_at)
           values ($1, gen_random_uuid(), 'orderReport', 'Old', '{}', $2, 'x', 'Ready', $3)`,
          [shop.company.id, shop.boss.id, at],
        ),
      count: `select from report_run where company_id = $1`,
    },
    diagnosisRuns: {
      insert: (shop, at) =>
        query(
          `insert into diagnosis_run (company_id, id, requested_at, finished_at, total) values ($1, gen_random_uuid(), $2, $2, 1)`,
          [shop.company.id, at],
        ),
      count: `select from diagnosis_run where company_id = $1`,
    },
    files: {
      insert: (shop, at) =>
        query(
          `insert into file (company_id, id, storage_key, name, type, bytes, sha256, purpose, created_by, created_at) values ($1, gen_random_uuid(), gen_random_uuid()::text, 'a', 'b', 1, '', 'c', $2, $3)`,
          [shop.company.id, shop.boss.id, at],
        ),
      count: `select from file where company_id = $1`,
    },
  }
  const query = async (text: string, values: unknown[]): Promise<void> =>
    void (await portal.owner.query(text, values))
  /** Something of a run of a service that ended at this moment. */
  const ofRun = (shop: Shop, at: Date, statement: string) =>
    query(
      `with project as (insert into project (company_id, code, service, name) values ($1, gen_random_uuid()::text, 'PSA', 'Old') returning code),
         strategy as (insert into strategy (company_id, id, code, name, search_text, project_code, state, segment, created_at, created_by, changed_at, changed_by)
           select $1, gen_random_uuid(), gen_random_uuid()::text, 'Old', '', code, 'Passive', 'UserDefined', $2, '', $2, '' from project returning id),
         day as (insert into service_date (company_id, id, strategy_id, day, planned_day, state, changed_at, changed_by)
           select $1, gen_random_uuid(), id, $2::timestamptz::date, $2::timestamptz::date, 'Closed', $2, '' from strategy returning id, strategy_id),
         run as (insert into service_run (company_id, id, code, date_id, strategy_id, project_code, service, name, search_text, domain, service_date, state, target_import_at, target_service_at, created_at, finished_at)
           select $1, gen_random_uuid(), gen_random_uuid()::text, d.id, d.strategy_id, p.code, 'PSA', 'Old', '', 'Production', $2::timestamptz::date, 'Closed', $2, $2, $2, $2 from day d, project p returning id)
       ${statement}`,
      [shop.company.id, at],
    )
  const signIn = (shop: Shop, at: Date, identityId: string | null) =>
    query(
      `insert into login_attempt (id, at, username_folded, identity_id, company_id, state, reason, address, agent) values (gen_random_uuid(), $1, 'x', $2, $3, 'Failed', '', '', 'old')`,
      [at, identityId, shop.company.id],
    )

  /** An entity with a generation of one row, and its file. */
  const mciRows = (shop: Shop, { at, state, active = 0 }: { at: Date; state: string; active?: number }) =>
    query(
      `with kept as (insert into file (company_id, id, storage_key, name, type, bytes, sha256, purpose, created_by)
           values ($1, gen_random_uuid(), gen_random_uuid()::text, 'a', 'b', 1, '', 'mci', $2) returning id),
         entity as (insert into mci_entity (company_id, id, code, name, purpose, data_source, user_generation)
           values ($1, gen_random_uuid(), gen_random_uuid()::text, 'e', 'Data', 'ManageByUserInput', $5) returning id),
         input as (insert into mci_file (company_id, id, entity_id, io_id, file_id, file_name, input, state, generation, uploaded_at, uploaded_by)
           select $1, gen_random_uuid(), entity.id, 1, kept.id, 'a', 'User', $4, 1, $3, '' from kept, entity)
       insert into mci_row (company_id, entity_id, generation, key, position, values) select $1, id, 1, $4, 0, '{}' from entity`,
      [shop.company.id, shop.boss.id, at, state, active],
    )

  it('[MCI-003] keeps rows of MCI that somebody reads, may activate or is reading in', async () => {
    const shop = await openShop(portal)
    const at = new Date(now.getTime() - 400 * 86_400_000)
    for (const state of ['Succeeded', 'Pending', 'Validating', 'Cancelled', 'ReValidate', 'Invalid'])
      await mciRows(shop, { at, state })
    await mciRows(shop, { at, state: 'Active', active: 1 })
    await mciRows(shop, { at, state: 'Active' })
    const { services } = portal.app
    const { counts } = await services.db.withCompany(shop.company.id, (tx) =>
      retentionWork.run({ tx, services, companyId: shop.company.id, dueAt: now }),
    )
    expect(counts['mciRows']).toBe(4)
    const { rows } = await portal.owner.query<{ key: string }>(
      'select key from mci_row where company_id = $1 order by key',
      [shop.company.id],
    )
    expect(rows.map(({ key }) => key)).toEqual(['Active', 'Pending', 'Succeeded', 'Validating'])
  })

  it('has a proof for each of its rows', () =>
    expect([...Object.keys(kinds), 'strayFiles'].toSorted()).toEqual(
      retention()
        .map(({ what }) => what)
        .toSorted(),
    ))

  it.each(Object.keys(kinds))('takes away %s that have outlived their time, and no others', async (what) => {
    const shop = await openShop(portal)
    const kind = kinds[what]!
    const { days } = retention().find((one) => one.what === what)!
    await kind.insert(shop, new Date(now.getTime() - days * 86_400_000 - 60_000))
    await kind.insert(shop, new Date(now.getTime() - days * 86_400_000 + 60_000))
    const { services } = portal.app
    const { counts } = await services.db.withCompany(shop.company.id, (tx) =>
      retentionWork.run({ tx, services, companyId: shop.company.id, dueAt: now }),
    )
    expect(counts[what]).toBe(1)
    expect((await portal.owner.query(kind.count, [shop.company.id])).rowCount).toBe(1)
  })
})

describe('a file that is taken away', () => {
  it('that a rolled-back request left behind goes with the next retention, a fresh one stays', async () => {
    const company = await portal.company()
    const ages = { old: 25, fresh: 23 }
    for (const [name, age] of Object.entries(ages)) {
      await mkdir(folder(company), { recursive: true })
      await writeFile(join(folder(company), name), 'x')
      await utimes(join(folder(company), name), hours(-age), hours(-age))
    }
    const { services } = portal.app
    const { counts } = await services.db.withCompany(company.id, (tx) =>
      retentionWork.run({ tx, services, companyId: company.id, dueAt: now }),
    )
    expect(counts['strayFiles']).toBe(1)
    expect(await readdir(folder(company))).toEqual(['fresh'])
  })

  const folder = (company: Company) => join(portal.app.services.config.dataDir, 'files', String(company.id))
  const onDisk = async (company: Company) =>
    (await readdir(folder(company), { recursive: true, withFileTypes: true }).catch(() => [])).filter(
      (entry) => entry.isFile(),
    ).length
  const deliver = async (company: Company) => {
    const { rows } = await portal.owner.query<{ id: string }>(
      `select id from outbox where company_id = $1 and kind = 'removeFiles' and done_at is null`,
      [company.id],
    )
    const mailer = { send: async () => {}, caught: null }
    await deliverer(portal.app.services, mailer, { removeFiles: removeStoredFiles })([
      { companyId: company.id, ids: rows.map(({ id }) => id) },
    ])
  }

  it('leaves the disk: a file of the cart, a picture replaced and deleted', async () => {
    const shop = await openShop(portal)
    const { token } = shop.buyer
    const pdf = { name: 'a.pdf', body: '%PDF-1.4\n' }
    const { body } = await portal.upload(uploadCartFiles, token, {}, [pdf, pdf])
    const { files } = body as { files: { fileId: string }[] }
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    for (let n = 0; n < 2; n++)
      await portal.upload(uploadProfilePicture, token, {}, [{ name: 'me.png', body: picture }])
    expect(await onDisk(shop.company)).toBe(4)
    await portal.call(removeCartFile, token, { fileId: files[0]!.fileId })
    await deliver(shop.company)
    expect(await onDisk(shop.company)).toBe(2)
    await portal.call(deleteProfilePicture, token, {})
    await deliver(shop.company)
    expect(await onDisk(shop.company)).toBe(1)
  })

  it('is refused past the quota of the company, with what it is and what can be done', async () => {
    const shop = await openShop(portal)
    await portal.owner.query('update company set file_quota_mb = 1 where id = $1', [shop.company.id])
    const big = { name: 'a.pdf', body: `%PDF-1.4\n${'x'.repeat(700_000)}` }
    expect((await portal.upload(uploadCartFiles, shop.buyer.token, {}, [big])).status).toBe(200)
    expect(await portal.upload(uploadCartFiles, shop.buyer.token, {}, [big])).toMatchObject({
      status: 507,
      code: 'FileQuotaReached',
      refused: { Facts: { used: '1 MB', limit: '1 MB' }, Message: expect.stringContaining('1 MB') },
    })
    expect(await onDisk(shop.company)).toBe(1)
  })
})

describe('[USR-010] the head of the audit log, kept outside the database', () => {
  it('tells when entries and head were removed together', async () => {
    const shop = await openShop(portal)
    const { services } = portal.app
    const start = () =>
      portal.call(runScheduleNow, shop.boss.token, { schedule: 'auditHead', requestKey: newId() })
    const check = () =>
      services.db.withCompany(shop.company.id, async (tx) => [
        (await verifyAudit(tx, shop.company.id)).firstBroken,
        await firstLostHead(tx, services.files, shop.company.id),
      ])
    expect(await check()).toEqual([null, null])
    await start()
    for (const one of schedules()) await work(shop.company, one)
    expect(await check()).toEqual([null, null])
    for (const table of ['audit_entry', 'audit_head'])
      await portal.owner.query(`delete from ${table} where company_id = $1`, [shop.company.id])
    expect(await check()).toEqual([null, 1])
  })
})
