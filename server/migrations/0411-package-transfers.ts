import { oneOf, tenantTable, type Migrating } from './kit.ts'

/**
 * Packages that ITS has (TRC-004): up to which day they were asked for and what came of it, and which were taken. One
 * transfer becomes one package, however often it is found.
 */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'trace_transfer_search',
    `searched_to date, asked_at timestamptz not null, answered_at timestamptz,
     ${oneOf('problem', ['Unavailable', 'Busy', 'SignInRefused', 'NotAllowed', 'Malformed'], '')},
     primary key (company_id)`,
    'write',
  )
  await tenantTable(
    db,
    'trace_transfer',
    `transfer_id text not null, package_id uuid not null, taken_at timestamptz not null,
     primary key (company_id, transfer_id)`,
    'write',
    { 'company_id, package_id': 'trace_package on delete cascade' },
  )
}
