import type { EdiReason, EdiState } from '@kervan/contract/order/edi'

// What became of the demo's EDI messages, the newest first.

/** What a message of the demo has beside the lines of its order, and what became of it. */
export type Story = {
  state: EdiState
  extra?: readonly Extra[]
  reason?: EdiReason
  facts?: Record<string, string>
  memo?: string
  /** What came of posting its answer to the partner. */
  posted?: 'Taken' | 'Failed'
}
type Extra = {
  code: string
  name: string
  quantity: string
  unit: string
  reason: EdiReason
  facts: Record<string, string>
}

const unknownProduct: Extra = {
  code: '8690000099991',
  name: 'Numune seti',
  quantity: '12',
  unit: 'C62',
  reason: 'ProductUnknown',
  facts: { code: '8690000099991' },
}
const inKilos: Extra = {
  code: 'DEMO-KG',
  name: 'Dolgu malzemesi',
  quantity: '7.5',
  unit: 'KGM',
  reason: 'UnitUnknown',
  facts: { unit: 'KGM' },
}
export const stories: readonly Story[] = [
  { state: 'Accepted', posted: 'Taken' },
  { state: 'PartlyAccepted', extra: [unknownProduct, inKilos], posted: 'Failed' },
  { state: 'Accepted' },
  { state: 'Refused', reason: 'BuyerUnknown' },
  { state: 'Failed' },
  { state: 'Accepted' },
  { state: 'Repeated' },
  {
    state: 'Dismissed',
    reason: 'CurrencyOther',
    facts: { currency: 'EUR', expected: 'TRY' },
    memo: 'Agreed by telephone: sent again in TRY.',
  },
  { state: 'PartlyAccepted', extra: [unknownProduct] },
  { state: 'Accepted' },
]
/** Nothing was ordered by these. */
export const without: readonly EdiState[] = ['Refused', 'Failed', 'Dismissed']
