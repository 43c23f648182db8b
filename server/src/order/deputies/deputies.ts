import {
  deputyDayLimit,
  endDeputy,
  findDeputies,
  getActsFor,
  getDeputies,
  nameDeputy,
  type Deputy,
  type DeputyState,
} from '@kervan/contract/order/deputies'
import { addDays } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import { existing } from '@kervan/contract/kit/typed'
import { sql, type RawBuilder } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { containing } from '../../kit/lists/fold.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'

// A manager names a deputy for some days, for some customers or all, up to an amount. What is lent and for which orders
// is read with the actor (`lending.ts`) and judged by `onBehalfOf`; here it is only kept.

const optionLimit = 20

type Row = {
  id: string
  by: string
  deputy: string
  starts_on: string
  ends_on: string
  customers: { code: string; name: string }[]
  max_amount: string | null
  note: string | null
  ended_at: Date | null
}

async function read(
  { tx, actor, now }: Pick<SessionContext, 'tx' | 'actor' | 'now'>,
  which: RawBuilder<unknown>,
): Promise<Deputy[]> {
  const { id: companyId, currency, timeZone } = actor.company
  const { rows } = await sql<Row>`
    select d.id, ib.first_name || ' ' || ib.last_name as by, ia.first_name || ' ' || ia.last_name as deputy,
      d.starts_on::text, d.ends_on::text, d.max_amount, d.note, d.ended_at,
      (select coalesce(json_agg(json_build_object('code', p.code, 'name', p.name) order by p.name), '[]') from partner p
        where p.company_id = ${companyId} and p.id = any(d.customer_ids)) as customers
    from deputy d
      join membership b on b.company_id = d.company_id and b.company_id = ${companyId} and b.id = d.by_membership_id join identity ib on ib.id = b.identity_id
      join membership a on a.company_id = d.company_id and a.company_id = ${companyId} and a.id = d.deputy_membership_id join identity ia on ia.id = a.identity_id
    where d.company_id = ${companyId} and ${which}
    order by d.ended_at is not null, d.ends_on desc, d.created_at desc limit 200`.execute(tx)
  const today = dayIn(timeZone, now)
  return rows.map((row) => ({
    id: row.id,
    by: row.by,
    deputy: row.deputy,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    customers: row.customers,
    maxAmount: row.max_amount,
    currency,
    note: row.note,
    state: stateOf(row, today),
    endedAt: row.ended_at?.toISOString() ?? null,
  }))
}

function stateOf({ starts_on: from, ends_on: to, ended_at: ended }: Row, today: string): DeputyState {
  if (ended !== null || to < today) return 'Ended'
  return from > today ? 'Planned' : 'Active'
}

const recent = sql`d.ends_on > (now() - interval '1 year')::date`

export const getDeputiesHandler = handle(getDeputies, async (context) => {
  const me = context.actor.membershipId
  const [mine, ofOthers] = await Promise.all([
    read(context, sql`d.by_membership_id = ${me} and ${recent}`),
    read(context, sql`d.deputy_membership_id = ${me} and ${recent}`),
  ])
  return { mine, ofOthers }
})

export const getActsForHandler = handle(getActsFor, async (context) => {
  const { actor, now } = context
  const today = dayIn(actor.company.timeZone, now)
  return {
    actsFor: await read(
      context,
      sql`d.deputy_membership_id = ${actor.membershipId} and d.ended_at is null and ${today}::date between d.starts_on and d.ends_on`,
    ),
  }
})

/** Who can be named: the company's own people who see all of it, but for oneself. */
const nameable = ({ actor }: Pick<SessionContext, 'actor'>): RawBuilder<unknown> =>
  sql`m.company_id = ${actor.company.id} and m.id <> ${actor.membershipId} and m.state = 'Active' and m.user_type = 'InternalUser'
    and m.partner_id is null and m.third_party_location_id is null and not m.location_scoped`

