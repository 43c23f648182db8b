import { z } from 'zod'
import { call, Done, Nothing, Version } from '../kit/call.ts'
import { Instant } from '../kit/values.ts'
import { invitationAnswers, ownCompanyStandings, userTypes } from './words.ts'

// Somebody whom another company knows becomes a user of this one only by their own word (USR-004).

/** As what somebody is invited, and how much of the company they would see. */
export const InvitationTerms = z.strictObject({
  /** Of the membership: what was accepted is what was read. */
  version: z.int(),
  companyName: z.string(),
  invitedBy: z.string(),
  invitedAt: Instant,
  userType: z.enum(userTypes),
  roles: z.array(z.string()),
  partner: z.string().nullable(),
  /** Null where all locations are seen; otherwise the first of those allocated, and how many there are. */
  locations: z.array(z.string()).nullable(),
  locationCount: z.int(),
})
export type InvitationTerms = z.infer<typeof InvitationTerms>

/** The invitation that waits; null where none does. */
export const getInvitation = call('Invitation/GetInvitation', {
  access: 'session',
  reads: true,
  beforeGates: 'invitation',
  input: Nothing,
  output: z.strictObject({ invitation: InvitationTerms.nullable() }),
  refusals: [],
})

/**
 * Yes or no, or no for good, at that company's door. A no ends every session there. A yes ends this one where the company lets the
 * person in only later: `closed` says why, in the reader's language.
 */
export const answerInvitation = call('Invitation/AnswerInvitation', {
  access: 'session',
  beforeGates: 'invitation',
  input: z.strictObject({ version: Version, answer: z.enum(invitationAnswers) }),
  output: z.strictObject({ closed: z.string().nullable() }),
  refusals: ['InvitationNotPending', 'InvitationChanged', 'SignInExpected'],
})

const companyIntCode = z.int().min(1).max(2_147_483_647)

export const OwnCompany = z.strictObject({
  companyIntCode: z.int(),
  companyName: z.string(),
  /** The company of this session. */
  current: z.boolean(),
  /** Brought the person in, and is not left. */
  home: z.boolean(),
  standing: z.enum(ownCompanyStandings),
  /** Since when it stands so, where that was written down. */
  since: Instant.nullable(),
  /** What waits for an answer. */
  invitation: InvitationTerms.nullable(),
  mayLeave: z.boolean(),
  /** Is no user there and may say that they want to hear nothing more of it. */
  mayRefuse: z.boolean(),
})
export type OwnCompany = z.infer<typeof OwnCompany>

/** The companies that know the person, their own one first. */
export const getOwnCompanies = call('Invitation/GetOwnCompanies', {
  access: 'session',
  reads: true,
  input: Nothing,
  output: z.strictObject({
    companies: z.array(OwnCompany),
    /** Who signs in with Microsoft alone has none that could be asked for. */
    hasPassword: z.boolean(),
  }),
  refusals: [],
})

/** Yes or no, or no for good, to another company, from where one is signed in already. */
export const answerOwnInvitation = call('Invitation/AnswerOwnInvitation', {
  access: 'session',
  input: z.strictObject({ companyIntCode, version: Version, answer: z.enum(invitationAnswers) }),
  output: Done,
  refusals: ['NotFound', 'InvitationNotPending', 'InvitationChanged', 'SignInExpected'],
})

/** What was agreed to is taken back: all sessions there end, and only a new invitation leads back. */
export const leaveCompany = call('Invitation/LeaveCompany', {
  access: 'session',
  input: z.strictObject({ companyIntCode, password: z.string().min(1).max(200).nullable() }),
  output: Done,
  refusals: [
    'NotFound',
    'HomeCompany',
    'InvitationNotPending',
    'LastAdministrator',
    'OldPasswordWrong',
    'TooManyRequests',
    'SignInExpected',
  ],
})

/**
 * Hearing nothing more of a company, and taking that back. It sends no mail and asks nothing any more; what it sees is
 * an invitation that waits. Not for who is a user there.
 */
export const setCompanyRefused = call('Invitation/SetCompanyRefused', {
  access: 'session',
  input: z.strictObject({ companyIntCode, refused: z.boolean() }),
  output: Done,
  refusals: ['NotFound', 'InvitationNotPending', 'SignInExpected'],
})
