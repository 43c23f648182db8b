import { sharedTable, type Migrating } from './kit.ts'

/** Who runs the installation and may make further companies on a screen. The runtime role reads it and cannot change it. */
export async function up(db: Migrating): Promise<void> {
  await sharedTable(
    db,
    'installation_operator',
    'identity_id uuid primary key, created_at timestamptz not null default now()',
    'read',
    { identity_id: 'identity on delete cascade' },
  )
}
