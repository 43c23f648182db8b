import { oneOf, run, tenantTable, type Migrating } from './kit.ts'

/**
 * Trace inquiry (TRC-001 to TRC-004): packs with what they are now, their movements, stakeholders of the drug-tracking
 * system by GLN, and packages of the transfer system down to the pack.
 */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'trace_place',
    `gln text not null, name text not null,
     ${oneOf('type', ['Exporter', 'Manufacturer', 'PharmaceuticalWarehouse', 'SubPharmaceuticalWarehouse', 'Pharmacy', 'Hospital'])},
     city text, primary key (company_id, gln)`,
    'write',
  )
  await tenantTable(
    db,
    'trace_package',
    `id uuid not null,
     ${oneOf('state', ['Reading', 'Read', 'Faulty'])},
     fault text,
     fault_found text,
     file_id uuid not null,
     file_name text not null,
     file_sha256 bytea not null,
     number text,
     document_date date,
     action text,
     source_gln text,
     destination_gln text,
     ship_to text,
     note text,
     version text,
     pack_count int not null default 0,
     carrier_count int not null default 0,
     notes text[] not null default '{}',
     received_at timestamptz not null,
     received_by text not null,
     primary key (company_id, id)`,
    'write',
    { 'company_id, file_id': 'file' },
  )
  await run(
    db,
    `create unique index trace_package_once on trace_package (company_id, file_sha256) where state <> 'Faulty'`,
  )
  await run(db, 'create index trace_package_number on trace_package (company_id, number)')
  await run(db, 'create index trace_package_date on trace_package (company_id, received_at desc, id desc)')
  await run(db, 'create index trace_package_file on trace_package (company_id, file_id)')
  await tenantTable(
    db,
    'trace_carrier',
    `package_id uuid not null, no int not null, parent_no int, label text not null, container_type text,
     primary key (company_id, package_id, no)`,
    'write',
    { 'company_id, package_id': 'trace_package on delete cascade' },
  )
  await run(db, 'create index trace_carrier_label on trace_carrier (company_id, label)')
  await tenantTable(
    db,
    'trace_package_pack',
    `id uuid not null, package_id uuid not null, carrier_no int, gtin text not null, serial_number text not null,
     lot_number text not null, expiry_date date not null, primary key (company_id, id)`,
    'write',
    { 'company_id, package_id': 'trace_package on delete cascade' },
  )
  await run(
    db,
    'create index trace_package_pack_in on trace_package_pack (company_id, package_id, carrier_no)',
  )
  await run(db, 'create index trace_package_pack_of on trace_package_pack (company_id, gtin, serial_number)')
  await tenantTable(
    db,
    'trace_pack',
    `id uuid not null, gtin text not null, serial_number text not null, lot_number text, expiry_date date,
     ${oneOf('state', ['InCentralWarehouse', 'ReadyToSell', 'InTransit', 'Consumed', 'DeActivated', 'Waived', 'Exported', 'Other'])},
     holder_gln text, receiver_gln text, last_at timestamptz, primary key (company_id, id),
     unique (company_id, gtin, serial_number)`,
    'write',
  )
  await run(db, 'create index trace_pack_lot on trace_pack (company_id, lot_number)')
  await run(db, 'create index trace_pack_serial on trace_pack (company_id, serial_number)')
  await run(db, 'create index trace_pack_holder on trace_pack (company_id, holder_gln, state)')
  await tenantTable(
    db,
    'trace_movement',
    `pack_id uuid not null, event_id text not null, declaration_id text not null, at timestamptz not null,
     movement text not null, from_gln text, to_gln text, result_code text not null, ${oneOf('source', ['Its', 'Pts'])},
     package_id uuid, primary key (company_id, pack_id, event_id)`,
    'write',
    {
      'company_id, pack_id': 'trace_pack on delete cascade',
      'company_id, package_id': 'trace_package on delete cascade',
    },
  )
  await run(
    db,
    'create index trace_movement_package on trace_movement (company_id, package_id) where package_id is not null',
  )
}
