import { getMyNotices } from '@kervan/contract/account/own-notices'
import {
  beginMaintenance,
  endMaintenance,
  findings,
  getDiagnosis,
  ignoreFinding,
  runDiagnosis,
  watchFinding,
} from '@kervan/contract/diagnosis/diagnosis'
import { addDays } from '@kervan/contract/kit/days'
import { keysOf } from '@kervan/contract/kit/typed'
import { diagnosisChecks, type CheckName } from '@kervan/contract/kit/work'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, orderOf, page, type Shop } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'
import { inCompany } from '../../test/statements.ts'
import { newId } from '../kit/database/uuid.ts'
import { translate } from '../kit/messages.ts'
import { partsOf } from '../kit/parts.ts'
import { makeChecks } from './make-checks.ts'
import { nightlyDiagnosis } from './start.ts'

let portal: Portal
let shop: Shop
/** Milliseconds by which the clock of the portal is wrong. */
let wrongBy = 0
beforeAll(async () => {
  portal = await startPortal({ now: () => new Date(Date.now() + wrongBy), worker: false })
  shop = await openShop(portal)
})
afterAll(() => portal.close())

const sql = (text: string, values: unknown[] = []) =>
  inCompany(portal, shop.company.id, text, [shop.company.id, ...values])
const start = () => portal.call(runDiagnosis, shop.boss.token, {})
/** Makes all checks, as somebody who asks for it and a worker. */
async function diagnose(): Promise<string> {
  const { body } = await start()
  await makeChecks(portal.app.services, { companyId: shop.company.id, runId: body.runId })
  return body.runId
}
const list = async (tab: 'open' | 'ignored' | 'gone' = 'open', runId?: string) =>
  (
    await portal.call(findings.page, shop.boss.token, {
      ...page,
      tab,
      ...(runId && { runId }),
    })
  ).body.rows
const foundBy = async (check: CheckName) => (await list()).filter((row) => row.check === check)
const stand = async (runId?: string) =>
  (await portal.call(getDiagnosis, shop.boss.token, runId ? { runId } : {})).body

const job = (state: string, finished: string) =>
  sql(
    `insert into job (company_id, id, membership_id, kind, input, state, created_at, finished_at)
     values ($1, $2, $3, 'bulk', '{}', '${state}', now() - interval '7 hours', ${finished})`,
    [newId(), shop.boss.id],
  )
const delivery = (state: string, requested: string) =>
  sql(
    `insert into delivery (company_id, key, kind, name, record_id, requested_at, due_at, settled_at, state)
     values ($1, 'planted', 'ediAnswers', 'EDI-1', $2, ${requested}, ${state === 'Waiting' ? 'now()' : 'null'}, ${state === 'Waiting' ? 'null' : 'now()'}, '${state}')`,
    [newId()],
  )
async function plantRun(): Promise<void> {
  const [strategy, date] = [newId(), newId()]
  await sql(
    `insert into project (company_id, code, name, service) values ($1, 'P-1', 'Project', 'PST') on conflict do nothing`,
  )
  await sql(
    `insert into strategy (company_id, id, code, name, search_text, project_code, state, segment, created_at, created_by, changed_at, changed_by)
     values ($1, $2, 'ST-1', 'Strategy', 'strategy', 'P-1', 'Active', 'UserDefined', now(), 'x', now(), 'x')`,
    [strategy],
  )
  await sql(
    `insert into service_date (company_id, id, strategy_id, day, planned_day, state, changed_at, changed_by)
     values ($1, $2, $3, current_date, current_date, 'Closed', now(), 'x')`,
    [date, strategy],
  )
  await sql(
    `insert into service_run (company_id, id, code, date_id, strategy_id, project_code, service, name, search_text, domain, service_date, state, target_import_at, target_service_at, created_at)
     values ($1, $2, 'SR-FAILED', $3, $4, 'P-1', 'PST', 'Nightly', 'nightly', 'Production', current_date, 'Failed', now(), now(), now())`,
    [newId(), date, strategy],
  )
}

const config = () => portal.app.services.config
const planted: { certificate?: Awaited<ReturnType<typeof serveCertificate>> } = {}

/** A server whose certificate ends in so many days. */
async function serveCertificate(days: number) {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
    '-days',
    String(days),
    '-subj',
    '/CN=portal.example',
  ])
  const server = createServer({ key: await readFile(key), cert: await readFile(cert) })
  await rm(folder, { recursive: true })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  return { port: typeof address === 'object' ? address?.port : undefined, close: () => server.close() }
}
/** The runtime role may not rewrite the log. */
const asOwner = (text: string) => portal.owner.query(text, [shop.company.id])

/** How the fault of each check is planted and mended again, and at what it is found. */
const faults: Record<
  Exclude<CheckName, 'checkFailed' | 'outsideDown' | 'diskNearlyFull'>,
  { plant: () => Promise<unknown>; mend: () => Promise<unknown>; at: () => string }
