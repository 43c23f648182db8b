import { sql } from 'kysely'
import type { UIFilterDefinition, UIFilterType } from '@kervan/contract/company/ui-filters'
import type { Tx } from '../kit/database/db.ts'
import type { DemoCompany } from './people.ts'
import { Random } from './random.ts'

type DemoFilter = { name: string; type: UIFilterType; definition: UIFilterDefinition }

const filters: readonly DemoFilter[] = [
  {
    name: 'Marmara lokasyonları',
    type: 'Location',
    definition: {
      source: 'Conditions',
      match: 'All',
      conditions: [
        {
          field: 'city',
          operator: 'AnyOf',
          values: ['İstanbul', 'Kocaeli', 'Bursa', 'Tekirdağ', 'Balıkesir'],
        },
        { field: 'status', operator: 'AnyOf', values: ['Active'] },
      ],
    },
  },
  {
    name: 'Satıştaki ürünler',
    type: 'Product',
    definition: {
      source: 'Conditions',
      match: 'All',
      conditions: [{ field: 'status', operator: 'AnyOf', values: ['Active'] }],
    },
  },
]

/** Two filters that wait to be activated, so that nothing of the demo is hidden at the beginning (UIF-001). */
export async function insertUIFilters(tx: Tx, company: DemoCompany, since: Date): Promise<void> {
  const ids = new Random(company.id + 13_000)
  for (const [at, { name, type, definition }] of filters.entries())
    await sql`insert into ui_filter (company_id, id, number, name, type, source, state, order_index, definition, created_at, changed_at, changed_by)
      values (${company.id}, ${ids.id(since.getTime())}, ${at + 1}, ${name}, ${type}, ${definition.source}, 'Passive', ${at + 1},
        ${JSON.stringify(definition)}::jsonb, ${since}, ${since}, 'Kervan')`.execute(tx)
  await tx
    .insertInto('counter')
    .values({ company_id: company.id, name: 'uiFilter', value: filters.length })
    .execute()
}
