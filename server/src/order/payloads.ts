import type { Language } from '@kervan/contract/kit/values'

export type JobPayloads = {
  /** `language`: of who gave the file; imports begun before it was kept have none. */
  'order.import': { importId: string; language?: Language }
  'order.edi': { messageId: string }
}

export type QueuePayloads = {
  healthInsurance: { companyId: number; lineIds: string[] }
  ediAnswers: { companyId: number; messageId: string }
}
