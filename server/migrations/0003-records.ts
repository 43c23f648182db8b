import { oneOf, run, tenantTable, type Migrating } from './kit.ts'

/** What every area writes beside its own tables: audit, events, counters, files, jobs, outbox, answered requests. */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'counter',
    `name text collate "C" not null, value bigint not null, primary key (company_id, name)`,
    'write',
  )
  await tenantTable(
    db,
    'audit_head',
    `seq bigint not null, hash bytea not null, primary key (company_id)`,
    'write',
  )
  await tenantTable(
    db,
    'audit_entry',
    `seq bigint not null,
     at timestamptz not null,
     actor_id uuid,
     actor_name text not null,
     operation text not null,
     record_type text not null,
     record_id uuid,
     record_code text,
     before jsonb,
     after jsonb,
     hash bytea not null,
     primary key (company_id, seq)`,
    'append',
  )
  await run(db, 'create index audit_entry_record on audit_entry (company_id, record_type, record_id)')
  await tenantTable(
    db,
    'record_event',
    `id uuid not null,
     record_type text not null,
     record_id uuid not null,
     at timestamptz not null,
     by_id uuid,
     by_name text not null,
     kind text not null,
     facts jsonb not null,
     primary key (company_id, id)`,
    'append',
  )
  await run(
    db,
    'create index record_event_record on record_event (company_id, record_type, record_id, at desc, id desc)',
  )
  await tenantTable(
    db,
    'answered_request',
    `membership_id uuid not null,
     key text collate "C" not null,
     call text not null,
     input_hash bytea not null,
     answer json not null,
     at timestamptz not null default now(),
     primary key (company_id, membership_id, key)`,
    'write',
  )
  await tenantTable(
    db,
    'file',
    `id uuid not null,
     storage_key text not null,
     name text not null,
     type text not null,
     bytes int not null,
     sha256 bytea not null,
     purpose text not null,
     created_by uuid not null,
     created_at timestamptz not null default now(),
     primary key (company_id, id)`,
    'write',
  )
  await tenantTable(
    db,
    'job',
    `id uuid not null,
     ${oneOf('kind', ['order.import', 'order.bulk'])},
     ${oneOf('state', ['Waiting', 'Running', 'Succeeded', 'Failed', 'Cancelled'], "not null default 'Waiting'")},
     membership_id uuid not null,
     input jsonb not null,
     done int not null default 0,
     total int,
     counts jsonb not null default '{}',
     result jsonb,
     refusal text,
     refusal_facts jsonb,
     cancel_requested boolean not null default false,
     attempts int not null default 0,
     created_at timestamptz not null default now(),
     finished_at timestamptz,
     primary key (company_id, id)`,
    'write',
  )
  await run(db, 'create index job_owner on job (company_id, membership_id, created_at desc)')
  await tenantTable(
    db,
    'outbox',
    `id uuid not null,
     kind text not null,
     payload jsonb not null,
     created_at timestamptz not null default now(),
     attempts int not null default 0,
     done_at timestamptz,
     last_error text,
     primary key (company_id, id)`,
    'write',
  )
  await run(db, 'create index outbox_due on outbox (company_id, created_at) where done_at is null')
}
