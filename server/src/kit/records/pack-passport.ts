import type { PackChapter, PackEntry } from '@kervan/contract/kit/pack-passport'
import type { SessionContext } from '../context.ts'

// What areas know of one pack (GTIN and serial number), told by each within what the reader may see of it.

export type AskedPack = {
  /** 14 digits. */
  gtin: string
  serialNumber: string
  /** Codes and PO numbers of orders that transfer documents name with the pack. */
  orderNumbers: readonly string[]
}

export type PackTold = {
  entries: PackEntry[]
  /** Where the code does not say it. */
  lotNumber?: string | null
  /** `yyyy-mm-dd` */
  expiryDate?: string | null
}

/** Tells a part of a chapter. Null: the reader may see none of it, whether there is anything or not. */
export type TellsOfPack = {
  chapter: PackChapter
  tell: (context: SessionContext, pack: AskedPack) => Promise<PackTold | null>
}

/** So many entries of a chapter are told. */
export const packEntriesAtMost = 100

/** An entry of which only some fields are said. */
export const packEntry = (entry: Pick<PackEntry, 'kind' | 'at'> & Partial<PackEntry>): PackEntry => ({
  code: null,
  word: null,
  from: null,
  to: null,
  quantity: null,
  amount: null,
  currency: null,
  note: null,
  opens: null,
  ...entry,
})
