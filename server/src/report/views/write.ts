import { mostReportViews } from '@kervan/contract/report/view-words'
import {
  deleteReportView,
  saveReportView,
  shareReportView,
  type ReportSchedule,
} from '@kervan/contract/report/report-views'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { fold } from '../../kit/lists/fold.ts'
import { record } from '../../kit/records/audit.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { nextDue } from '../../kit/work/schedule.ts'
import { daysOf, queryOf, reportOf } from './question.ts'

// A view of a report is its owner's: kept, shared with roles, sent by the calendar, deleted.

type Locked = { id: string; version: number; name: string; report: string }

/** The view, locked, as its owner last saw it. Throws `NotFound` for somebody else's. */
async function lockOwn(
  context: SessionContext,
  asked: { viewId: string; version: number | null },
): Promise<Locked> {
  const { tx, actor } = context
  const { rows } = await sql<Locked>`
    select v.id, v.version, v.name, v.report from report_view v
    where v.company_id = ${actor.company.id} and v.membership_id = ${actor.membershipId} and v.id = ${asked.viewId} for update`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw refusal('NotFound')
  if (row.version !== asked.version) throw await changedMeanwhile(context, 'reportView', row.id)
  return row
}

/** The schedule as five fields of cron. */
export function cronOf({ rhythm, weekday, monthDay, at }: ReportSchedule): string {
  const [hour, minute] = at.split(':').map(Number)
  return `${minute} ${hour} ${rhythm === 'Monthly' ? monthDay : '*'} * ${rhythm === 'Weekly' ? (weekday ?? 1) % 7 : '*'}`
}

export const saveReportViewHandler = handle(saveReportView, async (context) => {
  const { tx, actor, input, now } = context
  const { company, membershipId } = actor
  const served = reportOf(input.report, actor)
  if ((input.period === null) !== (served.report.months === null)) throw refusal('ReportViewUnfit')
  queryOf(served, input.question, daysOf(input.period, dayIn(company.timeZone, now)))
  // One after the other, so that nobody keeps more than they may.
  await sql`select from membership m where m.company_id = ${company.id} and m.id = ${membershipId} for update`.execute(
    tx,
  )
  const before = input.viewId === null ? null : await lockOwn(context, { ...input, viewId: input.viewId })
  const { rows } = await sql<{ count: number; taken: boolean }>`
    select count(*)::int as count, coalesce(bool_or(v.report = ${input.report} and fold(v.name) = ${fold(input.name)} and v.id is distinct from ${before?.id ?? null}::uuid), false) as taken
    from report_view v where v.company_id = ${company.id} and v.membership_id = ${membershipId}`.execute(tx)
  const [{ count, taken } = { count: 0, taken: false }] = rows
  if (taken) throw refusal('ReportViewNameTaken', { name: input.name })
  if (!before && count >= mostReportViews) throw refusal('TooManyReportViews', { limit: mostReportViews })
  const { schedule } = input
  const id = before?.id ?? newId()
  const version = (before?.version ?? 0) + 1
  const kept = {
    name: input.name,
    question: JSON.stringify(input.question),
    period: input.period,
    rhythm: schedule?.rhythm ?? null,
    weekday: schedule?.weekday ?? null,
    month_day: schedule?.monthDay ?? null,
    send_at: schedule?.at ?? null,
    next_at: schedule ? nextDue(cronOf(schedule), company.timeZone, now) : null,
    version,
  }
  if (before)
    await tx
      .updateTable('report_view')
      .set(kept)
      .where('company_id', '=', company.id)
      .where('id', '=', id)
      .execute()
  else
    await tx
      .insertInto('report_view')
      .values({
        ...kept,
        company_id: company.id,
        id,
        report: input.report,
        membership_id: membershipId,
        created_at: now,
      })
      .execute()
  await record(tx, actor, now, {
    audit: [
      {
        operation: before ? 'reportView.updated' : 'reportView.created',
        recordType: 'reportView',
        recordId: id,
        recordCode: input.name,
        after: { report: input.report, period: input.period, ...schedule },
      },
    ],
  })
  return { viewId: id, version }
})

export const shareReportViewHandler = handle(shareReportView, async (context) => {
  const { tx, actor, input, now } = context
  const company = actor.company.id
  const { id, name, version } = await lockOwn(context, input)
  const roleIds = [...new Set(input.roleIds)]
  await sql`delete from report_view_role vr where vr.company_id = ${company} and vr.view_id = ${id}`.execute(
    tx,
  )
  const { rows } = await sql<{ name: string }>`
    with kept as (
      insert into report_view_role (company_id, view_id, role_id)
      select ${company}, ${id}::uuid, r.id from role r where r.company_id = ${company} and r.id = any(${roleIds}::uuid[])
      returning role_id)
    select r.name from kept join role r on r.company_id = ${company} and r.id = kept.role_id order by r.name`.execute(
    tx,
  )
  // A role that is gone, or another company's.
  if (rows.length < roleIds.length) throw refusal('NotFound')
  await sql`
    update report_view set mails_readers = ${input.mailsReaders}, version = version + 1 where company_id = ${company} and id = ${id}`.execute(
    tx,
  )
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'reportView.shared',
        recordType: 'reportView',
        recordId: id,
        recordCode: name,
        after: { roles: rows.map((role) => role.name), mailsReaders: input.mailsReaders },
      },
    ],
  })
  return { viewId: id, version: version + 1 }
})

export const deleteReportViewHandler = handle(deleteReportView, async (context) => {
  const { tx, actor, input, now } = context
  const { id, name } = await lockOwn(context, input)
  await sql`delete from report_view v where v.company_id = ${actor.company.id} and v.id = ${id}`.execute(tx)
  await record(tx, actor, now, {
    audit: [{ operation: 'reportView.deleted', recordType: 'reportView', recordId: id, recordCode: name }],
  })
  return { done: true } as const
})
