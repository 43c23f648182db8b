import { oneOf, run, tenantTable, type Migrating } from './kit.ts'

/** What a customer is about to order: the cart, and workbooks on their way into it. */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'cart',
    `membership_id uuid not null,
     version int not null default 1,
     channel text not null default 'Portal',
     external_po_code text,
     external_contact text,
     note text,
     saved_at timestamptz not null default now(),
     primary key (company_id, membership_id)`,
    'write',
    { 'company_id, membership_id': 'membership on delete cascade' },
  )
  await tenantTable(
    db,
    'cart_line',
    `id uuid not null,
     membership_id uuid not null,
     variant_id uuid not null,
     location_id uuid not null,
     ${oneOf('shipment_method', ['Road', 'Rail', 'Sea', 'Air'])},
     delivery_date date not null,
     point_of_sale_id uuid,
     quantity int not null check (quantity > 0),
     external_product_code text,
     primary key (company_id, id),
     constraint cart_line_once unique nulls not distinct (company_id, membership_id, variant_id, location_id, shipment_method, delivery_date, point_of_sale_id)`,
    'write',
    {
      'company_id, membership_id': 'cart on delete cascade',
      'company_id, variant_id': 'product_variant',
      'company_id, location_id': 'location',
    },
  )
  await tenantTable(
    db,
    'cart_file',
    `membership_id uuid not null,
     file_id uuid not null,
     primary key (company_id, membership_id, file_id)`,
    'write',
    { 'company_id, membership_id': 'cart on delete cascade', 'company_id, file_id': 'file' },
  )
  await tenantTable(
    db,
    'order_import',
    `id uuid not null,
     membership_id uuid not null,
     job_id uuid not null,
     file_id uuid not null,
     file_name text not null,
     bytes int not null,
     ${oneOf('state', ['Reading', 'Ready', 'Taking', 'Taken', 'Discarded', 'Failed'], "not null default 'Reading'")},
     sheets int not null default 0,
     rows_read int not null default 0,
     total numeric(18, 2),
     seconds numeric(10, 2),
     uploaded_at timestamptz not null default now(),
     uploaded_by text not null,
     primary key (company_id, id)`,
    'write',
    { 'company_id, file_id': 'file' },
  )
  await run(
    db,
    'create index order_import_owner on order_import (company_id, membership_id, uploaded_at desc)',
  )
  await tenantTable(
    db,
    'order_import_line',
    `import_id uuid not null,
     id uuid not null,
     sheet text not null,
     row_number int not null,
     ${oneOf('result', ['Good', 'Rounded', 'Confirm', 'Refused'])},
     variant_id uuid,
     location_id uuid,
     shipment_method text,
     delivery_date date,
     point_of_sale_id uuid,
     quantity int,
     external_product_code text,
     issues jsonb not null default '[]',
     cells jsonb,
     primary key (company_id, import_id, id)`,
    'write',
    { 'company_id, import_id': 'order_import on delete cascade' },
  )
  await run(
    db,
    'create index order_import_line_result on order_import_line (company_id, import_id, result, sheet, row_number)',
  )
}
