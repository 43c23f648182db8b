import { sql } from 'kysely'
import type { Language } from '@kervan/contract/kit/values'
import type { SessionContext } from '../../kit/context.ts'
import { editDistance } from '../../kit/lists/edit-distance.ts'
import { colorName, productName } from '../../company/company.api.ts'
import { sellableScope } from '../scope.ts'

// What somebody meant who typed a code that nobody has (ORD-004).

/** A variant somebody may have meant: never without its name, for a wrong code may well be another drug's. */
export type Suggestion = { code: string; name: string }
export type Candidate = Suggestion & { asked: string }

const furthest = 2
const looked = 40

/** The one code that is meant, for codes that nobody has; none where two are equally near. */
export async function suggestCodes(
  { tx, actor, language }: Pick<SessionContext, 'tx' | 'actor'> & { language: Language | null },
  codes: readonly string[],
): Promise<Map<string, Suggestion>> {
  if (codes.length === 0) return new Map()
  const { rows } = await sql<Candidate>`
    with asked as materialized (select code, ${looksLike('code')} as looks from unnest(${codes}::text[]) as a(code)),
      sold as materialized (
        select v.code, ${looksLike('v.code')} as looks, concat_ws(', ', ${productName(language)}, nullif(concat_ws(' ', ${colorName(actor.company.id, language, 'v.color')}, v.size), '')) as name
        from product_variant v join product p on p.company_id = v.company_id and p.id = v.product_id
        where v.company_id = ${actor.company.id} and v.status = 'Active' and ${sql.join(sellableScope(actor), sql` and `)}),
      same as (select a.code as asked, s.code, s.name from asked a join sold s on s.looks = a.looks),
      near as (
        select a.code as asked, s.code, s.name from asked a cross join lateral (
          select * from sold order by similarity(sold.looks, a.looks) desc limit ${looked}) s
        where not exists (select from same where same.asked = a.code))
    select * from same union all select * from near`.execute(tx)
  const nearest = [...Map.groupBy(rows, ({ asked }) => asked)].flatMap(([asked, candidates]) => {
    const one = nearestCode(asked, candidates)
    return one ? [[asked, { code: one.code, name: one.name }] as const] : []
  })
  return new Map(nearest)
}

/** As a reader's eye has it: O is 0, I and L are 1, and blanks and case are nothing. The same in SQL and here. */
const looksLike = (column: string) =>
  sql`translate(upper(replace(${sql.ref(column)}, ' ', '')), 'OIL', '011')`
const asSeen = (code: string) =>
  code.replaceAll(' ', '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/** The candidate with the fewest letters to change, when it is the only one with so few. Pure. */
export function nearestCode<C extends { code: string }>(asked: string, candidates: readonly C[]): C | null {
  const measured = candidates
    .map((candidate) => ({ candidate, far: editDistance(asSeen(asked), asSeen(candidate.code)) }))
    .toSorted((a, b) => a.far - b.far)
  const [first, second] = measured
  if (!first || first.far > furthest || first.far === second?.far) return null
  return first.candidate
}
