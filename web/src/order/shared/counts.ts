import type { countOrders } from '@kervan/contract/order/order-management'
import type { OutputOf } from '@kervan/contract/kit/call'
import type { Formats } from '../../kit/values/format.ts'

export type TabCount = OutputOf<typeof countOrders>['toDecide']

/** A count as tab and home page write it; null where nothing is due. */
export function countWords(counted: TabCount | undefined, { number }: Formats): string | null {
  if (!counted?.orders) return null
  return counted.isExact ? number(counted.orders) : `${number(counted.orders)}+`
}
