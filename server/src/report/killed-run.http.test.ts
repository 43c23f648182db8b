import { cancelJob, getMyJobs } from '@kervan/contract/jobs/jobs'
import { reportRuns, saveReportView, startReportRun } from '@kervan/contract/report/report-views'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, orderOf, page, windowAround, type Shop } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'
import { inCompany } from '../../test/statements.ts'
import { startWorker } from '../../test/worker-process.ts'
import { workOffDue } from '../../test/due-work.ts'
import { readCaught } from '../kit/work/mail.ts'
import { reportMails } from './views/mails.ts'

// Runs of reports in a worker of its own process (RPT-002): one is killed in the middle of a scheduled run, one is
// cancelled while its statement is under way.

let portal: Portal
let shop: Shop
beforeAll(async () => {
  portal = await startPortal({ own: true, worker: false })
  shop = await openShop(portal)
  await orderOf(shop, [12])
})
afterAll(() => portal.close())

const question = {
  rows: ['customer'],
  column: null,
  measure: 'orders',
  only: {},
  names: {},
  sort: 'total' as const,
}
const runs = async () => (await portal.call(reportRuns.page, shop.boss.token, page)).body.rows
const mails = async () =>
  (await readCaught(join(portal.app.services.config.dataDir, 'mails'))).filter(
    ({ to }) => to === shop.boss.username,
  )

/** What the worker waits for when it is killed. */
const held = [
  { when: 'before it begins', table: 'report_run' },
  { when: 'before its files are kept', table: 'file' },
  { when: 'before its mail is promised', table: 'outbox' },
]

it('[RPT-002] a scheduled report whose worker is killed is sent once', async () => {
  const { viewId } = (
    await portal.call(saveReportView, shop.boss.token, {
      viewId: null,
      version: null,
      report: 'orderReport',
      name: 'Killed',
      question,
      period: 'ThisMonth',
      schedule: { rhythm: 'Daily', weekday: null, monthDay: null, at: '07:30' },
    })
  ).body
  await inCompany(
    portal,
    shop.company.id,
    `update report_view set next_at = now() - interval '1 minute' where company_id = $1 and id = $2`,
    [shop.company.id, viewId],
  )
  await workOffDue(portal, shop.company.id, reportMails)
  const connectionString = (portal.owner.options as { connectionString: string }).connectionString
  for (const { when, table } of held) {
    const waiting = async () =>
      (
        await portal.owner.query(
          `select from pg_locks l join pg_class c on c.oid = l.relation where c.relname = $1 and not l.granted`,
          [table],
        )
      ).rowCount
    const holder = new pg.Client({ connectionString })
    await holder.connect()
    await holder.query(`begin; lock table ${table} in exclusive mode`)
    const worker = await startWorker(portal)
    await expect.poll(waiting, { message: when, interval: 50, timeout: 60_000 }).toBeGreaterThan(0)
    expect(await mails(), when).toEqual([])
    worker.kill('SIGKILL')
    await new Promise((ended) => worker.once('exit', ended))
    await holder.query('rollback')
    await holder.end()
    await expect.poll(waiting, { message: when, interval: 50 }).toBe(0)
    // What the queue finds out when the lease of the killed worker ends.
    await portal.owner.query(
      `update pgboss.job set state = 'created', started_on = null where state = 'active'`,
    )
  }
  await startWorker(portal)
  await expect
    .poll(async () => (await runs()).map(({ reportRunState }) => reportRunState), { timeout: 60_000 })
    .toEqual(['Sent'])
  expect((await mails()).map(({ files }) => files?.length)).toEqual([1])
  const [kept] = await inCompany(
    portal,
    shop.company.id,
    `select (select count(*)::int from file where company_id = $1) as files, (select count(*)::int from outbox where company_id = $1 and payload ->> 'template' = 'reportSent') as mails`,
    [shop.company.id],
  )
  expect(kept).toEqual({ files: 2, mails: 1 })
})

it('[RPT-002] a run that is cancelled stops the statement that is under way', async () => {
  // Each order takes a minute to be read.
  await portal.owner.query(
    `create policy slow on sales_order as restrictive using (pg_sleep(60) is not null)`,
  )
  const sleeping = async () =>
    (await portal.owner.query(`select from pg_stat_activity where wait_event = 'PgSleep'`)).rowCount
  const { jobId } = (
    await portal.call(startReportRun, shop.boss.token, {
      report: 'orderReport',
      name: 'Long',
      question,
      ...windowAround(),
    })
  ).body
  await startWorker(portal)
  await expect.poll(sleeping, { interval: 50, timeout: 60_000 }).toBe(1)
  expect((await portal.call(cancelJob, shop.boss.token, { jobId })).status).toBe(200)
  await expect.poll(sleeping, { interval: 50, timeout: 10_000 }).toBe(0)
  await expect
    .poll(
      async () =>
        (await portal.call(getMyJobs, shop.boss.token, {})).body.jobs.find((job) => job.id === jobId)?.state,
    )
    .toBe('Cancelled')
  expect((await runs()).find(({ reportViewName }) => reportViewName === 'Long')).toMatchObject({
    reportRunState: 'Cancelled',
    formats: [],
  })
})
