import { cancelJob } from '@kervan/contract/jobs/jobs'
import {
  deleteReportRun,
  deleteReportView,
  downloadReportRun,
  getReportViews,
  reportRuns,
  saveReportView,
  shareReportView,
  startReportRun,
} from '@kervan/contract/report/report-views'
import { mostReportViews, mostWaitingRuns } from '@kervan/contract/report/view-words'
import { getMyNotices } from '@kervan/contract/account/own-notices'
import { getOrderReport, getOrderReportPdf } from '@kervan/contract/order/order-report'
import type { InputOf } from '@kervan/contract/kit/call'
import { plainText } from '@kervan/contract/kit/typed'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, orderOf, page, windowAround, type Shop } from '../../test/ordering.ts'
import { startPortal, type Portal, type User } from '../../test/portal.ts'
import { inCompany } from '../../test/statements.ts'
import { workbookRows } from '../../test/workbook-text.ts'
import { newId } from '../kit/database/uuid.ts'
import { readCaught } from '../kit/work/mail.ts'
import { runJob } from '../kit/work/run-job.ts'
import { reportMails } from './views/mails.ts'
import { reportRunJob } from './views/run.ts'

let portal: Portal
let shop: Shop
beforeAll(async () => {
  portal = await startPortal()
  shop = await openShop(portal, { product: { variants: 2 } })
  await orderOf(shop, [12, 24])
})
afterAll(() => portal.close())

const question = {
  rows: ['customer'],
  column: 'month',
  measure: 'quantity',
  only: {},
  names: {},
  sort: 'total' as const,
}
const daily = { rhythm: 'Daily' as const, weekday: null, monthDay: null, at: '07:30' }
const sql = (text: string, ...values: unknown[]) =>
  inCompany(portal, shop.company.id, text, [shop.company.id, ...values])
const save = (user: User, over: Partial<InputOf<typeof saveReportView>> = {}) =>
  portal.call(saveReportView, user.token, {
    viewId: null,
    version: null,
    report: 'orderReport',
    name: `View ${newId().slice(-6)}`,
    question,
    period: 'ThisMonth',
    schedule: null,
    ...over,
  })
const start = (user: User, over: Partial<InputOf<typeof startReportRun>> = {}) =>
  portal.call(startReportRun, user.token, {
    report: 'orderReport',
    name: 'Orders',
    question,
    ...windowAround(),
    ...over,
  })
const runs = async (user: User) => (await portal.call(reportRuns.page, user.token, page)).body.rows
const runNamed = async (user: User, name: string) =>
  (await runs(user)).filter(({ reportViewName }) => reportViewName === name)
const views = async (user: User) =>
  (await portal.call(getReportViews, user.token, { report: 'orderReport' })).body
const mailsOf = async (to: string) =>
  (await readCaught(join(portal.app.services.config.dataDir, 'mails'))).filter((mail) => mail.to === to)
