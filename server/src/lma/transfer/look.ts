import {
  acknowledgeTransferBatch,
  approveTransferBatch,
  checkTransferBatch,
  exportTransferBatch,
  getTransferPrice,
  rejectTransferBatch,
  type TransferPrice,
} from '@kervan/contract/lma/transfer-batches'
import { exact } from '@kervan/contract/lma/exact'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { handle } from '../../kit/http/handle.ts'
import { offer } from '../../kit/records/offer.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'
import { refusedOnBatch } from './batch.sql.ts'
import { priceOf, type KeptInputs } from './price.ts'

type Dates = 'madeAt' | 'checkedAt' | 'approvedAt' | 'exportedAt'
type Shown = Pick<
  TransferPrice,
  | 'id'
  | 'batchId'
  | 'transferBatch'
  | 'yt04State'
  | 'transferDay'
  | 'validFrom'
  | 'transferItem'
  | 'terminal'
  | 'fuelProductName'
  | 'formulaVersion'
  | 'inputsHash'
  | 'madeBy'
  | 'checkedBy'
  | 'approvedBy'
  | 'fileHash'
  | 'acknowledgement'
  | 'reason'
>
type Row = Shown & { [K in Dates]: Date | null } & {
  inputs: KeptInputs
  madeById: string | null
  checkedById: string | null
}

/** A transfer price with its steps, reckoned again from the inputs that are kept with it. */
export const getTransferPriceHandler = handle(getTransferPrice, async (context) => {
  const { tx, actor, input } = context
  const { rows } = await sql<Row>`
    select t.id, b.id as "batchId", lpad(b.number::text, 6, '0') as "transferBatch", b.state as "yt04State",
      b.transfer_day::text as "transferDay", b.valid_from::text as "validFrom", t.item_code as "transferItem", t.terminal,
      p.name as "fuelProductName", t.inputs, b.formula_version as "formulaVersion", b.inputs_hash as "inputsHash",
      b.made_by as "madeBy", b.made_at as "madeAt", b.made_by_id as "madeById", b.checked_by as "checkedBy",
      b.checked_at as "checkedAt", b.checked_by_id as "checkedById", b.approved_by as "approvedBy",
      b.approved_at as "approvedAt", b.exported_at as "exportedAt", b.file_hash as "fileHash", b.acknowledgement, b.reason
    from transfer_price t join transfer_batch b on b.company_id = t.company_id and b.id = t.batch_id
    join fuel_product p on p.company_id = t.company_id and p.id = t.product_id
    where ${sql.join([sql`t.company_id = ${actor.company.id}`, sql`t.id = ${input.transferPriceId}`, ...wholeCompanyOnly(actor)], sql` and `)}`.execute(
    tx,
  )
  const [row] = rows
  const found = row && priceOf(row.inputs)
  if (!row || !found) throw refusal('NotFound')
  const { inputs, madeById, checkedById, madeAt, checkedAt, approvedAt, exportedAt, ...head } = row
  const of = { state: row.yt04State, madeById, checkedById }
  return {
    ...head,
    madeAt: madeAt?.toISOString() ?? '',
    checkedAt: checkedAt?.toISOString() ?? null,
    approvedAt: approvedAt?.toISOString() ?? null,
    exportedAt: exportedAt?.toISOString() ?? null,
    inputs: {
      quote: inputs.quote && exact(inputs.quote).toFixed(3),
      quoteFrom: inputs.quoteFrom,
      quoteTo: inputs.quoteTo,
      rate: inputs.rate,
      rateDay: inputs.rateDay,
      density: inputs.density,
      refineryPrice: inputs.refineryPrice && exact(inputs.refineryPrice).toFixed(2),
      blendingRatio: inputs.blendingRatio,
      blendedIn: inputs.blendedIn && exact(inputs.blendedIn).toFixed(4),
    },
    legs: inputs.legs.map((leg, at) => {
      const result = found.legs[at]
      const written = (name: 'base' | 'afterRebate' | 'premium' | 'price') => result?.[name].toFixed(4) ?? ''
      return {
        legNumber: leg.legNumber,
        fuelSupplier: leg.supplier,
        purchaseType: leg.purchaseType,
        supplierMode: leg.mode,
        ratio: leg.ratio,
        base: written('base'),
        afterRebate: written('afterRebate'),
        premium: written('premium'),
        price: written('price'),
      }
    }),
    supply: found.supply.toFixed(4),
    blended: found.blended.toFixed(4),
    parameter: exact(inputs.parameter).toFixed(4),
    price: found.price.toFixed(4),
    fee: exact(inputs.fee).toFixed(2),
    allIn: found.allIn.toFixed(2),
    actions: offer(
      context,
      {
        check: checkTransferBatch,
        approve: approveTransferBatch,
        reject: rejectTransferBatch,
        export: exportTransferBatch,
        acknowledge: acknowledgeTransferBatch,
      },
      (action) => refusedOnBatch(action, of, actor),
    ),
  }
})
