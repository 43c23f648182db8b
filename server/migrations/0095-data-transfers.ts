import { addColumn, changeWords, oneOf, run, tenantTable, type Migrating } from './kit.ts'

/**
 * The data transfer calendar (DAT-001): expected deliveries and their due dates. What came in is named without a key,
 * because a due date outlives the entry of the data log. A file of an MCI entity says by which way it came.
 */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'data_transfer',
    `id uuid not null,
     code text not null,
     code_folded text generated always as (fold(code)) stored,
     name text not null,
     ${oneOf('data_kind', ['location', 'product', 'productVariant', 'productGroup', 'stockLevel', 'supplyRelation', 'businessRelation', 'priceChange', 'regionCode', 'mciFile'])},
     entity_id uuid,
     ${oneOf('source', ['Any', 'File', 'Api', 'FileDrop'])},
     sender text,
     expression text not null,
     early_hours int not null,
     tolerance_minutes int not null,
     active boolean not null,
     version int not null default 1,
     created_at timestamptz not null default now(),
     primary key (company_id, id)`,
    'write',
    { 'company_id, entity_id': 'mci_entity' },
  )
  await run(db, 'create unique index data_transfer_code on data_transfer (company_id, code_folded)')
  await run(db, 'create index data_transfer_entity on data_transfer (company_id, entity_id)')
  await tenantTable(
    db,
    'data_transfer_due',
    `id uuid not null,
     transfer_id uuid not null,
     due_at timestamptz not null,
     ${oneOf('state', ['Due', 'Received', 'Late', 'Faulty'])},
     received_at timestamptz,
     change_id uuid,
     mci_file_id uuid,
     file_name text,
     told_at timestamptz,
     primary key (company_id, id)`,
    'write',
    { 'company_id, transfer_id': 'data_transfer on delete cascade' },
  )
  await run(
    db,
    'create unique index data_transfer_due_once on data_transfer_due (company_id, transfer_id, due_at)',
  )
  await run(db, 'create index data_transfer_due_at on data_transfer_due (company_id, due_at)')
  await addColumn(db, 'mci_file', `source text not null default 'File'`)
  await changeWords(db, 'mci_file', 'source', ['File', 'FileDrop'])
}