const bytesOf = async (user: User, reportRunId: string, format: 'Excel' | 'Pdf') => {
  const answer = await fetch(`${portal.url}${downloadReportRun.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Token: user.token, reportRunId, format }),
  })
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}
/** What is due is started by two processes at once. */
const twiceDue = (key: string) =>
  Promise.all(
    [1, 2].map(() =>
      portal.app.services.db.withCompany(shop.company.id, (tx) =>
        reportMails.run({
          tx,
          services: portal.app.services,
          companyId: shop.company.id,
          dueAt: new Date(),
          key,
        }),
      ),
    ),
  )
const makeDue = (viewId: string) =>
  sql(
    `update report_view set next_at = now() - interval '1 minute' where company_id = $1 and id = $2`,
    viewId,
  )

describe('[RPT-002] a report made beside the screen', () => {
  it('is kept as Excel and PDF with the figures of the screen and their moment, for who asked for it alone', async () => {
    const { body } = await start(shop.boss)
    await expect.poll(async () => (await runs(shop.boss))[0]?.reportRunState).toBe('Ready')
    const [run] = await runNamed(shop.boss, 'Orders')
    expect(run).toMatchObject({
      id: body.reportRunId,
      reportRunReason: 'Asked',
      reportName: 'orderReport',
      formats: ['Excel', 'Pdf'],
      message: '',
    })
    const screen = await portal.call(getOrderReport, shop.boss.token, {
      ...windowAround(),
      rows: ['customer'],
      column: 'month',
      measure: 'quantity',
      filters: {},
    })
    expect(run?.rowCount).toBe(screen.body.rows.length)
    const { bytes } = await bytesOf(shop.boss, body.reportRunId, 'Excel')
    const figures = await workbookRows(bytes)
    expect(figures.flat().map(String)).toContain(screen.body.grandTotal)
    const pdf = await bytesOf(shop.boss, body.reportRunId, 'Pdf')
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const other = await shop.company.user()
    expect((await bytesOf(other, body.reportRunId, 'Excel')).status).toBe(404)
    expect(await runs(other)).toEqual([])
    const { notices } = (await portal.call(getMyNotices, shop.boss.token, { before: null })).body
    expect(notices).toContainEqual(
      expect.objectContaining({ event: 'reportRun.ready', recordCode: 'orderReport' }),
    )
  })

  it('is drawn as a PDF at once, and refused past what can be read on a page', async () => {
    const asked = {
      ...windowAround(),
      rows: ['customer' as const],
      column: null,
      measure: 'quantity' as const,
      filters: {},
    }
    expect((await portal.call(getOrderReportPdf, shop.boss.token, asked)).status).toBe(200)
    const wide = await openShop(portal)
    const order = await orderOf(wide)
    const [own] = await inCompany(
      portal,
      wide.company.id,
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
       where table_name = 'sales_order' and is_generated = 'NEVER' and column_name not in ('id', 'code', 'main_order_code', 'order_date')`,
      [],
    )
    await inCompany(
      portal,
      wide.company.id,
      `insert into sales_order (id, code, main_order_code, order_date, ${plainText(own?.columns)})
       select gen_random_uuid(), 'WIDE-' || n, null, o.order_date - n * interval '1 day', ${plainText(own?.columns)} from sales_order o, generate_series(1, 15) n where o.id = $1`,
      [order.id],
    )
    const day = { ...asked, column: 'day' as const, measure: 'orders' as const }
    expect((await portal.call(getOrderReportPdf, wide.boss.token, day)).code).toBe('ReportTooWideForPaper')
  })

  it('is stopped by who asked for it, waits in a row of five at most, and says what does not fit', async () => {
    const user = await shop.company.user()
    expect((await start(user, { report: 'nothing' })).code).toBe('ReportUnknown')
    expect((await start(user, { question: { ...question, rows: ['colour'] } })).code).toBe('ReportViewUnfit')
    expect((await start(user, { from: null, to: null })).code).toBe('ReportViewUnfit')
    const stranger = await shop.company.user({ without: [getOrderReport.permission ?? ''] })
    expect((await start(stranger)).code).toBe('ReportUnknown')
    const waiting = newId()
    await sql(
      `insert into job (company_id, id, membership_id, kind, input, state, created_at) values ($1, $2, $3, 'report.run', '{}', 'Waiting', now())`,
      waiting,
      user.id,
    )
    for (let n = 0; n < mostWaitingRuns; n++)
      await sql(
        `insert into report_run (company_id, id, report, view_name, question, membership_id, receiver, state, requested_at, job_id)
         values ($1, $2, 'orderReport', 'Stopped', '{}', $3, 'x', 'Waiting', now(), $4)`,
        newId(),
        user.id,
        waiting,
      )
    expect((await start(user)).code).toBe('TooManyReportRuns')
    expect((await runs(user))[0]).toMatchObject({ jobId: waiting, actions: { cancel: null } })
    expect((await portal.call(cancelJob, shop.boss.token, { jobId: waiting })).code).toBe('JobNotFound')
  })

  it('is deleted with its files by who has them, once it has ended', async () => {
    const user = await shop.company.user()
    const remove = (who: User, reportRunId: string) =>
      portal.call(deleteReportRun, who.token, { reportRunId }).then(({ status, code }) => code ?? status)
    const { reportRunId } = (await start(user)).body
    await expect.poll(async () => (await runs(user))[0]?.reportRunState).toBe('Ready')
    expect((await runs(user))[0]).toMatchObject({ fileSize: expect.any(Number), actions: { remove: null } })
    const files = () =>
      sql(`select f.storage_key from file f where f.company_id = $1 and f.created_by = $2`, user.id)
    expect(await files()).toHaveLength(2)
    expect(await remove(shop.boss, reportRunId)).toBe('NotFound')
    expect((await Promise.all([1, 2].map(() => remove(user, reportRunId)))).toSorted()).toEqual([
      200,
      'NotFound',
    ])
    expect([await files(), await runs(user)]).toEqual([[], []])
    await sql(
      `insert into report_run (company_id, id, report, view_name, question, membership_id, receiver, state, requested_at)
         values ($1, $2, 'orderReport', 'Under way', '{}', $3, 'x', 'Running', now())`,
      reportRunId,
      user.id,
    )
    expect(await remove(user, reportRunId)).toBe('ReportRunUnfinished')
    // What was sent by a view of somebody else stays in the list of its owner.
    await sql(
      `update report_run set state = 'Sent', owner_id = $3 where company_id = $1 and id = $2`,
      reportRunId,
      shop.boss.id,
    )
    expect(await remove(user, reportRunId)).toBe(200)
    expect((await runNamed(shop.boss, 'Under way'))[0]).toMatchObject({ reportRunState: 'Sent', actions: {} })
    await sql(`delete from report_run where company_id = $1 and id = $2`, reportRunId)
  })

  it('[ORD-020] refuses amounts to who may not see them, also in a file that was made before', async () => {
    const hidden = await openShop(portal, { visibility: 'NoHide' })
    await orderOf(hidden)
    const { body } = await start(hidden.boss, { question: { ...question, measure: 'netAmount' } })
    await expect.poll(async () => (await runs(hidden.boss))[0]?.reportRunState).toBe('Ready')
    await portal.owner.query(
      `update company_policy set price_visibility = 'HideForAll' where company_id = $1`,
      [hidden.company.id],
    )
    expect((await bytesOf(hidden.boss, body.reportRunId, 'Excel')).status).toBe(403)
    await start(hidden.boss, { name: 'Amounts', question: { ...question, measure: 'netAmount' } })
    await expect.poll(async () => (await runNamed(hidden.boss, 'Amounts'))[0]?.reportRunState).toBe('Failed')
    expect((await runNamed(hidden.boss, 'Amounts'))[0]?.message).toMatch(/amounts/)
  })
})

