import { transferPrices } from '@kervan/contract/lma/transfer-batches'
import { sql } from 'kysely'
import { serveList } from '../../kit/lists/serve-list.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'

/** The prices of all batches, the newest first (LMA-006). */
export const transferPriceList = serveList(transferPrices, 'transferPrice', ({ actor }) => ({
  from: sql`transfer_price t join transfer_batch b on b.company_id = t.company_id and b.id = t.batch_id
    join fuel_product p on p.company_id = t.company_id and p.id = t.product_id`,
  where: [sql`t.company_id = ${actor.company.id}`, ...wholeCompanyOnly(actor)],
  id: sql`t.id`,
  key: sql`t.id`,
  search: sql`fold(t.item_code || ' ' || t.terminal || ' ' || p.name)`,
  columns: {
    transferBatch: sql`lpad(b.number::text, 6, '0')`,
    transferDay: sql`b.transfer_day`,
    transferItem: sql`t.item_code`,
    terminal: sql`t.terminal`,
    fuelProduct: sql`p.code`,
    fuelProductName: sql`p.name`,
    yt04State: sql`b.state`,
    transferPrice: sql`t.price`,
    serviceFee: sql`t.fee`,
    transferAllIn: sql`t.all_in`,
    validFrom: sql`b.valid_from`,
    madeBy: sql`b.made_by`,
    madeAt: sql`b.made_at`,
  },
  extra: { batchId: sql`b.id` },
}))
