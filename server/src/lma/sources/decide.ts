import { decideMarketValue, fetchMarketData, uploadMarketFile } from '@kervan/contract/lma/market-files'
import type { ValueSource } from '@kervan/contract/lma/words'
import { refusal } from '@kervan/contract/kit/refusals'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import { handle } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { requestFetch } from './fetch.ts'
import { settle } from './settle.ts'
import { takeMarketFile } from './take.ts'

export const uploadMarketFileHandler = handle(uploadMarketFile, async (context) => {
  const { tx, actor, services, now, input, uploads } = context
  assertWholeCompany(context)
  const [upload] = uploads
  if (!upload) throw refusal('FileMissing')
  const fileId = await takeMarketFile(tx, services, {
    company: actor.company,
    source: input.source,
    name: upload.name,
    body: await readFile(upload.path),
    way: 'Upload',
    by: actor.name,
    now,
    sender: context,
  })
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'fuel.marketFileTaken',
        recordType: 'marketFile',
        recordId: fileId,
        recordCode: upload.name.slice(0, 80),
        after: { source: input.source },
      },
    ],
  })
  return { fileId }
})

export const fetchMarketDataHandler = handle(fetchMarketData, async (context) => {
  const { tx, actor, services, now } = context
  assertWholeCompany(context)
  if (!services.config.fuelSources) throw refusal('SourcesNotConnected')
  await requestFetch(tx, services, actor.company, now)
  return { done: true } as const
})

type Held = {
  source: ValueSource
  symbol: string
  type: string
  day: string
  product: string | null
  state: string
}

/** A value that was put aside is taken, and takes the place of the one before; or it is left out for good. */
export const decideMarketValueHandler = handle(decideMarketValue, async (context) => {
  const { tx, actor, now, input } = context
  assertWholeCompany(context)
  const company = actor.company.id
  const { rows } = await sql<Held>`
    select v.source, v.symbol, v.price_type as type, v.day::text as day, v.product_id as product, v.state from market_value v
    where v.company_id = ${company} and v.id = ${input.valueId} for update`.execute(tx)
  const [value] = rows
  if (!value) throw refusal('NotFound')
  if (value.state !== 'Held') throw refusal('ValueNotHeld')
  if (input.take)
    await sql`update market_value set state = 'Replaced' where company_id = ${company} and source = ${value.source} and symbol = ${value.symbol}
      and price_type = ${value.type} and day = ${value.day}::date and state in ('Current', 'Withdrawn')`.execute(
      tx,
    )
  await sql`update market_value set state = ${input.take ? 'Current' : 'Refused'}, decided_at = ${now}, decided_by = ${actor.name}
    where company_id = ${company} and id = ${input.valueId}`.execute(tx)
  if (input.take) await settle(tx, company, value.source, [value], dayIn(actor.company.timeZone, now))
  await record(tx, actor, now, {
    audit: [
      {
        operation: input.take ? 'fuel.marketValueConfirmed' : 'fuel.marketValueRefused',
        recordType: 'marketValue',
        recordId: input.valueId,
        recordCode: `${value.symbol} ${value.day}`,
        after: { type: value.type },
      },
    ],
  })
  return { done: true } as const
})
