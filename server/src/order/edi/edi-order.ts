import { createHash } from 'node:crypto'
import type { EdiFaultCode, EdiReadReason, EdiRemarkCode } from '@kervan/contract/order/edi'

// An order as a message brings it (ORD-023), the same for every format. What it says is not judged here.

/** A party or a place as the document names it: by a number of GS1, or by a code that sender and receiver agreed on. */
export type EdiParty = { code: string; isGln: boolean; name: string | null }

/** What a document says and nobody acts on: told to the staff and to the sender. */
export type EdiRemark = { code: EdiRemarkCode; facts: Record<string, string | number> }

/** What of a line cannot be read, so that it is refused until a person says what is meant. */
export type EdiProblem = { reason: EdiReadReason; facts: Record<string, string | number> }

/** The buyer's price of one unit, as decimal numbers in text: `12.50` for `per` units. */
export type EdiPrice = { amount: string; per: string }

/** What a document says of a line beyond its columns; parts that it does not say are not there. */
export type EdiSaid = {
  /** Where the line goes, if it is not where the document goes. */
  place?: EdiParty
  price?: EdiPrice
  problems?: EdiProblem[]
  remarks?: EdiRemark[]
}

/** Lines of one number are parts of one line that goes to several places or on several days. */
export type EdiOrderLine = EdiSaid & {
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
  /** Which kind of number those of the envelope are (0007), where it says so. */
  qualifiers?: [sender: string, receiver: string]
  /** Of the interchange, echoed in the answer; null where the format has no envelope. */
  interchange: string | null
  /** Level and version of an interchange, in which the answer is written; not there for UBL. */
  syntax?: [level: string, version: string]
  documentNumber: string
  documentDate: string
  /** An original; anything else (change, cancellation, copy) is kept as what it is. */
  isOriginal: boolean
  isTest: boolean
  /** What kind of order it is (1001), where it is none that is placed as it stands: a blanket order, a consignment. */
  otherKind?: string
  /** The last day on which it may be accepted. */
  validUntil?: string
  /** Of the document as a whole. */
  remarks?: EdiRemark[]
  currency: string | null
  contact: string | null
  note: string | null
  buyer: EdiParty
  seller: EdiParty | null
  shipTo: EdiParty | null
  requestedDate: string | null
  lines: EdiOrderLine[]
}

/** A document of a file: an order, or why it cannot be read, with what is known of it so that its sender is answered. */
export type EdiEntry =
  | { order: EdiOrder; fault: null }
  | { order: EdiOrder | null; fault: { code: EdiFaultCode; facts: Record<string, string | number> } }

/** A day of the calendar as `2026-11-30`, or null for what is none. */
export function existingDay(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  const exists = at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return exists && year >= 1900 && year < 2200 ? at.toISOString().slice(0, 10) : null
}

/** A number as both formats write it, without the zeros behind its fraction; null for what is none. */
export function decimalOf(text: string): string | null {
  const [, whole, fraction = ''] = /^(-?\d{1,12})(?:\.(\d*))?$/.exec(text) ?? []
  const kept = fraction.replace(/0+$/, '')
  return whole === undefined || kept.length > 6 ? null : whole + (kept && `.${kept}`)
}

/** At most this many remarks of a line or of a document; a further one says that there are more. */
const mostRemarks = 20

export function limited(remarks: readonly EdiRemark[]): EdiRemark[] {
  const left = remarks.length - mostRemarks
  return left <= 0
    ? [...remarks]
    : [...remarks.slice(0, mostRemarks), { code: 'More', facts: { amount: left } }]
}

/** The same document again has the same hash, also in another envelope. */
export function ediHashOf(order: EdiOrder): Buffer {
  const content = { ...order, interchange: null, syntax: undefined, qualifiers: undefined, isTest: false }
  return createHash('sha256').update(JSON.stringify(content)).digest()
}