> = {
  scheduleFailed: {
    plant: () =>
      sql(
        `insert into schedule_run (company_id, name, due_at, state, started_at, finished_at, message) values ($1, 'retention', '2026-01-01', 'Failed', now(), now(), 'no room')`,
      ),
    mend: () =>
      sql(
        `insert into schedule_run (company_id, name, due_at, state, started_at, finished_at) values ($1, 'retention', '2026-01-02', 'Succeeded', now(), now())`,
      ),
    at: () => 'retention',
  },
  jobFailed: {
    plant: () => job('Failed', 'now()'),
    mend: () => sql(`delete from job where company_id = $1`),
    at: () => 'bulk',
  },
  jobStuck: {
    plant: () => job('Running', 'null'),
    mend: () => sql(`delete from job where company_id = $1`),
    at: () => 'bulk',
  },
  deliveryFailed: {
    plant: () => delivery('Failed', 'now()'),
    mend: () => sql(`delete from delivery where company_id = $1`),
    at: () => 'ediAnswers',
  },
  deliveryWaiting: {
    plant: () => delivery('Waiting', `now() - interval '2 days'`),
    mend: () => sql(`delete from delivery where company_id = $1`),
    at: () => 'ediAnswers',
  },
  mailFailed: {
    plant: () =>
      sql(
        `insert into outbox (company_id, id, kind, payload, attempts, last_error, created_at) values ($1, $2, 'mail', '{}', 3, 'ECONNREFUSED', now() - interval '2 hours')`,
        [newId()],
      ),
    mend: () => sql(`update outbox set done_at = now() where company_id = $1`),
    at: () => 'mail',
  },
  clockOff: {
    plant: async () => void (wrongBy = 60_000),
    mend: async () => void (wrongBy = 0),
    at: () => 'database',
  },
  certificateEnds: {
    plant: async () => {
      planted.certificate = await serveCertificate(20)
      Object.assign(config(), { publicUrl: `https://127.0.0.1:${planted.certificate.port}` })
    },
    mend: async () => {
      Object.assign(config(), { publicUrl: null })
      planted.certificate?.close()
    },
    at: () => '127.0.0.1',
  },
  backupOld: {
    plant: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'backups-'))
      await mkdir(join(folder, 'old'))
      await mkdir(join(folder, 'new.partial'))
      const madeAt = new Date(Date.now() - 30 * 3_600_000).toISOString()
      await writeFile(join(folder, 'old', 'manifest.json'), JSON.stringify({ madeAt }))
      Object.assign(config(), { backups: { folder, hours: 26 } })
    },
    mend: async () => {
      const { backups } = config()
      if (backups) await rm(backups.folder, { recursive: true })
      Object.assign(config(), { backups: null })
    },
    at: () => 'backup',
  },
  auditChainBroken: {
    plant: () =>
      asOwner(`update audit_entry set actor_name = actor_name || '!' where company_id = $1 and seq = 1`),
    mend: () =>
      asOwner(`update audit_entry set actor_name = left(actor_name, -1) where company_id = $1 and seq = 1`),
    at: () => 'audit',
  },
  transferLate: {
    plant: async () => {
      const id = newId()
      await sql(
        `insert into data_transfer (company_id, id, code, name, data_kind, source, expression, early_hours, tolerance_minutes, active)
         values ($1, $2, 'STK-1', 'Stock of the night', 'stockLevel', 'Any', '0 4 * * *', 2, 30, true)`,
        [id],
      )
      await sql(
        `insert into data_transfer_due (company_id, id, transfer_id, due_at, state) values ($1, $2, $3, now() - interval '1 day', 'Late')`,
        [newId(), id],
      )
    },
    mend: () => sql(`update data_transfer_due set state = 'Received' where company_id = $1`),
    at: () => 'STK-1',
  },
  customerWithoutPlace: {
    plant: async () => void (await shop.company.customer({ name: 'NOWHERE' })),
    mend: () => sql(`delete from partner where company_id = $1 and name = 'NOWHERE'`),
    at: () => '',
  },
  orderSumWrong: {
    plant: () => sql('update sales_order set total = total + 1 where company_id = $1'),
    mend: () => sql('update sales_order set total = total - 1 where company_id = $1'),
    at: () => 'SO-',
  },
  stockReservedWrong: {
    plant: () => sql('update stock set reserved = reserved + 5 where company_id = $1'),
    mend: () => sql('update stock set reserved = reserved - 5 where company_id = $1'),
    at: () => shop.product.variants[0]?.code ?? '',
  },
  orderForgotten: {
    plant: () => sql(`update sales_order set delivery_date = current_date - 40 where company_id = $1`),
    mend: () => sql(`update sales_order set delivery_date = current_date + 4 where company_id = $1`),
    at: () => 'SO-',
  },
  runFailed: {
    plant: plantRun,
    mend: () => sql(`update service_run set state = 'Closed' where company_id = $1`),
    at: () => 'SR-FAILED',
  },
}

