import { addColumn, tenantTable, type Migrating } from './kit.ts'

/** What a user has put on the home page and watched there, and the company's switches around it (HOM-001, HOM-002, SHL-023). */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'home_setting',
    `membership_id uuid not null,
     shortcuts text[] not null,
     updated_at timestamptz not null default now(),
     primary key (company_id, membership_id)`,
    'write',
    { 'company_id, membership_id': 'membership on delete cascade' },
  )
  await tenantTable(
    db,
    'watched_content',
    `membership_id uuid not null,
     reference_key text collate "C" not null,
     watched_at timestamptz not null default now(),
     primary key (company_id, membership_id, reference_key)`,
    'write',
    { 'company_id, membership_id': 'membership on delete cascade' },
  )
  for (const name of [
    'disable_validate_from_image',
    'disable_its_validation',
    'disable_porta_mate_validation',
    'chart_export',
  ]) {
    await addColumn(db, 'company_policy', `${name} boolean not null default false`)
  }
}
