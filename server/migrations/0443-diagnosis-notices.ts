import { addColumn, run, tenantTable, type Migrating } from './kit.ts'

/** Of which findings somebody was told, and the time during which nobody is (DIA-001). What stands already is known. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'diagnosis_finding', 'told boolean not null default false')
  await run(db, 'update diagnosis_finding set told = true')
  await tenantTable(
    db,
    'diagnosis_maintenance',
    `began_at timestamptz not null, until_at timestamptz not null, reason text not null, begun_by text not null,
     primary key (company_id)`,
    'write',
  )
}
