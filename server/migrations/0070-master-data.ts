import { changeWords, oneOf, run, tenantTable, type Migrating } from './kit.ts'

/**
 * Changes of master data with their rows (DAT-002, DAT-003): what was proposed, what took effect, and with it the history
 * of every record. The first kind that lives on them: location types.
 */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'master_change',
    `id uuid not null,
     kind text not null,
     ${oneOf('source', ['Form', 'Bulk', 'File', 'Api', 'FileDrop', 'Revert', 'Setup'])},
     ${oneOf('mode', ['Merge', 'Replace'], "not null default 'Merge'")},
     ${oneOf('state', ['Pending', 'Validating', 'Succeeded', 'ValidationFailed', 'ReValidate', 'Invalid', 'WaitingApproval', 'Checked', 'Rejected', 'Cancelled', 'Active', 'Reverted'])},
     ${oneOf('approval', ['None', 'Approver', 'CheckerAndApprover'], "not null default 'None'")},
     file_id uuid,
     file_name text,
     job_id uuid,
     added int not null default 0,
     changed int not null default 0,
     removed int not null default 0,
     unchanged int not null default 0,
     faulty int not null default 0,
     made_by uuid,
     made_by_name text not null,
     made_at timestamptz not null,
     checked_by uuid,
     checked_by_name text,
     checked_at timestamptz,
     decided_by uuid,
     decided_by_name text,
     decided_at timestamptz,
     comment text,
     activated_at timestamptz,
     reverts_id uuid,
     reverted_by_id uuid,
     refusal text,
     refusal_facts jsonb,
     primary key (company_id, id)`,
    'write',
    { 'company_id, file_id': 'file' },
  )
  await run(db, 'create index master_change_kind on master_change (company_id, kind, made_at desc)')
  await tenantTable(
    db,
    'master_change_row',
    `change_id uuid not null,
     id uuid not null,
     position int not null,
     sheet text,
     file_row int,
     kind text not null,
     ${oneOf('action', ['Added', 'Changed', 'Removed', 'Unchanged', 'Faulty'])},
     record_id uuid,
     record text not null,
     base_version int,
     version int,
     before jsonb,
     after jsonb,
     issues jsonb not null default '[]',
     primary key (company_id, change_id, id)`,
    'write',
    { 'company_id, change_id': 'master_change on delete cascade' },
  )
  await run(
    db,
    'create index master_change_row_position on master_change_row (company_id, change_id, position)',
  )
  await run(
    db,
    'create index master_change_row_record on master_change_row (company_id, kind, record_id, version desc) where record_id is not null',
  )
  await tenantTable(
    db,
    'master_approval',
    `kind text not null,
     ${oneOf('steps', ['None', 'Approver', 'CheckerAndApprover'])},
     version int not null default 1,
     primary key (company_id, kind)`,
    'write',
  )
  await tenantTable(
    db,
    'location_type',
    `id uuid not null,
     code text not null,
     name text not null,
     ${oneOf('stands_for', ['AdvisorVirtualLocation', 'BoutiquePointOfSales', 'CustomLocation', 'IncubatingPrimaryPointOfSales', 'IncubatingSecondaryPointOfSales', 'OnlineStore', 'PrimaryCompanyDistributionCenter', 'PrimaryFranchisePointOfSales', 'PrimaryPointOfSales', 'SecondaryCompanyDistributionCenter', 'SecondaryFranchisePointOfSales', 'SecondaryPointOfSales', 'VendorDistributionCenter', 'WholesalePointOfSales', 'ExternalDataVendor'])},
     point_of_sale boolean not null default false,
     order_index int,
     description text,
     version int not null default 1,
     created_at timestamptz not null default now(),
     primary key (company_id, id)`,
    'write',
  )
  await run(db, 'create unique index location_type_code on location_type (company_id, fold(code))')
  await changeWords(db, 'job', 'kind', ['bulk', 'order.import', 'order.bulk', 'masterData.import'])
}
