import { keysOf, plainText } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import type { Values } from '@kervan/contract/kit/master-fields'
import { locations, products } from '../../company/company.api.ts'
import { priceChanges } from '../price-changes.ts'
import { valuesSql } from '../../kit/master/values-sql.ts'
import { titleOf } from '../../kit/master/names.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import type { Tx } from '../../kit/database/db.ts'
import { dayLong } from '../../demo/calendar.ts'
import type { DemoCompany } from '../../demo/people.ts'
import type { Random } from '../../demo/random.ts'
import type { By } from '../../demo/world.ts'

const kinds = { location: locations, product: products, priceChange: priceChanges }
type Kind = keyof typeof kinds

/** What a second person confirms: prices everywhere, products in fashion, where they change with the season, places of fuel. */
const rulesOf = ({ trade }: DemoCompany): Partial<Record<Kind, 'Approver' | 'CheckerAndApprover'>> => ({
  priceChange: 'CheckerAndApprover',
  ...(trade === 'fashion' && { product: 'CheckerAndApprover' }),
  ...(trade === 'fuel' && { location: 'Approver' }),
})

/** What somebody wants to change, and the state in which it waits, where the company has a rule for it. */
const wanted: readonly {
  kind: Kind
  state: 'WaitingApproval' | 'Checked'
  patch: (values: Values) => Values
}[] = [
  { kind: 'location', state: 'WaitingApproval', patch: () => ({ phone: '+90 212 555 01 10' }) },
  { kind: 'product', state: 'Checked', patch: ({ name }) => ({ name: `${plainText(name)} (yeni)` }) },
  { kind: 'product', state: 'WaitingApproval', patch: () => ({ status: 'Passive' }) },
  {
    kind: 'priceChange',
    state: 'WaitingApproval',
    patch: () => ({ note: 'Liste fiyatı yeniden görüşüldü.' }),
  },
  {
    kind: 'priceChange',
    state: 'Checked',
    patch: () => ({ note: 'Tedarikçinin mektubu eklendi.' }),
  },
  {
    kind: 'priceChange',
    state: 'WaitingApproval',
    patch: () => ({ note: 'Kampanya bitti.' }),
  },
]

/** Changes of master data that wait for a second person, each of one record (DAT-003), and the rules that ask for one. */
export async function insertWaitingChanges(
  tx: Tx,
  company: DemoCompany,
  maker: By,
  checker: By,
  random: Random,
  now: Date,
): Promise<void> {
  const rules = rulesOf(company)
  await insertMany(
    tx,
    'master_approval',
    keysOf(rules).flatMap((kind) => {
      const steps = rules[kind]
      return steps ? [{ company_id: company.id, kind, steps }] : []
    }),
  )
  for (const [at, { kind, state, patch }] of wanted.entries()) {
    const approval = rules[kind]
    if (!approval) continue
    const { served } = kinds[kind]
    const made = new Date(now.getTime() - (at + 1) * 0.4 * dayLong)
    const { rows } = await sql<{ id: string; version: number; values: Values }>`
      select t.id, t.version, ${valuesSql(served, company.id)} as values from ${sql.table(served.options.table)} t
      where t.company_id = ${company.id} order by t.id offset ${at * 3} limit 1`.execute(tx)
    const [row] = rows
    if (!row) continue
    const id = random.id(made.getTime())
    const isChecked = state === 'Checked'
    await insertMany(tx, 'master_change', [
      {
        company_id: company.id,
        id,
        kind,
        source: 'Form',
        state,
        approval,
        changed: 1,
        made_by: maker.id,
        made_by_name: maker.name,
        made_at: made,
        ...(isChecked && {
          checked_by: checker.id,
          checked_by_name: checker.name,
          checked_at: new Date(made.getTime() + dayLong / 6),
        }),
      },
    ])
    await insertMany(tx, 'master_change_row', [
      {
        company_id: company.id,
        change_id: id,
        id: random.id(made.getTime()),
        position: 0,
        kind,
        action: 'Changed',
        record_id: row.id,
        record: titleOf(served.kind, row.values),
        base_version: row.version,
        before: row.values,
        after: { ...row.values, ...patch(row.values) },
      },
    ])
  }
}
