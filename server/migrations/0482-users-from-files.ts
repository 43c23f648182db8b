import { masterTable, type Migrating } from './kit.ts'

/** People who were invited by a file: one row each, as the file said it, so that the same file invites nobody twice. */
export async function up(db: Migrating): Promise<void> {
  await masterTable(
    db,
    'invited_user',
    `username text not null, first_name text not null, last_name text not null, user_type text not null, roles text,
     partner_id uuid, point_of_sale_id uuid, third_party_location_id uuid, language text not null`,
    {
      key: ['lower(username)'],
      keys: {
        'company_id, partner_id': 'partner',
        'company_id, point_of_sale_id': 'location',
        'company_id, third_party_location_id': 'location',
      },
    },
  )
}
