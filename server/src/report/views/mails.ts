import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'
import { loadActor } from '../../kit/http/actor.ts'
import { languageOf } from '../../kit/work/notices.ts'
import { mostDue, nextDue, type DueTime, type DueWork } from '../../kit/work/schedule.ts'
import { daysOf } from './question.ts'
import { scheduleOf, viewColumns, type KeptView } from './read.ts'
import { cronOf } from './write.ts'

// A view that is due becomes one run for each who is sent it, in the transaction that moves the view on: so a due time is
// worked off once, whoever looks and whoever is killed. A time that passed while nothing ran is made up for once.

export const reportMails: DueWork = {
  name: 'reportMails',
  quiet: true,
  async dueTimes({ tx, companyId, until }) {
    const { rows } = await sql<DueTime>`
      select v.id as key, v.next_at as at from report_view v
      where v.company_id = ${companyId} and v.next_at <= ${until} order by v.next_at, v.id limit ${mostDue}`.execute(
      tx,
    )
    return rows
  },
  async run({ tx, services, companyId, key }) {
    const now = services.clock.now()
    const { rows: due } = await sql<KeptView & { timeZone: string }>`
      select ${viewColumns(companyId)}, (select c.time_zone from company c where c.id = ${companyId}) as "timeZone"
      from report_view v where v.company_id = ${companyId} and v.id = ${key} and v.next_at <= ${now} for update of v`.execute(
      tx,
    )
    const [view] = due
    const reportRuns = view ? await startRuns(tx, services, companyId, view, now) : 0
    return { counts: { reportRuns } }
  },
}

async function startRuns(
  tx: Tx,
  services: Services,
  companyId: number,
  view: KeptView & { timeZone: string },
  now: Date,
): Promise<number> {
  const schedule = scheduleOf(view)
  if (!schedule || !view.nextAt) return 0
  const next = nextDue(cronOf(schedule), view.timeZone, now)
  await sql`update report_view set next_at = ${next} where company_id = ${companyId} and id = ${view.id}`.execute(
    tx,
  )
  // The days are those of the company's calendar on which it is made.
  const days = daysOf(view.period, dayIn(view.timeZone, now))
  const receivers = await receiversOf(tx, companyId, view)
  for (const { id: membershipId, name, language } of receivers) {
    const runId = newId()
    const actor = await loadActor(tx, companyId, membershipId)
    const jobId = await services.jobs.start(
      tx,
      actor,
      'report.run',
      { runId, language: languageOf({ language }) },
      now,
    )
    await sql`
      insert into report_run (company_id, id, report, view_name, question, from_day, to_day, membership_id, receiver, view_id, owner_id, due_at, state, requested_at, job_id)
      values (${companyId}, ${runId}, ${view.report}, ${view.name}, ${JSON.stringify(view.question)}, ${days.from}::date, ${days.to}::date,
        ${membershipId}, ${name}, ${view.id}, ${view.membershipId}, ${view.nextAt}, 'Waiting', ${now}, ${jobId})
      returning id`.execute(tx)
  }
  return receivers.length
}

type Receiver = { id: string; name: string; language: string | null }

/** The owner, and the members of the roles it is shared with where they are sent it too. Who has left is sent nothing. */
async function receiversOf(tx: Tx, companyId: number, view: KeptView): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`
    select m.id, i.first_name || ' ' || i.last_name as name, m.language
    from membership m join identity i on i.id = m.identity_id
    where m.company_id = ${companyId} and m.state = 'Active' and m.user_type <> 'APIUser' and coalesce(m.invitation, 'Accepted') = 'Accepted'
      and (m.id = ${view.membershipId} or ${view.mailsReaders} and exists (
        select from report_view_role vr join membership_role mr on mr.company_id = ${companyId} and mr.role_id = vr.role_id
        where vr.company_id = ${companyId} and vr.view_id = ${view.id} and mr.membership_id = m.id))
    order by m.id`.execute(tx)
  return rows
}
