import type { Target } from '../../kit/master/kind.ts'

const product: Target = { table: 'fuel_product', keeps: 'id' }

/** The product that a record is of, as all kinds of the module name it. */
export const productReference = {
  columns: { fuelProduct: 'product_id' },
  references: { fuelProduct: product },
} as const

export const toProduct = product
