import { getManagedOrder } from '@kervan/contract/order/order-management'
import { getMyOrder } from '@kervan/contract/order/order-my'
import { getOrderOptions } from '@kervan/contract/order/order-new'
import { sql } from 'kysely'
import type { ExplainedRecord } from '../kit/records/explained.ts'
import { deliverable, orderScope, ownOrderScope } from './scope.ts'

/** Why somebody sees an order or not. */
export const explainedOrder: ExplainedRecord = {
  kind: 'order',
  from: sql`sales_order o`,
  key: sql`o.code`,
  company: sql`o.company_id`,
  lookup: null,
  place: sql`o.delivery_location_id`,
  priced: true,
  missing: 'OrderNotFound',
  ways: [
    { call: getManagedOrder, scope: orderScope },
    { call: getMyOrder, scope: ownOrderScope },
  ],
}

/** Whoever may order sees the locations that are delivered to. */
export const orderingOfLocation = { call: getOrderOptions, deliverable }
