import { addColumn, run, tenantTable, type Migrating } from './kit.ts'

/** Searching people, the last sign-in of each, notification contacts, and changes of one's own user name. */
export async function up(db: Migrating): Promise<void> {
  // As `fold` of the server does it; made by the database, so that whoever writes a name need not think of it.
  const plain = `translate(lower(replace(first_name || ' ' || last_name || ' ' || username, 'İ', 'i') collate "und-x-icu"), 'ıøđł', 'iodl')`
  const spelt = `replace(replace(replace(${plain}, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')`
  await addColumn(
    db,
    'identity',
    `search_text text not null generated always as (regexp_replace(normalize(${spelt}, nfkd), '[\\u0300-\\u036f]', '', 'g')) stored`,
  )
  await run(
    db,
    `create index login_attempt_success on login_attempt (company_id, identity_id, at desc) where state = 'Succces'`,
  )
  await run(db, 'create index membership_location_location on membership_location (company_id, location_id)')
  await tenantTable(
    db,
    'notification_contact',
    `id uuid not null,
     email text not null,
     email_folded text collate "C" not null,
     name text,
     types text[] not null check (cardinality(types) > 0 and types <@ array['Orders', 'Imports', 'ServiceRuns', 'FuelPrices', 'Security']),
     changed_at timestamptz not null,
     version int not null default 1,
     primary key (company_id, id),
     unique (company_id, email_folded)`,
    'write',
  )
  // One change under way for each user; the code is known to the new address alone.
  await tenantTable(
    db,
    'username_change',
    `membership_id uuid not null,
     username text not null,
     code_hash text,
     tries_left int not null check (tries_left >= 0),
     expires_at timestamptz not null,
     primary key (company_id, membership_id)`,
    'write',
    { 'company_id, membership_id': 'membership on delete cascade' },
  )
}
