import { z } from 'zod'
import { call, highestVersion, Nothing, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { Instant, languages, text } from '../kit/values.ts'
import { acknowledgementAnswers, acknowledgementKinds, userTypes } from '../access/words.ts'

// What users have to agree to, as those publish it who answer for it (ACC-010, D24). A version is never changed: what is
// different is a new one, and everybody is asked again.

export const acknowledgementLimits = { title: 120, text: 20_000, changes: 1_000 } as const

/** The number that a company gives to each of its acknowledgements. */
export const IntCode = z.int().min(1).max(2_147_483_647)
/** How often a draft has been saved; 0 where there is none. */
export const DraftRevision = z.int().min(0).max(highestVersion)
const VersionNumber = z.int().min(1).max(65_535)
const inLanguages = <S extends z.ZodType>(said: S) =>
  z.strictObject({ en: said, tr: said, de: said } satisfies Record<(typeof languages)[number], S>)
/** Something visible, so that nobody agrees to a blank page. */
const Said = (max: number) => text(max).regex(/\S/)

export const AcknowledgementText = z.strictObject({
  title: inLanguages(z.string()),
  text: inLanguages(z.string()),
  changes: inLanguages(z.string()),
})
export type AcknowledgementText = z.infer<typeof AcknowledgementText>

const counts = {
  /** Users who accepted this version. */
  activated: z.int(),
  /** Users whose answer to it was no, and has not been yes since. */
  rejected: z.int(),
  /** Active users who have not answered the newest version; 0 for older ones, which nobody is asked about any more. */
  waiting: z.int(),
}

export const acknowledgementVersions = pageList('UserManagement/GetAcknowledgementVersions', {
  columns: {
    title: column.text(),
    version: column.integer(),
    acknowledgementKind: column.choice(acknowledgementKinds, { words: 'acknowledgementKind' }),
    current: column.flag(),
    publishedAt: column.instant(),
    publishedBy: column.text({ nullable: true }),
    activated: column.integer(),
    rejected: column.integer(),
    waiting: column.integer(),
  },
  extra: { id: Uuid, intCode: z.int() },
  defaultSort: [{ column: 'publishedAt', direction: 'desc' }],
  search: true,
})

export const AcknowledgementVersion = z.strictObject({
  id: Uuid,
  intCode: z.int(),
  version: z.int(),
  kind: z.enum(acknowledgementKinds),
  /** The newest version of it: the one users are asked about. */
  newest: z.int(),
  content: AcknowledgementText,
  /** What the version before said; null for the first. */
  before: AcknowledgementText.nullable(),
  publishedAt: Instant,
  publishedBy: z.string().nullable(),
  ...counts,
})
export type AcknowledgementVersion = z.infer<typeof AcknowledgementVersion>

export const getAcknowledgementVersion = call('UserManagement/GetAcknowledgementVersion', {
  reads: true,
  input: z.strictObject({ intCode: IntCode, version: VersionNumber }),
  output: AcknowledgementVersion,
  refusals: ['NotFound'],
})

/** Who answered a version and how; for the newest also who has not yet. */
export const acknowledgementChoiceList = pageList('UserManagement/GetAcknowledgementChoices', {
  columns: {
    name: column.text(),
    username: column.text(),
    userType: column.choice(userTypes, { words: 'userType' }),
    answer: column.choice(acknowledgementAnswers, { words: 'acknowledgementAnswer' }),
    at: column.instant({ nullable: true }),
    address: column.text({ nullable: true }),
  },
  extra: { id: Uuid },
  scope: { intCode: IntCode, version: VersionNumber },
  defaultSort: [{ column: 'name', direction: 'asc' }],
  search: true,
})

/** Whom a publication would hold at the door: active people, and their sessions that are open now. */
export const getAcknowledgementReach = call('UserManagement/GetAcknowledgementReach', {
  reads: true,
  input: Nothing,
  output: z.strictObject({ users: z.int(), sessions: z.int() }),
  refusals: [],
})

/**
 * Publishes the next version, or the first of something new (`intCode` null). From then on everybody is asked before
 * anything else; what PortaMate shows holds nothing back. `version` is the newest one the publisher has seen, 0 for none.
 */
export const publishAcknowledgement = call('UserManagement/PublishAcknowledgement', {
  input: z.strictObject({
    intCode: IntCode.nullable(),
    version: z.int().min(0).max(65_534),
    kind: z.enum(acknowledgementKinds),
    title: inLanguages(Said(acknowledgementLimits.title)),
    text: inLanguages(Said(acknowledgementLimits.text)),
    /** What is different from the version before; the first has nothing to compare with. */
    changes: inLanguages(text(acknowledgementLimits.changes, 0)),
    /** The revision of the draft that goes with it, 0 where there was none; null from who has not looked at drafts. */
    draft: DraftRevision.nullable(),
  }),
  output: z.strictObject({ id: Uuid, intCode: z.int(), version: z.int() }),
  refusals: [
    'NotFound',
    'ChangedMeanwhile',
    'DraftGone',
    'NothingToChange',
    'ChangesMissing',
    'WholeCompanyNeeded',
  ],
})
