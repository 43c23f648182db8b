import {
  addColumn,
  addKey,
  changeWords,
  oneOf,
  run,
  sharedTable,
  tenantTable,
  type Migrating,
} from './kit.ts'

/** Signing in beyond the password: temporary passwords, second factors, known devices, Microsoft, API keys, acknowledgements. */
export async function up(db: Migrating): Promise<void> {
  await temporaryPasswords(db)
  await secondFactors(db)
  await acknowledgements(db)
  await microsoft(db)
  await apiKeys(db)
}

/** A temporary password never takes the place of the current one; it is the session that is limited (D20). */
async function temporaryPasswords(db: Migrating): Promise<void> {
  await sharedTable(
    db,
    'temporary_password',
    `id uuid primary key,
     identity_id uuid not null,
     company_id int,
     ${oneOf('origin', ['Mail', 'Administrator'])},
     mark int not null,
     password_hash text not null,
     created_at timestamptz not null default now(),
     expires_at timestamptz not null,
     used_at timestamptz`,
    'write',
    { identity_id: 'identity' },
  )
  await run(db, 'create index temporary_password_identity on temporary_password (identity_id, mark)')
  await run(db, 'alter table identity drop column password_temporary')
  await addColumn(db, 'session', 'idle_minutes int not null default 30')
  await addColumn(db, 'session', `method text not null default 'Password'`)
  await changeWords(db, 'session', 'method', ['Password', 'Entra'])
  await addColumn(db, 'session', `password_limit text`)
  await changeWords(db, 'session', 'password_limit', ['Temporary', 'Expired'])
  await addColumn(db, 'session', 'temporary_password_id uuid')
  await addKey(db, 'session', 'temporary_password_id', 'temporary_password')
  await addColumn(db, 'session', 'signed_in_at timestamptz not null default now()')
  await run(db, 'create index session_identity on session (identity_id) where ended_at is null')
  await sharedTable(
    db,
    'known_device',
    `identity_id uuid not null,
     device_hash bytea not null,
     first_seen_at timestamptz not null default now(),
     last_seen_at timestamptz not null default now(),
     primary key (identity_id, device_hash)`,
    'write',
    { identity_id: 'identity' },
  )
}

/** One second factor a person, whatever companies they work for; the seed is sealed, the recovery codes are hashed. */
async function secondFactors(db: Migrating): Promise<void> {
  await sharedTable(
    db,
    'second_factor',
    `identity_id uuid primary key,
     sealed_seed bytea not null,
     created_at timestamptz not null default now(),
     confirmed_at timestamptz,
     last_step bigint not null default 0`,
    'write',
    { identity_id: 'identity' },
  )
  await sharedTable(
    db,
    'recovery_code',
    `identity_id uuid not null,
     code_hash bytea not null,
     used_at timestamptz,
     primary key (identity_id, code_hash)`,
    'write',
    { identity_id: 'identity' },
  )
  await addColumn(db, 'role', 'second_factor_required boolean not null default false')
}

/** What users have to agree to, version by version, and what each of them chose (ACC-010). */
async function acknowledgements(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'acknowledgement',
    `int_code int not null,
     version int not null check (version > 0),
     ${oneOf('kind', ['User', 'PortaMate'])},
     content jsonb not null,
     published_at timestamptz,
     primary key (company_id, int_code, version)`,
    'write',
  )
  await tenantTable(
    db,
    'acknowledgement_choice',
    `id uuid not null,
     membership_id uuid not null,
     int_code int not null,
     version int not null,
     ${oneOf('choice', ['Activated', 'Rejected'])},
     at timestamptz not null,
     address text not null,
     primary key (company_id, id)`,
    'append',
    { 'company_id, int_code, version': 'acknowledgement', 'company_id, membership_id': 'membership' },
  )
  await run(
    db,
    'create index acknowledgement_choice_membership on acknowledgement_choice (company_id, membership_id, int_code, version)',
  )
  await run(db, 'alter table membership drop column acknowledgement_pending')
}

/** Microsoft sign-in: who is who was said beforehand, by tenant and object id, and never by a name (D23). */
async function microsoft(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'entra_setting',
    `tenant_id text collate "C" not null,
     client_id text not null,
     authority text not null,
     keys_url text not null,
     version int not null default 1,
     primary key (company_id)`,
    'write',
  )
  await sharedTable(
    db,
    'entra_link',
    `tenant_id text collate "C" not null,
     object_id text collate "C" not null,
     identity_id uuid not null,
     linked_at timestamptz not null default now(),
     primary key (tenant_id, object_id)`,
    'write',
    { identity_id: 'identity' },
  )
  await run(db, 'create index entra_link_identity on entra_link (identity_id)')
  await sharedTable(
    db,
    'entra_nonce',
    'nonce_hash bytea primary key, company_id int not null, expires_at timestamptz not null',
    'write',
  )
  await sharedTable(
    db,
    'entra_token',
    'token_hash bytea primary key, expires_at timestamptz not null',
    'write',
  )
}

/** Keys of API users. The hash alone says which company a key belongs to; everything else about it is the company's. */
async function apiKeys(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'api_key',
    `id uuid not null,
     membership_id uuid not null,
     name text not null,
     hint text not null,
     scope text[] not null,
     created_at timestamptz not null,
     created_by text not null,
     expires_at timestamptz not null,
     last_used_at timestamptz,
     last_address text,
     revoked_at timestamptz,
     version int not null default 1,
     primary key (company_id, id)`,
    'write',
    { 'company_id, membership_id': 'membership on delete cascade' },
  )
  await run(db, 'create index api_key_membership on api_key (company_id, membership_id)')
  await sharedTable(
    db,
    'api_key_hash',
    'key_hash bytea primary key, company_id int not null, api_key_id uuid not null',
    'write',
  )
}
