import { traceRecalls } from '@kervan/contract/trace/recalls'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { loadActor } from '../../kit/http/actor.ts'
import { scopeOfLocations, scopeOfPartners, seesPartOnly } from '../../kit/records/scope.ts'
import { holdersOf, notify } from '../../kit/work/notices.ts'

// Who is told of a recall: those who see recalls, and those who work for a place that has packs of the lot.

type Lot = { gtin: string; lotNumber: string; reason: string }
type Context = Pick<SessionContext, 'tx' | 'actor' | 'now' | 'services'>

/** Tells of a recall that begins or is lifted; nobody of what they did themselves. */
export async function tellOfRecall(
  context: Context,
  what: 'started' | 'lifted',
  { gtin, lotNumber, reason }: Lot,
): Promise<void> {
  const { tx, actor, now, services } = context
  const company = { id: actor.company.id }
  const facts = { by: actor.name, lot: lotNumber, gtin, reason }
  const event = what === 'started' ? 'recall.started' : 'recall.lifted'
  const staff = (await holdersOf(tx, company.id, traceRecalls.page.permission, event)).filter(
    (id) => id !== actor.membershipId,
  )
  const whole: string[] = []
  for (const membershipId of staff)
    if (!seesPartOnly(await loadActor(tx, company.id, membershipId))) whole.push(membershipId)
  await notify(
    tx,
    services.jobs,
    company,
    now,
    event,
    whole.map((membershipId) => ({ membershipId, codes: [lotNumber], facts })),
  )
  const places = await atPlaces(context, gtin, lotNumber)
  await notify(
    tx,
    services.jobs,
    company,
    now,
    what === 'started' ? 'recall.atPlace' : 'recall.liftedAtPlace',
    places.map(({ membershipId, packs }) => ({
      membershipId,
      codes: [lotNumber],
      facts: { ...facts, count: packs },
      mail: { packs },
    })),
  )
}

/** Those who work for places that have packs of a lot or are to get some, with how many. */
async function atPlaces(
  { tx, actor }: Context,
  gtin: string,
  lotNumber: string,
): Promise<{ membershipId: string; packs: number }[]> {
  const company = actor.company.id
  const withPacks = sql`(
    select l.id, l.partner_id, count(*)::int as packs from trace_pack t
    join location l on l.company_id = ${company} and l.gln = case when t.state = 'InTransit' then t.receiver_gln else t.holder_gln end
    where t.company_id = ${company} and t.gtin = ${gtin} and t.lot_number = ${lotNumber} and t.state in ('InCentralWarehouse', 'ReadyToSell', 'InTransit')
    group by l.id, l.partner_id)`
  const { rows } = await sql<{ id: string }>`
    select distinct m.id from ${withPacks} l join membership m on m.company_id = ${company} and m.state = 'Active' and m.user_type <> 'APIUser'
      and (m.partner_id = l.partner_id or m.third_party_location_id = l.id
        or (m.location_scoped and exists (select from membership_location o where o.company_id = ${company} and o.membership_id = m.id and o.location_id = l.id)))
    order by m.id`.execute(tx)
  const told: { membershipId: string; packs: number }[] = []
  for (const { id } of rows) {
    const reader = await loadActor(tx, company, id)
    const { rows: own } = await sql<{ packs: number }>`
      select coalesce(sum(l.packs), 0)::int as packs from ${withPacks} l
      where ${sql.join([sql`true`, ...scopeOfPartners(reader, sql`l.partner_id`), ...scopeOfLocations(reader, sql`l.id`)], sql` and `)}`.execute(
      tx,
    )
    const packs = own[0]?.packs ?? 0
    if (packs > 0 && id !== actor.membershipId) told.push({ membershipId: id, packs })
  }
  return told
}
