import { addColumn, changeWords, oneOf, run, tenantTable, type Migrating } from './kit.ts'

/**
 * Two layers of approval (ORD-012): what a customer wants is a pre-approval order first, which holds neither stock nor
 * quota. Approving it makes the order, once: `sales_order.pre_order_id` is unique among the orders that are no backorders
 * of another one.
 */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'order_policy', `order_flow text not null default 'FundamentalFlow'`)
  await changeWords(db, 'order_policy', 'order_flow', ['FundamentalFlow', 'TwoLayerFlow', 'TwoLayerFlowV2'])
  await run(db, 'alter table company drop column order_flow')
  await tenantTable(
    db,
    'pre_order',
    `id uuid not null,
     version int not null default 1,
     code text not null,
     ${oneOf('state', ['Request', 'Approved', 'Rejected', 'Cancelled'])},
     customer_id uuid not null,
     customer_code text not null,
     customer_name text not null,
     delivery_location_id uuid not null,
     delivery_location_code text not null,
     delivery_location_name text not null,
     point_of_sale_id uuid not null,
     point_of_sale_code text not null,
     point_of_sale_name text not null,
     active boolean not null,
     first_order boolean not null,
     blacklist boolean not null,
     duplicate_of text,
     delivery_date date not null,
     ${oneOf('shipment_method', ['Road', 'Rail', 'Sea', 'Air'])},
     ${oneOf('channel', ['Portal', 'PortalBulk', 'EDI'])},
     external_po_code text,
     external_order_date date,
     external_contact text,
     note text,
     currency text not null,
     discount_percent numeric(5, 2) not null,
     line_count int not null,
     quantity bigint not null,
     subtotal numeric(18, 2) not null,
     discount numeric(18, 2) not null,
     total numeric(18, 2) not null,
     ${oneOf(
       'reject_reason',
       [
         'None',
         'InsufficientStock',
         'DuplicateOrder',
         'PharmacyStockUsage',
         'WarehouseStockUsage',
         'MissingInformation',
         'SalesClosed',
         'BlacklistedPointOfSale',
         'Other',
       ],
       "not null default 'None'",
     )},
     memo text,
     decided_by text,
     decided_at timestamptz,
     record_user_id uuid not null,
     record_user_name text not null,
     order_date timestamptz not null,
     products uuid[] not null,
     search_text text not null,
     primary key (company_id, id),
     unique (company_id, code)`,
    'write',
    {
      'company_id, customer_id': 'partner',
      'company_id, delivery_location_id': 'location',
      'company_id, point_of_sale_id': 'location',
    },
  )
  await run(db, 'create index pre_order_date on pre_order (company_id, state, order_date desc, id desc)')
  await run(db, 'create index pre_order_point on pre_order (company_id, point_of_sale_id, order_date desc)')
  await run(db, 'create index pre_order_location on pre_order (company_id, delivery_location_id)')
  await run(db, 'create index pre_order_customer on pre_order (company_id, customer_id, order_date desc)')
  await tenantTable(
    db,
    'pre_order_line',
    `id uuid not null,
     pre_order_id uuid not null,
     line_no int not null,
     variant_id uuid not null,
     product_code text not null,
     product_name text not null,
     color text,
     size text,
     external_product_code text,
     pack_unit int not null,
     quantity int not null check (quantity > 0),
     unit_price numeric(18, 4) not null,
     primary key (company_id, id),
     unique (company_id, pre_order_id, line_no)`,
    'write',
    {
      'company_id, pre_order_id': 'pre_order on delete cascade',
      'company_id, variant_id': 'product_variant',
    },
  )
  await run(db, 'create index pre_order_line_variant on pre_order_line (company_id, variant_id)')
  await tenantTable(
    db,
    'pre_order_document',
    `pre_order_id uuid not null,
     file_id uuid not null,
     primary key (company_id, pre_order_id, file_id)`,
    'write',
    { 'company_id, pre_order_id': 'pre_order on delete cascade', 'company_id, file_id': 'file' },
  )
  await run(db, 'create index pre_order_document_file on pre_order_document (company_id, file_id)')
  await addColumn(db, 'sales_order', 'pre_order_id uuid')
  await run(
    db,
    'create unique index sales_order_from on sales_order (company_id, pre_order_id) where pre_order_id is not null and main_order_id is null',
  )
}
