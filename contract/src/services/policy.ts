import { z } from 'zod'
import { call, Nothing, Version } from '../kit/call.ts'

// When a company's services run, and how long before a service date nothing of it is changed.

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/** The times are those of the company's clock on the service date. */
export const servicePolicyShape = {
  /** Days before the cut-off of a service date. */
  frozenDays: z.int().min(0).max(31),
  cutOffTime: time,
  importTime: time,
  serviceTime: time,
  /** A run begins only once the deliveries of the data transfer calendar are there. */
  waitsForImport: z.boolean(),
  /** Units that a donor keeps: by this KPIs of PST are tracked (SVC-007). */
  retentionThreshold: z.int().min(0).max(9_999),
}

export const ServicePolicyView = z.strictObject({ ...servicePolicyShape, version: z.int() })
export type ServicePolicyView = z.infer<typeof ServicePolicyView>

export const getServicePolicy = call('ServiceSetting/GetServicePolicy', {
  reads: true,
  input: Nothing,
  output: ServicePolicyView,
  refusals: [],
})

/** Changes what is named. */
export const updateServicePolicy = call('ServiceSetting/UpdateServicePolicy', {
  input: z.strictObject({ ...z.object(servicePolicyShape).partial().shape, version: Version }),
  output: ServicePolicyView,
  refusals: ['ChangedMeanwhile', 'WholeCompanyNeeded', 'ImportAfterService'],
})
