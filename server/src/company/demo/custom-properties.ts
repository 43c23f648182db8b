import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'

// Values of the custom properties that `data/demo/property-definitions.csv` defines (DAT-001). Files bring none, so they
// are set where the imported records and their history stand. Every ninth record has none.

/** Locations with their segment and number of floors, products with the country that they come from. */
export async function setProperties(tx: Tx, company: number): Promise<void> {
  const number = sql`row_number() over (order by t.code)::int`
  for (const [table, properties] of [
    [
      'location',
      sql`jsonb_build_object('segment', (array['A', 'A', 'B', 'C'])[1 + number % 4], 'floors', (1 + number % 3)::text)`,
    ],
    [
      'product',
      sql`jsonb_build_object('origin', (array['Türkiye', 'Türkiye', 'Almanya', 'İtalya', 'Hindistan', 'Çin'])[1 + number % 6])`,
    ],
  ] as const)
    await sql`
      with own as (select id, case when number % 9 = 0 then '{}'::jsonb else ${properties} end as properties
        from (select t.id, ${number} as number from ${sql.table(table)} t where t.company_id = ${company}) numbered),
      written as (update ${sql.table(table)} t set properties = own.properties from own where t.company_id = ${company} and t.id = own.id returning t.id)
      update master_change_row r set after = jsonb_set(r.after, '{properties}', own.properties) from own
      where r.company_id = ${company} and r.record_id = own.id`.execute(tx)
}
