import { sql } from 'kysely'
import {
  acceptImportRemedy,
  confirmImport,
  discardImport,
  getCurrentImport,
  importRows,
  readImportAgain,
  uploadImport,
  type ImportView,
} from '@kervan/contract/order/order-import'
import { record } from '../../kit/records/audit.ts'
import type { Upload } from '../../kit/http/uploads.ts'
import { dayIn } from '../../kit/clock.ts'
import { handle } from '../../kit/http/handle.ts'
import { translate } from '../../kit/messages.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { newId } from '../../kit/database/uuid.ts'
import { cartTouch, flowTypeInCart, lockCart, readCart } from './cart.sql.ts'
import { checkImportRow, type ImportCells, type Issue } from './check-import-row.ts'
import { lookupsFor } from './import-job.ts'
import {
  discardImports,
  flowsOfImport,
  lockImport,
  readImport,
  setImport,
  takenLines,
  totalOfImport,
} from './import.sql.ts'
import { findTyped, proposedDay, readBlocks, readLocations } from './import-lookups.sql.ts'
import { suggestCodes } from './suggest-codes.ts'
import { amountsOfCart } from './transaction-amounts.ts'
import { orderSettings } from '../order-settings.ts'

/** Keeps the file and begins to check it. A file that was waiting for a decision is put aside: there is one at a time. */
export const uploadImportHandler = handle(
  uploadImport,
  async ({ tx, actor, now, services, uploads, language }) => {
    const [upload] = uploads as [Upload]
    await lockCart(tx, actor)
    const open = await tx
      .selectFrom('order_import')
      .select('id')
      .where('company_id', '=', actor.company.id)
      .where('membership_id', '=', actor.membershipId)
      .where('state', 'in', ['Reading', 'Ready', 'Failed'])
      .forUpdate()
      .execute()
    await discardImports(
      tx,
      services.jobs,
      actor,
      open.map(({ id }) => id),
    )
    const fileId = await services.files.keep(tx, actor, upload, 'order-import')
    const id = newId()
    const jobId = await services.jobs.start(tx, actor, 'order.import', { importId: id, language }, now)
    await tx
      .insertInto('order_import')
      .values({
        company_id: actor.company.id,
        id,
        membership_id: actor.membershipId,
        job_id: jobId,
        file_id: fileId,
        file_name: upload.name.slice(0, 200),
        bytes: upload.bytes,
        uploaded_at: now,
        uploaded_by: actor.name,
      })
      .execute()
    return readImport(tx, actor, id, language)
  },
)

export const readImportAgainHandler = handle(
  readImportAgain,
  async ({ input, tx, actor, now, services, language }) => {
    const { importId, leavesHidden, leftSheets } = input
    await lockImport(tx, actor, importId, ['Ready'])
    const jobId = await services.jobs.start(
      tx,
      actor,
      'order.import',
      { importId, language, leavesHidden, leftSheets },
      now,
    )
    await setImport(tx, actor, importId, { state: 'Reading', job_id: jobId, total: null, seconds: null })
    return readImport(tx, actor, importId, language)
  },
)

