import { closeKigoMonth, getKigoMonths, type KigoMonths } from '@kervan/contract/porta/kigo'
import { approvedStates, refusedStates } from '@kervan/contract/porta/words'
import { addDays, addMonths } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { portaSettings } from '../settings.ts'
import { closedUntil, kept, openRows } from './rows.sql.ts'

// Months of the earnings report are closed one after the other: what was decided by then is kept as it is paid. What is
// decided or changes later comes as rows and corrections of a month that is open.

export const getKigoMonthsHandler = handle(getKigoMonths, (context) => present(context))

export const closeKigoMonthHandler = handle(closeKigoMonth, async (context) => {
  const { tx, actor, now, input } = context
  assertWholeCompany(context)
  const company = actor.company.id
  // Two who close at once come one after the other; the second one is told what is next by then.
  await sql`insert into porta_policy (company_id) values (${company}) on conflict do nothing`.execute(tx)
  await sql`select from porta_policy where company_id = ${company} for update`.execute(tx)
  const { next } = await present(context)
  if (next === null || input.firstDay !== next)
    throw refusal('KigoMonthNotNext', { month: input.firstDay, next })
  const window = { from: next, to: addDays(addMonths(next, 1), -1) }
  const open = await openRows(context, 'reviewer', window)
  await sql`
    insert into kigo_month (company_id, month, closed_at, closed_by, row_count) values (${company}, ${next}::date, ${now}, ${actor.name}, 0)`.execute(
    tx,
  )
  const names = sql.join(kept.map((name) => sql.id(name)))
  const { numAffectedRows } = await sql`
    insert into kigo_row (company_id, id, month, request_id, ${names})
    select ${company}, gen_random_uuid(), ${next}::date, o.request_id, ${sql.join(kept.map((name) => sql.ref(`o.${name}`)))} from ${open} o
    where o.period_day between ${window.from}::date and ${window.to}::date and o.state = any(${[...approvedStates, ...refusedStates]}::text[])`.execute(
    tx,
  )
  const rows = Number(numAffectedRows ?? 0)
  await sql`update kigo_month set row_count = ${rows} where company_id = ${company} and month = ${next}::date`.execute(
    tx,
  )
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'kigo.monthClosed',
        recordType: 'kigoMonth',
        recordId: newId(),
        recordCode: next.slice(0, 7),
        after: { month: next.slice(0, 7), rows },
      },
    ],
  })
  return present(context)
})

async function present(context: Pick<SessionContext, 'tx' | 'actor' | 'now'>): Promise<KigoMonths> {
  const { tx, actor, now } = context
  const { id: company, timeZone } = actor.company
  const { rows } = await sql<{ month: string; at: Date; by: string; rows: number }>`
    select m.month::text as month, m.closed_at as at, m.closed_by as by, m.row_count as rows from kigo_month m
    where m.company_id = ${company} order by m.month desc`.execute(tx)
  const until = await closedUntil(context)
  const following = until === null ? await firstMonth(context) : addDays(until, 1)
  const running = `${dayIn(timeZone, now).slice(0, 7)}-01`
  return {
    closed: rows.map(({ at, ...month }) => ({ ...month, at: at.toISOString() })),
    next: following !== null && following < running ? following : null,
  }
}

/** The month of the first request; null where there is none. */
async function firstMonth({ tx, actor }: Pick<SessionContext, 'tx' | 'actor'>): Promise<string | null> {
  const { kigoPeriod } = await portaSettings(tx, actor.company)
  const day =
    kigoPeriod === 'SaleDate'
      ? sql`coalesce(r.valid_sale_date, r.declared_sale_date)`
      : sql`(r.recorded_at at time zone ${actor.company.timeZone})::date`
  const { rows } = await sql<{ month: string | null }>`
    select date_trunc('month', min(${day}))::date::text as month from discount_request r
    where r.company_id = ${actor.company.id} and r.kind = 'InstitutionalDiscount' and r.state = any(${[...approvedStates, ...refusedStates]}::text[])`.execute(
    tx,
  )
  return rows[0]?.month ?? null
}
