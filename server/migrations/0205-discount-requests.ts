import { addCheck, addKey, masterTable, oneOf, run, tenantTable, type Migrating } from './kit.ts'

/**
 * Institutional-discount requests (DSC-001 to DSC-016): the requests, their pictures, what ITS and other sources said of
 * a pack, runs of ITS validation, and the settings of a company; rates of the discount and payment locations as master
 * data. Of a pack (GTIN and serial number) at most one request lives.
 */
export async function up(db: Migrating): Promise<void> {
  await masterTable(
    db,
    'discount_rate',
    `product_id uuid not null, valid_from date not null, valid_to date,
     required_rate numeric(5, 2) not null, applied_rate numeric(5, 2) not null`,
    {
      key: ['product_id', 'valid_from'],
      validity: ['valid_from', 'valid_to'],
      keys: { 'company_id, product_id': 'product' },
    },
  )
  await masterTable(
    db,
    'payment_location',
    'point_of_sale_id uuid not null, warehouse_id uuid not null, note text',
    {
      key: ['point_of_sale_id', 'warehouse_id'],
      keys: { 'company_id, point_of_sale_id': 'location', 'company_id, warehouse_id': 'location' },
    },
  )
  await tenantTable(
    db,
    'porta_policy',
    `version int not null default 1,
     image_flow_off boolean not null default false,
     its_flow_off boolean not null default false,
     porta_mate_flow_off boolean not null default false,
     maximum_codes int not null default 500,
     maximum_images int not null default 20,
     archive_date date,
     sale_days int not null default 90,
     tax_rate numeric(4, 2) not null default 10,
     service_rate numeric(4, 2) not null default 2,
     archive_days int not null default 365,
     its_paused_from date,
     its_paused_to date,
     its_user_name text,
     its_password bytea,
     primary key (company_id)`,
    'write',
  )
  await tenantTable(
    db,
    'discount_request',
    `id uuid not null,
     version int not null default 1,
     code text not null,
     ${oneOf('state', [
       'PreApplication',
       'Pending',
       'Approved',
       'Rejected',
       'Cancelled',
       'Declined',
       'Completed',
       'ApplicationOnThirdPartyDomain',
     ])},
     archived_at timestamptz,
     ${oneOf('validation_flow', ['ValidateFromImage', 'ValidateFromITS', 'ValidateFromITSViaPortaMate'], '')},
     gtin text not null,
     serial_number text not null,
     lot_number text not null,
     expiry_date date not null,
     original_code text not null,
     valid_code text not null,
     code_notes text[] not null default '{}',
     product_id uuid not null,
     product_name text not null,
     partner_id uuid,
     point_of_sale_id uuid not null,
     point_of_sale_code text not null,
     point_of_sale_name text not null,
     point_of_sale_gln text not null,
     city text not null,
     town text not null,
     address text,
     payment_location_id uuid not null,
     payment_location_code text not null,
     payment_location_name text not null,
     declared_sale_date date not null,
     valid_sale_date date,
     declaration_id text,
     declaration_date date,
     description text,
     ${oneOf(
       'reject_reason',
       [
         'SerialNumberDoesNotMatch',
         'BatchNoDoesNotMatch',
         'GTINDoesNotMatch',
         'NoSaleOnITS',
         'Other',
         'POSGLNDoesNotMatch',
         'InvalidRepaymentGLN',
         'InvalidRepaymentDate',
         'PrescriptionNotFinalized',
         'DeclarationIDMismatch',
         'StateChanged',
         'OwnerChanged',
       ],
       '',
     )},
     ${oneOf('decline_reason', ['StateChanged', 'OwnerChanged', 'Other'], '')},
     decision_memo text,
     decided_by text,
     decided_at timestamptz,
     ${oneOf(
       'pack_state',
       [
         'InCentralWarehouse',
         'ReadyToSell',
         'InTransit',
         'Consumed',
         'DeActivated',
         'Waived',
         'Exported',
         'Other',
       ],
       '',
     )},
     data_penalty int not null default 0,
     its_penalty int not null default 0,
     penalty int generated always as (greatest(data_penalty, its_penalty)) stored,
     penalty_points jsonb not null default '[]',
     applicant_id uuid not null,
     applicant_name text not null,
     record_user_id uuid not null,
     record_user_name text not null,
     recorded_at timestamptz not null,
     last_event_at timestamptz not null,
     last_event_by text not null,
     looked_at_by uuid,
     looked_at_name text,
     looked_at_until timestamptz,
     made_from_id uuid,
     sampled boolean not null default false,
     changed_since boolean not null default false,
     receipt text,
     image_count int not null default 0,
     search_text text not null,
     primary key (company_id, id),
     unique (company_id, code)`,
    'write',
    {
      'company_id, product_id': 'product',
      'company_id, point_of_sale_id': 'location',
      'company_id, payment_location_id': 'location',
    },
  )
  await run(
    db,
    `create unique index discount_request_pack on discount_request (company_id, gtin, serial_number)
     where state not in ('Rejected', 'Cancelled') and archived_at is null`,
  )
  await run(
    db,
    'create index discount_request_pack_ever on discount_request (company_id, gtin, serial_number)',
  )
  await run(
    db,
    'create index discount_request_date on discount_request (company_id, recorded_at desc, id desc)',
  )
  await run(
    db,
    'create index discount_request_queue on discount_request (company_id, state, penalty desc, recorded_at)',
  )
  await run(db, 'create index discount_request_place on discount_request (company_id, point_of_sale_id)')
  await run(db, 'create index discount_request_payer on discount_request (company_id, payment_location_id)')
  await run(db, 'create index discount_request_product on discount_request (company_id, product_id)')
  await run(
    db,
    'create index discount_request_search on discount_request using gin (company_id, search_text gin_trgm_ops)',
  )
  await run(
    db,
    'create index discount_request_from on discount_request (company_id, made_from_id) where made_from_id is not null',
  )
  await tenantTable(
    db,
    'discount_image',
    `id uuid not null,
     request_id uuid,
     batch_id uuid,
     file_id uuid not null,
     name text not null,
     ${oneOf('state', ['Waiting', 'Matched', 'Unmatched', 'Unreadable'])},
     problem text,
     width int,
     height int,
     look text,
     reading jsonb not null default '{}',
     by_id uuid not null,
     by_name text not null,
     at timestamptz not null,
     primary key (company_id, id)`,
    'write',
    {
      'company_id, request_id': 'discount_request on delete cascade',
      'company_id, file_id': 'file',
    },
  )
  await run(db, 'create index discount_image_request on discount_image (company_id, request_id)')
  await run(db, 'create index discount_image_file on discount_image (company_id, file_id)')
  await run(
    db,
    'create index discount_image_batch on discount_image (company_id, batch_id) where batch_id is not null',
  )
  await run(
    db,
    'create index discount_image_look on discount_image (company_id, look) where look is not null',
  )
  await tenantTable(
    db,
    'pack_evidence',
    `id uuid not null,
     request_id uuid not null,
     ${oneOf('source', ['ItsRest', 'ItsPortal', 'PortaMate', 'Image'])},
     read_at timestamptz not null,
     pack_state text,
     result_code text,
     owner_gln text,
     says jsonb not null,
     primary key (company_id, id)`,
    'write',
    { 'company_id, request_id': 'discount_request on delete cascade' },
  )
  await run(db, 'create index pack_evidence_request on pack_evidence (company_id, request_id, read_at desc)')
  await tenantTable(
    db,
    'its_run',
    `id uuid not null, by_id uuid not null, begun_at timestamptz not null, beats_at timestamptz not null,
     finished_at timestamptz, primary key (company_id, id)`,
    'write',
  )
  await tenantTable(
    db,
    'its_run_pack',
    `run_id uuid not null, request_id uuid not null, ${oneOf('result', ['Pending', 'Succeeded', 'Failed'])},
     problem text, at timestamptz, primary key (company_id, run_id, request_id)`,
    'write',
    {
      'company_id, run_id': 'its_run on delete cascade',
      'company_id, request_id': 'discount_request on delete cascade',
    },
  )
  await run(db, 'create index its_run_pack_request on its_run_pack (company_id, request_id)')
  await addCheck(
    db,
    'discount_request',
    'discount_request_decided',
    `(state <> 'Rejected' or reject_reason is not null) and (state <> 'Declined' or decline_reason is not null)`,
  )
  await addKey(db, 'discount_request', 'company_id, made_from_id', 'discount_request')
}
