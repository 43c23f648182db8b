import type { Language } from '@kervan/contract/kit/values'

export type JobPayloads = {
  /** `language`: of who gave the file; imports begun before it was kept have none. */
  'order.import': { importId: string; language?: Language; leavesHidden?: boolean; leftSheets?: string[] }
  'order.edi': { messageId: string }
}

export type QueuePayloads = {
  healthInsurance: { companyId: number; lineIds: string[] }
  ediAnswers: { companyId: number; messageId: string }
}

export type OutboxPayloads = {
  /** Orders, or orders that wait for pre-approval, that somebody has placed: ids, each with the number of its lines. */
  ordersPlaced: {
    of: 'order' | 'preOrder'
    by: { membershipId: string; name: string }
    orders: [id: string, lines: number][]
    /** What the mail to who placed them says beside; without it they are not told. */
    mail?: { quantity: number; quota: string }
  }
}
