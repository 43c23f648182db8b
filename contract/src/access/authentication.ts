import { z } from 'zod'
import { call, Done, Nothing } from '../kit/call.ts'
import { dateFormats, languages, text } from '../kit/values.ts'
import { SecondFactorCode } from '../kit/step-up.ts'
import { companyRelationTypes, mailsKept, sessionUserTypes, userTypes } from './words.ts'

export const OmpSettings = z.strictObject({
  PriceManagementType: z.enum(['ListPrice', 'CustomerPrice']),
  OMPRoundingStrategy: z.enum(['Up', 'Down', 'Nearest']),
  OMPQuotaActive: z.boolean(),
})

/** What the browser keeps of a session, with exactly the specification's field names (ACC-007). */
export const Session = z.strictObject({
  Token: z.string(),
  CompanyIntCode: z.int(),
  UserCompanyIntCode: z.int(),
  UserCompanyRelationType: z.enum(companyRelationTypes),
  CompanyRelationType: z.enum(companyRelationTypes),
  UserName: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  CompanyName: z.string(),
  UserType: z.enum(sessionUserTypes),
  IsProd: z.boolean(),
  OMPSettings: OmpSettings,
  /** Why the password has to be changed; empty when it has not. */
  PasswordChangeText: z.string(),
  PermissionsUI: z.array(z.string()),
  UserAcknowledgement: z.boolean(),
  UserAcknowledgementInfos: z.array(
    z.strictObject({ IntCode: z.int(), Title: z.string(), Version: z.int() }),
  ),
  /** Which of the six types the user has; beyond the specification, as is all that follows. */
  ExactUserType: z.enum(userTypes),
  /** The company's, by which its days begin and end. */
  TimeZone: z.string(),
  /** The company's, of prices that say no other; absent in a session that an older version opened. */
  Currency: z.string().optional(),
  /** Set while a second factor has to be set up before anything else; absent otherwise. */
  SecondFactorSetup: z.literal(true).optional(),
  /** Set while an invitation waits for an answer before anything else; absent otherwise. */
  InvitationPending: z.literal(true).optional(),
  /** Set where prices are hidden from this user (ORD-020), so that no list offers a column without values; absent otherwise. */
  PricesHidden: z.literal(true).optional(),
  /** Set for who runs the installation and may make further companies; absent otherwise. */
  RunsInstallation: z.literal(true).optional(),
  /** Set where the company notifies the health-insurance service of its orders (ORD-015); absent otherwise. */
  NotifiesMedula: z.literal(true).optional(),
  /** Set where orders are approved once before they become orders (ORD-012); absent otherwise. */
  PreApproves: z.literal(true).optional(),
  /** The first day of what somebody's own lists of orders show (ORD-011). */
  ArchiveDate: z.string().optional(),
  /** Set where this user sees part of the company only, so that no screen offers to change what holds for all of it; absent otherwise. */
  SeesPart: z.literal(true).optional(),
  /** The person's own, of the portal and of mails; absent in a session that an older version opened. */
  Language: z.enum(languages).optional(),
  /** Set where no mail leaves this installation, so that no screen says one was sent; absent otherwise. */
  MailsKept: z.enum(mailsKept).optional(),
})
export type Session = z.infer<typeof Session>

const companyIntCode = z.int().min(1).max(2_147_483_647)

/**
 * `device` is made once by a browser and known after its first sign-in: others' failures never block it (D22).
 * `secondFactor` is sent once SecondFactorRequired has asked for it.
 */
export const login = call('Authentication/Login', {
  access: 'public',
  input: z.strictObject({
    username: text(254),
    password: z.string().min(1).max(200),
    companyIntCode,
    device: z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/)
      .optional(),
    secondFactor: SecondFactorCode.optional(),
  }),
  output: Session,
  refusals: [
    'LoginFailed',
    'NotAuthorizedForCompany',
    'NoLocationDefined',
    'PasswordExpired',
    'EntraOnly',
    'SecondFactorRequired',
    'SecondFactorWrong',
    'TooManyRequests',
  ],
})

export const logout = call('Authentication/Logout', {
  requestKey: false,
  access: 'session',
  beforeGates: true,
  input: Nothing,
  output: Done,
  refusals: [],
})

/** Extends the session under a new token; the old one answers for 30 more seconds (D15). */
export const refreshSession = call('Session/RefreshSession', {
  requestKey: false,
  access: 'session',
  beforeGates: true,
  input: Nothing,
  output: Session,
  refusals: [],
})

const DatePatterns = {
  date: z.string(),
  dateTime: z.string(),
  dateTimeSeconds: z.string(),
}

/** The formats of the specification, those that can be chosen from, and what the caller has chosen. */
export const getDateFormats = call('Authentication/GetDateFormats', {
  access: 'session',
  reads: true,
  input: Nothing,
  output: z.strictObject({
    ...DatePatterns,
    longDate: z.string(),
    choices: z.array(z.strictObject({ dateFormat: z.enum(dateFormats), ...DatePatterns })),
    /** Null: as the language writes it. */
    dateFormat: z.enum(dateFormats).nullable(),
    /** Null: that of the device. */
    timeZone: z.string().nullable(),
  }),
  refusals: [],
})
