import { sql } from 'kysely'
import type { Retention, RetentionScope } from '../../kit/records/retention.ts'

/** An entity may have a million rows: as many as this go in one transaction. */
const mciChunk = 50_000

/**
 * Rows of generations that no entity points at and nobody can activate any more: their file is neither valid nor being
 * read, and was neither uploaded nor activated lately. What a failed or cancelled reading left goes at once. A valid one that was active long ago is to be read anew first. The generations are found by steps through the primary key.
 */
async function removeMciRows({ tx, companyId, before }: RetentionScope): Promise<number> {
  await sql`update mci_file f set state = 'ReValidate' from mci_entity e
    where f.company_id = ${companyId} and f.state = 'Succeeded' and f.activated_at < ${before}
      and e.company_id = ${companyId} and e.id = f.entity_id and f.generation not in (e.user_generation, e.erp_generation)`.execute(
    tx,
  )
  const { numAffectedRows } = await sql`
    with recursive g as (
      (select r.entity_id, r.generation from mci_row r where r.company_id = ${companyId}
        order by r.entity_id, r.generation limit 1)
      union all
      select n.entity_id, n.generation from g cross join lateral (
        select r.entity_id, r.generation from mci_row r
        where r.company_id = ${companyId} and (r.entity_id, r.generation) > (g.entity_id, g.generation)
        order by r.entity_id, r.generation limit 1) n)
    delete from mci_row where company_id = ${companyId} and ctid = any(array(
      select r.ctid from g
        join mci_row r on r.company_id = ${companyId} and r.entity_id = g.entity_id and r.generation = g.generation
      where not exists (select from mci_entity e where e.company_id = ${companyId} and e.id = g.entity_id
          and g.generation in (e.user_generation, e.erp_generation))
        and not exists (select from mci_file f where f.company_id = ${companyId} and f.entity_id = g.entity_id
          and f.generation = g.generation and (f.state in ('Succeeded', 'Pending', 'Validating')
            or f.state not in ('Invalid', 'Cancelled') and greatest(f.uploaded_at, f.activated_at) >= ${before}))
      limit ${mciChunk}))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** How long rows of MCI entities are kept that are in use no more. */
export const mciRetention: Retention = { what: 'mciRows', days: 30, remove: removeMciRows }
