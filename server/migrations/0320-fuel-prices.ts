import { addCheck, masterTable, oneOf, run, tenantTable, type Migrating } from './kit.ts'

const marketUnit = oneOf('market_unit', ['$/M3', '$/TON', '$/BBL'])
const refineryUnit = oneOf('refinery_unit', ['TL/TON', 'TL/M3'])
const product = { 'company_id, product_id': 'fuel_product' }
/** Records of a product that hold from a day to another one. */
const held = {
  key: ['product_id', 'valid_from'],
  validity: ['valid_from', 'valid_to'],
  keys: product,
} as const
const days = 'valid_from date not null, valid_to date'

/**
 * The fuel price module (LMA-001 to LMA-009): what people enter as master data, what sources send, runs of expectations
 * with their inputs, and a log of mails.
 */
export async function up(db: Migrating): Promise<void> {
  await products(db)
  await market(db)
  await prices(db)
  await parameters(db)
  await transfers(db)
  await runs(db)
}

async function products(db: Migrating): Promise<void> {
  await masterTable(
    db,
    'fuel_product',
    `name text not null, ${oneOf('fuel_group', ['Fuel', 'Lpg', 'Bio'])}, barrels_per_ton numeric(9, 4)`,
  )
  await masterTable(
    db,
    'fuel_parameter',
    `product_id uuid not null, ${days}, density numeric(8, 5) not null, threshold_rate numeric(9, 4) not null,
     quote_lag int not null, rate_lag int not null, fixed_premium numeric(18, 6),
     ${oneOf('price_model', ['Formula', 'Ratio'])}, propane_share numeric(9, 4)`,
    held,
  )
  await masterTable(
    db,
    'market_symbol',
    `${oneOf('price_source', ['PLATTS', 'ARGUS', 'TUPRAS', 'REFINITIV', 'SOCAR', 'TCMB', 'Manual'])}, ${days},
     product_id uuid not null, ${marketUnit}, factor numeric(18, 6) not null, priority int not null`,
    {
      key: ['code', 'price_source', 'valid_from'],
      validity: ['valid_from', 'valid_to'],
      keys: product,
    },
  )
}

async function market(db: Migrating): Promise<void> {
  await masterTable(
    db,
    'market_quote',
    `product_id uuid not null, quote_day date not null, price_high numeric(18, 6) not null,
     price_low numeric(18, 6) not null, ${marketUnit}, note text`,
    { key: ['product_id', 'quote_day'], keys: product },
  )
  await addCheck(db, 'market_quote', 'market_quote_high_over_low', 'price_high >= price_low')
  await masterTable(
    db,
    'fuel_rate',
    `currency_code text not null, rate_day date not null, buying numeric(12, 6), selling numeric(12, 6) not null,
     bulletin text`,
    { key: ['rate_day', 'currency_code'] },
  )
  await masterTable(
    db,
    'lpg_price',
    `${oneOf('lpg_supplier', ['SONATRACH', 'ARAMCO'])}, price_month date not null, propane numeric(18, 6) not null,
     butane numeric(18, 6) not null`,
    { key: ['price_month', 'lpg_supplier'] },
  )
  await masterTable(
    db,
    'bio_price',
    `product_id uuid not null, ${days}, price numeric(18, 6) not null, ${marketUnit}, note text`,
    held,
  )
  await masterTable(
    db,
    'import_cost',
    `product_id uuid not null, ${days}, import_premium numeric(18, 6) not null, domestic_cost numeric(18, 6) not null`,
    held,
  )
  await masterTable(
    db,
    'pump_price',
    'product_id uuid not null, valid_from date not null, price numeric(18, 6) not null, note text',
    { key: ['product_id', 'valid_from'], keys: product },
  )
}

async function prices(db: Migrating): Promise<void> {
  await masterTable(
    db,
    'refinery_price',
    `${oneOf('refinery', ['TuprasIzmit', 'TuprasIzmir', 'TuprasKirikkale', 'TuprasBatman', 'SocarStar'])},
     product_id uuid not null, valid_from date not null, price numeric(18, 6) not null, ${refineryUnit},
     base_quote numeric(18, 6), base_rate numeric(12, 6), reason text`,
    { key: ['product_id', 'refinery', 'valid_from'], keys: product },
  )
  await masterTable(
    db,
    'local_expectation',
    `product_id uuid not null, expected_for date not null, price numeric(18, 6) not null, ${refineryUnit}, note text`,
    { key: ['product_id', 'expected_for'], keys: product },
  )
}

