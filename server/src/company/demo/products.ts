import type { Insertable } from 'kysely'
import type { seasons } from '@kervan/contract/order/words'
import type { DB } from '../../kit/database/db.gen.ts'
import { fold } from '../../kit/lists/fold.ts'
import { stockKey } from '../supply-paths.ts'
import { gtinOf } from '../../demo/check-digits.ts'
import { dayLong } from '../../demo/calendar.ts'
import type { DemoCompany, Trade } from '../../demo/people.ts'
import { fashionProducts } from './products-fashion.ts'
import { fuelProducts } from './products-fuel.ts'
import { pharmaProducts } from './products-pharma.ts'
import { groupNames, namedIn } from './names-of-groups.ts'
import { productHierarchy } from './product-hierarchy.ts'
import { Random } from '../../demo/random.ts'
import type { DemoVariant, ProductRow } from '../../demo/world.ts'

/** The drawings a product without a photograph may have. */
export const pictureShapes = [
  'box',
  'blister',
  'bottle',
  'vial',
  'tube',
  'shirt',
  'trousers',
  'dress',
  'jacket',
  'shoe',
  'bag',
  'scarf',
  'drum',
  'can',
  'cylinder',
  'nozzle',
] as const

/** What something is called beside its English name. */
export type OtherNames = { turkish: string; german: string }

/** What a trade tells about a product; the rest follows. */
export type ProductIdea = {
  code: string
  name: string
  names: OtherNames
  description: string | null
  category: string
  brand: string
  season?: (typeof seasons)[number]
  flowType: string
  shape: (typeof pictureShapes)[number]
  color: string
  packUnit: number
  /** Packs. */
  maximumPacks: number
  leadTimeDays: number
  price: number
  /** Without colours and sizes the product is its only variant. */
  colors?: readonly { name: string; hex: string; code: string }[]
  sizes?: readonly { name: string; code: string; priceFactor?: number }[]
  /** Colour and size that are not made, as `LCV/XS`. */
  notMade?: ReadonlySet<string>
}

export type GroupRow = Insertable<DB['product_group']>

const ideasOf: Record<Trade, (random: Random) => ProductIdea[]> = {
  pharma: pharmaProducts,
  fashion: fashionProducts,
  fuel: fuelProducts,
}

export function makeProducts(
  company: DemoCompany,
  random: Random,
  since: number,
): { groups: GroupRow[]; products: ProductRow[]; variants: DemoVariant[] } {
  const listings = new Random(company.id + 13_000)
  const hierarchy = productHierarchy(company, since)
  let item = 0
  const variants: DemoVariant[] = []
  const products = ideasOf[company.trade](random).map((idea) => {
    const passive = random.chance(0.035)
    const product: ProductRow = {
      company_id: company.id,
      id: random.id(since),
      code: idea.code,
      name: idea.name,
      ...namedIn('name', { english: idea.name, ...idea.names }),
      description: idea.description,
      search_text: '',
      category: idea.category,
      ...namedIn('category', groupNames(idea.category)),
      category_id: hierarchy.idOf(idea.category),
      listed_from: new Date(since + listings.int(1, 200) * dayLong).toISOString().slice(0, 10),
      listed_to: passive
        ? new Date(since + listings.int(300, 390) * dayLong).toISOString().slice(0, 10)
        : null,
      brand: idea.brand,
      season: idea.season ?? 'NoSeason',
      flow_type: idea.flowType,
      manufacturer_code:
        company.trade === 'fashion' ? `ST${random.int(100_000, 999_999)}` : `MF-${idea.code}`,
      pack_unit: idea.packUnit,
      minimum_quantity: idea.packUnit * (random.chance(0.15) ? 2 : 1),
      maximum_quantity: idea.packUnit * idea.maximumPacks,
      lead_time_days: idea.leadTimeDays,
      list_price: idea.price.toFixed(2),
      picture_shape: idea.shape,
      picture_color: idea.color,
      status: passive ? 'Passive' : 'Active',
    }
    const own = variantsOf(idea, random).map(({ color, size, code, price }, index): DemoVariant => ({
      row: {
        company_id: company.id,
        id: random.id(since),
        product_id: product.id,
        code,
        color: color?.name ?? null,
        color_hex: color?.hex ?? null,
        size: size?.name ?? null,
        sort_order: index,
        gtin: gtinOf(company.id, ++item),
        list_price: price === null ? null : price.toFixed(2),
        status: 'Active',
      },
      product,
      price: Number((price ?? idea.price).toFixed(2)),
      active: !passive,
      scarce: random.chance(0.06),
    }))
    variants.push(...own)
    product.search_text = fold(
      [
        product.code,
        product.name,
        product.brand,
        product.category,
        product.manufacturer_code ?? '',
        ...Object.values({ english: idea.name, ...idea.names }),
        ...Object.values(groupNames(idea.category)),
        ...own.map(({ row }) => row.gtin ?? ''),
      ].join(' '),
    )
    return product
  })
  return { groups: hierarchy.groups, products, variants }
}

function variantsOf({ code, price, colors = [], sizes = [], notMade }: ProductIdea, random: Random) {
  type One = {
    color: (typeof colors)[number] | null
    size: (typeof sizes)[number] | null
    code: string
    price: number | null
  }
  const all: One[] = []
  for (const color of colors.length > 0 ? colors : [null]) {
    for (const size of sizes.length > 0 ? sizes : [null]) {
      if (color && size && notMade?.has(`${color.code}/${size.code}`)) continue
      const factor = size?.priceFactor ?? 1
      all.push({
        color,
        size,
        code: [code, color?.code, size?.code].filter((part) => part !== undefined).join('-'),
        price: factor === 1 ? null : price * factor * random.between(0.96, 1),
      })
    }
  }
  return all
}

/**
 * What lies in the warehouses and what of it is promised (`reserved`, by `stockKey`). Some of it is scarce, so that
 * backorders can be seen; the first warehouse has most of it.
 */
export function stockOf(
  company: DemoCompany,
  variants: readonly DemoVariant[],
  warehouses: readonly string[],
  reserved: ReadonlyMap<string, number>,
  random: Random,
  at: Date,
): Insertable<DB['stock']>[] {
  return variants.flatMap(({ row, product, scarce }) => {
    const packs = scarce
      ? random.chance(0.6)
        ? 0
        : random.int(1, 2)
      : random.chance(0.08)
        ? random.int(3, 8)
        : random.int(20, 400)
    return warehouses.flatMap((warehouse, index) => {
      const held = reserved.get(stockKey(row.id, warehouse)) ?? 0
      const free = scarce && index > 0 ? 0 : Math.ceil(packs / (index + 1)) * product.pack_unit
      if (held + free === 0 && index > 0) return []
      return {
        company_id: company.id,
        id: random.id(at.getTime()),
        location_id: warehouse,
        variant_id: row.id,
        on_hand: held + free,
        reserved: held,
        updated_at: at,
        created_at: at,
      }
    })
  })
}
