import { z } from 'zod'
import { call } from '../kit/call.ts'
import { packChapters, packChapterSights, PackEntry } from '../kit/pack-passport.ts'
import { DateOnly } from '../kit/values.ts'
import { packStates } from '../porta/pack-states.ts'

// The passport of a pack: everything that the portal knows of it, as far as the reader may see each part.

export const PackPassport = z.strictObject({
  gtin: z.string(),
  serialNumber: z.string(),
  lotNumber: z.string().nullable(),
  expiryDate: DateOnly.nullable(),
  productName: z.string().nullable(),
  /** Null for who may not see packs in the trace inquiry, and for packs that it does not know. */
  packState: z.enum(packStates).nullable(),
  chapters: z.array(
    z.strictObject({
      chapter: z.enum(packChapters),
      sight: z.enum(packChapterSights),
      /** What happened first comes first. */
      entries: z.array(PackEntry),
    }),
  ),
})
export type PackPassport = z.infer<typeof PackPassport>

/**
 * The passport of a pack by its code in any form that a code is read in, or by its GTIN, a blank and its serial number. A pack of
 * which this reader sees nothing is unknown, whatever others know of it.
 */
export const getPackPassport = call('PfsiService/GetPackPassport', {
  reads: true,
  input: z.strictObject({ code: z.string().trim().min(1).max(1_000) }),
  output: PackPassport,
  refusals: ['CodeRefused', 'CodeDoubtful', 'PackUnknown'],
})