describe('[DIA-001] the system diagnosis', () => {
  it('without any report says so in the words of the specification', async () => {
    const other = await openShop(portal)
    const { body } = await portal.call(getDiagnosis, other.boss.token, {})
    expect(body).toMatchObject({ running: null, report: null, reports: [] })
    expect(translate('en', 'diagnosis.never')).toBe(
      'No valid report found in system diagnosis (talk to the administrator)',
    )
    await diagnose()
    const unknown = await portal.call(getDiagnosis, shop.boss.token, { runId: newId() })
    expect(unknown.code).toBe('DiagnosisReportNotFound')
    expect(unknown.refused?.Message).toBe('Audit Report could not be found!')
  })

  it('has the words of every check, and somebody who makes it', () => {
    const made = partsOf('check').map(({ name }) => name)
    expect([...made, 'checkFailed'].toSorted()).toEqual(keysOf(diagnosisChecks).toSorted())
  })

  it.each(keysOf(faults))('%s finds its fault, and nothing once it is mended', async (check) => {
    const { plant, mend, at } = faults[check]
    if (!(await placed())) await orderOf(shop)
    await diagnose()
    expect(await foundBy(check)).toEqual([])
    await plant()
    try {
      await diagnose()
      // Some are shown only when they are found twice.
      if (diagnosisChecks[check].tries === 2) {
        expect(await foundBy(check)).toEqual([])
        await diagnose()
      }
      const [row] = await foundBy(check)
      expect(row).toMatchObject({
        findingLevel: diagnosisChecks[check].level,
        findingSubject: expect.stringContaining(at()),
        isNew: true,
      })
      if (check.startsWith('order'))
        expect(row?.place).toBe(`/order/order-management?order=${row?.findingSubject}`)
      else expect(row?.place).toBe(diagnosisChecks[check].place)
      // The names of our own kinds and schedules are words.
      if (diagnosisChecks[check].words !== undefined) expect(row?.finding).not.toContain(at())
      expect(row?.finding).not.toMatch(/\{\{|diagnosis\.check/)
      expect(row?.mend).not.toMatch(/diagnosis\.check/)
      await diagnose()
      expect((await foundBy(check))[0]).toMatchObject({ isNew: false, firstSeenAt: row?.firstSeenAt })
    } finally {
      await mend()
    }
    await diagnose()
    expect(await foundBy(check)).toEqual([])
    expect((await list('gone')).some((row) => row.check === check && row.goneAt !== null)).toBe(true)
  })

  it('goes on after a check that fails, says that it was not made, and closes none of its findings', async () => {
    await faults.customerWithoutPlace.plant()
    await diagnose()
    const check = partsOf('check').find(({ name }) => name === 'customerWithoutPlace')!
    const working = check.run
    check.run = () => Promise.reject(new Error('planted'))
    try {
      await diagnose()
      const runId = await diagnose()
      expect(await stand(runId)).toMatchObject({ report: { failed: 1, checks: partsOf('check').length } })
      expect(await foundBy('checkFailed')).toMatchObject([{ findingSubject: 'customerWithoutPlace' }])
      expect(await foundBy('customerWithoutPlace')).toHaveLength(1)
    } finally {
      check.run = working
    }
    await faults.customerWithoutPlace.mend()
    await diagnose()
    expect(await list()).toEqual([])
  })

  it('is one run, whoever asks; a worker that died is taken up where it stopped', async () => {
    const answers = await Promise.all([start(), start(), start()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.code).toBe('DiagnosisRunning')
    const runId = answers.find(({ status }) => status === 200)?.body.runId ?? ''
    await sql(`update diagnosis_run set checks = '["clockOff"]' where company_id = $1 and id = $2`, [runId])
    expect(await stand()).toMatchObject({ running: { id: runId, done: 1, total: partsOf('check').length } })
    const entry = { companyId: shop.company.id, runId }
    await Promise.all([makeChecks(portal.app.services, entry), makeChecks(portal.app.services, entry)])
    expect(await stand()).toMatchObject({ running: null, report: { id: runId, failed: 0 } })
    const { rows } = await portal.owner.query<{ checks: string[] }>(
      'select checks from diagnosis_run where company_id = $1 and id = $2',
      [shop.company.id, runId],
    )
    expect(rows[0]?.checks.toSorted()).toEqual(
      partsOf('check')
        .map(({ name }) => name)
        .toSorted(),
    )
  })

  it('is made every night, of which nobody is the author', async () => {
    const { counts } = await portal.app.services.db.withCompany(shop.company.id, (tx) =>
      nightlyDiagnosis.run({
        tx,
        services: portal.app.services,
        companyId: shop.company.id,
        dueAt: new Date(),
      }),
    )
    expect(counts).toEqual({ checks: partsOf('check').length })
    const { running } = await stand()
    await makeChecks(portal.app.services, { companyId: shop.company.id, runId: running?.id ?? '' })
    expect((await stand()).report?.startedBy).toBeNull()
  })

  it('leaves a finding out until a day, with a reason, and shows it again; a report of earlier has it', async () => {
    await faults.customerWithoutPlace.plant()
    const runId = await diagnose()
    const [row] = await list()
    const one = { findingId: row?.id ?? '', version: row?.version ?? 0 }
    const today = new Date().toISOString().slice(0, 10)
    const call = (until: string) =>
      portal.call(ignoreFinding, shop.boss.token, { ...one, until, reason: 'Closes next month' })
    expect((await call(addDays(today, -2))).code).toBe('IgnoredInThePast')
    expect((await call(addDays(today, 30))).status).toBe(200)
    expect((await call(addDays(today, 30))).code).toBe('ChangedMeanwhile')
    expect(await list()).toEqual([])
    expect((await stand()).levels.every(({ count }) => count === 0)).toBe(true)
    expect(await list('ignored')).toMatchObject([
      { ignoredReason: 'Closes next month', ignoredBy: shop.boss.name },
    ])
    const watched = await portal.call(watchFinding, shop.boss.token, { ...one, version: one.version + 1 })
    expect(watched.status).toBe(200)
    expect(await list()).toHaveLength(1)
    await faults.customerWithoutPlace.mend()
    await diagnose()
    expect((await call(addDays(today, 30))).code).toBe('FindingGone')
    expect(await list()).toEqual([])
    expect(await list('open', runId)).toMatchObject([{ check: 'customerWithoutPlace' }])
  })

  it('[ORD-024] tells of new findings once, through the bell, and of none during maintenance', async () => {
    const told = async () =>
      (await portal.call(getMyNotices, shop.boss.token, { before: null })).body.notices.filter(
        ({ event }) => event === 'diagnosis.found',
      )
    const before = (await told()).length
    const begin = () =>
      portal.call(beginMaintenance, shop.boss.token, { hours: 2, reason: 'New version of the ERP' })
    expect((await Promise.all([begin(), begin()])).map(({ code }) => code).toSorted()).toEqual([
      'MaintenanceUnderWay',
      null,
    ])
    expect((await stand()).maintenance).toMatchObject({
      reason: 'New version of the ERP',
      by: shop.boss.name,
    })
    await faults.jobFailed.plant()
    await faults.mailFailed.plant()
    try {
      await diagnose()
      expect((await told()).length).toBe(before)
      expect((await portal.call(endMaintenance, shop.boss.token, {})).status).toBe(200)
      expect((await portal.call(endMaintenance, shop.boss.token, {})).code).toBe('NotFound')
      // The mail is found for the second time: now it counts as well.
      await diagnose()
      expect((await told())[0]).toMatchObject({ facts: { count: 2 } })
      await diagnose()
      expect((await told()).length).toBe(before + 1)
      const part = await shop.company.user({ customer: shop.customer })
      expect((await portal.call(beginMaintenance, part.token, { hours: 1, reason: 'x' })).code).toBe(
        'WholeCompanyNeeded',
      )
      const { notices } = (await portal.call(getMyNotices, part.token, { before: null })).body
      expect(notices).toEqual([])
    } finally {
      await faults.jobFailed.mend()
      await faults.mailFailed.mend()
    }
    await diagnose()
  })

  it('is for who sees the whole company, and never of another one', async () => {
    const part = await shop.company.user({ customer: shop.customer })
    expect((await portal.call(runDiagnosis, part.token, {})).code).toBe('WholeCompanyNeeded')
    expect((await portal.call(getDiagnosis, part.token, {})).code).toBe('WholeCompanyNeeded')
    await faults.customerWithoutPlace.plant()
    await diagnose()
    const asked = { ...page, tab: 'open' as const }
    expect((await portal.call(findings.page, part.token, asked)).body.rows).toEqual([])
    const stranger = await openShop(portal)
    expect((await portal.call(findings.page, stranger.boss.token, asked)).body.rows).toEqual([])
    const [row] = await list()
    const other = await portal.call(ignoreFinding, stranger.boss.token, {
      findingId: row?.id ?? '',
      version: row?.version ?? 0,
      until: '2099-01-01',
      reason: 'mine',
    })
    expect(other.code).toBe('NotFound')
    await faults.customerWithoutPlace.mend()
  })
})

const placed = async () =>
  (await portal.owner.query('select from sales_order where company_id = $1 limit 1', [shop.company.id]))
    .rowCount
