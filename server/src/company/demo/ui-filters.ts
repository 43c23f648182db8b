import { sql } from 'kysely'
import {
  propertyField,
  type UIFilterCondition,
  type UIFilterDefinition,
  type UIFilterState,
  type UIFilterType,
} from '@kervan/contract/company/ui-filters'
import { insertMany } from '../../kit/database/insert-many.ts'
import type { Tx } from '../../kit/database/db.ts'
import { dayLong } from '../../demo/calendar.ts'
import type { DemoCompany } from '../../demo/people.ts'
import { Random } from '../../demo/random.ts'
import type { LocationRow } from '../../demo/world.ts'

type DemoFilter = { name: string; type: UIFilterType; definition: UIFilterDefinition; state?: UIFilterState }

const conditions = (...all: UIFilterCondition[]): UIFilterDefinition => ({
  source: 'Conditions',
  match: 'All',
  conditions: all,
})
const anyOf = (field: string, ...values: string[]): UIFilterCondition => ({
  field,
  operator: 'AnyOf',
  values,
})

/**
 * Filters of every source (UIF-001). They are passive, or failed to be prepared because the field of their MCI entity is
 * gone, so that nothing of the demo is hidden at the beginning; only the fuel company shows the products on sale alone.
 */
export async function insertUIFilters(
  tx: Tx,
  company: DemoCompany,
  locations: readonly LocationRow[],
  now: Date,
): Promise<void> {
  const random = new Random(company.id + 13_000)
  const since = now.getTime() - 90 * dayLong
  const { id: safety } = await tx
    .selectFrom('mci_entity')
    .select('id')
    .where('company_id', '=', company.id)
    .where('code', '=', 'SAFETY')
    .executeTakeFirstOrThrow()
  const isNarrowing = company.trade === 'fuel'
  const filters: readonly DemoFilter[] = [
    {
      name: 'Marmara lokasyonları',
      type: 'Location',
      definition: conditions(
        anyOf('city', 'İstanbul', 'Kocaeli', 'Bursa', 'Tekirdağ', 'Balıkesir'),
        anyOf('status', 'Active'),
      ),
    },
    {
      name: 'Satıştaki ürünler',
      type: 'Product',
      definition: conditions(anyOf('status', 'Active')),
      ...(isNarrowing && { state: 'ReadyToUse' }),
    },
    { name: 'Segment A', type: 'Location', definition: conditions(anyOf(propertyField('segment'), 'A')) },
    {
      name: 'Pilot lokasyonlar',
      type: 'Location',
      definition: { source: 'Codes', codes: random.sample(locations, 12).map(({ code }) => code) },
    },
    {
      name: 'Güvenlik stoğu tutulanlar',
      type: 'Product',
      definition: { source: 'MciEntity', entityId: safety, field: 'product' },
    },
    {
      name: 'Eski güvenlik stoğu',
      type: 'Product',
      definition: { source: 'MciEntity', entityId: safety, field: 'material' },
      state: 'PreparationFailed',
    },
  ]
  await insertMany(
    tx,
    'ui_filter',
    filters.map(({ name, type, definition, state = 'Passive' }, at) => {
      const made = new Date(since + at * 11 * dayLong)
      const generation = state === 'ReadyToUse' ? 1 : null
      return {
        company_id: company.id,
        id: random.id(made.getTime()),
        number: at + 1,
        name,
        type,
        source: definition.source,
        state,
        order_index: at + 1,
        definition,
        generation: generation ?? 0,
        active_generation: generation,
        prepared_at: generation && made,
        created_at: made,
        changed_at: made,
        changed_by: 'Kervan',
      }
    }),
  )
  if (isNarrowing)
    await sql`insert into ui_filter_member (company_id, filter_id, generation, record_id)
      select p.company_id, f.id, 1, p.id from product p join ui_filter f on f.company_id = p.company_id and f.state = 'ReadyToUse'
      where p.company_id = ${company.id} and p.status = 'Active'
    returning 1`.execute(tx)
  await tx
    .insertInto('counter')
    .values({ company_id: company.id, name: 'uiFilter', value: filters.length })
    .execute()
}
