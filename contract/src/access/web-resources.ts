import { z } from 'zod'
import { BinaryOrNone, call, Nothing } from '../kit/call.ts'
import { Instant, text } from '../kit/values.ts'
import { mailsKept, subscriptionStates } from './words.ts'

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

export const serviceMediaContentTypes = [
  'WhatsNew',
  'KIGONewApplication',
  'KIGOITSValidation',
  'KIGODataMatrixInquiry',
  'KIGOPrescriptionInquiry',
  'MCIEntityManual',
  'KIGOPortaMateValidation',
  'FDGODataMatrixInquiry',
  'FDGOProductMovements',
  'FDGOPortaMateValidation',
] as const

/** A company's switches and the kinds of content each takes away (HOM-002); which kinds a switch means is our reading. */
export const mediaSwitches = {
  disable_validate_from_image: ['KIGODataMatrixInquiry', 'FDGODataMatrixInquiry'],
  disable_its_validation: ['KIGOITSValidation'],
  disable_porta_mate_validation: ['KIGOPortaMateValidation', 'FDGOPortaMateValidation'],
} as const satisfies Record<string, readonly (typeof serviceMediaContentTypes)[number][]>

export const ServiceMediaContent = z.strictObject({
  IntCode: z.int(),
  ServiceMediaContentType: z.enum(serviceMediaContentTypes),
  ReferenceKey: z.string(),
  ReferenceDTKey: z.string(),
  LanguageKey: z.string(),
  Url: z.string(),
  Title: z.string(),
  ThumbnailUrl: z.string(),
})

/** In the caller's language where it exists, otherwise in English (HOM-002). Without a type those of every type, so that a page asks once. */
export const getServiceMediaContents = call('WebResources/GetServiceMediaContents', {
  access: 'session',
  reads: true,
  input: z.strictObject({
    ServiceMediaContentType: z.enum(serviceMediaContentTypes).optional(),
    CompanyIntCode: z.int().min(0).max(2_147_483_647).optional(),
  }),
  output: z.strictObject({ contents: z.array(ServiceMediaContent) }),
  refusals: [],
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

export const getServerTimeZone = call('Project/GetServerTimeZone', {
  access: 'session',
  reads: true,
  input: Nothing,
  output: z.strictObject({ timeZone: z.string(), utcOffsetMinutes: z.int(), now: Instant }),
  refusals: [],
})

export const serviceProducts = [
  'TSF',
  'PST',
  'PSA',
  'ARE',
  'PBD',
  'Custom',
  'EDC',
  'CIS',
  'Genesis',
  'FundamentalMetrics',
  'GAM',
  'PWI',
  'OCG',
  'TraceInsight',
  'OMP',
  'PLAN',
  'GDC',
  'KIGO',
  'FDGO',
  'TRACE',
] as const

export const getAllProjectList = call('Project/GetAllProjectList', {
  access: 'session',
  reads: true,
  input: Nothing,
  output: z.strictObject({
    projects: z.array(
      z.strictObject({
        projectCode: z.string(),
        service: z.enum(serviceProducts),
        name: z.string(),
        active: z.boolean(),
        /** Of the subscription to it, where there is one: the state of the service, here as in the list of subscriptions. */
        subscriptionState: z.enum(subscriptionStates).nullable(),
      }),
    ),
  }),
  refusals: [],
})

export const getDashboardLastDataDT = call('WebUI/GetDashboardLastDataDT', {
  access: 'session',
  reads: true,
  input: Nothing,
  output: z.strictObject({ lastDataDT: Instant.nullable() }),
  refusals: [],
})
