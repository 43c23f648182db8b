import { epcisPacksAtMost, exportEpcis } from '@kervan/contract/trace/inquiry'
import type { TraceMovement } from '@kervan/contract/trace/chain'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { dayIn, startOfDay, utcOffsetMinutes } from '../../kit/clock.ts'
import type { Tx } from '../../kit/database/db.ts'
import { handleDownload } from '../../kit/http/handle.ts'
import { traceList } from '../inquiry/list.ts'
import { isRecalled } from '../recalls/recall.sql.ts'
import { epcisDocument, packId, ssccId, type EpcisCarrier } from './events.ts'

// What a trace inquiry found, as a document of EPCIS 2.0 (TRC-003): the movements of its packs, and the pallets and cases
// that they stand in.

type Pack = {
  id: string
  gtin: string
  serialNumber: string
  lotNumber: string | null
  expiryDate: string | null
  isRecalled: boolean
}
type Movement = Omit<TraceMovement, 'at'> & { packId: string; at: Date }

export const exportEpcisHandler = handleDownload(exportEpcis, async (context) => {
  const { tx, actor, now, input } = context
  const company = actor.company.id
  const { packId: only, ...asked } = input
  const { from, where } = await traceList.within(context, { ...asked, sort: [], filters: {}, search: '' })
  const { rows: packs } = await sql<Pack>`
    select t.id, t.gtin, t.serial_number as "serialNumber", t.lot_number as "lotNumber", t.expiry_date::text as "expiryDate", ${isRecalled(company)} as "isRecalled"
    from ${from} where ${where} ${only === null ? sql`` : sql`and t.id = ${only}`} order by t.id limit ${epcisPacksAtMost + 1}`.execute(
    tx,
  )
  if (packs.length > epcisPacksAtMost) throw refusal('TraceTooManyPacks', { limit: epcisPacksAtMost })
  const ids = packs.map(({ id }) => id)
  const { rows: moved } = await sql<Movement>`
    select m.pack_id as "packId", m.declaration_id as "declarationId", m.at, m.movement, m.from_gln as "fromGln", m.to_gln as "toGln", m.result_code as "resultCode"
    from trace_movement m where m.company_id = ${company} and m.pack_id = any(${ids}::uuid[])`.execute(tx)
  const movements = Map.groupBy(moved, (one) => one.packId)
  const document = epcisDocument(
    packs.map((pack) => ({
      ...pack,
      movements: (movements.get(pack.id) ?? []).map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
    })),
    await carriersOf(tx, company, actor.company.timeZone, ids),
    { now, offset: offsetOf(actor.company.timeZone, now) },
  )
  return {
    name: `epcis-${dayIn(actor.company.timeZone, now)}.jsonld`,
    type: 'application/ld+json',
    body: Buffer.from(JSON.stringify(document, null, 2)),
  }
})

function offsetOf(timeZone: string, now: Date): string {
  const minutes = utcOffsetMinutes(timeZone, now)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
}

type Carrier = {
  packageId: string
  no: number
  parentNo: number | null
  label: string
  day: string | null
  gln: string
  declaration: string
  packs: { gtin: string; serial: string }[] | null
}

/** Carriers with an SSCC around these packs, each with what of it stands in it: packs of the answer and carriers. */
async function carriersOf(
  tx: Tx,
  company: number,
  timeZone: string,
  packIds: readonly string[],
): Promise<EpcisCarrier[]> {
  const { rows } = await sql<Carrier>`
    with recursive direct as (
      select k.package_id, k.carrier_no, jsonb_agg(jsonb_build_object('gtin', k.gtin, 'serial', k.serial_number) order by k.gtin, k.serial_number) as packs
      from trace_pack t join trace_package_pack k on k.company_id = ${company} and k.gtin = t.gtin and k.serial_number = t.serial_number
      where t.company_id = ${company} and t.id = any(${[...packIds]}::uuid[]) and k.carrier_no is not null group by 1, 2),
    around as (
      select d.package_id, d.carrier_no as no from direct d
      union
      select a.package_id, c.parent_no from around a join trace_carrier c on c.company_id = ${company} and c.package_id = a.package_id and c.no = a.no
      where c.parent_no is not null)
    select c.package_id as "packageId", c.no, c.parent_no as "parentNo", c.label, p.document_date::text as day, p.source_gln as gln,
      'PTS ' || p.source_gln || ' ' || coalesce(p.number, p.id::text) as declaration, d.packs
    from around a join trace_carrier c on c.company_id = ${company} and c.package_id = a.package_id and c.no = a.no
      join trace_package p on p.company_id = ${company} and p.id = a.package_id and p.state = 'Read'
      left join direct d on d.package_id = c.package_id and d.carrier_no = c.no
    order by c.package_id, c.no`.execute(tx)
  const sscc = ({ label }: Carrier) => /^(?:00)?(\d{18})$/.exec(label)?.[1] ?? null
  return rows.flatMap((row) => {
    const own = sscc(row)
    if (own === null || row.day === null) return []
    const inner = rows.flatMap((other) => {
      const label = sscc(other)
      return other.packageId === row.packageId && other.parentNo === row.no && label !== null
        ? [ssccId(label)]
        : []
    })
    const packs = (row.packs ?? []).map(({ gtin, serial }) => packId(gtin, serial))
    const children = [...packs, ...inner]
    if (children.length === 0) return []
    const at = startOfDay(timeZone, row.day).toISOString()
    return [{ sscc: own, at, gln: row.gln, declarationId: row.declaration, children }]
  })
}
