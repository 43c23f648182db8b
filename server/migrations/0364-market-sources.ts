import { addCheck, oneOf, run, tenantTable, type Migrating } from './kit.ts'

const source = oneOf('source', ['PLATTS', 'ARGUS', 'REFINITIV', 'TCMB'])

/**
 * What sources send (LMA-002): files as they came, each value with its revisions, and the prices and rates that follow
 * from the values that hold.
 */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'market_file',
    `id uuid not null, ${source}, name text not null, sha256 text not null, content bytea not null,
     ${oneOf('way', ['Http', 'FileDrop', 'Store', 'Upload'])}, ${oneOf('state', ['Read', 'WithFaults', 'NotTheSource', 'Incomplete'])},
     received_at timestamptz not null, received_by text not null, values_read int not null, values_taken int not null,
     values_held int not null, faults jsonb not null, primary key (company_id, id)`,
    'write',
  )
  await run(db, 'create unique index market_file_content on market_file (company_id, source, sha256)')
  await run(db, 'create index market_file_at on market_file (company_id, received_at desc)')
  await tenantTable(
    db,
    'market_value',
    `id uuid not null, ${source}, symbol text not null, ${oneOf('price_type', ['High', 'Low', 'Close', 'Buying', 'Selling'])},
     day date not null, revision int not null, value numeric(18, 6), product_id uuid,
     ${oneOf('kind', ['New', 'Correction', 'Withdrawn', 'Estimate'])},
     ${oneOf('state', ['Current', 'Held', 'Refused', 'Replaced', 'Withdrawn'])}, last_value numeric(18, 6),
     file_id uuid not null, line int not null, received_at timestamptz not null, decided_at timestamptz, decided_by text,
     primary key (company_id, id)`,
    'write',
    {
      'company_id, file_id': 'market_file on delete cascade',
      'company_id, product_id': 'fuel_product',
    },
  )
  await run(
    db,
    'create unique index market_value_revision on market_value (company_id, source, symbol, price_type, day, revision)',
  )
  await run(db, 'create index market_value_of_product on market_value (company_id, product_id, day)')
  await run(db, 'create index market_value_of_file on market_value (company_id, file_id)')
  await tenantTable(
    db,
    'market_price',
    `product_id uuid not null, day date not null, ${source}, priority int not null, high numeric(18, 6) not null,
     low numeric(18, 6) not null, ${oneOf('market_unit', ['$/M3', '$/TON', '$/BBL'])},
     primary key (company_id, product_id, day, source)`,
    'write',
    { 'company_id, product_id': 'fuel_product' },
  )
  await addCheck(db, 'market_price', 'market_price_high_over_low', 'high >= low')
  await tenantTable(
    db,
    'market_rate',
    `day date not null, currency_code text not null, ${source}, selling numeric(12, 6) not null,
     primary key (company_id, currency_code, day, source)`,
    'write',
  )
}
