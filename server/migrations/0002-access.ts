import { oneOf, run, sharedTable, tenantTable, type Migrating } from './kit.ts'

/** Who may enter: identities are global, a membership ties one to a company with its roles. */
export async function up(db: Migrating): Promise<void> {
  await sharedTable(
    db,
    'identity',
    `id uuid primary key,
     username text not null,
     username_folded text collate "C" not null unique,
     first_name text not null,
     last_name text not null,
     password_hash text,
     password_changed_at timestamptz not null default now(),
     password_temporary boolean not null default false,
     created_at timestamptz not null default now()`,
    'write',
  )
  await sharedTable(
    db,
    'login_attempt',
    `id uuid primary key,
     at timestamptz not null default now(),
     username_folded text collate "C" not null,
     identity_id uuid,
     company_id int,
     ${oneOf('state', ['Succces', 'Failed', 'Error', 'Blocked'])},
     reason text not null,
     address text not null,
     agent text not null`,
    'append',
    { identity_id: 'identity' },
  )
  await run(db, 'create index login_attempt_username on login_attempt (username_folded, at desc)')
  await sharedTable(
    db,
    'login_throttle',
    `key text collate "C" primary key,
     failures int not null,
     window_started_at timestamptz not null,
     blocked_until timestamptz`,
    'write',
  )
  await sharedTable(
    db,
    'session',
    `token_hash bytea primary key,
     family_id uuid not null,
     company_id int not null,
     membership_id uuid not null,
     identity_id uuid not null,
     created_at timestamptz not null default now(),
     last_seen_at timestamptz not null default now(),
     expires_at timestamptz not null,
     replaced_at timestamptz,
     ended_at timestamptz,
     address text not null,
     agent text not null`,
    'write',
    { identity_id: 'identity' },
  )
  await run(db, 'create index session_family on session (family_id)')
  await run(db, 'create index session_membership on session (company_id, membership_id)')

  await tenantTable(
    db,
    'role',
    `id uuid not null,
     code text not null,
     name text not null,
     ready_made boolean not null default false,
     version int not null default 1,
     primary key (company_id, id),
     unique (company_id, code)`,
    'write',
  )
  await tenantTable(
    db,
    'role_permission',
    `role_id uuid not null,
     permission text collate "C" not null,
     primary key (company_id, role_id, permission)`,
    'write',
    { 'company_id, role_id': 'role on delete cascade' },
  )
  await tenantTable(
    db,
    'membership',
    `id uuid not null,
     identity_id uuid not null,
     ${oneOf('user_type', ['InternalUser', 'Customer', 'ThirdPartyUser', 'APIUser', 'GBREPluginUser', 'PharmaSalesExecutive'])},
     ${oneOf('state', ['Active', 'Passive', 'Blocked'], "not null default 'Active'")},
     partner_id uuid,
     point_of_sale_id uuid,
     third_party_location_id uuid,
     location_scoped boolean not null default false,
     acknowledgement_pending boolean not null default false,
     picture_file_id uuid,
     language text not null default 'en',
     joined_at timestamptz not null default now(),
     version int not null default 1,
     primary key (company_id, id),
     unique (company_id, identity_id)`,
    'write',
    { identity_id: 'identity' },
  )
  await tenantTable(
    db,
    'membership_role',
    `membership_id uuid not null,
     role_id uuid not null,
     primary key (company_id, membership_id, role_id)`,
    'write',
    { 'company_id, membership_id': 'membership on delete cascade', 'company_id, role_id': 'role' },
  )
}
