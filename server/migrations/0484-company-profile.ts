import { tenantTable, type Migrating } from './kit.ts'

/** What a company says of itself on its documents; the shared table of companies is the operator's. */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'company_profile',
    `version int not null default 1, legal_name text not null default '', address text not null default '',
     postal_code text not null default '', city text not null default '', tax_office text not null default '',
     tax_number text not null default '', phone text not null default '', email text not null default '',
     website text not null default '', logo bytea, logo_type text, primary key (company_id)`,
    'write',
  )
}
