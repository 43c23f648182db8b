import { getFuelChoices } from '@kervan/contract/lma/margin-lists'
import type { fuelGroups } from '@kervan/contract/lma/words'
import { sql } from 'kysely'
import { handle } from '../../kit/http/handle.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'

/** The products of the module, for the choices of its screens. */
export const getFuelChoicesHandler = handle(getFuelChoices, async ({ tx, actor }) => {
  const { rows } = await sql<{ code: string; name: string; fuelGroup: (typeof fuelGroups)[number] }>`
    select p.code, p.name, p.fuel_group as "fuelGroup" from fuel_product p
    where ${sql.join([sql`p.company_id = ${actor.company.id}`, ...wholeCompanyOnly(actor)], sql` and `)} order by p.code`.execute(
    tx,
  )
  return { products: rows }
})
