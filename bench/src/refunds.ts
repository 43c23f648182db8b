import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { importCodes } from '@kervan/contract/porta/applications'
import { existing } from '@kervan/contract/kit/typed'
import { newId } from '../../server/src/kit/database/uuid.ts'
import { ms, percentile, timed, within, type Figure } from './figures.ts'
import type { BenchPortal } from './portal.ts'
import type { BenchDatabase } from './seed.ts'
import { benchCompany } from './seed-orders.ts'

const count = 10_000
const runs = 3
const mark = 'BENCH'

/** 10,000 pasted codes, parsed, judged and inserted, beside COPY of the same rows into the same table (DSC-005). */
export async function benchCodes(portal: BenchPortal, database: BenchDatabase): Promise<Figure[]> {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const file = join(tmpdir(), `kervan-bench-codes-${process.pid}`)
  try {
    const { gtin, ...origin } = await openPharmacy(owner)
    const token = await portal.signIn('admin')
    const [served, copied]: [number[], number[]] = [[], []]
    for (let run = 0; run < runs; run++) {
      const codes = Array.from(
        { length: count },
        (_, at) => `01${gtin}21${mark}${run}${String(at).padStart(6, '0')}\u001d1731123110B24A07`,
      )
      served.push(
        await timed(async () => {
          const { made } = await portal.call(importCodes, token, {
            dataMatrices: codes.join('\n'),
            ...origin,
            dryRun: false,
          })
          if (made !== count) throw new Error(`only ${made} of ${count} codes were taken`)
        }),
      )
      copied.push(await copyAgain(owner, file, run))
    }
    const [ours, bare] = [percentile(served, 0.5), percentile(copied, 0.5)]
    return [
      {
        work: `${count.toLocaleString('en')} pasted codes, read, judged and inserted`,
        measured: `p50 ${ms(ours)}`,
        ratio: `${(ours / bare).toFixed(2)}× of COPY of the same rows (${ms(bare)})`,
        budget: '≤ 3×',
        kept: within(ours, bare * 3),
      },
    ]
  } finally {
    await removeAll(owner)
    await owner.end()
    await rm(file, { force: true })
  }
}

/** How long COPY takes for the rows of a run under other keys. */
async function copyAgain(owner: pg.Client, file: string, run: number): Promise<number> {
  const { rows } = await owner.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'discount_request'::regclass and attnum > 0 and attgenerated = '' and not attisdropped order by attnum`,
  )
  const changed: Record<string, string> = {
    id: 'gen_random_uuid()',
    code: `'X' || code`,
    serial_number: `'X' || serial_number`,
  }
  const names = rows.map(({ name }) => `"${name}"`).join(', ')
  const values = rows.map(({ name }) => changed[name] ?? `"${name}"`).join(', ')
  await owner.query(
    `copy (select ${values} from discount_request where company_id = ${benchCompany} and serial_number like '${mark}${run}%') to '${file}'`,
  )
  return timed(() => owner.query(`copy discount_request (${names}) from '${file}'`))
}

/** A pharmacy with a payment location, a product in the programme, and a company that takes so many codes at once. */
async function openPharmacy(
  owner: pg.Client,
): Promise<{ gtin: string; pointOfSaleId: string; paymentLocationId: string; declaredSaleDate: string }> {
  const { rows: places } = await owner.query<{ id: string }>(
    `select id from location where company_id = $1 and status = 'Active' and partner_id is not null order by code limit 2`,
    [benchCompany],
  )
  const { rows: goods } = await owner.query<{ gtin: string; productId: string }>(
    `select lpad(gtin, 14, '0') as gtin, product_id as "productId" from product_variant where company_id = $1 and gtin is not null order by code limit 1`,
    [benchCompany],
  )
  const [pointOfSale, payer] = [existing(places[0]).id, existing(places[1]).id]
  const { gtin, productId } = existing(goods[0])
  await owner.query(
    `update location set gln = coalesce(gln, '8699990000015') where company_id = $1 and id = $2`,
    [benchCompany, pointOfSale],
  )
  await owner.query(
    `insert into payment_location (company_id, id, version, point_of_sale_id, warehouse_id, note) values ($1, $2, 1, $3, $4, '${mark}') on conflict do nothing`,
    [benchCompany, newId(), pointOfSale, payer],
  )
  await owner.query(
    `insert into discount_rate (company_id, id, version, product_id, valid_from, required_rate, applied_rate)
     select $1, $2, 1, $3, '2020-01-01', 28, 10 where not exists (select from discount_rate where company_id = $1 and product_id = $3)`,
    [benchCompany, newId(), productId],
  )
  await owner.query(
    `insert into porta_policy (company_id, maximum_codes) values ($1, ${count}) on conflict (company_id) do update set maximum_codes = ${count}`,
    [benchCompany],
  )
  return {
    gtin,
    pointOfSaleId: pointOfSale,
    paymentLocationId: payer,
    declaredSaleDate: new Date().toISOString().slice(0, 10),
  }
}

async function removeAll(owner: pg.Client): Promise<void> {
  const made = `select id from discount_request where company_id = ${benchCompany} and (serial_number like '${mark}%' or serial_number like 'X${mark}%')`
  await owner.query(`delete from record_event where company_id = ${benchCompany} and record_id in (${made})`)
  await owner.query(`delete from discount_request where company_id = ${benchCompany} and id in (${made})`)
  await owner.query(`delete from payment_location where company_id = ${benchCompany} and note = '${mark}'`)
}
