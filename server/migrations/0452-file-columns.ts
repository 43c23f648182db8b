import { addColumn, tenantTable, type Migrating } from './kit.ts'

/**
 * What stands in the columns of a file, and which fields they were given; and the assignment that is kept for the next
 * file of a sender: a membership, or nobody (the zero id) for files that another system drops.
 */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'master_change', 'columns jsonb')
  await addColumn(db, 'master_change', 'assignment jsonb')
  await tenantTable(
    db,
    'kept_columns',
    `kind text not null, sender uuid not null, columns jsonb not null, choices jsonb not null,
     kept_by_name text not null, kept_at timestamptz not null, primary key (company_id, kind, sender)`,
    'write',
  )
}
