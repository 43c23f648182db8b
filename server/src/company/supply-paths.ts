import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../kit/database/db.ts'

// Who supplies a delivery location: it follows from the network and stands ready in `supply_path`, nearest first
// (docs/areas/company.md, "Stock by location").

type Sql = RawBuilder<unknown>

/** Two rows of `supply_path` beside the locations of the network. */
const withoutRelations = sql`'00000000-0000-0000-0000-000000000000'::uuid`
const anySupplier = sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`

/**
 * The ids of those who supply a delivery location, nearest first, as an array; of all who supply anybody when it is null.
 * A row of its own comes before the one for locations without relations, whose id is the least there is.
 */
export function suppliersOf(company: number, location: Sql): Sql {
  return sql`coalesce((select sp.suppliers from supply_path sp
    where sp.company_id = ${company} and sp.location_id in (coalesce(${location}, ${anySupplier}), ${withoutRelations})
    order by sp.location_id desc limit 1), '{}')`
}

/** To be called when the network, its strategy or the state of a location has changed. */
export async function refreshSupplyPaths(tx: Tx, company: number): Promise<void> {
  await sql`select refresh_supply_paths(${company})`.execute(tx)
}

/** What a variant at a location goes by, where stock is held in memory. */
export const stockKey = (variantId: string, locationId: string): string => `${variantId} ${locationId}`
