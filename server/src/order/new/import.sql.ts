import { sql } from 'kysely'
import type { ImportView } from '@kervan/contract/order/order-import'
import { refusal, Refusal, type FactValue } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/db.ts'
import { refusalMessage } from '../../kit/messages.ts'
import { newId } from '../../kit/uuid.ts'
import { priceFor } from '../prices.ts'
import { deliveryScope } from '../scope.ts'
import { unitPrice } from './catalogue.ts'
import type { CheckedRow, ImportCells, ImportPlace, ImportVariant } from './check-import-row.ts'

// Where an uploaded workbook waits, checked row by row, until its owner has decided (ORD-004).

type Head = {
  id: string
  job_id: string
  file_name: string
  bytes: number
  state: ImportView['state']
  sheets: number
  rows_read: number
  total: string | null
  seconds: string | null
  uploaded_at: Date
  uploaded_by: string
  refusal: string | null
  refusal_facts: unknown
  good: number
  rounded: number
  confirm: number
  refused: number
}

/** An import of this user. Throws `ImportNotFound`. */
export async function readImport(tx: Tx, actor: Actor, id: string, language: Language): Promise<ImportView> {
  const { rows } = await sql<Head>`
    select i.id, i.job_id, i.file_name, i.bytes, i.state, i.sheets, i.rows_read, i.total, i.seconds, i.uploaded_at, i.uploaded_by, j.refusal, j.refusal_facts,
      coalesce(c.good, 0) as good, coalesce(c.rounded, 0) as rounded, coalesce(c.confirm, 0) as confirm, coalesce(c.refused, 0) as refused
    from order_import i
      left join job j on j.company_id = i.company_id and j.id = i.job_id
      left join lateral (
        select count(*) filter (where l.result = 'Good') as good, count(*) filter (where l.result = 'Rounded') as rounded,
          count(*) filter (where l.result = 'Confirm') as confirm, count(*) filter (where l.result = 'Refused') as refused
        from order_import_line l where l.company_id = i.company_id and l.import_id = i.id) c on true
    where i.company_id = ${actor.company.id} and i.membership_id = ${actor.membershipId} and i.id = ${id}`.execute(
    tx,
  )
  const row = rows[0]
  if (!row) throw refusal('ImportNotFound')
  return {
    id: row.id,
    jobId: row.job_id,
    fileName: row.file_name,
    bytes: row.bytes,
    state: row.state,
    sheets: row.sheets,
    rowsRead: row.rows_read,
    good: row.good,
    rounded: row.rounded,
    confirm: row.confirm,
    refused: row.refused,
    total: row.total === null ? null : priceFor(actor, row.total),
    currency: actor.company.currency,
    seconds: row.seconds === null ? null : Number(row.seconds),
    uploadedAt: row.uploaded_at.toISOString(),
    uploadedBy: row.uploaded_by,
    message: row.refusal
      ? refusalMessage(
          language,
          new Refusal(row.refusal as Refusal['code'], (row.refusal_facts ?? {}) as Record<string, FactValue>),
        )
      : null,
  }
}

/** Locks an import of this user in one of the states. Throws `ImportNotFound` or `ImportNotReady`. */
export async function lockImport(
  tx: Tx,
  actor: Actor,
  id: string,
  states: readonly ImportView['state'][],
): Promise<{ id: string; file_id: string; job_id: string; state: ImportView['state'] }> {
  const row = await tx
    .selectFrom('order_import')
    .select(['id', 'file_id', 'job_id', 'state'])
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refusal('ImportNotFound')
  if (!states.includes(row.state)) throw refusal('ImportNotReady', { state: row.state })
  return row
}

export async function setImport(
  tx: Tx,
  actor: Actor,
  id: string,
  fields: {
    state?: ImportView['state']
    sheets?: number
    rows_read?: number
    total?: string | null
    seconds?: string
  },
): Promise<void> {
  await tx
    .updateTable('order_import')
    .set(fields)
    .where('company_id', '=', actor.company.id)
    .where('id', '=', id)
    .execute()
}

export type StagedRow = { sheet: string; row: number; checked: CheckedRow; cells: ImportCells }

/** Keeps checked rows. What stood in the file is kept only for rows that somebody may still have to look at. */
export async function stageRows(
  tx: Tx,
  actor: Actor,
  importId: string,
  rows: readonly StagedRow[],
): Promise<void> {
  if (rows.length === 0) return
  const of = <T>(pick: (row: CheckedRow) => T) => rows.map((row) => pick(row.checked))
  const issues = of((checked) => JSON.stringify(checked.issues.map((issue) => ({ id: newId(), ...issue }))))
  await sql`
    insert into order_import_line (company_id, import_id, id, sheet, row_number, result, variant_id, location_id, shipment_method, delivery_date, point_of_sale_id, quantity,
      external_product_code, issues, cells)
    select ${actor.company.id}::int, ${importId}::uuid, n.* from unnest(${rows.map(() => newId())}::uuid[], ${rows.map((row) => row.sheet)}::text[], ${rows.map((row) => row.row)}::int[],
      ${of((c) => c.result)}::text[], ${of((c) => c.variantId)}::uuid[], ${of((c) => c.locationId)}::uuid[], ${of((c) => c.shipmentMethod)}::text[], ${of((c) => c.deliveryDate)}::date[],
      ${of((c) => c.pointOfSaleId)}::uuid[], ${of((c) => c.quantity)}::int[], ${of((c) => c.externalProductCode)}::text[], ${issues}::jsonb[],
      ${rows.map((row) => (row.checked.result === 'Good' ? null : JSON.stringify(row.cells)))}::jsonb[]) as n`.execute(
    tx,
  )
}

