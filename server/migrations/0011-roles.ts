import { oneOf, run, tenantTable, type Migrating } from './kit.ts'

/** Oversight: the audit log and the sign-ins of a company by time, and what services the company has subscribed to. */
export async function up(db: Migrating): Promise<void> {
  await run(db, 'create index audit_entry_at on audit_entry (company_id, at desc, seq desc)')
  await run(db, 'create index login_attempt_company on login_attempt (company_id, at desc)')
  await tenantTable(
    db,
    'subscription',
    `id uuid not null,
     service_id text not null,
     service_name text not null,
     search_text text not null,
     ${oneOf('state', ['Pending', 'Active', 'Closed', 'Failed', 'Cancelled', 'CreditExceeded'], "not null default 'Pending'")},
     start_date date not null,
     ${oneOf('credit_period', ['Monthly', 'Quarterly', 'Yearly', 'OneTime'])},
     total_credit bigint not null check (total_credit >= 0),
     used_credit bigint not null default 0 check (used_credit >= 0),
     lets_exceed boolean not null default false,
     version int not null default 1,
     primary key (company_id, id),
     unique (company_id, service_id)`,
    'write',
  )
}
