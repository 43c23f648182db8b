import { z } from 'zod'
import { call, Done, Nothing } from '../kit/call.ts'
import { Instant, languages, text } from '../kit/values.ts'
import {
  acknowledgementLimits,
  AcknowledgementText,
  DraftRevision,
  IntCode,
} from './acknowledgement-versions.ts'
import { acknowledgementKinds } from '../access/words.ts'

// What is still being written of an acknowledgement (ACC-010): the next version of one, or something new. Each has one
// draft, which all who may write share; it is kept while they write and goes with the publication.

/** Null for the draft of something new. */
const Of = IntCode.nullable()
const inLanguages = (max: number) => {
  const said = text(max, 0)
  return z.strictObject({ en: said, tr: said, de: said } satisfies Record<
    (typeof languages)[number],
    typeof said
  >)
}

const about = {
  intCode: z.int().nullable(),
  /** Its title in the reader's language; empty while there is none. */ title: z.string(),
  savedAt: Instant,
  savedBy: z.string(),
}

export const getAcknowledgementDrafts = call('UserManagement/GetAcknowledgementDrafts', {
  reads: true,
  input: Nothing,
  output: z.strictObject({
    drafts: z.array(z.strictObject({ ...about, /** The version it is to become. */ version: z.int() })),
  }),
  refusals: [],
})

const AcknowledgementDraft = z.strictObject({
  revision: DraftRevision,
  kind: z.enum(acknowledgementKinds),
  content: AcknowledgementText,
  savedAt: Instant,
  savedBy: z.string(),
})
export type AcknowledgementDraft = z.infer<typeof AcknowledgementDraft>

export const getAcknowledgementDraft = call('UserManagement/GetAcknowledgementDraft', {
  reads: true,
  input: z.strictObject({ intCode: Of }),
  output: z.strictObject({ draft: AcknowledgementDraft.nullable() }),
  refusals: [],
})

/** Keeps what is written so far; nothing of it needs to be complete. Refused when somebody else saved or published in between. */
export const saveAcknowledgementDraft = call('UserManagement/SaveAcknowledgementDraft', {
  input: z.strictObject({
    intCode: Of,
    /** The version it is to follow; 0 for something new. */
    version: z.int().min(0).max(65_535),
    revision: DraftRevision,
    kind: z.enum(acknowledgementKinds),
    title: inLanguages(acknowledgementLimits.title),
    text: inLanguages(acknowledgementLimits.text),
    changes: inLanguages(acknowledgementLimits.changes),
  }),
  output: z.strictObject({ revision: DraftRevision, savedAt: Instant }),
  refusals: ['NotFound', 'ChangedMeanwhile', 'DraftGone', 'WholeCompanyNeeded'],
})

export const discardAcknowledgementDraft = call('UserManagement/DiscardAcknowledgementDraft', {
  input: z.strictObject({ intCode: Of, revision: DraftRevision }),
  output: Done,
  refusals: ['ChangedMeanwhile', 'DraftGone', 'WholeCompanyNeeded'],
})
