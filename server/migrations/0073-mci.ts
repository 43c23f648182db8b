import { addColumn, changeWords, oneOf, run, tenantTable, type Migrating } from './kit.ts'

/** Entities that a company defines itself, the files that fill them, and their rows by generation (MCI-001 to MCI-003). */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'company', 'edc_active boolean not null default true')
  await tenantTable(
    db,
    'mci_entity',
    `id uuid not null,
     code text not null,
     name text not null,
     ${oneOf('purpose', ['Policy', 'Data'])},
     ${oneOf('data_source', ['ManageByMergedInputs', 'ManageByUserInput', 'ManageByERPInput'])},
     order_index int not null default 0,
     description text,
     user_generation int not null default 0,
     erp_generation int not null default 0,
     version int not null default 1,
     created_at timestamptz not null default now(),
     primary key (company_id, id)`,
    'write',
  )
  await run(db, 'create unique index mci_entity_code on mci_entity (company_id, fold(code))')
  await tenantTable(
    db,
    'mci_field',
    `id uuid not null,
     entity_id uuid not null,
     code text not null,
     name text not null,
     ${oneOf('mci_type', ['Text', 'Integer', 'Decimal', 'Date', 'Flag', 'Location', 'Product'])},
     ${oneOf('base_field', ['Location', 'Product', 'Value', 'Quantity', 'StartDate', 'EndDate', 'Priority', 'Note'], '')},
     key_part boolean not null default false,
     mandatory boolean not null default false,
     order_index int not null default 0,
     version int not null default 1,
     created_at timestamptz not null default now(),
     primary key (company_id, id)`,
    'write',
    { 'company_id, entity_id': 'mci_entity' },
  )
  await run(db, 'create unique index mci_field_code on mci_field (company_id, entity_id, fold(code))')
  await tenantTable(
    db,
    'mci_file',
    `id uuid not null,
     entity_id uuid not null,
     io_id int not null,
     file_id uuid not null,
     file_name text not null,
     ${oneOf('input', ['User', 'Erp'])},
     ${oneOf('state', ['Pending', 'Validating', 'Succeeded', 'ValidationFailed', 'ReValidate', 'Cancelled', 'Invalid', 'Active'])},
     rows int not null default 0,
     faulty int not null default 0,
     generation int not null,
     job_id uuid,
     uploaded_at timestamptz not null,
     uploaded_by text not null,
     activated_at timestamptz,
     refusal text,
     refusal_facts jsonb,
     primary key (company_id, id)`,
    'write',
    { 'company_id, entity_id': 'mci_entity', 'company_id, file_id': 'file' },
  )
  await run(db, 'create index mci_file_entity on mci_file (company_id, entity_id, io_id desc)')
  await tenantTable(
    db,
    'mci_row',
    `entity_id uuid not null,
     generation int not null,
     key text not null,
     position int not null,
     values jsonb not null,
     primary key (company_id, entity_id, generation, key)`,
    'write',
    { 'company_id, entity_id': 'mci_entity' },
  )
  await run(db, 'create index mci_row_position on mci_row (company_id, entity_id, generation, position)')
  await tenantTable(
    db,
    'mci_fault',
    `mci_file_id uuid not null,
     id uuid not null,
     sheet text not null,
     file_row int not null,
     field text,
     code text not null,
     facts jsonb not null default '{}',
     primary key (company_id, mci_file_id, id)`,
    'write',
    { 'company_id, mci_file_id': 'mci_file on delete cascade' },
  )
  await changeWords(db, 'job', 'kind', [
    'bulk',
    'order.import',
    'order.bulk',
    'masterData.import',
    'mci.import',
  ])
}
