import type { Language } from '@kervan/contract/kit/values'
import type { BulkJob as Bulk } from '../kit/work/payloads.ts'

declare module '../kit/work/payloads.ts' {
  interface JobPayloads {
    /** `language`: of who gave the file; imports begun before it was kept have none. */
    'order.import': { importId: string; language?: Language; leavesHidden?: boolean; leftSheets?: string[] }
    'order.edi': { messageId: string }
    /** What bulk actions were called before they were one mechanism. */
    'order.bulk': Bulk
  }
  interface OutboxPayloads {
    /** Orders, or orders that wait for pre-approval, that somebody has placed: ids, each with the number of its lines. */
    ordersPlaced: {
      of: 'order' | 'preOrder'
      by: { membershipId: string; name: string }
      orders: [id: string, lines: number][]
      /** What the mail to who placed them says beside; without it they are not told. */
      mail?: { quantity: number; quota: string }
      /** Whether anybody else may have to be told; they are looked for where nothing is said. */
      others?: boolean
    }
  }
}
