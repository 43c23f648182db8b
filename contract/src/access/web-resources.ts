import { z } from 'zod'
import { call, Nothing } from '../kit/call.ts'
import { Instant } from '../kit/values.ts'
import { subscriptionStates, serviceProducts } from './words.ts'

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
  disable_validate_from_image: ['KIGODataMatrixInquiry', 'KIGOPrescriptionInquiry', 'FDGODataMatrixInquiry'],
  disable_its_validation: ['KIGOITSValidation', 'FDGOProductMovements'],
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

export const getServerTimeZone = call('Project/GetServerTimeZone', {
  access: 'session',
  reads: true,
  input: Nothing,
  output: z.strictObject({ timeZone: z.string(), utcOffsetMinutes: z.int(), now: Instant }),
  refusals: [],
})

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
