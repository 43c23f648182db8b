import { addColumn, run, tenantTable, type Migrating } from './kit.ts'

/**
 * What somebody outside is asked about orders (ORD-010, ORD-012). One request of an order is open at a time; its id is
 * what the asked party answers with. Orders of a flow with three stages are asked about once they are approved.
 */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'sales_order', 'external_stage boolean not null default false')
  await tenantTable(
    db,
    'external_approval',
    `id uuid not null,
     order_id uuid not null,
     sent_at timestamptz not null,
     sent_by_name text not null,
     answered_at timestamptz,
     approved boolean,
     response_id text,
     primary key (company_id, id)`,
    'write',
    { 'company_id, order_id': 'sales_order' },
  )
  await run(
    db,
    'create unique index external_approval_open on external_approval (company_id, order_id) where answered_at is null',
  )
  await run(db, 'create index external_approval_order on external_approval (company_id, order_id, sent_at)')
}
