import { addBusinessDays, countryOf } from '@kervan/contract/kit/days'
import { sql } from 'kysely'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { orderedPack } from '../bundles.ts'
import { deliveryScope, sellableScope } from '../scope.ts'
import { sells } from './point-of-sale.ts'
import type { ImportLocation, ImportVariant } from './check-import-row.ts'
import { codesOf } from './judge-pasted.ts'
import { meantBy, sole, type Hit } from './meant-variants.ts'

// What an import looks up to check its rows: variants, locations, blocks, what is proposed where a row says nothing.

/** The variants that each text means equally, found by its codes (`codesOf`); a text that means none is left out. */
export async function findTyped(
  tx: Tx,
  actor: Actor,
  typed: readonly string[],
): Promise<Map<string, ImportVariant[]>> {
  const asked = new Map(typed.map((one) => [one, codesOf(one)]))
  const hits = await findHits(tx, actor, [...asked.values()].flat())
  return new Map(
    [...asked].flatMap(([one, codes]) => {
      const meant = meantBy(codes.flatMap((code) => hits.get(code) ?? []))
      return meant.length > 0 ? [[one, meant] as const] : []
    }),
  )
}

/** The day that is proposed for a delivery: the first working day after the lead time of the business relation. */
export async function proposedDay(tx: Tx, actor: Actor, today: string): Promise<string> {
  const lead =
    actor.partnerId === null
      ? undefined
      : await tx
          .selectFrom('partner')
          .select('lead_time_days')
          .where('company_id', '=', actor.company.id)
          .where('id', '=', actor.partnerId)
          .executeTakeFirst()
  return addBusinessDays(today, Math.max(1, lead?.lead_time_days ?? 2), countryOf(actor.company.timeZone))
}

/** The variant that each code means, where it is one. */
export async function findVariants(
  tx: Tx,
  actor: Actor,
  codes: readonly string[],
): Promise<Map<string, ImportVariant>> {
  const hits = await findHits(tx, actor, codes)
  return new Map(
    [...hits].flatMap(([code, found]) => {
      const variant = sole(meantBy(found))
      return variant ? [[code, variant] as const] : []
    }),
  )
}

/** What codes are found by: as they are written, so a GTIN is asked for in each of its forms. */
export async function findHits(tx: Tx, actor: Actor, codes: readonly string[]): Promise<Map<string, Hit[]>> {
  const { rows } = await sql<{
    asked: string
    by: Hit['by']
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
        select a.code as asked, 'code' as by, v.id from asked a join product_variant v on v.company_id = ${actor.company.id} and v.code = a.code
        union all select a.code, 'gtin', v.id from asked a join product_variant v on v.company_id = ${actor.company.id} and v.gtin = a.code
        union all select a.code, 'product', min(v.id::text)::uuid from asked a join product p on p.company_id = ${actor.company.id} and p.code = a.code
          join product_variant v on v.company_id = p.company_id and v.product_id = p.id group by a.code having count(*) = 1)
    select f.asked, f.by, v.id, p.id as product_id, v.code, p.name, p.flow_type, ${orderedPack(actor)} as pack_unit, p.minimum_quantity, p.maximum_quantity
    from found f join product_variant v on v.company_id = ${actor.company.id} and v.id = f.id
      join product p on p.company_id = v.company_id and p.id = v.product_id
    where v.company_id = ${actor.company.id} and v.status = 'Active' and ${sql.join(sellableScope(actor), sql` and `)}`.execute(
    tx,
  )
  const hits = new Map<string, Hit[]>()
  for (const row of rows) {
    const variant = {
      id: row.id,
      productId: row.product_id,
      code: row.code,
      name: row.name,
      flowType: row.flow_type,
      packUnit: row.pack_unit,
      minimumQuantity: row.minimum_quantity,
      maximumQuantity: row.maximum_quantity,
    }
    hits.set(row.asked, [...(hits.get(row.asked) ?? []), { by: row.by, variant }])
  }
  return hits
}

export type ImportLocations = {
  /** By code, and by a GLN that one of them has. */
  byCode: Map<string, ImportLocation>
  /** The codes of those that have a GLN together. */
  several: Map<string, string[]>
  /** The points of sale of each customer. */
  shops: Map<string, ImportLocation[]>
  only: ImportLocation | null
}

/** Every location the user may order for, by code and by GLN. */
export async function readLocations(tx: Tx, actor: Actor): Promise<ImportLocations> {
  const { rows } = await sql<ImportLocation & { gln: string | null }>`
    select l.id, l.code, l.name, l.gln, l.partner_id as "customerId", ${sells('l')} as "pointOfSale" from location l
    where ${sql.join(deliveryScope(actor), sql` and `)} order by l.code`.execute(tx)
  const glns = Map.groupBy(
    rows.filter(({ gln }) => gln),
    ({ gln }) => gln ?? '',
  )
  const byCode = new Map([
    ...[...glns].flatMap(([gln, of]) =>
      of.slice(0, of.length === 1 ? 1 : 0).map((one) => [gln, one] as const),
    ),
    ...rows.map((row) => [row.code.toLowerCase(), row] as const),
  ])
  const several = new Map(
    [...glns].flatMap(([gln, of]) =>
      of.length > 1 && !byCode.has(gln) ? [[gln, of.map(({ code }) => code)] as const] : [],
    ),
  )
  const shops = Map.groupBy(
    rows.filter(({ pointOfSale }) => pointOfSale),
    ({ customerId }) => customerId,
  )
  return { byCode, several, shops, only: rows.length === 1 ? (rows[0] ?? null) : null }
}

/** Which products may not go to which locations, of all products that have such a rule at all. */
export async function readBlocks(tx: Tx, actor: Actor): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('shipping_block')
    .select(['product_id', 'location_id'])
    .where('company_id', '=', actor.company.id)
    .execute()
  return new Set(rows.map((row) => `${row.product_id} ${row.location_id}`))
}
