import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import type { OrderSettings } from '../order-settings.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { QuotaRule } from './judge.ts'

// The rules of quotas as they are kept, and the lock between who books and who changes them.

export type RuleRow = {
  id: string
  epoch: number
  code: string
  name: string
  action_type: QuotaRule['actionType']
  value_type: QuotaRule['valueType']
  quota_value: string
  every: number
  frequency_unit: QuotaRule['unit']
  valid_from: string
  valid_to: string | null
  binding_strategy: QuotaRule['bindingStrategy']
  location_level: QuotaRule['locationLevel']
  product_level: QuotaRule['productLevel']
  location_group: string | null
  customers: string[]
  locations: string[]
  products: string[]
  category_nodes: Record<string, string> | null
}

/** The categories of these codes and all below them, each with the nearest that is named, as JSON. */
export const categoryNodes = (company: number, codes: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with recursive below (id, code, named, distance) as (
    select g.id, g.code, g.code, 0 from product_group g where g.company_id = ${company} and g.code = any(${codes})
    union all
    select g.id, g.code, b.named, b.distance + 1 from below b join product_group g on g.company_id = ${company} and g.parent_id = b.id
  )
  select coalesce(jsonb_object_agg(code, named order by distance desc), '{}') from below)`

const noRules = sql<RuleRow>`select where false`

/**
 * The rules that hold; none while quotas are not opened for the company. Of a rule that names categories also all below
 * them, each with the nearest that is named.
 */
export function rulesQuery(
  tx: Tx,
  company: number,
  { quotaActive }: Pick<OrderSettings, 'quotaActive'>,
): CompiledQuery<RuleRow> {
  if (!quotaActive) return noRules.compile(tx)
  return sql<RuleRow>`
    select r.id, r.epoch, r.code, r.name, r.action_type, r.value_type, r.quota_value, r.every, r.frequency_unit, r.valid_from, r.valid_to,
      r.binding_strategy, r.location_level, r.product_level, r.location_group, r.customers, r.locations, r.products,
      case when r.categories <> '{}' then ${categoryNodes(company, sql`r.categories`)} end as category_nodes
    from quota_rule r where r.company_id = ${company} and r.active order by r.code`.compile(tx)
}

export function presentRule(row: RuleRow): QuotaRule {
  return {
    id: row.id,
    epoch: row.epoch,
    code: row.code,
    name: row.name,
    actionType: row.action_type,
    valueType: row.value_type,
    quotaValue: row.quota_value,
    every: row.every,
    unit: row.frequency_unit,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    bindingStrategy: row.binding_strategy,
    locationLevel: row.location_level,
    productLevel: row.product_level,
    locationGroup: row.location_group,
    customers: row.customers,
    locations: row.locations,
    products: row.products,
    categories: row.category_nodes,
  }
}

/** Keeps the rules from changing what they count until the commit; who changes them asks `changeRules`. */
export const holdRules = (tx: Tx, companyId: number): CompiledQuery =>
  sql`select pg_advisory_xact_lock_shared(hashtextextended('quota rules', ${companyId}))`.compile(tx)
export const changeRules = (tx: Tx, companyId: number): CompiledQuery =>
  sql`select pg_advisory_xact_lock(hashtextextended('quota rules', ${companyId}))`.compile(tx)
