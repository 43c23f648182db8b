import { run, tenantTable, type Migrating } from './kit.ts'

/** Recalls of lots (TRC-001): begun by somebody, in force until somebody lifts them. */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'trace_recall',
    `id uuid not null, gtin text not null, lot_number text not null, reason text not null,
     started_at timestamptz not null, started_by text not null, lifted_at timestamptz, lifted_by text, lift_reason text,
     primary key (company_id, id)`,
    'write',
  )
  await run(
    db,
    'create unique index trace_recall_once on trace_recall (company_id, gtin, lot_number) where lifted_at is null',
  )
}
