import { oneOf, tenantTable, type Migrating } from './kit.ts'

/** What is being written of an acknowledgement; `int_code` 0 for something new (ACC-010). */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'acknowledgement_draft',
    `int_code int not null,
     revision int not null check (revision > 0),
     ${oneOf('kind', ['User', 'PortaMate'])},
     content jsonb not null,
     saved_at timestamptz not null,
     saved_by text not null,
     primary key (company_id, int_code)`,
    'write',
  )
}
