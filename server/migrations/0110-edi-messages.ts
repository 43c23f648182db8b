import { changeWords, oneOf, run, tenantTable, type Migrating } from './kit.ts'

/**
 * Orders that arrive as messages (ORD-023). A message is one document of a file; `first` is unique by who sent which
 * number, so that the same document is placed once, whoever sends it twice at once.
 */
export async function up(db: Migrating): Promise<void> {
  await changeWords(db, 'job', 'kind', [
    'bulk',
    'order.import',
    'order.bulk',
    'masterData.import',
    'mci.import',
    'uiFilter.prepare',
    'order.edi',
  ])
  await tenantTable(
    db,
    'edi_message',
    `id uuid not null,
     version int not null default 1,
     ${oneOf('state', ['Received', 'Accepted', 'PartlyAccepted', 'Refused', 'Repeated', 'Failed', 'Dismissed'])},
     ${oneOf('format', ['UBL', 'EDIFACT'], '')},
     ${oneOf('source', ['Api', 'FileDrop'])},
     file_id uuid not null,
     file_name text not null,
     position int not null,
     answer_file_id uuid,
     answered_at timestamptz,
     job_id uuid,
     sender text not null,
     document_number text not null,
     document_date date,
     content_hash bytea,
     document jsonb,
     first boolean not null default false,
     repeats_id uuid,
     owner_key text,
     partner_id uuid,
     partner_name text,
     location_id uuid,
     location_name text,
     reason text not null default 'None',
     facts jsonb not null default '{}',
     line_count int not null default 0,
     placed_lines int not null default 0,
     faulty_lines int not null default 0,
     memo text,
     received_at timestamptz not null,
     received_by uuid not null,
     received_by_name text not null,
     received_for uuid,
     processed_at timestamptz,
     search_text text not null,
     primary key (company_id, id)`,
    'write',
    {
      'company_id, file_id': 'file',
      'company_id, answer_file_id': 'file',
      'company_id, partner_id': 'partner',
      'company_id, location_id': 'location',
    },
  )
  await run(
    db,
    'create unique index edi_message_first on edi_message (company_id, owner_key, document_number) where first',
  )
  await run(db, 'create index edi_message_received on edi_message (company_id, received_at desc, id desc)')
  await run(db, 'create index edi_message_partner on edi_message (company_id, partner_id)')
  await run(db, 'create index edi_message_location on edi_message (company_id, location_id)')
  await run(db, 'create index edi_message_file on edi_message (company_id, file_id)')
  await run(db, 'create index edi_message_answer on edi_message (company_id, answer_file_id)')
  await tenantTable(
    db,
    'edi_line',
    `id uuid not null,
     message_id uuid not null,
     position int not null,
     line_number text not null,
     gtin text,
     seller_code text,
     buyer_code text,
     description text,
     asked_quantity text,
     unit text,
     requested_date date,
     chosen_variant_id uuid,
     chosen_quantity int,
     chosen_date date,
     chosen_location_id uuid,
     variant_id uuid,
     location_id uuid,
     point_of_sale_id uuid,
     delivery_date date,
     quantity int,
     placed boolean not null default false,
     order_id uuid,
     ${oneOf('verdict', ['Waiting', 'Accepted', 'Changed', 'Refused'], "not null default 'Waiting'")},
     reason text not null default 'None',
     facts jsonb not null default '{}',
     primary key (company_id, id),
     unique (company_id, message_id, position)`,
    'write',
    {
      'company_id, message_id': 'edi_message on delete cascade',
      'company_id, variant_id': 'product_variant',
      'company_id, chosen_variant_id': 'product_variant',
      'company_id, location_id': 'location',
      'company_id, chosen_location_id': 'location',
    },
  )
  await run(db, 'create index edi_line_variant on edi_line (company_id, variant_id)')
  await run(db, 'create index edi_line_chosen on edi_line (company_id, chosen_variant_id)')
  await run(db, 'create index edi_line_location on edi_line (company_id, location_id)')
  await run(db, 'create index edi_line_place on edi_line (company_id, chosen_location_id)')
  await tenantTable(
    db,
    'edi_order',
    `message_id uuid not null,
     order_id uuid not null,
     is_pre_order boolean not null,
     code text not null,
     primary key (company_id, message_id, order_id)`,
    'write',
    { 'company_id, message_id': 'edi_message on delete cascade' },
  )
  await run(db, 'create index edi_order_order on edi_order (company_id, order_id)')
}
