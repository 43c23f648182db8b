import { createHash } from 'node:crypto'
import {
  downloadTransferFile,
  exportTransferBatch,
  transferBatchStates,
} from '@kervan/contract/lma/transfer-batches'
import { isWeekend } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { handle, handleDownload } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { mailFuel } from '../mails/send.ts'
import { lockBatch, readBatch, recordBatch, refusedOnBatch, type Batch } from './batch.sql.ts'
import { flatFile, flatFileName, idocFile, perHundred, type SapBatch, type SapRow } from './sap-file.ts'

// The rows of a batch for SAP are made once, when it is exported, and kept: both files are written from them.

const sapBatch = (company: string, batch: Batch, rows: readonly SapRow[]): SapBatch => ({
  company,
  number: batch.number,
  day: batch.validFrom,
  madeAt: batch.madeAt,
  formulaVersion: batch.formulaVersion,
  rows,
})

export const exportTransferBatchHandler = handle(exportTransferBatch, async (context) => {
  const { tx, actor, now, input } = context
  assertWholeCompany(context)
  const batch = await lockBatch(tx, actor.company.id, { id: input.batchId })
  const refused = refusedOnBatch('export', batch, actor)
  if (refused) throw refused
  // A batch that failed goes out again as it was: the same number has the same bytes.
  const rows = batch.exportRows ?? (await sapRows(tx, actor.company.id, batch))
  const file = flatFile(sapBatch(actor.company.code, batch, rows))
  const hash = createHash('sha256').update(file).digest('hex')
  await sql`update transfer_batch set state = ${transferBatchStates.moves.export.to}, exported_at = ${now},
    export_rows = ${JSON.stringify(rows)}::jsonb, file_hash = ${hash}
    where company_id = ${actor.company.id} and id = ${batch.id}`.execute(tx)
  await recordBatch(context, batch, 'Exported', {
    rows: rows.length,
    hash,
    mails: await mailExported(context, batch, rows.length),
  })
  return { done: true } as const
})

async function mailExported(
  { tx, actor, services, now }: Pick<SessionContext, 'tx' | 'actor' | 'services' | 'now'>,
  batch: Batch,
  rows: number,
): Promise<number> {
  if (isWeekend(dayIn(actor.company.timeZone, now))) return 0
  return mailFuel(tx, services, { company: actor.company.id, now, mail: 'SapExport' }, () => ({
    batch: String(batch.number),
    company: actor.company.name,
    count: String(rows),
  }))
}

type Priced = {
  item: string
  terminal: string
  product: string
  price: string
  fee: string
  plant: string | null
  material: string | null
}

/** Throws `SapConditionMissing`, `SapCodeMissing` with the items, and `SapKeyTwice` where two have one key. */
async function sapRows(tx: Tx, company: number, batch: Batch): Promise<SapRow[]> {
  const { rows: keys } = await sql<Record<'organization' | 'table' | 'price' | 'fee' | 'vendor', string>>`
    select c.sales_organization as organization, c.condition_table as "table", c.price_condition as price,
      c.fee_condition as fee, c.vendor_code as vendor
    from sap_condition c where c.company_id = ${company} order by c.code limit 1`.execute(tx)
  const [key] = keys
  if (!key) throw refusal('SapConditionMissing')
  const { rows } = await sql<Priced>`
    select t.item_code as item, t.terminal, p.code as product, t.price::text as price, t.fee::text as fee,
      a.location_reference_code as plant, a.product_reference_code as material
    from transfer_price t join fuel_product p on p.company_id = t.company_id and p.id = t.product_id
    left join lateral (select x.location_reference_code, x.product_reference_code from api_parameter x
      where x.company_id = ${company} and x.product_id = t.product_id and fold(x.terminal) = fold(t.terminal)
        and x.component_role = 'Main' order by x.product_reference_code limit 1) a on true
    where t.company_id = ${company} and t.batch_id = ${batch.id} order by t.item_code`.execute(tx)
  const named = (of: readonly Priced[]) =>
    of.map(({ item, product, terminal }) => `${item} (${product}, ${terminal})`).join('; ')
  const missing = rows.filter(({ plant, material }) => plant === null || material === null)
  if (missing.length > 0) throw refusal('SapCodeMissing', { items: named(missing) })
  const twice = [...Map.groupBy(rows, ({ plant, material }) => `${plant} ${material}`).values()].filter(
    (of) => of.length > 1,
  )
  if (twice.length > 0) throw refusal('SapKeyTwice', { items: named(twice.flat()) })
  return rows.flatMap(({ item, price, fee, plant, material }): SapRow[] => {
    const common = {
      table: key.table,
      salesOrganization: key.organization,
      plant: plant ?? '',
      material: material ?? '',
      vendor: key.vendor,
      validFrom: batch.validFrom,
      reference: item,
    }
    return [
      { ...common, condition: key.price, amount: perHundred(price), currency: 'USD', per: '100' },
      { ...common, condition: key.fee, amount: fee, currency: 'TRY', per: '1' },
    ]
  })
}

export const downloadTransferFileHandler = handleDownload(downloadTransferFile, async (context) => {
  const { tx, actor, input } = context
  assertWholeCompany(context)
  const batch = await readBatch(tx, actor.company.id, { id: input.batchId })
  if (!batch.exportRows) throw refusal('TransferStateWrong', { yt04State: batch.state })
  const of = sapBatch(actor.company.code, batch, batch.exportRows)
  return input.format === 'FlatFile'
    ? { name: flatFileName(of), type: 'text/csv', body: Buffer.from(flatFile(of), 'utf8') }
    : {
        name: flatFileName(of).replace('.csv', '.xml'),
        type: 'application/xml',
        body: Buffer.from(idocFile(of), 'utf8'),
      }
})
