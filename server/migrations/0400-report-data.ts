import { oneOf, run, tenantTable, type Migrating } from './kit.ts'

/**
 * Figures of reports that are worked out in advance (RPT-001): when each was, the stock of each product at each location
 * as Stock Sense judges it, what each day has moved, and what became of each work order (SVC-010).
 */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'report_data',
    `${oneOf('kind', ['StockSense', 'PrimaryData', 'ServiceInsights'])}, asked_at timestamptz, built_at timestamptz, last_day date,
     took_ms int not null default 0, primary key (company_id, kind)`,
    'write',
  )
  await tenantTable(
    db,
    'stock_sense',
    `location_id uuid not null, variant_id uuid not null, id uuid not null default gen_random_uuid(), product_id uuid not null,
     on_hand int not null, in_transit int not null, available int not null, rate double precision not null,
     ${oneOf('cover_class', ['Out', 'Low', 'Healthy', 'Over', 'Dead', 'NoSales'])}, cover_days int,
     lost_units double precision not null, price numeric(14, 4) not null, broken boolean not null, broken_set boolean not null,
     work_order_code text, no_proposal text, primary key (company_id, location_id, variant_id)`,
    'write',
    {
      'company_id, location_id': 'location on delete cascade',
      'company_id, variant_id': 'product_variant on delete cascade',
    },
  )
  await run(db, 'create index stock_sense_by_loss on stock_sense (company_id, lost_units desc, id)')
  await run(db, 'create index stock_sense_by_variant on stock_sense (company_id, variant_id)')
  await tenantTable(
    db,
    'primary_day',
    `id uuid not null default gen_random_uuid(), day date not null, sender_id uuid, location_id uuid not null,
     variant_id uuid not null, product_id uuid not null, received int not null, sold int not null, passed_on int not null,
     opening int, closing int, checked int, unexplained int, primary key (company_id, day, id)`,
    'write',
    {
      'company_id, location_id': 'location on delete cascade',
      'company_id, sender_id': 'location on delete cascade',
      'company_id, variant_id': 'product_variant on delete cascade',
    },
  )
  await tenantTable(
    db,
    'service_insight',
    `id uuid not null, service_date date not null, run_code text not null, domain text not null, sender_id uuid not null,
     location_id uuid not null, variant_id uuid not null, product_id uuid not null, overridden boolean not null,
     transferred int not null, late_days int, promised numeric(14, 2) not null, realised numeric(14, 2),
     forecast double precision not null, sold int, primary key (company_id, id)`,
    'write',
    {
      'company_id, id': 'work_order on delete cascade',
      'company_id, location_id': 'location on delete cascade',
      'company_id, sender_id': 'location on delete cascade',
      'company_id, variant_id': 'product_variant on delete cascade',
    },
  )
  for (const column of ['service_date', 'location_id', 'sender_id', 'variant_id'])
    await run(db, `create index on service_insight (company_id, ${column})`)
  for (const column of ['location_id', 'sender_id', 'variant_id'])
    await run(db, `create index on primary_day (company_id, ${column})`)
}
