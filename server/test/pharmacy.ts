// What tests of refund requests need again and again: a pharmacy with a payment location, a product in the programme,
// codes of packs, and somebody who applies.
import { checkDigitOf } from '@kervan/contract/kit/gs1/check-digits'
import { importCodes } from '@kervan/contract/porta/applications'
import { importPriceChangeCodes } from '@kervan/contract/porta/price-change-applications'
import type { PriceChangeScope } from '@kervan/contract/porta/price-change-rules'
import { existing } from '@kervan/contract/kit/typed'
import { dayIn } from '../src/kit/clock.ts'
import { newId } from '../src/kit/database/uuid.ts'
import type { Company, Location, Portal, Product, User } from './portal.ts'
import { allInCompany } from './statements.ts'

export type Pharmacy = {
  portal: Portal
  company: Company
  location: Location
  gln: string
  warehouse: { id: string; code: string }
  product: Product
  gtin: string
  /** Puts the pack with this serial number into a code; serial number and lot as they are printed. */
  code: (serial: string, over?: { lot?: string; expiry?: string; gtin?: string }) => string
  /** Where and when: the fields of an application beside its code. */
  origin: { pointOfSaleId: string; paymentLocationId: string; declaredSaleDate: string }
}

/** By the clock of the companies of tests. */
export const today = (): string => dayIn('Europe/Istanbul', new Date())

let glns = 0
/** A GLN with its check digit that no other one of the tests has. */
export function newGln(): string {
  const digits = `868999${String(++glns).padStart(6, '0')}`
  return `${digits}${checkDigitOf(digits)}`
}

let gtins = 0
function newGtin(): string {
  const digits = `0869999${String(++gtins).padStart(6, '0')}`
  return `${digits}${checkDigitOf(digits)}`
}

/** The code of a pack as a scanner sends it. */
export function dataMatrix({
  gtin,
  serial,
  lot = 'B24A07',
  expiry = '2031-12-31',
}: {
  gtin: string
  serial: string
  lot?: string
  expiry?: string
}): string {
  return `01${gtin}21${serial}\u001d17${expiry.slice(2).replaceAll('-', '')}10${lot}`
}

type Options = { portal: Portal; company?: Company; location?: Location; product?: Product }

/** Makes a location a pharmacy that may apply for a product of the company. */
export async function openPharmacy({ portal, ...given }: Options): Promise<Pharmacy> {
  const company = given.company ?? (await portal.company())
  const location = given.location ?? (await company.location(await company.customer()))
  const product = given.product ?? (await company.product())
  const warehouse = await company.location(null, { name: 'Pharmacy warehouse' })
  const [gln, gtin] = [newGln(), newGtin()]
  const variant = existing(product.variants[0]).id
  await allInCompany(portal, company.id, [
    {
      text: 'update location set gln = $3 where company_id = $1 and id = $2',
      values: [company.id, location.id, gln],
    },
    {
      text: 'update product_variant set gtin = coalesce(gtin, $3) where company_id = $1 and id = $2',
      values: [company.id, variant, gtin],
    },
    {
      text: 'insert into payment_location (company_id, id, version, point_of_sale_id, warehouse_id) values ($1, $2, 1, $3, $4)',
      values: [company.id, newId(), location.id, warehouse.id],
    },
    {
      text: `insert into discount_rate (company_id, id, version, product_id, valid_from, required_rate, applied_rate)
        select $1, $2, 1, $3, '2020-01-01', 28, 10 where not exists (select from discount_rate where company_id = $1 and product_id = $3)`,
      values: [company.id, newId(), product.id],
    },
  ])
  const { rows } = await portal.owner.query<{ gtin: string }>(
    'select gtin from product_variant where company_id = $1 and id = $2',
    [company.id, variant],
  )
  const known = existing(rows[0]).gtin.padStart(14, '0')
  return {
    portal,
    company,
    location,
    gln,
    warehouse,
    product,
    gtin: known,
    code: (serial, over = {}) => dataMatrix({ gtin: known, serial, ...over }),
    origin: {
      pointOfSaleId: location.id,
      paymentLocationId: warehouse.id,
      declaredSaleDate: today(),
    },
  }
}

/** A pre-application for a pack with this serial number. Throws what it was refused with. */
export async function applyFor(
  { portal, company, origin, code }: Pharmacy,
  user: User,
  serial: string,
): Promise<{ id: string; code: string }> {
  const answer = await portal.call(importCodes, user.token, {
    dataMatrices: code(serial),
    ...origin,
    dryRun: false,
  })
  const made = answer.body.results?.[0]?.requestCode
  if (!made) throw new Error(JSON.stringify(answer.refused ?? answer.body))
  const { rows } = await portal.owner.query<{ id: string }>(
    'select id from discount_request where company_id = $1 and code = $2',
    [company.id, made],
  )
  return { id: existing(rows[0]).id, code: made }
}

type Change = { changeDate: string; entitlementDate: string; oldPrice?: number; newPrice?: number }

/** Changes the price of the pharmacy's product: 300 to 255 where nothing else is said (domain/pharma 4.3). */
export async function changePrice(
  { portal, company, product }: Pharmacy,
  { changeDate, entitlementDate, oldPrice = 300, newPrice = 255 }: Change,
): Promise<void> {
  await allInCompany(portal, company.id, [
    {
      text: `insert into price_change (company_id, id, version, product_id, change_date, entitlement_date, old_price, new_price)
        values ($1, $2, 1, $3, $4, $5, $6, $7) on conflict do nothing`,
      values: [company.id, newId(), product.id, changeDate, entitlementDate, oldPrice, newPrice],
    },
  ])
}

/** A pre-application of a price-change refund for a pack with this serial number. Throws what it was refused with. */
export async function applyForPriceChange(
  { portal, company, origin, code }: Pharmacy,
  user: User,
  serial: string,
  refundScope: PriceChangeScope = 'Both',
): Promise<{ id: string; code: string }> {
  const answer = await portal.call(importPriceChangeCodes, user.token, {
    dataMatrices: code(serial),
    ...origin,
    refundScope,
    dryRun: false,
  })
  const made = answer.body.results?.[0]?.requestCode
  if (!made) throw new Error(JSON.stringify(answer.refused ?? answer.body))
  const { rows } = await portal.owner.query<{ id: string }>(
    'select id from discount_request where company_id = $1 and code = $2',
    [company.id, made],
  )
  return { id: existing(rows[0]).id, code: made }
}
