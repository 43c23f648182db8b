import {
  getReportViews,
  saveReportView,
  shareReportView,
  deleteReportView,
  type ReportQuestion,
  type ReportSchedule,
  type SharedReportView,
} from '@kervan/contract/report/report-views'
import type { ReportPeriod } from '@kervan/contract/report/view-words'
import { Refusal, refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { pricesVisible } from '../../access/access.api.ts'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { holds } from '../../kit/http/gates.ts'
import { refusalMessage } from '../../kit/messages.ts'
import { offer } from '../../kit/records/offer.ts'
import type { ServedReport } from '../../kit/reports/serve-report.ts'
import { daysOf, queryOf, reportOf } from './question.ts'

/** A view as it is kept. */
export type KeptView = {
  id: string
  version: number
  report: string
  name: string
  question: ReportQuestion
  period: ReportPeriod | null
  membershipId: string
  ownerName: string
  mailsReaders: boolean
  rhythm: ReportSchedule['rhythm'] | null
  weekday: number | null
  monthDay: number | null
  sendAt: string | null
  nextAt: Date | null
  roles: { id: string; name: string }[]
}

/** What is read of a view `v` of the company. */
export const viewColumns = (company: number) => sql`
  v.id, v.version, v.report, v.name, v.question, v.period, v.membership_id as "membershipId", v.mails_readers as "mailsReaders",
  v.rhythm, v.weekday, v.month_day as "monthDay", v.send_at as "sendAt", v.next_at as "nextAt",
  (select i.first_name || ' ' || i.last_name from membership m join identity i on i.id = m.identity_id
     where m.company_id = ${company} and m.id = v.membership_id) as "ownerName",
  coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name)
     from report_view_role vr join role r on r.company_id = ${company} and r.id = vr.role_id
     where vr.company_id = ${company} and vr.view_id = v.id), '[]') as roles`

/** The schedule of a view, where it has one. */
export const scheduleOf = ({
  rhythm,
  weekday,
  monthDay,
  sendAt,
}: Pick<KeptView, 'rhythm' | 'weekday' | 'monthDay' | 'sendAt'>): ReportSchedule | null =>
  rhythm === null || sendAt === null ? null : { rhythm, weekday, monthDay, at: sendAt }

export const getReportViewsHandler = handle(getReportViews, async (context) => {
  const { tx, actor, input } = context
  const served = reportOf(input.report, actor)
  const company = actor.company.id
  const mayShare = holds(shareReportView, actor)
  const [{ rows: views }, { rows: roles }] = await Promise.all([
    sql<KeptView>`
      select ${viewColumns(company)} from report_view v
      where v.company_id = ${company} and v.report = ${input.report}
        and (v.membership_id = ${actor.membershipId} or exists (
          select from report_view_role vr join membership_role mr on mr.company_id = ${company} and mr.role_id = vr.role_id
          where vr.company_id = ${company} and vr.view_id = v.id and mr.membership_id = ${actor.membershipId}))
      order by v.name, v.id`.execute(tx),
    sql<{ id: string; name: string }>`
      select r.id, r.name from role r where r.company_id = ${company} and ${mayShare} order by r.name`.execute(
      tx,
    ),
  ])
  return { views: views.map((view) => present(context, served, view)), roles }
})

function present(context: SessionContext, served: ServedReport, view: KeptView): SharedReportView {
  const { actor, now, language } = context
  const days = daysOf(view.period, dayIn(actor.company.timeZone, now))
  const isOwn = view.membershipId === actor.membershipId
  const limits = limitsOf(context, served, view)
  return {
    id: view.id,
    version: view.version,
    name: view.name,
    question: view.question,
    period: view.period,
    ...days,
    isOwn,
    ownerName: view.ownerName,
    roles: view.roles,
    mailsReaders: view.mailsReaders,
    schedule: scheduleOf(view),
    nextAt: view.nextAt?.toISOString() ?? null,
    limits: limits && refusalMessage(language, limits),
    actions: isOwn
      ? offer(context, { save: saveReportView, share: shareReportView, remove: deleteReportView }, () => null)
      : {},
  }
}

/** Why this reader is not shown what the view asks for; null where they are. */
function limitsOf(
  { actor }: SessionContext,
  served: ServedReport,
  { question }: Pick<KeptView, 'question'>,
): Refusal | null {
  const isPrice = served.report.measures[question.measure]?.price === true
  if (isPrice && !pricesVisible(actor.company.priceVisibility, actor)) return refusal('ReportAmountsHidden')
  try {
    // Days of any kind that fits, because only the rest of the question is judged.
    queryOf(served, question, served.report.months === null ? noDays : someDays)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const noDays = { from: null, to: null }
const someDays = { from: '2026-01-01', to: '2026-01-01' }
