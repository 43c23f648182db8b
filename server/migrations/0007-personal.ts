import { oneOf, tenantTable, type Migrating } from './kit.ts'

/** What belongs to one user's screens, and the few texts and services a company shows around them. */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'user_dictionary',
    `int_code int not null,
     membership_id uuid not null,
     object_key text collate "C" not null,
     name text not null,
     value text not null,
     is_selected boolean not null default false,
     updated_at timestamptz not null default now(),
     primary key (company_id, int_code),
     unique (company_id, membership_id, object_key, name)`,
    'write',
    { 'company_id, membership_id': 'membership on delete cascade' },
  )
  await tenantTable(
    db,
    'grid_state',
    `membership_id uuid not null,
     object_key text collate "C" not null,
     value text not null,
     updated_at timestamptz not null default now(),
     primary key (company_id, membership_id, object_key)`,
    'write',
    { 'company_id, membership_id': 'membership on delete cascade' },
  )
  await tenantTable(
    db,
    'service_media_content',
    `int_code int not null,
     ${oneOf('type', ['WhatsNew', 'KIGONewApplication', 'KIGOITSValidation', 'KIGODataMatrixInquiry', 'KIGOPrescriptionInquiry', 'MCIEntityManual', 'KIGOPortaMateValidation', 'FDGODataMatrixInquiry', 'FDGOProductMovements', 'FDGOPortaMateValidation'])},
     reference_key text not null,
     reference_dt_key text not null,
     language_key text not null,
     url text not null,
     title text not null,
     thumbnail_url text not null,
     primary key (company_id, int_code)`,
    'write',
  )
  await tenantTable(
    db,
    'project',
    `code text not null,
     ${oneOf('service', ['TSF', 'PST', 'PSA', 'ARE', 'PBD', 'Custom', 'EDC', 'CIS', 'Genesis', 'FundamentalMetrics', 'GAM', 'PWI', 'OCG', 'TraceInsight', 'OMP', 'PLAN', 'GDC', 'KIGO', 'FDGO', 'TRACE'])},
     name text not null,
     active boolean not null default true,
     primary key (company_id, code)`,
    'write',
  )
}
