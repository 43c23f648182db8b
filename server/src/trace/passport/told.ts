import { tracePackages } from '@kervan/contract/trace/packages'
import { traceRecalls } from '@kervan/contract/trace/recalls'
import { tracedPacks } from '@kervan/contract/trace/inquiry'
import type { PtsAction } from '@kervan/contract/trace/words'
import { sql } from 'kysely'
import { startOfDay } from '../../kit/clock.ts'
import { holds } from '../../kit/http/gates.ts'
import { packEntriesAtMost, packEntry, type TellsOfPack } from '../../kit/records/pack-passport.ts'
import { seesPartOnly } from '../../kit/records/scope.ts'
import { placeName } from '../places.sql.ts'

// What the trace inquiry knows of one pack: packages, movements and recalls. Only who works for the whole company sees them.

type Package = {
  id: string
  number: string | null
  day: string | null
  receivedAt: Date
  action: PtsAction
  from: string
  to: string
  labels: string[]
  lot: string
  expiry: string
}

/** The transfer documents that the pack stands in. */
export const packagesOfPack: TellsOfPack = {
  chapter: 'shipped',
  async tell({ tx, actor }, { gtin, serialNumber }) {
    if (!holds(tracePackages.page, actor) || seesPartOnly(actor)) return null
    const company = actor.company.id
    const { rows } = await sql<Package>`
      with recursive inside as (
        select k.package_id, k.lot_number, k.expiry_date, c.no, c.parent_no, array[c.label] as labels
        from trace_package_pack k left join trace_carrier c on c.company_id = ${company} and c.package_id = k.package_id and c.no = k.carrier_no
        where k.company_id = ${company} and k.gtin = ${gtin} and k.serial_number = ${serialNumber}
        union all
        select i.package_id, i.lot_number, i.expiry_date, c.no, c.parent_no, c.label || i.labels
        from inside i join trace_carrier c on c.company_id = ${company} and c.package_id = i.package_id and c.no = i.parent_no)
      select d.id, d.number, d.document_date::text as day, d.received_at as "receivedAt", d.action, coalesce(${placeName(company, sql`d.source_gln`)}, d.source_gln) as from,
        coalesce(${placeName(company, sql`d.destination_gln`)}, d.destination_gln) as to, array_remove(i.labels, null) as labels, i.lot_number as lot, i.expiry_date::text as expiry
      from inside i join trace_package d on d.company_id = ${company} and d.id = i.package_id
      where i.parent_no is null and d.state = 'Read' order by d.received_at limit ${packEntriesAtMost}`.execute(
      tx,
    )
    return {
      lotNumber: rows[0]?.lot ?? null,
      expiryDate: rows[0]?.expiry ?? null,
      entries: rows.map((row) =>
        packEntry({
          kind: 'InPackage',
          at: (row.day === null ? row.receivedAt : startOfDay(actor.company.timeZone, row.day)).toISOString(),
          code: row.number,
          word: { group: 'ptsAction', value: row.action },
          from: row.from,
          to: row.to,
          note: row.labels.join(' › ') || null,
          opens: { to: '/services/trace-inquiry', search: { tab: 'packages', package: row.id } },
        }),
      ),
    }
  },
}

type Movement = {
  declarationId: string
  source: 'Its' | 'Pts'
  at: Date
  movement: string
  from: string | null
  to: string | null
}

/** The movements of the pack that took effect. */
export const movementsOfPack: TellsOfPack = {
  chapter: 'traced',
  async tell({ tx, actor }, { gtin, serialNumber }) {
    if (!holds(tracedPacks.page, actor) || seesPartOnly(actor)) return null
    const company = actor.company.id
    const { rows: packs } = await sql<{ id: string; lot: string | null; expiry: string | null }>`
      select t.id, t.lot_number as lot, t.expiry_date::text as expiry from trace_pack t
      where t.company_id = ${company} and t.gtin = ${gtin} and t.serial_number = ${serialNumber}`.execute(tx)
    const [pack] = packs
    if (!pack) return { entries: [] }
    const { rows } = await sql<Movement>`
      select m.declaration_id as "declarationId", m.source, m.at, m.movement, coalesce(${placeName(company, sql`m.from_gln`)}, m.from_gln) as from,
        coalesce(${placeName(company, sql`m.to_gln`)}, m.to_gln) as to
      from trace_movement m where m.company_id = ${company} and m.pack_id = ${pack.id} and m.result_code = '00000'
      order by m.at, m.declaration_id limit ${packEntriesAtMost}`.execute(tx)
    const opens = {
      to: '/services/trace-inquiry',
      search: { way: 'SerialNumber', value: serialNumber, pack: pack.id },
    }
    return {
      lotNumber: pack.lot,
      expiryDate: pack.expiry,
      entries: rows.map(({ declarationId, source, at, movement, from, to }) =>
        packEntry({
          kind: 'Moved',
          at: at.toISOString(),
          // The package that says it stands beside it with its own number.
          code: source === 'Pts' ? null : declarationId,
          word: { group: 'itsMovement', value: movement },
          from,
          to,
          opens,
        }),
      ),
    }
  },
}

type Recall = {
  lot: string
  reason: string
  startedAt: Date
  liftedAt: Date | null
  liftReason: string | null
}

/** Recalls of the lot of the pack. */
export const recallsOfPack: TellsOfPack = {
  chapter: 'traced',
  async tell({ tx, actor }, { gtin, serialNumber }) {
    if (!holds(traceRecalls.page, actor) || seesPartOnly(actor)) return null
    const company = actor.company.id
    const { rows } = await sql<Recall>`
      select r.lot_number as lot, r.reason, r.started_at as "startedAt", r.lifted_at as "liftedAt", r.lift_reason as "liftReason"
      from trace_pack t join trace_recall r on r.company_id = ${company} and r.gtin = t.gtin and r.lot_number = t.lot_number
      where t.company_id = ${company} and t.gtin = ${gtin} and t.serial_number = ${serialNumber}
      order by r.started_at limit ${packEntriesAtMost}`.execute(tx)
    const opens = { to: '/services/trace-inquiry', search: { tab: 'recalls' } }
    return {
      entries: rows.flatMap(({ lot, reason, startedAt, liftedAt, liftReason }) => [
        packEntry({ kind: 'Recalled', at: startedAt.toISOString(), code: lot, note: reason, opens }),
        ...(liftedAt
          ? [
              packEntry({
                kind: 'RecallLifted',
                at: liftedAt.toISOString(),
                code: lot,
                note: liftReason,
                opens,
              }),
            ]
          : []),
      ]),
    }
  },
}
