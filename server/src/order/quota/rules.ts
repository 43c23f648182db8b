import { quotaRuleKind } from '@kervan/contract/order/quota-rules'
import { quotaLocationLevels, quotaProductLevels } from '@kervan/contract/order/words'
import { refusal } from '@kervan/contract/kit/refusals'
import { plainText } from '@kervan/contract/kit/typed'
import type { Values } from '@kervan/contract/kit/master-fields'
import { sql } from 'kysely'
import type { RowOfKind, MasterContext } from '../../kit/master/kind.ts'
import { serveMasterData } from '../../kit/master/serve-master-data.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'
import { countAnew } from './backfill.sql.ts'
import { orderSettings } from '../order-settings.ts'

/** The quota rules of a company (QTA-001); customer success has to have opened quotas for it. */
export const quotaRules = serveMasterData(quotaRuleKind, {
  table: 'quota_rule',
  recordType: 'quotaRule',
  references: {
    customers: { table: 'partner', keeps: 'code' },
    locations: { table: 'location', keeps: 'code' },
    categories: { table: 'product_group', keeps: 'code' },
    products: { table: 'product', keeps: 'code' },
  },
  scope: wholeCompanyOnly,
  rules: async ({ tx, actor }, rows) => {
    if (rows.length > 0 && !(await orderSettings(tx, actor.company)).quotaActive)
      throw refusal('QuotaNotActive')
    rows.forEach(check)
  },
  after: recount,
  usedBy: [
    {
      by: 'orders',
      find: (company, ids) =>
        sql`select c.rule_id as id, o.code as name from quota_counter c
          join quota_entry e on e.company_id = ${company} and e.counter_id = c.id
          join order_line l on l.company_id = ${company} and l.id = e.line_id
          join sales_order o on o.company_id = ${company} and o.id = l.order_id
        where c.company_id = ${company} and c.rule_id = any(${ids}::uuid[])`,
    },
  ],
})

/** What narrows a rule by location and by product, with the level at which it stands. */
const narrowing = [
  [
    'locationLevel',
    quotaLocationLevels,
    [
      ['locationGroup', 'LocationGroup'],
      ['customers', 'Customer'],
      ['locations', 'Location'],
    ],
  ],
  [
    'productLevel',
    quotaProductLevels,
    [
      ['categories', 'Category'],
      ['products', 'Product'],
    ],
  ],
] as const

/** Levels belong to Aggregate; what a rule is limited to is not finer than what it counts. */
export function check({
  after,
  addIssue,
}: Pick<RowOfKind<typeof quotaRuleKind>, 'after' | 'addIssue'>): void {
  if (!after) return
  const aggregate = after['bindingStrategy'] === 'Aggregate'
  for (const [field, levels, limits] of narrowing) {
    const level = plainText(after[field])
    if (aggregate && level === '') addIssue(field, 'LevelNeeded')
    if (!aggregate && level !== '') addIssue(field, 'LevelOnlyAggregate')
    if (!aggregate || level === '') continue
    const order: readonly string[] = levels
    for (const [limit, at] of limits)
      if (isGiven(after[limit]) && order.indexOf(at) > order.indexOf(level)) addIssue(limit, 'FinerThanLevel')
  }
}

const isGiven = (value: string | readonly string[] | null) =>
  Array.isArray(value) ? value.length > 0 : plainText(value) !== ''

/** What a rule counts; changing one of these begins its counters anew, changing the limit or the action, or switching it off, does not. */
const counting = [
  'active',
  'valueType',
  'every',
  'frequencyUnit',
  'validFrom',
  'validTo',
  'bindingStrategy',
  'locationLevel',
  'productLevel',
  'locationGroup',
  'customers',
  'locations',
  'categories',
  'products',
] as const

/** Rules that count otherwise than before, and new ones, begin with what was ordered in their open window already. */
async function recount(context: MasterContext, changeId: string): Promise<void> {
  const { tx, actor, now } = context
  const company = actor.company.id
  const { rows } = await sql<{ record_id: string; action: string; before: Values | null; after: Values }>`
    select record_id, action, before, after from master_change_row
    where company_id = ${company} and change_id = ${changeId} and action in ('Added', 'Changed')`.execute(tx)
  const anew = rows
    .filter(
      ({ action, before, after }) =>
        action === 'Added' || counting.some((field) => countsOtherwise(field, before?.[field], after[field])),
    )
    .map((row) => row.record_id)
  if (anew.length > 0) await countAnew(tx, actor.company, now, anew)
}

/** A rule that is switched off keeps what it has counted; switched on again it counts anew. */
const countsOtherwise = (
  field: string,
  before: Values[string] | undefined,
  after: Values[string] | undefined,
) => differs(before, after) && !(field === 'active' && after === false)

const differs = (before: Values[string] | undefined, after: Values[string] | undefined) =>
  JSON.stringify(before ?? null) !== JSON.stringify(after ?? null)
