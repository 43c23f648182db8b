import { sharedTable, type Migrating } from './kit.ts'

/**
 * Of whom a person wants no more invitations. It stands beside no company's rows, because no company may learn of it:
 * whoever invites somebody who is here has an invitation that nobody has answered yet.
 */
export async function up(db: Migrating): Promise<void> {
  await sharedTable(
    db,
    'refused_company',
    'identity_id uuid not null, company_id int not null, refused_at timestamptz not null, primary key (identity_id, company_id)',
    'write',
    { identity_id: 'identity' },
  )
}
