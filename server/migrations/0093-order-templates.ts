import { run, tenantTable, type Migrating } from './kit.ts'

/** What somebody orders again and again. A template is its owner's; a variant stands in it once. */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'order_template',
    `id uuid not null,
     membership_id uuid not null,
     number int not null,
     name text not null,
     location_id uuid,
     version int not null default 1,
     created_at timestamptz not null default now(),
     changed_at timestamptz not null default now(),
     primary key (company_id, id)`,
    'write',
    {
      'company_id, membership_id': 'membership on delete cascade',
      'company_id, location_id': 'location',
    },
  )
  await run(
    db,
    'create unique index order_template_number on order_template (company_id, membership_id, number)',
  )
  await run(
    db,
    'create unique index order_template_name on order_template (company_id, membership_id, fold(name))',
  )
  await run(
    db,
    'create index order_template_location on order_template (company_id, location_id) where location_id is not null',
  )
  await tenantTable(
    db,
    'order_template_line',
    `template_id uuid not null,
     variant_id uuid not null,
     line_no int not null,
     quantity int not null check (quantity > 0),
     primary key (company_id, template_id, variant_id)`,
    'write',
    {
      'company_id, template_id': 'order_template on delete cascade',
      'company_id, variant_id': 'product_variant',
    },
  )
  await run(db, 'create index order_template_line_variant on order_template_line (company_id, variant_id)')
}
