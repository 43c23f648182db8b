import { sql, type RawBuilder } from 'kysely'
import { mandatoryBaseFields, mciBaseFields } from '@kervan/contract/company/mci'

/**
 * What the fields of an entity `e` lack of the base class, and whether those that stand for one follow its order
 * (MCI-003): columns `missing`, `in_order`. SQL, because the overview filters by it; everything else asks it as well.
 */
export const judgedMapping = (company: number): RawBuilder<unknown> => sql`
  select array(select b.base from unnest(${mandatoryOf}) with ordinality as b(base, at)
      where not exists (select from mci_field f where f.company_id = ${company} and f.entity_id = e.id and f.base_field = b.base)
      order by b.at) as missing,
    not exists (select from (
        select place.at, lag(place.at) over (order by f.order_index, f.code) as before
        from mci_field f cross join lateral (select array_position(${[...mciBaseFields]}::text[], f.base_field) as at) place
        where f.company_id = ${company} and f.entity_id = e.id and f.base_field is not null) x
      where x.at <= x.before) as in_order`

const mandatoryOf = sql`case e.purpose ${sql.join(
  Object.entries(mandatoryBaseFields).map(
    ([purpose, bases]) => sql`when ${sql.lit(purpose)} then ${[...bases]}::text[]`,
  ),
  sql` `,
)} end`
