import { loginStates, membershipStates, userTypes } from '@kervan/contract/access/words'
import { globalTable, oneOf, run, tenantTable, type Migrating } from './kit.ts'

/** Who may enter: identities are global, a membership ties one to a company with its roles. */
export async function up(db: Migrating): Promise<void> {
  await globalTable(
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
  await globalTable(
    db,
    'login_attempt',
    `id uuid primary key,
     at timestamptz not null default now(),
     username_folded text collate "C" not null,
     identity_id uuid references identity (id),
     company_id int,
     ${oneOf('state', loginStates)},
     reason text not null,
     address text not null,
     agent text not null`,
    'append',
  )
  await run(db, 'create index login_attempt_username on login_attempt (username_folded, at desc)')
  await globalTable(
    db,
    'login_throttle',
    `key text collate "C" primary key,
     failures int not null,
     window_started_at timestamptz not null,
     blocked_until timestamptz`,
    'write',
  )
  await globalTable(
    db,
    'session',
    `token_hash bytea primary key,
     family_id uuid not null,
     company_id int not null references company (id),
     membership_id uuid not null,
     identity_id uuid not null references identity (id),
     created_at timestamptz not null default now(),
     last_seen_at timestamptz not null default now(),
     expires_at timestamptz not null,
     replaced_at timestamptz,
     ended_at timestamptz,
     address text not null,
     agent text not null`,
    'write',
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
     primary key (company_id, role_id, permission),
     foreign key (company_id, role_id) references role (company_id, id) on delete cascade`,
    'write',
  )
  await tenantTable(
    db,
    'membership',
    `id uuid not null,
     identity_id uuid not null references identity (id),
     ${oneOf('user_type', userTypes)},
     ${oneOf('state', membershipStates, "not null default 'Active'")},
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
  )
  await tenantTable(
    db,
    'membership_role',
    `membership_id uuid not null,
     role_id uuid not null,
     primary key (company_id, membership_id, role_id),
     foreign key (company_id, membership_id) references membership (company_id, id) on delete cascade,
     foreign key (company_id, role_id) references role (company_id, id)`,
    'write',
  )
}