describe('[RPT-001] a view of a report', () => {
  it('is shared with a role: its members read it, within their own rights; nobody else does', async () => {
    const reader = await shop.company.user()
    const nobody = await shop.company.user()
    const { body } = await save(shop.boss, {
      name: 'Shared',
      question: { ...question, measure: 'netAmount' },
    })
    const shared = await portal.call(shareReportView, shop.boss.token, {
      viewId: body.viewId,
      version: body.version,
      roleIds: [reader.roleId],
      mailsReaders: false,
    })
    expect(shared.status).toBe(200)
    const [view] = (await views(reader)).views
    expect(view).toMatchObject({ name: 'Shared', isOwn: false, limits: null, actions: {} })
    expect(view?.from).toMatch(/-01$/)
    expect((await views(nobody)).views).toEqual([])
    const asOther = { viewId: body.viewId, version: body.version + 1 }
    expect((await portal.call(deleteReportView, reader.token, asOther)).code).toBe('NotFound')
    const stranger = await openShop(portal)
    expect((await portal.call(deleteReportView, stranger.boss.token, asOther)).code).toBe('NotFound')
    const withOther = { ...asOther, roleIds: [stranger.boss.roleId], mailsReaders: true }
    expect((await portal.call(shareReportView, shop.boss.token, withOther)).code).toBe('NotFound')
    const shut = await shop.company.user({ without: [getOrderReport.permission ?? ''] })
    expect((await portal.call(getReportViews, shut.token, { report: 'orderReport' })).code).toBe(
      'ReportUnknown',
    )
  })

  it('[ORD-020] tells a reader who may not see amounts so', async () => {
    const hidden = await openShop(portal, { visibility: 'HideForAll' })
    await save(hidden.boss, { question: { ...question, measure: 'netAmount' } })
    expect((await views(hidden.boss)).views[0]?.limits).toMatch(/amounts/)
  })

  it('is saved once under a name, by who has seen its last version, and thirty times at most', async () => {
    const user = await shop.company.user()
    const answers = await Promise.all([1, 2].map(() => save(user, { name: 'Twice' })))
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['ReportViewNameTaken', null])
    const { viewId, version } = answers.find(({ status }) => status === 200)!.body
    const changed = { viewId, version, name: 'Twice', schedule: daily }
    expect((await save(user, changed)).status).toBe(200)
    expect((await save(user, changed)).code).toBe('ChangedMeanwhile')
    expect((await views(user)).views[0]).toMatchObject({ schedule: daily, actions: { save: null } })
    expect((await save(user, { question: { ...question, column: 'colour' } })).code).toBe('ReportViewUnfit')
    await sql(
      `insert into report_view (company_id, id, report, name, question, membership_id, created_at)
       select $1, gen_random_uuid(), 'orderReport', 'Many ' || n, '{}', $2, now() from generate_series(2, $3::int) n`,
      user.id,
      mostReportViews,
    )
    expect((await save(user)).code).toBe('TooManyReportViews')
    const gone = await portal.call(deleteReportView, user.token, { viewId, version: version + 1 })
    expect(gone.body).toEqual({ done: true })
  })
})

