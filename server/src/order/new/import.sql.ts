import { sql } from 'kysely'
import type { ImportView } from '@kervan/contract/order/order-import'
import { refusal, Refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { refusalMessage } from '../../kit/messages.ts'
import { newId } from '../../kit/database/uuid.ts'
import { removeFiles } from '../../kit/records/files.ts'
import type { Jobs } from '../../kit/work/jobs.ts'
import { addTotals } from '../prices.ts'
import { priceFor } from '../../access/access.api.ts'
import { unitPrice } from './catalogue.ts'
import type { CheckedRow, ImportCells } from './check-import-row.ts'
import { columnsRead, notesOf, partsOf, type KeptReading } from './import-reading.ts'

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
  refusal: Refusal['code'] | null
  refusal_facts: Refusal['facts'] | null
  good: number
  rounded: number
  confirm: number
  refused: number
  found_rounded: number
  found_confirm: number
  found_refused: number
  headers: KeptReading
}

/** An import of this user. Throws `ImportNotFound`. */
export async function readImport(tx: Tx, actor: Actor, id: string, language: Language): Promise<ImportView> {
  const { rows } = await sql<Head>`
    select i.id, i.job_id, i.file_name, i.bytes, i.state, i.sheets, i.rows_read, i.total, i.seconds, i.uploaded_at, i.uploaded_by, i.headers, j.refusal, j.refusal_facts,
      coalesce(c.good, 0) as good, coalesce(c.rounded, 0) as rounded, coalesce(c.confirm, 0) as confirm, coalesce(c.refused, 0) as refused,
      coalesce(f.rounded, 0) as found_rounded, coalesce(f.confirm, 0) as found_confirm, coalesce(f.refused, 0) as found_refused
    from order_import i
      left join job j on j.company_id = i.company_id and j.id = i.job_id
      left join lateral (
        select count(*) filter (where l.result = 'Good') as good, count(*) filter (where l.result = 'Rounded') as rounded,
          count(*) filter (where l.result = 'Confirm') as confirm, count(*) filter (where l.result = 'Refused') as refused
        from order_import_line l where l.company_id = ${actor.company.id} and l.import_id = i.id) c on true
      left join lateral (
        select count(*) filter (where x.issue ->> 'severity' = 'Rounded') as rounded, count(*) filter (where x.issue ->> 'severity' = 'Confirm') as confirm,
          count(*) filter (where x.issue ->> 'severity' = 'Refused') as refused
        from order_import_line l cross join lateral jsonb_array_elements(l.issues) as x(issue)
        where l.company_id = ${actor.company.id} and l.import_id = i.id and l.result <> 'Good') f on true
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
    findings: { Rounded: row.found_rounded, Confirm: row.found_confirm, Refused: row.found_refused },
    flows: (row.state === 'Ready' ? await flowsOfImport(tx, actor, id) : []).map((flow) => ({
      ...flow,
      total: priceFor(actor, flow.total),
    })),
    total: row.total === null ? null : priceFor(actor, row.total),
    currency: actor.company.currency,
    seconds: row.seconds === null ? null : Number(row.seconds),
    uploadedAt: row.uploaded_at.toISOString(),
    uploadedBy: row.uploaded_by,
    columns: columnsRead(row.headers, language),
    parts: partsOf(row.headers),
    message: row.refusal
      ? refusalMessage(language, new Refusal(row.refusal, row.refusal_facts ?? {}))
      : notesOf(row.headers, language).join('\n') || null,
  }
}

/** Locks an import of this user in one of the states. Throws `ImportNotFound` or `ImportNotReady`. */
export async function lockImport(
  tx: Tx,
  actor: Actor,
  id: string,
  states: readonly ImportView['state'][],
): Promise<{ id: string; external_order_date: string | null }> {
  const row = await tx
    .selectFrom('order_import')
    .select(['id', 'state', 'external_order_date'])
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refusal('ImportNotFound')
  if (!states.includes(row.state)) throw refusal('ImportNotReady', { importState: row.state })
  return row
}

/** Ends the reading of an import. False when it was put aside meanwhile: then it stays what it is. */
export async function endReading(
  tx: Tx,
  companyId: number,
  id: string,
  fields: {
    state: 'Ready' | 'Failed'
    sheets?: number
    rows_read?: number
    total?: string | null
    seconds?: string
    external_order_date?: string | null
    headers?: string
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('order_import')
    .set(fields)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '=', 'Reading')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Puts imports of this user aside: their rows and files go, and the jobs that still read them are cancelled. */
export async function discardImports(
  tx: Tx,
  jobs: Jobs,
  actor: Actor,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ job_id: string; file_id: string | null }>`
    update order_import i set state = 'Discarded', file_id = null
    from (select id, file_id from order_import where company_id = ${actor.company.id} and id = any(${ids}::uuid[])) old
    where i.company_id = ${actor.company.id} and i.id = old.id returning i.job_id, old.file_id`.execute(tx)
  for (const id of ids) await removeLines(tx, actor.company.id, id)
  await removeFiles(tx, jobs, actor.company.id, { ids: rows.flatMap((row) => row.file_id ?? []) })
  await tx
    .updateTable('job')
    .set({ cancel_requested: true })
    .where('company_id', '=', actor.company.id)
    .where(
      'id',
      'in',
      rows.map((row) => row.job_id),
    )
    .where('state', 'in', ['Waiting', 'Running'])
    .execute()
}

export async function removeLines(tx: Tx, companyId: number, importId: string): Promise<void> {
  await tx
    .deleteFrom('order_import_line')
    .where('company_id', '=', companyId)
    .where('import_id', '=', importId)
    .execute()
}

export async function setImport(
  tx: Tx,
  actor: Actor,
  id: string,
  fields: {
    state?: ImportView['state']
    job_id?: string
    total?: string | null
    seconds?: string | null
    external_order_date?: string | null
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
  await insertMany(
    tx,
    'order_import_line',
    rows.map(({ sheet, row, checked, cells }) => ({
      company_id: actor.company.id,
      import_id: importId,
      id: newId(),
      sheet,
      row_number: row,
      result: checked.result,
      variant_id: checked.variantId,
      location_id: checked.locationId,
      shipment_method: checked.shipmentMethod,
      delivery_date: checked.deliveryDate,
      point_of_sale_id: checked.pointOfSaleId,
      quantity: checked.quantity,
      external_product_code: checked.externalProductCode,
      issues: checked.issues.map((issue) => ({ id: newId(), ...issue })),
      cells: checked.result === 'Good' ? null : cells,
    })),
  )
}

/** The rows that can be taken over, as `n`, with their product `p`; of one flow type where it is named. */
export const takenLines = (actor: Actor, importId: string, flowType?: string) => sql`order_import_line n
      join product_variant v on v.company_id = n.company_id and v.id = n.variant_id
      join product p on p.company_id = v.company_id and p.id = v.product_id
    where n.company_id = ${actor.company.id} and n.import_id = ${importId} and n.result in ('Good', 'Rounded')
      ${flowType === undefined ? sql`` : sql`and p.flow_type = ${flowType}`}`

/** The rows that can be taken over by their flow type, most first, with what they cost less each customer's discount. */
export async function flowsOfImport(
  tx: Tx,
  actor: Actor,
  importId: string,
): Promise<{ flowType: string; rows: number; total: string }[]> {
  const { rows } = await sql<{ flowType: string; rows: number; total: string }>`
    select p.flow_type as "flowType", count(*)::int as rows, coalesce(round(sum(n.quantity * ${unitPrice(actor)} * (1 - pa.discount_percent / 100)), 2), 0)::text as total
    from order_import_line n
      join product_variant v on v.company_id = n.company_id and v.id = n.variant_id
      join product p on p.company_id = v.company_id and p.id = v.product_id
      join location l on l.company_id = n.company_id and l.id = n.location_id
      join partner pa on pa.company_id = l.company_id and pa.id = l.partner_id
      left join customer_price cp on cp.company_id = n.company_id and cp.variant_id = n.variant_id and cp.partner_id = l.partner_id
    where n.company_id = ${actor.company.id} and n.import_id = ${importId} and n.result in ('Good', 'Rounded')
    group by p.flow_type order by count(*) desc, p.flow_type`.execute(tx)
  return rows
}

/** What all of them cost. */
export async function totalOfImport(tx: Tx, actor: Actor, importId: string): Promise<string> {
  const flows = await flowsOfImport(tx, actor, importId)
  return addTotals(flows.map(({ total }) => ({ subtotal: '0', discount: '0', total }))).total
}
