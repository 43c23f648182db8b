import { createHash } from 'node:crypto'
import { formulaVersion } from '@kervan/contract/lma/expectation'
import { calculateTransferPrices } from '@kervan/contract/lma/transfer-batches'
import { addDays } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { gatherItems } from './inputs.ts'
import { areWhole, priceOf } from './price.ts'

export type MadeBatch = { id: string; number: number; prices: number }

/**
 * A batch of the prices of all items of a day. Throws `NoPriceInformation` with the items that lack what they need, and
 * `RatiosOfItemNotWhole`.
 */
export async function makeBatch(
  tx: Tx,
  company: number,
  day: string,
  by: { id: string | null; name: string },
  now: Date,
  ids = newId,
): Promise<MadeBatch> {
  const items = await gatherItems(tx, company, day)
  for (const { code, inputs } of items)
    if (inputs.legs.length > 0 && !areWhole(inputs)) throw refusal('RatiosOfItemNotWhole', { item: code })
  const priced = items.map((item) => ({ ...item, found: priceOf(item.inputs) }))
  const missing = priced.filter(({ found }) => found === null).map(({ code }) => code)
  if (missing.length > 0 || items.length === 0)
    throw refusal('NoPriceInformation', { missing: missing.join(', ') })
  const hash = createHash('sha256').update(JSON.stringify({ day, items })).digest('hex')
  await sql`select pg_advisory_xact_lock(hashtextextended('transfer batch', ${company}))`.execute(tx)
  const id = ids()
  const { rows } = await sql<{ number: number }>`
    insert into transfer_batch (company_id, id, number, transfer_day, valid_from, state, formula_version, inputs_hash, made_at, made_by, made_by_id)
    select ${company}, ${id}, (select coalesce(max(b.number), 0) + 1 from transfer_batch b where b.company_id = ${company}),
      ${day}::date, ${addDays(day, 1)}::date, 'Draft', ${formulaVersion}, ${hash}, ${now}, ${by.name}, ${by.id}
    returning number`.execute(tx)
  await insertMany(
    tx,
    'transfer_price',
    priced.flatMap(({ code, terminal, productId, inputs, found }) =>
      found
        ? [
            {
              company_id: company,
              id: ids(),
              batch_id: id,
              item_code: code,
              terminal,
              product_id: productId,
              inputs: inputs as never,
              price: found.price.toFixed(4),
              fee: inputs.fee,
              all_in: found.allIn.toFixed(2),
            },
          ]
        : [],
    ),
  )
  return { id, number: rows[0]?.number ?? 0, prices: priced.length }
}

export const calculateTransferPricesHandler = handle(calculateTransferPrices, async (context) => {
  const { tx, actor, now, input } = context
  assertWholeCompany(context)
  const today = dayIn(actor.company.timeZone, now)
  const day = input.transferDay ?? today
  if (day > today) throw refusal('DayInFuture')
  const by = { id: actor.membershipId, name: actor.name }
  const { id, number, prices } = await makeBatch(tx, actor.company.id, day, by, now)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'fuel.transferMade',
        recordType: 'transferBatch',
        recordId: id,
        recordCode: String(number),
        after: { day, prices },
      },
    ],
  })
  return { batchId: id, prices }
})
