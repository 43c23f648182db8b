import type { ReportAnswer, ReportQuery } from '@kervan/contract/kit/report'
import { reportRunLimits, type ReportRunState } from '@kervan/contract/report/view-words'
import type { ReportQuestion } from '@kervan/contract/report/report-views'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import type { FileAnswer } from '../../kit/http/handle.ts'
import { sayDay, sayMoment } from '../../kit/messages.ts'
import { drawReport, fitsPaper, reportPaper } from '../../kit/reports/paper.ts'
import type { ReportContext } from '../../kit/reports/report-source.ts'
import type { ServedReport } from '../../kit/reports/serve-report.ts'
import { reportWorkbook } from '../../kit/reports/workbook.ts'
import type { JobHandler, JobRun } from '../../kit/work/jobs.ts'
import { notify } from '../../kit/work/notices.ts'
import { enqueueMail } from '../../kit/work/outbox.ts'
import { assertOwnRun } from '../../kit/work/run-job.ts'
import { queryOf, reportOf } from './question.ts'

// A run of a report (RPT-002): the figures are read once, in the name and with the rights of who receives them; workbook,
// paper and mail are made of that one answer. Its files, its mail and its end are one transaction, so it ends once.

type Run = {
  id: string
  report: string
  viewName: string
  question: ReportQuestion
  from: string | null
  to: string | null
  dueAt: Date | null
  state: ReportRunState
}

/** Steps of a run: reading, workbook, paper, keeping. */
const steps = 4

export const reportRunJob: JobHandler<'report.run'> = {
  // It says itself what became of it: a run that is sent tells by its mail.
  tells: () => false,
  async run(job) {
    const { services, actor, input } = job
    const { db } = services
    const within = <T>(work: (tx: Tx) => Promise<T>) => db.withCompany(actor.company.id, work)
    const run = await within((tx) => begin(tx, job))
    if (!run) return null
    await job.progress({ done: 0, total: steps })
    const served = reportOf(run.report, actor)
    const query = queryOf(served, run.question, run)
    const now = services.clock.now()
    const contextOf = (tx: Tx): ReportContext => ({ tx, actor, services, language: input.language, now })
    const answer = await db.withCompany(
      actor.company.id,
      (tx) => served.ask(contextOf(tx), query, reportRunLimits),
      { long: true, signal: job.signal },
    )
    await job.progress({ done: 1, total: steps })
    if (answer.rows.length === 0) {
      await within((tx) => end(tx, job, run, { state: 'Empty', answer }))
      return { rows: 0 }
    }
    const files = await filesOf(job, served, query, answer, { within, contextOf })
    await job.progress({ done: 3, total: steps })
    await within((tx) => end(tx, job, run, { state: run.dueAt ? 'Mailing' : 'Ready', answer, files }))
    return { rows: answer.rows.length }
  },
  async stopped(tx, { companyId, input }, { jobs, clock }) {
    const { rows } = await sql<{
      membershipId: string
      ownerId: string | null
      report: string
      viewName: string
      state: string
    }>`
      update report_run r set state = case when j.state = 'Cancelled' then 'Cancelled' else 'Failed' end, finished_at = j.finished_at,
        refusal = j.refusal, refusal_facts = j.refusal_facts
      from job j
      where r.company_id = ${companyId} and r.id = ${input.runId} and r.state in ('Waiting', 'Running') and j.company_id = ${companyId} and j.id = r.job_id
      returning r.membership_id as "membershipId", r.owner_id as "ownerId", r.report, r.view_name as "viewName", r.state`.execute(
      tx,
    )
    const [run] = rows
    if (run?.state !== 'Failed') return
    await notify(tx, jobs, { id: companyId }, clock.now(), 'reportRun.failed', [
      {
        membershipId: run.ownerId ?? run.membershipId,
        codes: [run.report],
        facts: { viewName: run.viewName },
      },
    ])
  },
}

type Made = { excel: FileAnswer & { body: Buffer }; pdf: (FileAnswer & { body: Buffer }) | null }
type Places = {
  within: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  contextOf: (tx: Tx) => ReportContext
}

/** Workbook and paper of one answer; no paper where it is too long or too wide for one. */
async function filesOf(
  job: JobRun<'report.run'>,
  { report, title }: ServedReport,
  query: ReportQuery,
  answer: ReportAnswer,
  { within, contextOf }: Places,
): Promise<Made> {
  const [workbook, paper] = await within(async (tx) => [
    reportWorkbook(contextOf(tx), report, query, answer, title),
    fitsPaper(answer) ? await reportPaper(contextOf(tx), report, query, answer, title) : null,
  ])
  const excel = {
    ...workbook,
    body: Buffer.isBuffer(workbook.body) ? workbook.body : await buffer(workbook.body),
  }
  await job.progress({ done: 2, total: steps })
  return { excel, pdf: paper && (await drawReport(paper)) }
}

/** The run, which is now under way; null where it has ended, by a worker that was taken for dead. */
async function begin(tx: Tx, job: JobRun<'report.run'>): Promise<Run | null> {
  const { rows } = await sql<Run>`
    update report_run r set state = 'Running' where r.company_id = ${job.actor.company.id} and r.id = ${job.input.runId} and r.state in ('Waiting', 'Running')
    returning r.id, r.report, r.view_name as "viewName", r.question, r.from_day::text as "from", r.to_day::text as "to", r.due_at as "dueAt", r.state`.execute(
    tx,
  )
  return rows[0] ?? null
}

type Ended = { state: 'Empty' | 'Mailing' | 'Ready'; answer: ReportAnswer; files?: Made }

async function end(
  tx: Tx,
  job: JobRun<'report.run'>,
  run: Run,
  { state, answer, files }: Ended,
): Promise<void> {
  await assertOwnRun(tx, job)
  const { services, actor, input } = job
  const companyId = actor.company.id
  const snapshotAt = new Date(answer.freshness?.builtAt ?? answer.madeAt)
  const keep = ({ name, type, body }: FileAnswer & { body: Buffer }) =>
    services.files.keepBytes(
      tx,
      { company: { id: companyId }, membershipId: actor.membershipId },
      { name, type, body, sha256: createHash('sha256').update(body).digest() },
      'report',
    )
  const excelId = files ? await keep(files.excel) : null
  const pdfId = files?.pdf ? await keep(files.pdf) : null
  const outboxId =
    state === 'Mailing' && excelId !== null
      ? await enqueueMail(tx, services.jobs, companyId, {
          to: actor.userName,
          language: input.language,
          template: 'reportSent',
          facts: {
            viewName: run.viewName,
            company: actor.company.name,
            name: actor.name,
            snapshot: sayMoment(input.language, actor.company.timeZone, snapshotAt),
            days:
              run.from !== null && run.to !== null
                ? `${sayDay(input.language, run.from)} – ${sayDay(input.language, run.to)}`
                : '–',
            rows: answer.rows.length,
          },
          fileIds: [excelId],
        })
      : null
  await sql`
    update report_run set state = ${state}, finished_at = ${services.clock.now()}, snapshot_at = ${snapshotAt}, row_count = ${answer.rows.length},
      excel_id = ${excelId}, pdf_id = ${pdfId}, outbox_id = ${outboxId}
    where company_id = ${companyId} and id = ${run.id}`.execute(tx)
  if (run.dueAt === null)
    await notify(tx, services.jobs, { id: companyId }, services.clock.now(), 'reportRun.ready', [
      {
        membershipId: actor.membershipId,
        codes: [run.report],
        facts: { viewName: run.viewName, count: answer.rows.length },
      },
    ])
}
