import { dayLong } from '../../demo/calendar.ts'
import type { Random } from '../../demo/random.ts'
import type { Demo, LocationRow } from '../../demo/world.ts'
import { insertMany } from '../../kit/database/insert-many.ts'

// What requests of the demo are judged by: rates of the discount by product, and which warehouses pay which pharmacy.

const payersAtMost = 3
/** Bands of the required rate in percent, with what wholesalers apply (domain/pharma 4.1); one product has equal rates. */
const rates = [
  ['28.00', '10.00'],
  ['28.00', '0.00'],
  ['41.00', '28.00'],
  ['18.00', '10.00'],
  ['10.00', '0.00'],
  ['28.00', '28.00'],
] as const
/** Margins of wholesalers in percent, by slices of the price (domain/pharma 4.2). */
const margins = [
  ['0.00', '9.00'],
  ['440.65', '7.00'],
  ['882.66', '4.00'],
] as const
/** Products in the programme. */
export const programme = 12

/** The places of the company's customers that sell to patients, and those that supply pharmacies. */
export function refundPlaces({ locations }: Pick<Demo, 'locations'>): {
  pharmacies: LocationRow[]
  warehouses: LocationRow[]
} {
  const active = locations.filter(({ status, partner_id }) => status === 'Active' && partner_id !== null)
  return {
    pharmacies: active.filter(({ name }) => / Eczanesi\b/.test(name)),
    warehouses: active.filter(({ name }) => / Ecza Deposu\b| Deposu\b/.test(name)).slice(0, 6),
  }
}

export async function insertRefundData(demo: Demo, random: Random): Promise<void> {
  const { tx, company, products, now } = demo
  const since = now.getTime() - 400 * dayLong
  const base = () => ({
    company_id: company.id,
    id: random.id(since),
    version: 1,
    created_at: new Date(since),
  })
  const { pharmacies, warehouses } = refundPlaces(demo)
  await insertMany(
    tx,
    'discount_rate',
    products.slice(0, programme).map(({ id }, at) => {
      const [required, applied] = rates[at % rates.length] ?? rates[0]
      return {
        ...base(),
        product_id: id,
        valid_from: new Date(since).toISOString().slice(0, 10),
        required_rate: required,
        applied_rate: applied,
      }
    }),
  )
  await insertMany(
    tx,
    'wholesaler_margin',
    margins.map(([from, rate], at) => ({
      ...base(),
      slice: at + 1,
      valid_from: new Date(since).toISOString().slice(0, 10),
      from_price: from,
      margin_rate: rate,
    })),
  )
  await insertMany(tx, 'refund_term', [
    {
      ...base(),
      valid_from: new Date(since).toISOString().slice(0, 10),
      tax_rate: '10.00',
      service_rate: '2.00',
    },
  ])
  await insertMany(
    tx,
    'payment_location',
    pharmacies.flatMap(({ id }) =>
      random.sample(warehouses, random.int(1, payersAtMost)).map((warehouse) => ({
        ...base(),
        point_of_sale_id: id,
        warehouse_id: warehouse.id,
      })),
    ),
  )
}
