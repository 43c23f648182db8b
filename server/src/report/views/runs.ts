import {
  downloadReportRun,
  reportRuns,
  startReportRun,
  type ReportQuestion,
} from '@kervan/contract/report/report-views'
import { cancelJob } from '@kervan/contract/jobs/jobs'
import { mostWaitingRuns, type ReportFileFormat } from '@kervan/contract/report/view-words'
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
  ({ actor }, { report }: { report: string | null }) => {
    const company = actor.company.id
    return {
      from: sql`report_run r left join outbox o on o.company_id = ${company} and o.id = r.outbox_id`,
      where: [
        sql`r.company_id = ${company}`,
        sql`(r.membership_id = ${actor.membershipId} or r.owner_id = ${actor.membershipId})`,
        ...(report === null ? [] : [sql`r.report = ${report}`]),
      ],
      id: sql`r.id`,
      key: sql`r.id`,
      columns: {
        requestedAt: sql`r.requested_at`,
        reportViewName: sql`r.view_name`,
        // The mail has left, or its entry went with its age.
        reportRunState: sql`case when r.state = 'Mailing' and (o.id is null or o.done_at is not null) then 'Sent' else r.state end`,
        reportRunReason: sql`case when r.due_at is null then 'Asked' else 'Scheduled' end`,
        reportReceiver: sql`r.receiver`,
        snapshotAt: sql`r.snapshot_at`,
        rowCount: sql`r.row_count`,
      },
      facts: {
        report: sql<string>`r.report`,
        isMine: sql<boolean>`r.membership_id = ${actor.membershipId}`,
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
      reportName: translate(language, `screen.${report}.title`),
      message: refused
        ? refusalMessage(language, new Refusal(refused, refusedFacts ?? {}))
        : mailProblem !== null
          ? translate(language, 'report.runs.mailProblem')
          : '',
      jobId: job,
      formats,
      // A job is its owner's.
      actions: isMine && isUnfinished ? offer(context, { cancel: cancelJob }, () => null) : {},
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
