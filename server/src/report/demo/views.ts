import type { ReportQuestion, ReportSchedule } from '@kervan/contract/report/report-views'
import type { ReportPeriod } from '@kervan/contract/report/view-words'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { idOf } from '../../kit/database/uuid.ts'
import { nextDue } from '../../kit/work/schedule.ts'
import { cronOf } from '../views/write.ts'

type View = {
  report: string
  name: string
  question: Omit<ReportQuestion, 'names'>
  period: ReportPeriod | null
  schedule: ReportSchedule | null
}

/** The administrator's; order managers read them, and are sent the first one. */
const views: readonly View[] = [
  {
    report: 'stockSenseReport',
    name: 'Shelves that run empty',
    question: {
      rows: ['locationGroup', 'category'],
      column: 'coverClass',
      measure: 'lostUnits',
      only: { coverClass: ['Out', 'Low'] },
      sort: 'total',
    },
    period: null,
    schedule: { rhythm: 'Weekly', weekday: 1, monthDay: null, at: '07:30' },
  },
  {
    report: 'primaryDataReport',
    name: 'Sell-through by city',
    question: { rows: ['city'], column: 'month', measure: 'sellThrough', only: {}, sort: 'total' },
    period: 'Last30Days',
    schedule: null,
  },
  {
    report: 'orderReport',
    name: 'Customers of last month',
    question: { rows: ['customer'], column: null, measure: 'quantity', only: {}, sort: 'total' },
    period: 'LastMonth',
    schedule: { rhythm: 'Monthly', weekday: null, monthDay: 1, at: '08:00' },
  },
]

/** Adds shared views of reports, two of which are sent by mail. */
export async function addViews(
  tx: Tx,
  companyId: number,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<void> {
  const { rows } = await sql<{ owner: string; role: string }>`
    select (select m.id from membership m join identity i on i.id = m.identity_id where m.company_id = ${companyId} and i.username like 'admin@%' limit 1) as owner,
      (select r.id from role r where r.company_id = ${companyId} and r.name = 'Order manager') as role`.execute(
    tx,
  )
  const [who] = rows
  if (!who?.owner || !who.role) return
  const idOfView = (name: string) => idOf(`report view ${companyId} ${name}`)
  await insertMany(
    tx,
    'report_view',
    views.map(({ report, name, question, period, schedule }, at) => ({
      company_id: companyId,
      id: idOfView(name),
      report,
      name,
      question: { ...question, names: {} },
      period,
      membership_id: who.owner,
      created_at: now,
      mails_readers: at === 0,
      rhythm: schedule?.rhythm ?? null,
      weekday: schedule?.weekday ?? null,
      month_day: schedule?.monthDay ?? null,
      send_at: schedule?.at ?? null,
      next_at: schedule ? nextDue(cronOf(schedule), timeZone, now) : null,
    })),
  )
  await insertMany(
    tx,
    'report_view_role',
    views.map(({ name }) => ({ company_id: companyId, view_id: idOfView(name), role_id: who.role })),
  )
}
