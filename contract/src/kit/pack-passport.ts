import { z } from 'zod'
import { Instant } from './values.ts'

// What is known of one pack, in chapters: each area that knows something of packs tells its own part of them.

/** In the order in which a pack lives through them. */
export const packChapters = [
  'ordered',
  'shipped',
  'traced',
  'claimed',
  'refunded',
  'paid',
  'returned',
] as const
export type PackChapter = (typeof packChapters)[number]

/** `Partly`: only some of those who tell of it may tell this reader. */
export const packChapterSights = ['Shown', 'Partly', 'NotAllowed'] as const

/** What happened to a pack; words are `state.packEntry`. */
export const packEntryKinds = [
  'Ordered',
  'GoodsIssued',
  'InPackage',
  'Moved',
  'Recalled',
  'RecallLifted',
  'DiscountClaimed',
  'RefundClaimed',
  'DiscountApproved',
  'RefundApproved',
  'Correction',
  'Reported',
  'Receipted',
  'MonthClosed',
  'ReturnAnnounced',
  'ReturnReceived',
  'ReturnCredited',
] as const

export const PackEntry = z.strictObject({
  kind: z.enum(packEntryKinds),
  /** Null where the day is not known. */
  at: Instant.nullable(),
  /** The record by which it is known. */
  code: z.string().nullable(),
  /** A word beside the kind, by the group of its states: what the record is now, or which movement it was. */
  word: z.strictObject({ group: z.string(), value: z.string() }).nullable(),
  /** Names of places, or their GLNs. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Pieces of the record; a pack is one of them. */
  quantity: z.int().nullable(),
  /** In `currency`, net. Null where there is none or the reader sees no prices. */
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  note: z.string().nullable(),
  /** The screen that has the record, for readers who may open it. */
  opens: z.strictObject({ to: z.string(), search: z.record(z.string(), z.string()) }).nullable(),
})
export type PackEntry = z.infer<typeof PackEntry>

/** The screen of the passport, and the right that its call needs: whoever shows packs leads there. */
export const packPassport = {
  screen: '/services/pack-passport',
  permission: 'pfsiService-getPackPassport',
} as const
