import { chainOf, type TraceMovement } from '@kervan/contract/trace/chain'
import type { traceSources } from '@kervan/contract/trace/words'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../kit/database/db.ts'
import { idOf } from '../kit/database/uuid.ts'

// The index of packs: what is known of their movements, and what they are by them. A movement has one id wherever it is
// known from, so that hearing of it twice has the effect of once.

export type KeptPack = {
  gtin: string
  serialNumber: string
  lotNumber: string | null
  expiryDate: string | null
  movements: readonly TraceMovement[]
}

/** The id of a movement: the same declaration about the same pack is the same event. */
export const eventIdOf = (declarationId: string, gtin: string, serialNumber: string): string =>
  createHash('sha256').update(`${declarationId}|${gtin}|${serialNumber}`).digest('hex')

/** Adds packs and their movements to the index, and works out what these packs are now. */
export async function keepMovements(
  tx: Tx,
  companyId: number,
  packs: readonly KeptPack[],
  source: (typeof traceSources)[number],
  packageId: string | null = null,
): Promise<void> {
  if (packs.length === 0) return
  const packIds = packs.map(({ gtin, serialNumber }) => idOf(`pack ${companyId} ${gtin} ${serialNumber}`))
  const { rows } = await sql<{ id: string; gtin: string; serial: string }>`
    insert into trace_pack (company_id, id, gtin, serial_number, lot_number, expiry_date, state)
    select ${companyId}, p.id, p.gtin, p.serial, p.lot, p.expiry, 'Other'
    from unnest(${packIds}::uuid[], ${packs.map(({ gtin }) => gtin)}::text[], ${packs.map(({ serialNumber }) => serialNumber)}::text[],
      ${packs.map(({ lotNumber }) => lotNumber)}::text[], ${packs.map(({ expiryDate }) => expiryDate)}::date[]) p (id, gtin, serial, lot, expiry)
    order by p.gtin, p.serial
    on conflict (company_id, gtin, serial_number) do update
      set lot_number = coalesce(trace_pack.lot_number, excluded.lot_number), expiry_date = coalesce(trace_pack.expiry_date, excluded.expiry_date)
    returning id, gtin, serial_number as serial`.execute(tx)
  const ids = new Map(rows.map(({ id, gtin, serial }) => [`${gtin} ${serial}`, id]))
  const events = packs.flatMap((pack) =>
    pack.movements.map((movement) => ({
      packId: ids.get(`${pack.gtin} ${pack.serialNumber}`) ?? '',
      eventId: eventIdOf(movement.declarationId, pack.gtin, pack.serialNumber),
      ...movement,
    })),
  )
  await sql`
    insert into trace_movement (company_id, pack_id, event_id, declaration_id, at, movement, from_gln, to_gln, result_code, source, package_id)
    select ${companyId}, e.pack, e.event, e.declaration, e.at, e.movement, e.from_gln, e.to_gln, e.result, ${source}, ${packageId}::uuid
    from unnest(${events.map(({ packId }) => packId)}::uuid[], ${events.map(({ eventId }) => eventId)}::text[], ${events.map(({ declarationId }) => declarationId)}::text[],
      ${events.map(({ at }) => at)}::timestamptz[], ${events.map(({ movement }) => movement)}::text[], ${events.map(({ fromGln }) => fromGln)}::text[],
      ${events.map(({ toGln }) => toGln)}::text[], ${events.map(({ resultCode }) => resultCode)}::text[]) e (pack, event, declaration, at, movement, from_gln, to_gln, result)
    on conflict (company_id, pack_id, event_id) do nothing`.execute(tx)
  await refreshPacks(tx, companyId, [...ids.values()])
}

type Known = { packId: string } & Omit<TraceMovement, 'at'> & { at: Date }

/** What packs are by all that is known of them. */
async function refreshPacks(tx: Tx, companyId: number, packIds: readonly string[]): Promise<void> {
  const { rows } = await sql<Known>`
    select m.pack_id as "packId", m.declaration_id as "declarationId", m.at, m.movement, m.from_gln as "fromGln", m.to_gln as "toGln", m.result_code as "resultCode"
    from trace_movement m where m.company_id = ${companyId} and m.pack_id = any(${[...packIds]}::uuid[])`.execute(
    tx,
  )
  const now = [...Map.groupBy(rows, ({ packId }) => packId)].map(([id, known]) => {
    const chain = chainOf(known.map(({ at, ...movement }) => ({ ...movement, at: at.toISOString() })))
    const last = Math.max(...known.map(({ at }) => at.getTime()))
    return { id, chain, last: new Date(last) }
  })
  await sql`
    update trace_pack p set state = s.state, holder_gln = s.holder, receiver_gln = s.receiver, last_at = s.last
    from unnest(${now.map(({ id }) => id)}::uuid[], ${now.map(({ chain }) => chain.state)}::text[], ${now.map(({ chain }) => chain.ownerGln)}::text[],
      ${now.map(({ chain }) => chain.pendingGln)}::text[], ${now.map(({ last }) => last)}::timestamptz[]) s (id, state, holder, receiver, last)
    where p.company_id = ${companyId} and p.id = s.id`.execute(tx)
}
