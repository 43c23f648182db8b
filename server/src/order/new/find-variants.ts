import { sql } from 'kysely'
import { findVariants } from '@kervan/contract/order/order-new'
import { readScanned } from '@kervan/contract/kit/gs1/scanned'
import { bySize } from '@kervan/contract/order/sizes'
import { handle } from '../../kit/http/handle.ts'
import { colorName, productName, sizeName } from '../../company/company.api.ts'
import { orderedPack } from '../bundles.ts'
import { priceFor } from '../../access/access.api.ts'
import { deliveryLocation, sellableScope } from '../scope.ts'
import { freePieces } from '../stock.sql.ts'
import { ownPrices, unitPrice } from './catalogue.ts'
import { suggestCodes } from './suggest-codes.ts'

type Found = {
  productId: string
  productCode: string
  productName: string
  variantId: string
  variantCode: string
  gtin: string | null
  color: string | null
  size: string | null
  packUnit: number
  minimumQuantity: number
  maximumQuantity: number
  unitPrice: string
  available: number
}

const mostVariants = 60

/** The variants that a typed or scanned code means: its own code, its GTIN, or all of a product's (ORD-001). */
export default handle(findVariants, async ({ input, tx, actor, language }) => {
  const { code, gtin } = readScanned(input.code)
  const company = actor.company.id
  const { rows } = await sql<Found>`
    with meant as (
      select v.id from product_variant v where v.company_id = ${company} and lower(v.code) = lower(${code})
      union select v.id from product_variant v where v.company_id = ${company} and lpad(v.gtin, 14, '0') = ${gtin}
      union select v.id from product p join product_variant v on v.company_id = p.company_id and v.product_id = p.id
        where p.company_id = ${company} and lower(p.code) = lower(${code}))
    select p.id as "productId", p.code as "productCode", ${productName(language)} as "productName", v.id as "variantId", v.code as "variantCode", v.gtin, ${colorName(company, language, 'v.color')} as color, ${sizeName(language, 'v.size')} as size,
      ${orderedPack(actor)} as "packUnit", p.minimum_quantity as "minimumQuantity", p.maximum_quantity as "maximumQuantity",
      ${unitPrice(actor)} as "unitPrice", ${freePieces(company, sql`v.id`, deliveryLocation(actor, input.locationId))} as available
    from meant m join product_variant v on v.company_id = ${company} and v.id = m.id
      join product p on p.company_id = v.company_id and p.id = v.product_id
      ${ownPrices(actor)}
    where v.status = 'Active' and ${sql.join(sellableScope(actor), sql` and `)} order by v.sort_order, v.code limit ${mostVariants}`.execute(
    tx,
  )
  const closest =
    rows.length === 0 ? (await suggestCodes({ tx, actor, language }, [code])).get(code) : undefined
  return {
    variants: rows
      .map((row) => ({ ...row, unitPrice: priceFor(actor, row.unitPrice) }))
      .toSorted((a, b) => bySize(a.size ?? '', b.size ?? '')),
    currency: actor.company.currency,
    closest: closest ?? null,
  }
})
