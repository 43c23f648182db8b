import { oneOf, run, tenantTable, type Migrating } from './kit.ts'

/** Requests of pharmacies for an account (REG-001, REG-002). The code that proves the address is kept as a hash. */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'registration',
    `id uuid not null,
     ${oneOf('state', ['Unconfirmed', 'Waiting', 'Approved', 'Rejected'])},
     first_name text not null,
     last_name text not null,
     username text not null,
     username_folded text collate "C" not null,
     city text not null,
     location_id uuid not null,
     gln text not null,
     language text not null,
     address text not null,
     code_hash text,
     tries_left int not null,
     expires_at timestamptz not null,
     created_at timestamptz not null,
     confirmed_at timestamptz,
     decided_at timestamptz,
     decided_by uuid,
     decided_by_name text,
     reason text,
     version int not null default 1,
     search_text text not null,
     primary key (company_id, id)`,
    'write',
    { 'company_id, location_id': 'location' },
  )
  await run(
    db,
    `create unique index registration_open on registration (company_id, username_folded, location_id) where state in ('Unconfirmed', 'Waiting')`,
  )
  await run(db, 'create index registration_waiting on registration (company_id, state, confirmed_at desc)')
  await run(db, 'create index location_gln on location (company_id, gln) where gln is not null')
}
