import { chainOf, inOrder } from '@kervan/contract/trace/chain'
import { getPackTrace } from '@kervan/contract/trace/inquiry'
import type { traceSources } from '@kervan/contract/trace/words'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { handle } from '../../kit/http/handle.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'
import { placesOf } from '../places.sql.ts'
import { isRecalled } from '../recalls/recall.sql.ts'

// One pack: where it stood, how it moved, and the packages that it stands in (TRC-003).

type Row = {
  id: string
  gtin: string
  productName: string | null
  serialNumber: string
  lotNumber: string | null
  expiryDate: string | null
  isRecalled: boolean
}
type Movement = {
  declarationId: string
  at: Date
  movement: string
  fromGln: string | null
  toGln: string | null
  resultCode: string
  source: (typeof traceSources)[number]
}

export const getPackTraceHandler = handle(getPackTrace, async ({ tx, actor, input }) => {
  const company = actor.company.id
  const { rows } = await sql<Row>`
    select t.id, t.gtin, t.serial_number as "serialNumber", t.lot_number as "lotNumber", t.expiry_date::text as "expiryDate", ${isRecalled(company)} as "isRecalled",
      (select p.name from product_variant v join product p on p.company_id = ${company} and p.id = v.product_id
        where v.company_id = ${company} and v.gtin in (t.gtin, ltrim(t.gtin, '0'), substr(t.gtin, 2)) order by v.id limit 1) as "productName"
    from trace_pack t where ${sql.join([sql`t.company_id = ${company}`, sql`t.id = ${input.packId}`, ...wholeCompanyOnly(actor)], sql` and `)}`.execute(
    tx,
  )
  const [pack] = rows
  if (!pack) throw refusal('NotFound')
  const { rows: movements } = await sql<Movement>`
    select m.declaration_id as "declarationId", m.at, m.movement, m.from_gln as "fromGln", m.to_gln as "toGln", m.result_code as "resultCode", m.source
    from trace_movement m where m.company_id = ${company} and m.pack_id = ${pack.id} order by m.at, m.declaration_id`.execute(
    tx,
  )
  const known = movements.map((row) => ({ ...row, at: row.at.toISOString() }))
  const chain = chainOf(known)
  const glns = [
    ...known.flatMap(({ fromGln, toGln }) => [fromGln, toGln]),
    ...chain.stays.map(({ gln }) => gln),
  ]
  const place = await placesOf(
    tx,
    company,
    glns.filter((gln) => gln !== null),
  )
  const strange = new Map(chain.contradictions.map(({ declarationId, kind }) => [declarationId, kind]))
  const took = new Set(inOrder(known))
  const { isRecalled: waived, ...shown } = pack
  return {
    ...shown,
    packState: waived ? 'Waived' : chain.state,
    receiver: chain.pendingGln === null ? null : place(chain.pendingGln),
    stays: chain.stays.map(({ gln, from, to }) => ({ place: place(gln), from, to })),
    movements: known.map((row) => ({
      declarationId: row.declarationId,
      at: row.at,
      movement: row.movement,
      from: row.fromGln === null ? null : place(row.fromGln),
      to: row.toGln === null ? null : place(row.toGln),
      resultCode: row.resultCode,
      source: row.source,
      contradiction: took.has(row) ? (strange.get(row.declarationId) ?? null) : null,
    })),
    packages: await packagesOf(tx, company, pack),
  }
})

/** The packages that a pack stands in, with the labels around it from the outside in. */
async function packagesOf(
  tx: Tx,
  company: number,
  { gtin, serialNumber }: Row,
): Promise<{ id: string; documentNumber: string | null; labels: string[] }[]> {
  const { rows } = await sql<{ id: string; documentNumber: string | null; labels: string[] }>`
    with recursive inside as (
      select k.package_id, c.no, c.parent_no, array[c.label] as labels
      from trace_package_pack k left join trace_carrier c on c.company_id = ${company} and c.package_id = k.package_id and c.no = k.carrier_no
      where k.company_id = ${company} and k.gtin = ${gtin} and k.serial_number = ${serialNumber}
      union all
      select i.package_id, c.no, c.parent_no, c.label || i.labels
      from inside i join trace_carrier c on c.company_id = ${company} and c.package_id = i.package_id and c.no = i.parent_no)
    select d.id, d.number as "documentNumber", array_remove(i.labels, null) as labels
    from inside i join trace_package d on d.company_id = ${company} and d.id = i.package_id
    where i.parent_no is null and d.state = 'Read' order by d.received_at`.execute(tx)
  return rows
}
