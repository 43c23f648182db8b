import { z } from 'zod'
import { call, Nothing } from '../kit/call.ts'
import { languages, text, isTimeZone } from '../kit/values.ts'
import { NewUsername } from './username.ts'
import { CompanyDomainName, Currency, foundedRelations } from './words.ts'

// The first company of a new installation (D48): whoever reads what the server printed at its first start makes it,
// with its first administrator. Closed for ever once there is a company.

/** Whether this installation still waits for its first company. */
export const getSetup = call('Setup/GetSetup', {
  access: 'public',
  reads: true,
  input: Nothing,
  output: z.strictObject({ open: z.boolean() }),
  refusals: [],
})

export const setUpCompany = call('Setup/SetUpCompany', {
  access: 'public',
  input: z.strictObject({
    /** As printed; dashes, spaces and case do not matter. */
    code: text(60),
    companyName: text(120),
    domain: CompanyDomainName,
    relation: z.enum(foundedRelations),
    currency: Currency,
    timeZone: z.string().max(64).refine(isTimeZone, 'timeZone'),
    firstName: text(100),
    lastName: text(100),
    username: NewUsername,
    password: z.string().min(1).max(200),
    language: z.enum(languages),
  }),
  output: z.strictObject({ companyIntCode: z.int(), companyName: z.string(), domain: z.string() }),
  refusals: ['SetupClosed', 'SetupCodeWrong', 'PasswordBreaksRules', 'PasswordTooCommon', 'TooManyRequests'],
})
