import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { DB } from '../../kit/database/db.gen.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import type { Tx } from '../../kit/database/db.ts'
import { countAnew } from '../quota/backfill.sql.ts'
import { dayLong } from '../../demo/calendar.ts'
import type { DemoCompany } from '../../demo/people.ts'
import type { Random } from '../../demo/random.ts'

type Rule = Omit<
  Insertable<DB['quota_rule']>,
  'company_id' | 'id' | 'quota_value' | 'valid_from' | 'created_at' | 'active' | 'every'
>

const rules = [
  {
    code: 'Q-MONTH',
    name: 'Müşteri ve kategori başına aylık kota',
    action_type: 'Warning',
    value_type: 'Quantity',
    frequency_unit: 'Month',
    binding_strategy: 'Aggregate',
    location_level: 'Customer',
    product_level: 'Category',
  },
  {
    code: 'Q-ITEM',
    name: 'Yer ve ürün başına üç aylık kota',
    action_type: 'Warning',
    value_type: 'Quantity',
    frequency_unit: 'Quarter',
    binding_strategy: 'Standard',
  },
  {
    code: 'Q-BUDGET',
    name: 'Müşteri başına yıllık bütçe',
    action_type: 'Reject',
    value_type: 'Monetary',
    frequency_unit: 'Year',
    binding_strategy: 'Aggregate',
    location_level: 'Customer',
    product_level: 'AllProducts',
  },
] as const satisfies readonly Rule[]

/** Share of the fullest counter at which each rule draws its line, so that quotas stand near, at and over it. */
const drawnAt: Record<(typeof rules)[number]['code'], number> = {
  'Q-MONTH': 0.8,
  'Q-ITEM': 0.9,
  'Q-BUDGET': 1.05,
}

/** Quota rules with the use that the orders of the demo make of them, some of it near and over the limit. */
export async function insertQuotas(
  tx: Tx,
  company: DemoCompany,
  timeZone: string,
  random: Random,
  now: Date,
): Promise<void> {
  const since = now.getTime() - 400 * dayLong
  const rows = rules.map((rule) => ({
    company_id: company.id,
    id: random.id(since),
    ...rule,
    created_at: new Date(since),
    active: true,
    every: 1,
    quota_value: '1',
    valid_from: new Date(since).toISOString().slice(0, 10),
  }))
  await insertMany(tx, 'quota_rule', rows)
  await countAnew(
    tx,
    { id: company.id, timeZone },
    now,
    rows.map(({ id }) => id),
    { past: 5 },
  )
  for (const { id, code } of rows) {
    await sql`update quota_rule set quota_value = greatest(10, (select ceil(coalesce(max(c.used), 0) * ${drawnAt[code]} / 10) * 10 from quota_counter c
        where c.company_id = ${company.id} and c.rule_id = ${id} and c.window_to > ${now}))
      where company_id = ${company.id} and id = ${id}`.execute(tx)
  }
  await sql`update order_line l set quota_state = 'ExceededQuota'
    where l.company_id = ${company.id} and l.state in ('Pending', 'Revised') and l.id in (
      select e.line_id from quota_entry e
        join quota_counter c on c.company_id = ${company.id} and c.id = e.counter_id
        join quota_rule r on r.company_id = ${company.id} and r.id = c.rule_id
      where e.company_id = ${company.id} and c.window_to > ${now} and c.used > r.quota_value)`.execute(tx)
}
