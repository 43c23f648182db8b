import { createHash } from 'node:crypto'
import { formulaVersion } from '@kervan/contract/lma/expectation'
import { calculateTransferPrices } from '@kervan/contract/lma/transfer-batches'
import { addDays } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { gatherItems } from './inputs.ts'
import { areWhole, priceOf } from './price.ts'

/** A batch of the prices of all items of a day. Items without what they need refuse it, with their names. */
export const calculateTransferPricesHandler = handle(calculateTransferPrices, async (context) => {
  const { tx, actor, now, input } = context
  assertWholeCompany(context)
  const today = dayIn(actor.company.timeZone, now)
  const day = input.transferDay ?? today
  if (day > today) throw refusal('DayInFuture')
  const company = actor.company.id
  const items = await gatherItems(tx, company, day)
  for (const { code, inputs } of items)
    if (inputs.legs.length > 0 && !areWhole(inputs)) throw refusal('RatiosOfItemNotWhole', { item: code })
  const priced = items.map((item) => ({ ...item, found: priceOf(item.inputs) }))
  const missing = priced.filter(({ found }) => found === null).map(({ code }) => code)
  if (missing.length > 0 || items.length === 0)
    throw refusal('NoPriceInformation', { missing: missing.join(', ') })
  const hash = createHash('sha256').update(JSON.stringify({ day, items })).digest('hex')
  await sql`select pg_advisory_xact_lock(hashtextextended('transfer batch', ${company}))`.execute(tx)
  const id = newId()
  const { rows } = await sql<{ number: number }>`
    insert into transfer_batch (company_id, id, number, transfer_day, valid_from, state, formula_version, inputs_hash, made_at, made_by, made_by_id)
    select ${company}, ${id}, (select coalesce(max(b.number), 0) + 1 from transfer_batch b where b.company_id = ${company}),
      ${day}::date, ${addDays(day, 1)}::date, 'Draft', ${formulaVersion}, ${hash}, ${now}, ${actor.name}, ${actor.membershipId}
    returning number`.execute(tx)
  for (const { code, terminal, productId, inputs, found } of priced)
    if (found)
      await sql`insert into transfer_price (company_id, id, batch_id, item_code, terminal, product_id, inputs, price, fee, all_in)
        select ${company}, ${newId()}, ${id}, ${code}, ${terminal}, ${productId}, ${JSON.stringify(inputs)}::jsonb,
          ${found.price.toFixed(4)}::numeric, ${inputs.fee}::numeric, ${found.allIn.toFixed(2)}::numeric returning id`.execute(
        tx,
      )
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'fuel.transferMade',
        recordType: 'transferBatch',
        recordId: id,
        recordCode: String(rows[0]?.number ?? ''),
        after: { day, prices: priced.length },
      },
    ],
  })
  return { batchId: id, prices: priced.length }
})
