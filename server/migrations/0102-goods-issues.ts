import { run, tenantTable, type Migrating } from './kit.ts'

/** Goods issues of the ERP: what has left for a line of an order. What was delivered of a line is the sum of them. */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'goods_issue',
    `id uuid not null,
     version int not null default 1,
     created_at timestamptz not null default now(),
     code text not null,
     code_folded text generated always as (fold(code)) stored,
     order_line text not null,
     order_line_id uuid not null,
     issued_quantity int not null check (issued_quantity >= 0),
     issued_on date not null,
     delivery_note text,
     closes_line boolean not null,
     primary key (company_id, id)`,
    'write',
    { 'company_id, order_line_id': 'order_line' },
  )
  await run(db, 'create unique index goods_issue_code on goods_issue (company_id, code_folded)')
  await run(db, 'create index goods_issue_line on goods_issue (company_id, order_line_id)')
}
