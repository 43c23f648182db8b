import { z } from 'zod'
import { CompanyDomainName, Currency, foundedRelations } from '../access/words.ts'
import { NewUsername } from '../access/username.ts'
import { call, Nothing } from '../kit/call.ts'
import { proofRefusals, stepUp } from '../kit/step-up.ts'
import { Instant, isTimeZone, languages, text } from '../kit/values.ts'

// The companies of an installation, for who runs it: the person of the first start, and whom they have named since.

/** The most users that a company may be made for. */
export const mostUsers = 1_000_000

const Company = z.strictObject({
  companyIntCode: z.int(),
  code: z.string(),
  name: z.string(),
  domain: z.string(),
  relation: z.string(),
  madeAt: Instant,
})
export type InstalledCompany = z.infer<typeof Company>

/** All companies, by name. */
export const getCompanies = call('Installation/GetCompanies', {
  access: 'session',
  reads: true,
  input: Nothing,
  output: z.strictObject({ companies: z.array(Company) }),
  refusals: ['OperatorOnly'],
})

/**
 * Makes a company with its first administrator. Whoever is known here is invited and joins at the next sign-in; anybody
 * else gets a link by mail, or a temporary password that is answered once.
 */
export const makeCompany = call('Installation/MakeCompany', {
  access: 'session',
  input: z.strictObject({
    companyName: text(120),
    domain: CompanyDomainName,
    relation: z.enum(foundedRelations),
    currency: Currency,
    timeZone: z.string().max(64).refine(isTimeZone, 'timeZone'),
    orderPrefix: z.string().regex(/^[A-Z]{1,6}$/),
    maximumUsers: z.int().min(1).max(mostUsers),
    firstName: text(100),
    lastName: text(100),
    username: NewUsername,
    language: z.enum(languages),
    inviteByMail: z.boolean(),
    ...stepUp,
  }),
  output: z.strictObject({
    company: Company,
    /** The person has an account here. */
    linked: z.boolean(),
    mailed: z.boolean(),
    temporaryPassword: z.string().nullable(),
    expiresAt: Instant.nullable(),
  }),
  refusals: ['OperatorOnly', 'CompanyDomainTaken', ...proofRefusals],
})
