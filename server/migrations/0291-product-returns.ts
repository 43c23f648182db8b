import { oneOf, run, tenantTable, type Migrating } from './kit.ts'

/** Returns of goods of an order (MED-001): their lines, the packs that are named by their codes, and their credit note. */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'product_return',
    `id uuid not null, version int not null default 1, code text not null,
     ${oneOf('state', ['Announced', 'Accepted', 'Refused', 'Withdrawn', 'Received', 'Credited'])},
     order_id uuid not null,
     ${oneOf('reason', ['Damaged', 'WrongProduct', 'TooMuch', 'NearExpiry', 'Recall', 'Other'])},
     memo text, decision_memo text, search_text text not null,
     announced_at timestamptz not null, announced_by text not null, announced_by_id uuid not null,
     received_at timestamptz, received_by text, credit_note text, credited_at timestamptz,
     last_event_at timestamptz not null, last_event_by text not null,
     primary key (company_id, id), unique (company_id, code)`,
    'write',
    { 'company_id, order_id': 'sales_order' },
  )
  await run(db, 'create index product_return_order on product_return (company_id, order_id)')
  await run(
    db,
    'create index product_return_announced on product_return (company_id, announced_at desc, id desc)',
  )
  await tenantTable(
    db,
    'product_return_line',
    `id uuid not null, return_id uuid not null, no int not null, order_line_id uuid not null,
     quantity int not null check (quantity > 0),
     received_quantity int check (received_quantity between 0 and quantity),
     primary key (company_id, id), unique (company_id, return_id, no)`,
    'write',
    {
      'company_id, return_id': 'product_return on delete cascade',
      'company_id, order_line_id': 'order_line',
    },
  )
  await run(db, 'create index product_return_line_of on product_return_line (company_id, order_line_id)')
  await tenantTable(
    db,
    'product_return_pack',
    `return_line_id uuid not null, gtin text not null, serial_number text not null, live boolean not null default true,
     received boolean not null default false, primary key (company_id, return_line_id, serial_number)`,
    'write',
    { 'company_id, return_line_id': 'product_return_line on delete cascade' },
  )
  // A pack comes back once: whatever is refused, withdrawn or did not come in is free again.
  await run(
    db,
    'create unique index product_return_pack_once on product_return_pack (company_id, gtin, serial_number) where live',
  )
}