describe('[RPT-001] a view that is sent', () => {
  it('reaches its owner and its readers once, with the Excel file and the moment of its figures', async () => {
    const [owner, reader] = [await shop.company.user(), await shop.company.user()]
    const { body } = await save(owner, { name: 'Morning', schedule: daily })
    await portal.call(shareReportView, owner.token, {
      viewId: body.viewId,
      version: body.version,
      roleIds: [reader.roleId],
      mailsReaders: true,
    })
    await makeDue(body.viewId)
    await twiceDue(body.viewId)
    await expect.poll(() => mailsOf(reader.username).then(({ length }) => length)).toBe(1)
    await expect.poll(() => mailsOf(owner.username).then(({ length }) => length)).toBe(1)
    const [mail] = await mailsOf(owner.username)
    expect(mail?.files).toEqual([{ name: expect.stringMatching(/\.xlsx$/), bytes: expect.any(Number) }])
    await expect
      .poll(async () => (await runNamed(owner, 'Morning')).map(({ reportRunState }) => reportRunState))
      .toEqual(['Sent', 'Sent'])
    const log = await runNamed(owner, 'Morning')
    expect(log.map(({ reportReceiver }) => reportReceiver).toSorted()).toEqual(
      [owner.name, reader.name].toSorted(),
    )
    // The files of another reader are theirs.
    expect(log.find(({ reportReceiver }) => reportReceiver === reader.name)?.formats).toEqual([])
    const next = (await views(owner)).views[0]?.nextAt ?? ''
    expect(new Date(next).getTime()).toBeGreaterThan(Date.now())
  })

  it('is skipped where there is nothing to tell', async () => {
    const owner = await shop.company.user()
    const only = { customer: ['NOBODY'] }
    const { body } = await save(owner, { name: 'Nothing', schedule: daily, question: { ...question, only } })
    await makeDue(body.viewId)
    await twiceDue(body.viewId)
    await expect
      .poll(async () => (await runNamed(owner, 'Nothing'))[0])
      .toMatchObject({ reportRunState: 'Empty', message: '' })
    expect(await mailsOf(owner.username)).toEqual([])
  })

  it('whose column is gone fails with the reason, and its owner is told', async () => {
    const owner = await shop.company.user()
    const { body } = await save(owner, { name: 'Unfit', schedule: daily })
    await sql(
      `update report_view set question = jsonb_set(question, '{rows}', '["colour"]') where company_id = $1 and id = $2`,
      body.viewId,
    )
    expect((await views(owner)).views[0]?.limits).toMatch(/no longer/)
    await makeDue(body.viewId)
    await twiceDue(body.viewId)
    await expect.poll(async () => (await runNamed(owner, 'Unfit'))[0]?.reportRunState).toBe('Failed')
    expect((await runNamed(owner, 'Unfit'))[0]?.message).toMatch(/no longer has everything/)
    const { notices } = (await portal.call(getMyNotices, owner.token, { before: null })).body
    expect(notices.map(({ event }) => event)).toEqual(['reportRun.failed'])
  })

  it('leaves once when two workers have its run, one of them taken for dead', async () => {
    const owner = await shop.company.user()
    const { body } = await save(owner, { name: 'Taken', schedule: daily })
    const [jobId, runId] = [newId(), newId()]
    await sql(
      `insert into job (company_id, id, membership_id, kind, input, state, created_at) values ($1, $2, $3, 'report.run', $4, 'Waiting', now())`,
      jobId,
      owner.id,
      JSON.stringify({ runId, language: 'en' }),
    )
    const { from, to } = windowAround()
    await sql(
      `insert into report_run (company_id, id, report, view_name, question, from_day, to_day, membership_id, receiver, view_id, owner_id, due_at, state, requested_at, job_id)
       select $1, $2, report, name, question, $3::date, $4::date, membership_id, 'x', id, membership_id, now(), 'Waiting', now(), $5 from report_view where company_id = $1 and id = $6`,
      runId,
      from,
      to,
      jobId,
      body.viewId,
    )
    const work = () =>
      runJob(portal.app.services, 'report.run', reportRunJob, {
        companyId: shop.company.id,
        jobId,
      })
    await Promise.all([work(), work(), work()])
    await work()
    await expect.poll(async () => (await runNamed(owner, 'Taken'))[0]?.reportRunState).toBe('Sent')
    expect(await mailsOf(owner.username)).toHaveLength(1)
  })
})
