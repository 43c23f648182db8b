import { sql } from 'kysely'
import { productName } from '../../company/company.api.ts'
import type { SessionContext } from '../../kit/context.ts'

// What goes instead of a product that is short (ENG-003): a declared substitute, or the same size of it in another colour. The
// same as the engine is told (`standInsOf`).

export type Substitute = { code: string; name: string; available: number }

/** Substitutes that the sender has, less what other work orders take of them; the one that goes already in any case. */
export async function substitutesOf(
  { tx, actor, language }: Pick<SessionContext, 'tx' | 'actor' | 'language'>,
  {
    id,
    variantId,
    senderId,
    serviceDate,
    substitutes,
  }: { id: string; variantId: string; senderId: string; serviceDate: string; substitutes: string[] },
): Promise<Substitute[]> {
  const company = actor.company.id
  const { rows } = await sql<Substitute>`
    select v.code, concat_ws(', ', ${productName(language)}, v.color, v.size) as name, greatest(0, coalesce(t.on_hand - t.reserved, 0) - coalesce((
        select sum(w.amount) from work_order w where w.company_id = ${company} and w.sender_id = ${senderId} and w.id <> ${id}
          and w.state in ('Proposed', 'Overridden', 'Approved', 'TransferPending')
          and case when w.substitution then v.code = any(w.substitutes) else w.variant_id = v.id end), 0))::int as available
    from (
        select v.id, v.product_id, 100 as rank, true as same_color from product_variant o join product_variant v on v.company_id = ${company}
          and v.product_id = o.product_id and v.id <> o.id and v.status = 'Active' and coalesce(v.size, '') = coalesce(o.size, '')
        where o.company_id = ${company} and o.id = ${variantId}
        union all
        select v.id, v.product_id, s.rank, coalesce(v.color, '') = coalesce(o.color, '') from product_variant o
          join product_substitute s on s.company_id = ${company} and s.product_id = o.product_id
            and s.valid_from <= ${serviceDate}::date and (s.valid_to is null or s.valid_to >= ${serviceDate}::date)
          join product_variant v on v.company_id = ${company} and v.product_id = s.substitute_id and v.status = 'Active'
            and (coalesce(v.size, '') = coalesce(o.size, '') or not exists (select from product_variant x where x.company_id = ${company}
              and x.product_id = v.product_id and x.id <> v.id and x.status = 'Active'))
        where o.company_id = ${company} and o.id = ${variantId}) c
      join product_variant v on v.company_id = ${company} and v.id = c.id
      join product p on p.company_id = ${company} and p.id = v.product_id and p.status = 'Active'
      left join stock t on t.company_id = ${company} and t.variant_id = v.id and t.location_id = ${senderId}
    order by c.rank, p.code, c.same_color desc, v.sort_order, v.code`.execute(tx)
  return rows.filter(({ code, available }) => available > 0 || substitutes.includes(code))
}
