import { sql } from 'kysely'
import { shippingBlockKind } from '@kervan/contract/company/restrictions'
import { serveMasterData } from '../kit/master/serve-master-data.ts'
import { scopeOfProducts } from '../kit/records/scope.ts'
import { locationInScope } from './scope.ts'

/** Products that cannot be shipped to a location (LOC-001). */
export const shippingBlocks = serveMasterData(shippingBlockKind, {
  table: 'shipping_block',
  recordType: 'shippingBlock',
  columns: { location: 'location_id', product: 'product_id' },
  references: {
    location: { table: 'location', keeps: 'id' },
    product: { table: 'product', keeps: 'id' },
  },
  scope: (actor) => [
    ...locationInScope(actor, sql`t.location_id`),
    ...scopeOfProducts(actor, sql`t.product_id`),
  ],
})
