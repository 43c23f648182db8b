import { getPackage, packagePacks, tracePackages } from '@kervan/contract/trace/packages'
import type { ptsStates } from '@kervan/contract/trace/words'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import { sql } from 'kysely'
import { handle } from '../../kit/http/handle.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { translate } from '../../kit/messages.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'
import { placeName } from '../places.sql.ts'

// Packages as they are listed and opened: pallets, cases and packs (TRC-004).

const problemOf = (language: Language, fault: string | null, found: string | null): string | null =>
  fault === null ? null : translate(language, `trace.packageFault.${fault}`, { found: found ?? '' })

export const packageList = serveList(
  tracePackages,
  'tracePackages',
  ({ actor }) => ({
    from: sql`trace_package d`,
    where: [sql`d.company_id = ${actor.company.id}`, ...wholeCompanyOnly(actor)],
    id: sql`d.id`,
    key: sql`d.id`,
    columns: {
      documentNumber: sql`d.number`,
      packageState: sql`d.state`,
      documentDate: sql`d.document_date`,
      ptsAction: sql`d.action`,
      sourceGln: sql`d.source_gln`,
      sourceName: placeName(actor.company.id, sql`d.source_gln`),
      destinationGln: sql`d.destination_gln`,
      destinationName: placeName(actor.company.id, sql`d.destination_gln`),
      packCount: sql`d.pack_count`,
      carrierCount: sql`d.carrier_count`,
      packageNotes: sql`d.notes`,
      fileName: sql`d.file_name`,
      receivedAt: sql`d.received_at`,
      receivedBy: sql`d.received_by`,
    },
    facts: { fault: sql<string | null>`d.fault`, found: sql<string | null>`d.fault_found` },
  }),
  ({ fault, found }, { language }) => ({ problem: problemOf(language, fault, found) }),
)

export const packagePackList = serveList(
  packagePacks,
  'tracePackages',
  ({ actor }, { packageId, carrierNo }: { packageId: string; carrierNo: number | null }) => ({
    from: sql`trace_package_pack k`,
    where: [
      sql`k.company_id = ${actor.company.id}`,
      ...wholeCompanyOnly(actor),
      sql`k.package_id = ${packageId}`,
      sql`k.carrier_no is not distinct from ${carrierNo}::int`,
    ],
    id: sql`k.id`,
    key: sql`k.id`,
    columns: {
      gtin: sql`k.gtin`,
      serialNumber: sql`k.serial_number`,
      lotNumber: sql`k.lot_number`,
      expiryDate: sql`k.expiry_date`,
    },
  }),
)

type Row = {
  id: string
  documentNumber: string | null
  packageState: (typeof ptsStates)[number]
  note: string | null
  shipTo: string | null
  version: string | null
  fault: string | null
  found: string | null
}
type Carrier = {
  no: number
  parent: number | null
  label: string
  containerType: string | null
  packs: number
}

export const getPackageHandler = handle(getPackage, async ({ tx, actor, input, language }) => {
  const company = actor.company.id
  const { rows } = await sql<Row>`
    select d.id, d.number as "documentNumber", d.state as "packageState", d.note, d.ship_to as "shipTo", d.version, d.fault, d.fault_found as found
    from trace_package d where ${sql.join([sql`d.company_id = ${company}`, sql`d.id = ${input.packageId}`, ...wholeCompanyOnly(actor)], sql` and `)}`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw refusal('NotFound')
  const { rows: counts } = await sql<{ no: number | null; packs: number }>`
    select k.carrier_no as no, count(*)::int as packs from trace_package_pack k
    where k.company_id = ${company} and k.package_id = ${row.id} group by 1`.execute(tx)
  const packsOf = new Map(counts.map(({ no, packs }) => [no, packs]))
  const { rows: carriers } = await sql<Omit<Carrier, 'packs'>>`
    select c.no, c.parent_no as parent, c.label, c.container_type as "containerType" from trace_carrier c
    where c.company_id = ${company} and c.package_id = ${row.id} order by c.no`.execute(tx)
  const { fault, found, ...head } = row
  return {
    ...head,
    problem: problemOf(language, fault, found),
    carriers: carriers.map((carrier) => ({ ...carrier, packs: packsOf.get(carrier.no) ?? 0 })),
    loosePacks: packsOf.get(null) ?? 0,
  }
})