export const getCurrentImportHandler = handle(getCurrentImport, async ({ tx, actor, language }) => {
  const row = await tx
    .selectFrom('order_import')
    .select('id')
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .where('state', 'in', ['Reading', 'Ready', 'Failed'])
    .orderBy('uploaded_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { import: row ? await readImport(tx, actor, row.id, language) : null }
})

export const importRowList = serveList(
  importRows,
  'newOrder',
  ({ actor }, { importId }) => ({
    from: sql`order_import_line l
    join order_import i on i.company_id = l.company_id and i.id = l.import_id
    cross join lateral jsonb_array_elements(l.issues) as x(issue)`,
    where: [
      sql`l.company_id = ${actor.company.id}`,
      sql`l.import_id = ${importId}`,
      sql`i.membership_id = ${actor.membershipId}`,
      sql`l.result <> 'Good'`,
    ],
    id: sql`(x.issue ->> 'id')::uuid`,
    columns: {
      result: sql`x.issue ->> 'severity'`,
      sheet: sql`l.sheet`,
      row: sql`l.row_number`,
      value: sql`x.issue ->> 'value'`,
    },
    facts: { issue: sql<Issue>`x.issue` },
  }),
  ({ issue }, { language }) => ({
    column: translate(language, `order.import.column.${issue.column}`),
    message: translate(language, `order.import.issue.${issue.code}`, issue.facts),
    remedy: issue.remedy === null ? null : { value: issue.remedy },
  }),
)

/** Writes the proposed value into the row and checks it again; other faults of the row remain. */
export const acceptRemedyHandler = handle(
  acceptImportRemedy,
  async ({ input, tx, actor, services, language, now }) => {
    const head = await lockImport(tx, actor, input.importId, ['Ready'])
    const { rows } = await sql<{ id: string; issues: (Issue & { id: string })[]; cells: ImportCells }>`
    select id, issues, cells from order_import_line
    where company_id = ${actor.company.id} and import_id = ${input.importId} and issues @> ${JSON.stringify([{ id: input.rowId }])}::jsonb for update`.execute(
      tx,
    )
    const line = rows[0]
    const issue = line?.issues.find((one) => one.id === input.rowId)
    if (!line || !issue || issue.remedy === null) throw acceptImportRemedy.refuse('NotFound')
    // A real number needs no more guessing; a code is a text.
    const kind = issue.column === 'quantity' ? 'number' : 'text'
    const cells: ImportCells = {
      ...line.cells,
      [issue.column]: { kind, value: issue.remedy, text: issue.remedy },
    }
    const code = cells.productCode?.value.trim() ?? ''
    const [variants, locations, blocks, proposed, { rounding }] = await Promise.all([
      findTyped(tx, actor, [code]),
      readLocations(tx, actor),
      readBlocks(tx, actor),
      proposedDay(tx, actor, dayIn(actor.company.timeZone, now)),
      orderSettings(tx, actor.company),
    ])
    const suggestions = variants.has(code)
      ? new Map<string, never>()
      : await suggestCodes({ tx, actor, language }, [code])
    const checked = checkImportRow(
      cells,
      lookupsFor(
        actor,
        services,
        { locations, blocks, proposedDay: proposed, rounding },
        variants,
        suggestions,
        head.external_order_date,
      ),
    )
    await tx
      .updateTable('order_import_line')
      .set({
        result: checked.result,
        variant_id: checked.variantId,
        location_id: checked.locationId,
        shipment_method: checked.shipmentMethod,
        delivery_date: checked.deliveryDate,
        point_of_sale_id: checked.pointOfSaleId,
        quantity: checked.quantity,
        issues: JSON.stringify(checked.issues.map((one) => ({ id: newId(), ...one }))),
        cells: JSON.stringify(cells),
      })
      .where('company_id', '=', actor.company.id)
      .where('import_id', '=', input.importId)
      .where('id', '=', line.id)
      .execute()
    await setImport(tx, actor, input.importId, {
      total: await totalOfImport(tx, actor, input.importId),
      external_order_date: head.external_order_date ?? checked.externalOrderDate,
    })
    return readImport(tx, actor, input.importId, language)
  },
)

/**
 * Takes the good and the rounded rows over, all in one transaction; the same variant for the same delivery is summed. A
 * cart holds one flow type (ORD-005): of a file with several one is named, and the others wait for the next order.
 */
export const confirmImportHandler = handle(confirmImport, async ({ input, tx, actor, now, language }) => {
  await lockCart(tx, actor)
  const head = await lockImport(tx, actor, input.importId, ['Ready'])
  const flows = await flowsOfImport(tx, actor, input.importId)
  const [first] = flows
  if (!first) throw confirmImport.refuse('ImportEmpty')
  const added = input.flowType ?? first.flowType
  const other = flows.find(({ flowType }) => flowType !== added)
  const inCart = await flowTypeInCart(tx, actor)
  if (!flows.some(({ flowType }) => flowType === added)) throw confirmImport.refuse('ImportEmpty')
  if (inCart !== null && inCart !== added) throw confirmImport.refuse('FlowTypesMixed', { inCart, added })
  if (other && input.flowType === undefined)
    throw confirmImport.refuse('FlowTypesMixed', { inCart: added, added: other.flowType })
  const { numAffectedRows } = await sql`
    insert into cart_line (company_id, id, membership_id, variant_id, location_id, shipment_method, delivery_date, point_of_sale_id, quantity, external_product_code)
    select n.company_id, (array_agg(n.id order by n.row_number))[1], ${actor.membershipId}::uuid, n.variant_id, n.location_id, n.shipment_method, n.delivery_date, n.point_of_sale_id,
      sum(n.quantity)::int, max(n.external_product_code)
    from ${takenLines(actor, input.importId, added)}
    group by n.company_id, n.variant_id, n.location_id, n.shipment_method, n.delivery_date, n.point_of_sale_id
    on conflict on constraint cart_line_once do update set quantity = excluded.quantity, external_product_code = coalesce(excluded.external_product_code, cart_line.external_product_code)`.execute(
    tx,
  )
  if (other) {
    await sql`
      delete from order_import_line where company_id = ${actor.company.id} and import_id = ${input.importId}
        and id in (select n.id from ${takenLines(actor, input.importId, added)})`.execute(tx)
    await setImport(tx, actor, input.importId, { total: await totalOfImport(tx, actor, input.importId) })
  } else await setImport(tx, actor, input.importId, { state: 'Taken' })
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'order.imported',
        recordType: 'import',
        recordId: input.importId,
        after: { lines: Number(numAffectedRows) },
      },
    ],
  })
  const view: ImportView = await readImport(tx, actor, input.importId, language)
  const date = head.external_order_date
  const touch = cartTouch(tx, actor, now, {
    channel: 'PortalBulk',
    ...(date !== null && { external_order_date: date }),
  })
  const cart = await readCart({ tx, actor, language }, touch)
  return { import: view, cart, notes: await amountsOfCart({ tx, actor, now, language }) }
})

export const discardImportHandler = handle(discardImport, async ({ input, tx, actor, now, services }) => {
  const found = await lockImport(tx, actor, input.importId, ['Reading', 'Ready', 'Failed'])
  await discardImports(tx, services.jobs, actor, [found.id])
  await record(tx, actor, now, {
    audit: [{ operation: 'order.importDiscarded', recordType: 'import', recordId: found.id }],
  })
  return { done: true } as const
})
