import {
  deleteReportRun,
  downloadReportRun,
  reportRuns,
  startReportRun,
  type ReportQuestion,
} from '@kervan/contract/report/report-views'
import { cancelJob } from '@kervan/contract/jobs/jobs'
import { mostWaitingRuns, type ReportFileFormat, type ReportName } from '@kervan/contract/report/view-words'
import { Refusal, refusal, type FactValue, type RefusalCode } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { pricesVisible } from '../../access/access.api.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle, handleDownload } from '../../kit/http/handle.ts'
import { holds } from '../../kit/http/gates.ts'
import { folded } from '../../kit/lists/fold.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { refusalMessage, translate } from '../../kit/messages.ts'
import { partsOf } from '../../kit/parts.ts'
import { record } from '../../kit/records/audit.ts'
import { removeFiles } from '../../kit/records/files.ts'
import { offer } from '../../kit/records/offer.ts'
import { queryOf, reportOf } from './question.ts'

// Runs of reports: asked for, listed with what became of them, and their files.

export const startReportRunHandler = handle(
  startReportRun,
  async ({ tx, actor, input, now, language, services }) => {
    const { company, membershipId, name } = actor
    const { question, from, to } = input
    queryOf(reportOf(input.report, actor), question, { from, to })
    // One after the other, so that nobody has more waiting than they may.
    await sql`select from membership m where m.company_id = ${company.id} and m.id = ${membershipId} for update`.execute(
      tx,
    )
    const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from report_run r
    where r.company_id = ${company.id} and r.membership_id = ${membershipId} and r.due_at is null and r.state in ('Waiting', 'Running')`.execute(
      tx,
    )
    if ((rows[0]?.count ?? 0) >= mostWaitingRuns)
      throw refusal('TooManyReportRuns', { limit: mostWaitingRuns })
    const runId = newId()
    const jobId = await services.jobs.start(tx, actor, 'report.run', { runId, language }, now)
    await sql`
    insert into report_run (company_id, id, report, view_name, question, from_day, to_day, membership_id, receiver, state, requested_at, job_id)
    values (${company.id}, ${runId}, ${input.report}, ${input.name}, ${JSON.stringify(question)}, ${from}::date, ${to}::date, ${membershipId}, ${name}, 'Waiting', ${now}, ${jobId})
    returning id`.execute(tx)
    return { reportRunId: runId, jobId }
  },
)

export const reportRunList = serveList(
  reportRuns,
  'reportRuns',
  ({ actor }) => {
    const company = actor.company.id
    const mine = sql`r.membership_id = ${actor.membershipId}`
    return {
      from: sql`report_run r left join outbox o on o.company_id = ${company} and o.id = r.outbox_id
        left join file x on x.company_id = ${company} and x.id = r.excel_id left join file p on p.company_id = ${company} and p.id = r.pdf_id`,
      where: [
        sql`r.company_id = ${company}`,
        sql`(r.membership_id = ${actor.membershipId} or r.owner_id = ${actor.membershipId})`,
      ],
      id: sql`r.id`,
      key: sql`r.id`,
      columns: {
        requestedAt: sql`r.requested_at`,
        reportName: sql`r.report`,
        reportViewName: sql`r.view_name`,
        // The mail has left, or its entry went with its age.
        reportRunState: sql`case when r.state = 'Mailing' and (o.id is null or o.done_at is not null) then 'Sent' else r.state end`,
        reportRunReason: sql`case when r.due_at is null then 'Asked' else 'Scheduled' end`,
        reportReceiver: sql`r.receiver`,
        snapshotAt: sql`r.snapshot_at`,
        rowCount: sql`r.row_count`,
        // The files of somebody else are theirs.
        fileSize: sql`case when ${mine} then nullif(coalesce(x.bytes, 0) + coalesce(p.bytes, 0), 0)::int end`,
      },
      facts: {
        report: sql<ReportName>`r.report`,
        isMine: sql<boolean>`${mine}`,
        hasExcel: sql<boolean>`r.excel_id is not null`,
        hasPdf: sql<boolean>`r.pdf_id is not null`,
        job: sql<string | null>`r.job_id::text`,
        refused: sql<RefusalCode | null>`r.refusal`,
        refusedFacts: sql<Record<string, FactValue> | null>`r.refusal_facts`,
        mailProblem: sql<string | null>`case when o.done_at is null then o.last_error end`,
      },
      search: folded(sql`concat_ws(' ', r.view_name, r.receiver)`),
    }
  },
  (
    { report, isMine, hasExcel, hasPdf, job, refused, refusedFacts, mailProblem, reportRunState },
    context,
  ) => {
    const { language, actor } = context
    const served = partsOf('report').find(({ title }) => title === report)
    const mayRead = isMine && served !== undefined && holds(served.report.figures, actor)
    const formats: ReportFileFormat[] = [
      ...(mayRead && hasExcel ? (['Excel'] as const) : []),
      ...(mayRead && hasPdf ? (['Pdf'] as const) : []),
    ]
    const isUnfinished = reportRunState === 'Waiting' || reportRunState === 'Running'
    return {
      message: refused
        ? refusalMessage(language, new Refusal(refused, refusedFacts ?? {}))
        : mailProblem !== null
          ? translate(language, 'report.runs.mailProblem')
          : '',
      jobId: job,
      formats,
      // A job is its owner's, and so are its files.
      actions: !isMine
        ? {}
        : isUnfinished
          ? offer(context, { cancel: cancelJob }, () => null)
          : offer(context, { remove: deleteReportRun }, () =>
              reportRunState === 'Mailing' ? refusal('ReportRunUnfinished') : null,
            ),
    }
  },
)

type Found = { name: string; type: string; key: string; report: string; question: ReportQuestion }

export const downloadReportRunHandler = handleDownload(
  downloadReportRun,
  async ({ tx, actor, input, services }) => {
    const company = actor.company.id
    const { rows } = await sql<Found>`
      select f.name, f.type, f.storage_key as key, r.report, r.question
      from report_run r join file f on f.company_id = ${company} and f.id = case when ${input.format === 'Pdf'} then r.pdf_id else r.excel_id end
      where r.company_id = ${company} and r.membership_id = ${actor.membershipId} and r.id = ${input.reportRunId}`.execute(
      tx,
    )
    const [found] = rows
    if (!found) throw refusal('NotFound')
    // What somebody may no longer see, they may not fetch either.
    const { report } = reportOf(found.report, actor)
    if (
      report.measures[found.question.measure]?.price &&
      !pricesVisible(actor.company.priceVisibility, actor)
    )
      throw refusal('ReportAmountsHidden')
    return { name: found.name, type: found.type, body: await services.files.open(found.key) }
  },
)

type Removed = {
  name: string
  isUnfinished: boolean
  stays: boolean
  excelId: string | null
  pdfId: string | null
}

export const deleteReportRunHandler = handle(deleteReportRun, async ({ tx, actor, input, now, services }) => {
  const company = actor.company.id
  const { rows } = await sql<Removed>`
      select r.view_name as name, r.owner_id is not null and r.owner_id <> r.membership_id as stays, r.excel_id as "excelId", r.pdf_id as "pdfId",
        -- A mail that has not left yet takes the file with it.
        r.state in ('Waiting', 'Running') or exists (select from outbox o where o.company_id = ${company} and o.id = r.outbox_id and o.done_at is null) as "isUnfinished"
      from report_run r where r.company_id = ${company} and r.membership_id = ${actor.membershipId} and r.id = ${input.reportRunId} for update`.execute(
    tx,
  )
  const [run] = rows
  if (!run) throw refusal('NotFound')
  if (run.isUnfinished) throw refusal('ReportRunUnfinished')
  if (run.stays)
    await sql`update report_run r set excel_id = null, pdf_id = null where r.company_id = ${company} and r.id = ${input.reportRunId}`.execute(
      tx,
    )
  else
    await sql`delete from report_run r where r.company_id = ${company} and r.id = ${input.reportRunId}`.execute(
      tx,
    )
  const ids = [run.excelId, run.pdfId].filter((id) => id !== null)
  await removeFiles(tx, services.jobs, company, { ids })
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'reportRun.deleted',
        recordType: 'reportRun',
        recordId: input.reportRunId,
        recordCode: run.name,
      },
    ],
  })
  return { done: true } as const
})