/** Variants by the codes a file names: their own code, their GTIN, or the code of a product that has only one variant. */
export async function findVariants(
  tx: Tx,
  actor: Actor,
  codes: readonly string[],
): Promise<Map<string, ImportVariant>> {
  const { rows } = await sql<{
    asked: string
    id: string
    product_id: string
    code: string
    name: string
    flow_type: string
    pack_unit: number
    minimum_quantity: number
    maximum_quantity: number
  }>`
    with asked as (select distinct code from unnest(${[...new Set(codes)]}::text[]) as a(code)),
      found as (
        select a.code as asked, v.id from asked a join product_variant v on v.company_id = ${actor.company.id} and v.code = a.code
        union select a.code, v.id from asked a join product_variant v on v.company_id = ${actor.company.id} and v.gtin = a.code
        union select a.code, min(v.id::text)::uuid from asked a join product p on p.company_id = ${actor.company.id} and p.code = a.code
          join product_variant v on v.company_id = p.company_id and v.product_id = p.id group by a.code having count(*) = 1)
    select f.asked, v.id, p.id as product_id, v.code, p.name, p.flow_type, p.pack_unit, p.minimum_quantity, p.maximum_quantity
    from found f join product_variant v on v.company_id = ${actor.company.id} and v.id = f.id
      join product p on p.company_id = v.company_id and p.id = v.product_id
    where v.company_id = ${actor.company.id} and v.status = 'Active' and p.status = 'Active'`.execute(tx)
  return new Map(
    rows.map((row) => [
      row.asked,
      {
        id: row.id,
        productId: row.product_id,
        code: row.code,
        name: row.name,
        flowType: row.flow_type,
        packUnit: row.pack_unit,
        minimumQuantity: row.minimum_quantity,
        maximumQuantity: row.maximum_quantity,
      },
    ]),
  )
}

/** The closest code of a variant that is sold, for codes that nobody has; only a near one is proposed. */
export async function suggestCodes(
  tx: Tx,
  actor: Actor,
  codes: readonly string[],
): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const { rows } = await sql<{ asked: string; closest: string | null }>`
    select a.code as asked, (
      select v.code from product_variant v where v.company_id = ${actor.company.id} and v.status = 'Active' and similarity(v.code, a.code) > 0.6
      order by similarity(v.code, a.code) desc, v.code limit 1) as closest
    from unnest(${codes}::text[]) as a(code)`.execute(tx)
  return new Map(rows.flatMap((row) => (row.closest === null ? [] : [[row.asked, row.closest] as const])))
}

/** Every place the user may order for, by code and by GLN. */
export async function readPlaces(
  tx: Tx,
  actor: Actor,
): Promise<{ byCode: Map<string, ImportPlace>; only: ImportPlace | null }> {
  const { rows } = await sql<{ id: string; code: string; name: string; gln: string | null; type: string }>`
    select l.id, l.code, l.name, l.gln, l.type from location l where ${sql.join(deliveryScope(actor), sql` and `)}`.execute(
    tx,
  )
  const places = rows.map((row) => ({
    place: { id: row.id, code: row.code, name: row.name, pointOfSale: row.type.endsWith('PointOfSales') },
    keys: [row.code, ...(row.gln ? [row.gln] : [])],
  }))
  const byCode = new Map(
    places.flatMap(({ place, keys }) => keys.map((key) => [key.toLowerCase(), place] as const)),
  )
  return { byCode, only: places.length === 1 ? (places[0]?.place ?? null) : null }
}

/** Which products may not go to which places, of all products that have such a rule at all. */
export async function readBlocks(tx: Tx, actor: Actor): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('shipping_block')
    .select(['product_id', 'location_id'])
    .where('company_id', '=', actor.company.id)
    .execute()
  return new Set(rows.map((row) => `${row.product_id} ${row.location_id}`))
}

/** What the rows that can be taken over cost, less each customer's discount. */
export async function totalOfImport(tx: Tx, actor: Actor, importId: string): Promise<string> {
  const { rows } = await sql<{ total: string }>`
    select coalesce(round(sum(n.quantity * ${unitPrice(actor)} * (1 - pa.discount_percent / 100)), 2), 0)::text as total
    from order_import_line n
      join product_variant v on v.company_id = n.company_id and v.id = n.variant_id
      join product p on p.company_id = v.company_id and p.id = v.product_id
      join location l on l.company_id = n.company_id and l.id = n.location_id
      join partner pa on pa.company_id = l.company_id and pa.id = l.partner_id
      left join customer_price cp on cp.company_id = n.company_id and cp.variant_id = n.variant_id and cp.partner_id = l.partner_id
    where n.company_id = ${actor.company.id} and n.import_id = ${importId} and n.result in ('Good', 'Rounded')`.execute(
    tx,
  )
  return rows[0]?.total ?? '0'
}
