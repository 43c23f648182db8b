import { overlappingQuotaRules } from '@kervan/contract/order/quota-rules'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { handle } from '../../kit/http/handle.ts'
import { coversGoods, coversPlace, type Goods, type Place, type RuleScope } from './judge.ts'
import { orderSettings } from '../order-settings.ts'
import { categoryNodes, presentRule, rulesQuery } from './rules.sql.ts'

// Which rules count the same lines as the one in the form: each counts them, and the strictest decides (QTA-001).

const mostRules = 20

export const overlappingQuotaRulesHandler = handle(
  overlappingQuotaRules,
  async ({ tx, actor, input: { ruleCode, categories, ...scope } }) => {
    const company = actor.company.id
    const { rows } = await tx.executeQuery(rulesQuery(tx, company, await orderSettings(tx, actor.company)))
    const others = rows.map(presentRule).filter(({ code }) => code !== ruleCode)
    const own = { ...scope, categories: await nodesOf(tx, company, categories) }
    const places =
      others.some((one) => limitsPlaces(one)) && limitsPlaces(own) ? await placesOf(tx, company, own) : []
    const goods =
      others.some((one) => limitsGoods(one)) && limitsGoods(own) ? await goodsOf(tx, company, own) : []
    return {
      rules: others
        .filter((other) => overlaps(own, other, places, goods))
        .slice(0, mostRules)
        .map(({ id, code, name }) => ({ id, code, name })),
    }
  },
)

const limitsPlaces = ({ locationGroup, customers, locations }: RuleScope) =>
  locationGroup !== null || customers.length > 0 || locations.length > 0
const limitsGoods = ({ products, categories }: RuleScope) => products.length > 0 || categories !== null

/** Whether some line could fall under both. `places` and `goods` are those under the first, where it names some. */
export function overlaps(
  own: RuleScope,
  other: RuleScope,
  places: readonly Place[],
  goods: readonly Goods[],
): boolean {
  const inTime =
    (other.validTo === null || own.validFrom <= other.validTo) &&
    (own.validTo === null || other.validFrom <= own.validTo)
  const inPlace =
    !limitsPlaces(own) || !limitsPlaces(other) || places.some((place) => coversPlace(other, place))
  const inGoods = !limitsGoods(own) || !limitsGoods(other) || goods.some((one) => coversGoods(other, one))
  return inTime && inPlace && inGoods
}

async function nodesOf(tx: Tx, company: number, codes: readonly string[]) {
  if (codes.length === 0) return null
  const { rows } = await sql<{ nodes: Record<string, string> }>`
    select ${categoryNodes(company, sql`${codes}::text[]`)} as nodes`.execute(tx)
  return rows[0]?.nodes ?? {}
}

const named = (codes: readonly string[], code: string) =>
  codes.length === 0 ? sql`true` : sql`${sql.ref(code)} = any(${codes}::text[])`

async function placesOf(
  tx: Tx,
  company: number,
  { locationGroup, customers, locations }: RuleScope,
): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select l.code as "locationCode", pa.code as "customerCode", l.location_group as "locationGroup"
    from location l join partner pa on pa.company_id = ${company} and pa.id = l.partner_id
    where l.company_id = ${company} and ${named(locations, 'l.code')} and ${named(customers, 'pa.code')}
      and ${locationGroup === null ? sql`true` : sql`l.location_group = ${locationGroup}`}`.execute(tx)
  return rows
}

async function goodsOf(tx: Tx, company: number, { products, categories }: RuleScope): Promise<Goods[]> {
  const { rows } = await sql<Goods>`
    select p.code as "productCode", g.code as "categoryCode"
    from product p left join product_group g on g.company_id = ${company} and g.id = p.category_id
    where p.company_id = ${company} and ${named(products, 'p.code')}
      and ${categories === null ? sql`true` : sql`g.code = any(${Object.keys(categories)}::text[])`}`.execute(
    tx,
  )
  return rows
}