export const findDeputiesHandler = handle(findDeputies, async (context) => {
  const { tx, input } = context
  const { rows } = await sql<{ id: string; name: string; userName: string }>`
    select m.id, i.first_name || ' ' || i.last_name as name, i.username as "userName"
    from membership m join identity i on i.id = m.identity_id
    where ${nameable(context)} and i.search_text like ${containing(input.search)}
    order by 2, 1 limit ${optionLimit + 1}`.execute(tx)
  return { options: rows.slice(0, optionLimit), hasMore: rows.length > optionLimit }
})

export const nameDeputyHandler = handle(nameDeputy, async (context) => {
  const { tx, actor, now, input } = context
  assertWholeCompany(context)
  const { startsOn, endsOn } = input
  // Two who name at once wait for each other here, so that nobody is named twice for the same day.
  await sql`select from membership where company_id = ${actor.company.id} and id = ${actor.membershipId} for update`.execute(
    tx,
  )
  const found = await sql<{ name: string; possible: boolean }>`
    select i.first_name || ' ' || i.last_name as name, ${nameable(context)} as possible
    from membership m join identity i on i.id = m.identity_id
    where m.company_id = ${actor.company.id} and m.id = ${input.membershipId}`.execute(tx)
  const person = found.rows[0]
  if (!person) throw refusal('UserNotFound')
  if (!person.possible) throw refusal('DeputyNotPossible')
  const today = dayIn(actor.company.timeZone, now)
  if (endsOn < startsOn || endsOn < today || endsOn >= addDays(startsOn, deputyDayLimit))
    throw refusal('DeputyDays', { days: deputyDayLimit })
  const codes = [...new Set(input.customerCodes)]
  const { rows: customers } = await sql<{ id: string; code: string }>`
    select id, code from partner where company_id = ${actor.company.id} and code = any(${codes}::text[])`.execute(
    tx,
  )
  const unknown = codes.filter((code) => !customers.some((one) => one.code === code))
  if (unknown.length > 0) throw refusal('CustomersUnknown', { codes: unknown.join(', ') })
  const { rows: same } = await sql`
    select from deputy d where d.company_id = ${actor.company.id} and d.by_membership_id = ${actor.membershipId} and d.deputy_membership_id = ${input.membershipId}
      and d.ended_at is null and d.starts_on <= ${endsOn}::date and d.ends_on >= ${startsOn}::date`.execute(
    tx,
  )
  if (same.length > 0) throw refusal('DeputyTwice', { name: person.name })
  const id = newId()
  const row = {
    starts_on: startsOn,
    ends_on: endsOn,
    customer_ids: customers.map((one) => one.id),
    max_amount: input.maxAmount,
    note: input.note,
  }
  await tx
    .insertInto('deputy')
    .values({
      company_id: actor.company.id,
      id,
      by_membership_id: actor.membershipId,
      deputy_membership_id: input.membershipId,
      created_at: now,
      ...row,
    })
    .execute()
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'deputy.named',
        recordType: 'deputy',
        recordId: id,
        recordCode: person.name,
        after: {
          deputy: person.name,
          startsOn,
          endsOn,
          customers: codes,
          maxAmount: input.maxAmount,
          note: input.note,
        },
        amounts: ['maxAmount'],
      },
    ],
  })
  return existing((await read(context, sql`d.id = ${id}`))[0])
})

export const endDeputyHandler = handle(endDeputy, async (context) => {
  const { tx, actor, now, input } = context
  const ended = await tx
    .updateTable('deputy')
    .set({ ended_at: now })
    .where('company_id', '=', actor.company.id)
    .where('id', '=', input.deputyId)
    .where('by_membership_id', '=', actor.membershipId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  // Ended twice is ended; somebody else's does not exist.
  const [known] = await read(
    context,
    sql`d.id = ${input.deputyId} and d.by_membership_id = ${actor.membershipId}`,
  )
  if (!known) throw refusal('NotFound')
  if (ended)
    await record(tx, actor, now, {
      audit: [
        {
          operation: 'deputy.ended',
          recordType: 'deputy',
          recordId: known.id,
          recordCode: known.deputy,
          after: { endedAt: now.toISOString() },
        },
      ],
    })
  return { done: true } as const
})