async function parameters(db: Migrating): Promise<void> {
  await masterTable(
    db,
    'fuel_tax',
    `product_id uuid not null, ${days}, excise_tax numeric(18, 6) not null, stock_share numeric(18, 6) not null,
     vat_rate numeric(9, 4) not null, sliding_share numeric(9, 4) not null, base_tax numeric(18, 6)`,
    held,
  )
  await masterTable(
    db,
    'fuel_day',
    `${oneOf('fuel_calendar', ['TR', 'PLATTS_LON'])}, day date not null, ${oneOf('day_part', ['Full', 'Half', 'WorkingDay'])},
     name text not null, note text`,
    { key: ['day', 'fuel_calendar'] },
  )
  await masterTable(
    db,
    'blended_product',
    `${days}, name text not null, main_product_id uuid not null, main_ratio numeric(9, 4) not null,
     first_component_id uuid not null, first_ratio numeric(9, 4) not null, second_component_id uuid,
     second_ratio numeric(9, 4), note text`,
    {
      key: ['code', 'valid_from'],
      validity: ['valid_from', 'valid_to'],
      keys: {
        'company_id, main_product_id': 'fuel_product',
        'company_id, first_component_id': 'fuel_product',
        'company_id, second_component_id': 'fuel_product',
      },
    },
  )
  await masterTable(
    db,
    'api_parameter',
    `product_reference_code text not null, location_reference_code text not null, product_id uuid not null,
     terminal text not null, blending_ratio numeric(9, 4) not null, further_parameter text,
     ${oneOf('component_role', ['Main', 'Secondary'])}`,
    { key: ['fold(product_reference_code)', 'fold(location_reference_code)'], keys: product },
  )
  await masterTable(
    db,
    'fuel_contact',
    `email text not null, name text, ${oneOf('language', ['en', 'tr', 'de'])}, fuel_mails text[] not null`,
    { key: ['fold(email)'] },
  )
  await addCheck(
    db,
    'fuel_contact',
    'fuel_contact_fuel_mails_check',
    `fuel_mails <@ array['PriceExpectation', 'RefineryPriceChanged', 'LpgMonthly', 'MissingData', 'Correction', 'TransferPriceApproved', 'SapExport']::text[]`,
  )
  await masterTable(
    db,
    'board_plan',
    `product_id uuid not null, plan_month date not null, plan_quote numeric(18, 6) not null,
     plan_rate numeric(12, 6) not null, plan_premium numeric(18, 6) not null, plan_margin numeric(18, 6) not null`,
    { key: ['product_id', 'plan_month'], keys: product },
  )
}

async function transfers(db: Migrating): Promise<void> {
  await masterTable(
    db,
    'transfer_item',
    `product_id uuid not null, terminal text not null, ${days}, yt04_parameter numeric(18, 6) not null,
     blending_ratio numeric(9, 4) not null, blended_in_id uuid, service_fee numeric(18, 6) not null,
     ${oneOf('average_period', ['Weekly', 'Monthly', 'Yearly'], '')},
     ${oneOf('holiday_rule', ['PublishedDays', 'CarryLast', 'TakeNext'])}`,
    { keys: { ...product, 'company_id, blended_in_id': 'fuel_product' } },
  )
  const unit = (column: string) => oneOf(column, ['TL/TON', '$/TON', '$/M3'])
  await masterTable(
    db,
    'transfer_leg',
    `item_id uuid not null, leg_number int not null, fuel_supplier text not null,
     ${oneOf('purchase_type', ['Import', 'Local'])}, purchase_ratio numeric(9, 4) not null,
     rebate_ratio numeric(9, 4) not null, ${oneOf('supplier_mode', ['Pipeline', 'Vessel', 'Rail', 'Road'])},
     dap_ratio numeric(9, 4) not null, ${unit('dap_premium_unit')}, dap_premium numeric(18, 6) not null,
     fob_ratio numeric(9, 4) not null, ${unit('fob_premium_unit')}, fob_premium numeric(18, 6) not null`,
    { key: ['item_id', 'leg_number'], keys: { 'company_id, item_id': 'transfer_item' } },
  )
}

async function runs(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'expectation_run',
    `id uuid not null, run_day date not null, ${oneOf('state', ['Made', 'Approved', 'Rejected'])},
     formula_version text not null, inputs text not null, inputs_hash text not null, made_at timestamptz not null,
     made_by text not null, made_by_id uuid, decided_at timestamptz, decided_by text, reason text,
     inputs_changed boolean not null default false, primary key (company_id, id)`,
    'write',
  )
  await run(
    db,
    'create index expectation_run_day on expectation_run (company_id, run_day desc, made_at desc)',
  )
  await tenantTable(
    db,
    'expectation',
    `id uuid not null, run_id uuid not null, product_id uuid not null, effective_day date not null,
     inputs jsonb not null, notes text[] not null default '{}', change_expected boolean not null,
     move numeric(18, 10), quote numeric(18, 6), quote_day date, rate numeric(12, 6), rate_day date,
     before numeric(18, 6), price numeric(18, 6), primary key (company_id, id)`,
    'write',
    {
      'company_id, run_id': 'expectation_run on delete cascade',
      'company_id, product_id': 'fuel_product',
    },
  )
  await run(db, 'create index expectation_of_run on expectation (company_id, run_id)')
  await run(db, 'create index expectation_of_product on expectation (company_id, product_id, effective_day)')
  await tenantTable(
    db,
    'fuel_mail',
    `id uuid not null, at timestamptz not null, kind text not null, recipient text not null,
     language text not null, facts jsonb not null, hash text not null,
     ${oneOf('state', ['Waiting', 'Sent', 'Failed'])}, primary key (company_id, id)`,
    'write',
  )
  await run(db, 'create index fuel_mail_at on fuel_mail (company_id, at desc)')
}
