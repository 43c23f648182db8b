import { z } from 'zod'
import { NewUsername } from '../access/username.ts'
import { actionsField } from '../kit/actions.ts'
import { call, Done, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { BulkAnswer } from '../kit/bulk-answer.ts'
import { proofRefusals, stepUp } from '../kit/step-up.ts'
import { Instant, languages, StrangersName, text } from '../kit/values.ts'
import { isGln } from '../kit/gs1/check-digits.ts'

// Pharmacies ask for an account themselves (REG-001, REG-002, D25): find the point of sale by its GLN, prove the
// address, and wait for a manager or be accepted by rule. No answer tells whether somebody is known already.

export const registrationStates = ['Unconfirmed', 'Waiting', 'Approved', 'Rejected'] as const
export const registrationCodeMinutes = 60
export const registrationCodeTries = 5

const CompanyIntCode = z.int().min(1).max(2_147_483_647)
export const Gln = z.string().refine(isGln, 'gln')

const Place = { name: z.string(), city: z.string(), district: z.string() }

/** Where old data give several points of sale one GLN, the first is told, and all of them are the choices. */
export const findPointOfSale = call('Registration/FindPointOfSale', {
  access: 'public',
  reads: true,
  input: z.strictObject({ companyIntCode: CompanyIntCode, gln: Gln }),
  output: z.strictObject({
    ...Place,
    choices: z.array(z.strictObject({ pointOfSaleId: Uuid, ...Place })).optional(),
  }),
  refusals: ['PointOfSaleNotFound', 'RegistrationClosed', 'TooManyRequests'],
})

/** The answer is the same for who is known and who is not; the mail tells the difference to whoever reads it. */
export const register = call('Registration/Register', {
  access: 'public',
  input: z.strictObject({
    companyIntCode: CompanyIntCode,
    firstName: StrangersName,
    lastName: StrangersName,
    username: NewUsername,
    city: text(100),
    gln: Gln,
    /** The one that is meant, where several have the GLN. */
    pointOfSaleId: Uuid.optional(),
    language: z.enum(languages),
  }),
  output: z.strictObject({ registrationId: Uuid, minutes: z.int() }),
  refusals: ['PointOfSaleNotFound', 'PointOfSaleUnclear', 'RegistrationClosed', 'TooManyRequests'],
})

/** Proves that the mail arrived. `Approved`: accepted by the company's rule, and a temporary password is on its way. */
export const confirmAddress = call('Registration/ConfirmAddress', {
  access: 'public',
  input: z.strictObject({
    companyIntCode: CompanyIntCode,
    registrationId: Uuid,
    code: z.string().regex(/^\d{6}$/),
  }),
  output: z.strictObject({ state: z.enum(['Waiting', 'Approved']) }),
  refusals: ['RegistrationCodeWrong', 'TooManyRequests'],
})

/** Requests whose address is proved; nobody is bothered with others. */
export const registrations = pageList('Registration/GetRegistrations', {
  columns: {
    firstName: column.text(),
    lastName: column.text(),
    username: column.text(),
    gln: column.code(),
    pointOfSale: column.text(),
    city: column.text(),
    registrationState: column.choice(registrationStates, { words: 'registrationState' }),
    confirmedAt: column.instant({ nullable: true }),
    decidedBy: column.text({ nullable: true }),
    decidedAt: column.instant({ nullable: true }),
    reason: column.text({ nullable: true }),
  },
  extra: {
    id: Uuid,
    version: Version,
    district: z.string(),
    /** The city that was typed, where it is not the point of sale's. */
    otherCity: z.string().nullable(),
    /** Active users this point of sale has already. */
    knownUsers: z.int(),
    createdAt: Instant,
    actions: actionsField(['approve', 'reject']),
  },
  defaultSort: [{ column: 'confirmedAt', direction: 'desc' }],
  search: true,
  selectable: true,
})

const decided = { registrationId: Uuid, version: Version }

export const approveRegistration = call('Registration/ApproveRegistration', {
  input: z.strictObject({ ...decided, ...stepUp }),
  output: Done,
  refusals: [
    'NotFound',
    'ChangedMeanwhile',
    'RegistrationDecided',
    'UserLimitReached',
    'RightsExceedOwn',
    'UsernameTaken',
    ...proofRefusals,
  ],
})

export const rejectRegistration = call('Registration/RejectRegistration', {
  input: z.strictObject({ ...decided, reason: text(500) }),
  output: Done,
  refusals: ['NotFound', 'ChangedMeanwhile', 'RegistrationDecided'],
})

const bulk = { selection: registrations.selection, dryRun: z.boolean() }

/** Many at once: each request stands for itself, and `dryRun` answers which would pass and why not, and changes nothing. */
export const approveRegistrations = call('Registration/ApproveRegistrations', {
  input: z.strictObject({ ...bulk, ...stepUp }),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge', 'RightsExceedOwn', ...proofRefusals],
})

/** All are mailed the same reason. */
export const rejectRegistrations = call('Registration/RejectRegistrations', {
  input: z.strictObject({ ...bulk, reason: text(500) }),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge'],
})
