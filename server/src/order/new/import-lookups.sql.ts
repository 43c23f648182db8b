import { sql } from 'kysely'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { deliveryScope } from '../scope.ts'
import type { ImportLocation, ImportVariant } from './check-import-row.ts'

// What an import looks up to check its rows: variants, suggestions, locations, blocks.

export async function findVariants(
  tx: Tx,
  actor: Actor,
  codes: readonly string[],
): Promise<Map<string, ImportVariant>> {
  const { rows } = await sql<{
    asked: string
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
        select a.code as asked, v.id from asked a join product_variant v on v.company_id = ${actor.company.id} and v.code = a.code
        union select a.code, v.id from asked a join product_variant v on v.company_id = ${actor.company.id} and v.gtin = a.code
        union select a.code, min(v.id::text)::uuid from asked a join product p on p.company_id = ${actor.company.id} and p.code = a.code
          join product_variant v on v.company_id = p.company_id and v.product_id = p.id group by a.code having count(*) = 1)
    select f.asked, v.id, p.id as product_id, v.code, p.name, p.flow_type, p.pack_unit, p.minimum_quantity, p.maximum_quantity
    from found f join product_variant v on v.company_id = ${actor.company.id} and v.id = f.id
      join product p on p.company_id = v.company_id and p.id = v.product_id
    where v.company_id = ${actor.company.id} and v.status = 'Active' and p.status = 'Active'`.execute(tx)
  return new Map(
    rows.map((row) => [
      row.asked,
      {
        id: row.id,
        productId: row.product_id,
        code: row.code,
        name: row.name,
        flowType: row.flow_type,
        packUnit: row.pack_unit,
        minimumQuantity: row.minimum_quantity,
        maximumQuantity: row.maximum_quantity,
      },
    ]),
  )
}

/** The closest code of a variant that is sold, for codes that nobody has; only a near one is proposed. */
export async function suggestCodes(
  tx: Tx,
  actor: Actor,
  codes: readonly string[],
): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const { rows } = await sql<{ asked: string; closest: string | null }>`
    select a.code as asked, (
      select v.code from product_variant v where v.company_id = ${actor.company.id} and v.status = 'Active' and similarity(v.code, a.code) > 0.6
      order by similarity(v.code, a.code) desc, v.code limit 1) as closest
    from unnest(${codes}::text[]) as a(code)`.execute(tx)
  return new Map(rows.flatMap((row) => (row.closest === null ? [] : [[row.asked, row.closest] as const])))
}

/** Every location the user may order for, by code and by GLN. */
export async function readLocations(
  tx: Tx,
  actor: Actor,
): Promise<{ byCode: Map<string, ImportLocation>; only: ImportLocation | null }> {
  const { rows } = await sql<{ id: string; code: string; name: string; gln: string | null; type: string }>`
    select l.id, l.code, l.name, l.gln, l.type from location l where ${sql.join(deliveryScope(actor), sql` and `)}`.execute(
    tx,
  )
  const locations = rows.map((row) => ({
    location: { id: row.id, code: row.code, name: row.name, pointOfSale: row.type.endsWith('PointOfSales') },
    keys: [row.code, ...(row.gln ? [row.gln] : [])],
  }))
  const byCode = new Map(
    locations.flatMap(({ location, keys }) => keys.map((key) => [key.toLowerCase(), location] as const)),
  )
  return { byCode, only: locations.length === 1 ? (locations[0]?.location ?? null) : null }
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
