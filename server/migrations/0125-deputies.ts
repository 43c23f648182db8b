import { run, tenantTable, type Migrating } from './kit.ts'

/** Who decides on orders in somebody else's name, from when until when and within which limits. */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'deputy',
    `id uuid not null,
     by_membership_id uuid not null,
     deputy_membership_id uuid not null,
     starts_on date not null,
     ends_on date not null,
     customer_ids uuid[] not null default '{}',
     max_amount numeric(17,2),
     note text,
     created_at timestamptz not null,
     ended_at timestamptz,
     primary key (company_id, id),
     constraint deputy_days_check check (ends_on >= starts_on),
     constraint deputy_other_check check (by_membership_id <> deputy_membership_id)`,
    'write',
    { 'company_id, by_membership_id': 'membership', 'company_id, deputy_membership_id': 'membership' },
  )
  // Asked in every request: whom does this member act for?
  await run(
    db,
    'create index deputy_acting on deputy (company_id, deputy_membership_id, ends_on) where ended_at is null',
  )
  await run(db, 'create index deputy_by on deputy (company_id, by_membership_id, ends_on)')
}
