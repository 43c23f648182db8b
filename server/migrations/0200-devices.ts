import { run, sharedTable, tenantTable, type Migrating } from './kit.ts'

/** Programs on people's machines that sign their calls, the codes that pair them, and what each has sent already. */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'device',
    `id uuid not null,
     membership_id uuid not null,
     name text not null,
     public_key bytea not null,
     scope text[] not null,
     paired_at timestamptz not null,
     paired_from text not null,
     last_used_at timestamptz,
     last_address text,
     revoked_at timestamptz,
     revoked_by text,
     version int not null default 1,
     primary key (company_id, id)`,
    'write',
    { 'company_id, membership_id': 'membership on delete cascade' },
  )
  await run(db, 'create index device_membership on device (company_id, membership_id)')
  await tenantTable(
    db,
    'device_nonce',
    `device_id uuid not null,
     nonce text not null,
     sent_at timestamptz not null,
     primary key (company_id, device_id, nonce)`,
    'write',
    { 'company_id, device_id': 'device on delete cascade' },
  )
  await sharedTable(
    db,
    'pairing_code',
    `code_hash bytea primary key,
     company_id int not null,
     membership_id uuid not null,
     scope text[] not null,
     expires_at timestamptz not null`,
    'write',
  )
  await run(db, 'create index pairing_code_member on pairing_code (company_id, membership_id)')
}
