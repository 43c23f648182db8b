import { z } from 'zod'
import { BinaryOrNone, call, Nothing } from '../kit/call.ts'
import { text } from '../kit/values.ts'
import { mailsKept } from './words.ts'

// What the sign-in page asks before anybody is known. Apart from the other calls of these groups, because everybody loads it.

export const CompanyDomain = z.strictObject({
  companyIntCode: z.int(),
  companyName: z.string(),
  domain: z.string(),
})

/** The companies that agreed to be shown at sign-in. */
export const getCompanyDomains = call('WebResources/GetCompanyDomains', {
  access: 'public',
  reads: true,
  input: Nothing,
  output: z.strictObject({ domains: z.array(CompanyDomain) }),
  refusals: [],
})

/** For companies that are not shown: whoever knows the domain may type it. */
export const findCompanyDomain = call('WebResources/FindCompanyDomain', {
  access: 'public',
  reads: true,
  input: z.strictObject({ domain: text(120) }),
  output: CompanyDomain,
  refusals: ['CompanyUnknown'],
})

export const getCompanyLogo = call('WebResources/GetCompanyLogo', {
  access: 'public',
  reads: true,
  kind: 'download',
  input: z.strictObject({ CompanyIntCode: z.int().min(1).max(2_147_483_647) }),
  output: BinaryOrNone,
  refusals: ['NotFound'],
})

/** Where the browser tells which page was opened: the operator's own address, or a site of a Matomo (SHL-017). */
export const AnalyticsTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('endpoint'), url: z.url() }),
  z.strictObject({ kind: z.literal('matomo'), url: z.url(), site: z.string().regex(/^\d{1,9}$/) }),
])
export type AnalyticsTarget = z.infer<typeof AnalyticsTarget>

/** A GET wraps its answer in `data`, which is where the portal's own client looks first (API-001). */
export const getAppVersion = call('Configuration/GetAppVersion', {
  access: 'public',
  kind: 'get',
  input: Nothing,
  output: z.strictObject({
    data: z.strictObject({
      appVersion: z.string(),
      analytics: AnalyticsTarget.optional(),
      /** As in a session, for who has none yet. */
      mailsKept: z.enum(mailsKept).optional(),
    }),
  }),
  refusals: [],
})
