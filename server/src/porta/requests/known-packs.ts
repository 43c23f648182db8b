import { readPack, type Pack, type PackReading } from '@kervan/contract/kit/gs1/pack'
import { sql } from 'kysely'
import { setImmediate as goOn } from 'node:timers/promises'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { RequestKind } from '@kervan/contract/porta/words'
import type { Applied } from './judge.ts'

// What the portal knows of packs: their products, whether these are in the programme, and live requests for them.

export type KnownPack = Pick<Applied, 'product' | 'inProgramme' | 'appliedFor' | 'priceChangeId'>
type Found = {
  at: number
  productId: string | null
  productName: string | null
  inProgramme: boolean | null
  appliedFor: boolean
  priceChangeId: string | null
}

/** Others are answered after so many milliseconds of reading. */
const readingMs = 20

/**
 * Reads codes as they were typed; the year of today decides the century of their dates. Ten thousand take up to a second,
 * so others are answered in between.
 */
export async function readCodes(typed: readonly string[], today: string): Promise<PackReading[]> {
  const readings: PackReading[] = []
  let begun = performance.now()
  for (const code of typed) {
    readings.push(readPack(code, { thisYear: Number(today.slice(0, 4)) }))
    if (performance.now() - begun < readingMs) continue
    await goOn()
    begun = performance.now()
  }
  return readings
}

/**
 * What is known of these packs, in their order; of all in one question.
 *
 * @param saleDate the day whose rates decide whether a product is in the programme
 * @param of what is applied for, and the day until which price changes count
 */
export async function knownPacks(
  tx: Tx,
  actor: Actor,
  packs: readonly (Pack | null)[],
  saleDate: string,
  { kind, today }: { kind: RequestKind; today: string },
): Promise<KnownPack[]> {
  const company = actor.company.id
  const { rows } = await sql<Found>`
    select asked.at::int as at, p.id as "productId", p.name as "productName", rate.in_programme as "inProgramme", change.id as "priceChangeId",
      exists (select from discount_request r where r.company_id = ${company} and r.kind = ${kind} and r.gtin = asked.gtin and r.serial_number = asked.serial
        and r.state not in ('Rejected', 'Cancelled') and r.archived_at is null) as "appliedFor"
    from unnest(${packs.map((pack) => pack?.gtin ?? '')}::text[], ${packs.map((pack) => pack?.serial ?? '')}::text[]) with ordinality asked (gtin, serial, at)
    left join lateral (
      select v.product_id from product_variant v
      where v.company_id = ${company} and v.gtin in (asked.gtin, ltrim(asked.gtin, '0'), substr(asked.gtin, 2), substr(asked.gtin, 3))
      order by v.id limit 1) variant on true
    left join product p on p.company_id = ${company} and p.id = variant.product_id
    left join lateral (
      select d.required_rate > d.applied_rate as in_programme from discount_rate d
      where d.company_id = ${company} and d.product_id = p.id and d.valid_from <= ${saleDate}::date and coalesce(d.valid_to, 'infinity') >= ${saleDate}::date
      limit 1) rate on true
    left join lateral (
      select c.id from price_change c where c.company_id = ${company} and c.product_id = p.id and c.change_date <= ${today}::date
      order by c.change_date desc limit 1) change on true
    order by asked.at`.execute(tx)
  return rows.map(({ productId, productName, inProgramme, appliedFor, priceChangeId }) => ({
    product: productId === null ? null : { id: productId, name: productName ?? '' },
    inProgramme,
    appliedFor,
    ...(kind === 'PriceChange' && { priceChangeId }),
  }))
}
