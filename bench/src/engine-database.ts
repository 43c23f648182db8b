import { createWriteStream } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../server/src/kit/database/migrate.ts'
import { estateDay, makeEngineEstate, sizes, type EstateOf } from './engine-estate.ts'

// The estate in a database, as a company has it: places, products, stock, two years of daily sales, and a run that begins.

export const engineCompany = 1
export const engineRun = '00000000-0000-4000-9000-000000000001'
const idOf = (kind: number, at: number) =>
  `00000000-0000-4000-800${kind}-${at.toString(16).padStart(12, '0')}`
export const placeCode = (store: number) => (store < 0 ? 'W' : `S${String(store).padStart(4, '0')}`)
export const skuCode = (variant: number) =>
  `P${String(Math.floor(variant / sizes)).padStart(5, '0')}-${variant % sizes}`

/** Makes the database anew and answers its address, the estate, and how many seconds that took. */
export async function seedEngine(
  ownerUrl: string,
  folder: string,
  { stores, styles, seed, database }: { stores: number; styles: number; seed: number; database: string },
): Promise<{ url: string; estate: EstateOf; seconds: number }> {
  const begun = performance.now()
  const url = new URL(ownerUrl)
  url.pathname = `/${database}`
  const server = new pg.Client({ connectionString: ownerUrl })
  await server.connect()
  await server.query(`drop database if exists ${database} with (force)`)
  await server.query(`create database ${database}`)
  await server.end()
  await migrate(url.href)
  const file = join(folder, 'sales.csv')
  const out = createWriteStream(file)
  let lines: string[] = []
  const parts: string[] = []
  const estate = makeEngineEstate({ stores, styles, seed }, (variant, store, day, units, stock) => {
    lines.push(`${engineCompany},${idOf(2, variant)},${idOf(1, store + 1)},${day},${units},${stock}`)
    if (lines.length < 50_000) return
    parts.push(`${lines.join('\n')}\n`)
    lines = []
    while (parts.length > 0) out.write(parts.shift())
  })
  out.end(lines.length > 0 ? `${lines.join('\n')}\n` : '')
  await once(out, 'finish')
  await chmod(folder, 0o755)
  await chmod(file, 0o644)
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  // Who loses its connection while the database ends has said before what went wrong.
  client.on('error', () => {})
  // Nothing refers to what is not there; the rest of the company is not needed.
  await client.query(`set session_replication_role = replica`)
  await client.query(`select set_config('app.company_id', $1, false)`, [String(engineCompany)])
  await client.query(
    `insert into company (id, code, name, domain, domain_folded, relation_type, time_zone, order_prefix, created_at)
     values ($1, 'BENCH', 'Bench', 'bench.example', 'bench.example', 'Manufacturer', 'Europe/Istanbul', 'SO', now())`,
    [engineCompany],
  )
  const rows = (text: string, ...columns: unknown[][]) => client.query(text, [engineCompany, ...columns])
  const places = [-1, ...Array.from({ length: stores }, (_, store) => store)]
  await rows(
    `insert into location (company_id, id, code, name, name_folded, type, city, district, location_group, latitude, longitude)
     select $1, x.id, x.code, x.code, fold(x.code), x.type, 'İstanbul', 'Tuzla', x.grouped, x.latitude, x.longitude
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::float8[]) x(id, code, type, grouped, latitude, longitude)`,
    places.map((store) => idOf(1, store + 1)),
    places.map(placeCode),
    places.map((store) => (store < 0 ? 'PrimaryCompanyDistributionCenter' : 'PrimaryPointOfSales')),
    places.map((store) => (store < 0 ? null : 'Stores')),
    places.map((store) => estate.spots[store]?.[0] ?? 39),
    places.map((store) => estate.spots[store]?.[1] ?? 35),
  )
  const products = Array.from({ length: styles }, (_, style) => style)
  await rows(
    `insert into product (company_id, id, code, name, search_text, category, brand, flow_type, list_price)
     select $1, x.id, x.code, x.code, lower(x.code), 'Category ' || x.at % 12, 'Brand', 'Standard', x.price
     from unnest($2::uuid[], $3::text[], $4::int[], $5::numeric[]) x(id, code, at, price)`,
    products.map((style) => idOf(3, style)),
    products.map((style) => skuCode(style * sizes).slice(0, -2)),
    products,
    products.map((style) => estate.prices[style * sizes] ?? 1),
  )
  const variants = estate.prices.map((_, variant) => variant)
  await rows(
    `insert into product_variant (company_id, id, product_id, code, color, size, status, sort_order)
     select $1, x.id, x.product, x.code, 'Red', x.size, 'Active', x.at from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::int[]) x(id, product, code, size, at)`,
    variants.map((variant) => idOf(2, variant)),
    variants.map((variant) => idOf(3, Math.floor(variant / sizes))),
    variants.map(skuCode),
    variants.map((variant) => ['XS', 'S', 'M', 'L', 'XL'][variant % sizes] ?? ''),
    variants.map((variant) => variant % sizes),
  )
  const stock = [
    ...estate.pairs.map(({ variant, store, stock: units }) => ({ variant, place: store + 1, units })),
    ...estate.warehouse.map((units, variant) => ({ variant, place: 0, units })),
  ]
  await rows(
    `insert into stock (company_id, variant_id, location_id, on_hand, updated_at)
     select $1, x.variant, x.place, x.units, '${estateDay}' from unnest($2::uuid[], $3::uuid[], $4::int[]) x(variant, place, units)`,
    stock.map(({ variant }) => idOf(2, variant)),
    stock.map(({ place }) => idOf(1, place)),
    stock.map(({ units }) => units),
  )
  await client.query(
    `copy daily_sale (company_id, variant_id, location_id, day, units, stock) from '${file}' with (format csv)`,
  )
  await client.query('select refresh_supply_paths($1)', [engineCompany])
  await client.query(
    `insert into service_run (company_id, id, code, date_id, strategy_id, project_code, service, name, search_text, domain, service_date, state,
       target_import_at, target_service_at, created_at, started_at)
     values ($1, $2, 'SR-000001', gen_random_uuid(), gen_random_uuid(), 'P', 'PST', 'Bench', 'bench', 'Production', '${estateDay}', 'Active', now(), now(), now(), now())`,
    [engineCompany, engineRun],
  )
  await client.query('vacuum analyze')
  await client.end()
  return { url: url.href, estate, seconds: (performance.now() - begun) / 1_000 }
}
