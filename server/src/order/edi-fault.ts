import type { EdiFaultCode } from '@kervan/contract/order/edi'

/** What keeps a file from being read: what it is, where it is (`line 12`, `segment 7 QTY`) and the figures of the sentence. */
export class EdiFault extends Error {
  readonly code: EdiFaultCode
  readonly facts: Readonly<Record<string, string | number>>
  constructor(code: EdiFaultCode, facts: Record<string, string | number> = {}) {
    super(code)
    this.name = 'EdiFault'
    this.code = code
    this.facts = facts
  }
}
