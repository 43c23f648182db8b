import { addColumn, run, tenantTable, type Migrating } from './kit.ts'

/**
 * Names of products, of the nodes of their hierarchy and of colours in each language; `name` holds where there is none.
 * A product keeps the names of its node, as it keeps `category`.
 */
export async function up(db: Migrating): Promise<void> {
  for (const language of ['english', 'turkish', 'german']) {
    await addColumn(db, 'product_group', `name_${language} text`)
    await addColumn(db, 'product', `name_${language} text`)
    await addColumn(db, 'product', `category_${language} text`)
  }
  await tenantTable(
    db,
    'color',
    `id uuid not null,
     code text not null,
     code_folded text generated always as (fold(code)) stored,
     name text not null,
     name_english text,
     name_turkish text,
     name_german text,
     version int not null default 1,
     created_at timestamptz not null default now(),
     primary key (company_id, id)`,
    'write',
  )
  await run(db, 'create unique index color_code on color (company_id, code_folded)')
}
