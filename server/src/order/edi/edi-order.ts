import { createHash } from 'node:crypto'
import type { EdiFaultCode } from '@kervan/contract/order/edi'

// An order as a message brings it (ORD-023), the same for every format. What it says is not judged here.

/** A party or a place as the document names it: by a number of GS1, or by a code that sender and receiver agreed on. */
export type EdiParty = { code: string; isGln: boolean; name: string | null }

export type EdiOrderLine = {
  /** The number of the line in the document; the answer refers to it. */
  lineNumber: string
  gtin: string | null
  /** The code that we, the seller, gave to the product. */
  sellerCode: string | null
  /** The buyer's own code. */
  buyerCode: string | null
  description: string | null
  /** A decimal number as text; null where the document has none. */
  quantity: string | null
  /** UN/ECE Recommendation 20, as it came; null where the document names none. */
  unit: string | null
  /** `2026-11-30`; null where only the document as a whole has one, or none. */
  requestedDate: string | null
}

export type EdiOrder = {
  format: 'UBL' | 'EDIFACT'
  /** Who sent it, and to whom, by the envelope or by the parties. */
  sender: string
  receiver: string | null
  /** Of the interchange, echoed in the answer; null where the format has no envelope. */
  interchange: string | null
  /** Level and version of an interchange, in which the answer is written; not there for UBL. */
  syntax?: [level: string, version: string]
  documentNumber: string
  documentDate: string
  /** An original; anything else (change, cancellation, copy) is kept as what it is. */
  isOriginal: boolean
  isTest: boolean
  currency: string | null
  contact: string | null
  note: string | null
  buyer: EdiParty
  seller: EdiParty | null
  shipTo: EdiParty | null
  requestedDate: string | null
  lines: EdiOrderLine[]
}

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

/** A day of the calendar as `2026-11-30`, or null for what is none. */
export function existingDay(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  const exists = at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return exists && year >= 1900 && year < 2200 ? at.toISOString().slice(0, 10) : null
}

/** What both formats may say of a number: digits, perhaps with a fraction. */
export const isDecimal = (text: string): boolean => /^-?\d{1,12}(\.\d{1,6})?$/.test(text)

/** The same document again has the same hash, also in another envelope. */
export function ediHashOf(order: EdiOrder): Buffer {
  const content = { ...order, interchange: null, syntax: undefined, isTest: false }
  return createHash('sha256').update(JSON.stringify(content)).digest()
}
