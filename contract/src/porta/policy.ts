import { z } from 'zod'
import { call, Nothing, Version } from '../kit/call.ts'
import { DateOnly, text } from '../kit/values.ts'
import { kigoPayments, kigoPeriods } from './kigo.ts'
import { recordOf } from '../kit/typed.ts'
import { penaltyRuleNames } from './penalties.ts'
import { codesAtOnce, imagesAtOnce } from './words.ts'

// How a company takes institutional-discount requests: the tab KIGO and FDGO of service settings.

const settings = {
  /** Ways to prove a pre-application that are switched off, and their tutorials with them: the company's own options (DSC-008). */
  imageFlowOff: z.boolean(),
  itsFlowOff: z.boolean(),
  portaMateFlowOff: z.boolean(),
  maximumCodes: z.int().min(1).max(codesAtOnce.most),
  maximumImages: z.int().min(1).max(imagesAtOnce.most),
  /** Applicants see nothing from before; null leaves the six months (DSC-015). */
  archiveDate: DateOnly.nullable(),
  /** A sale lies back so many days at most when it is applied for. */
  saleDays: z.int().min(1).max(366),
  /** Percent of tax and of the service charge. */
  taxRate: z.string().regex(/^\d{1,2}(\.\d{1,2})?$/),
  serviceRate: z.string().regex(/^\d{1,2}(\.\d{1,2})?$/),
  /** By which day a request belongs to a period of earnings, and which difference its pharmacy is paid (KIG-001). */
  kigoPeriod: z.enum(kigoPeriods),
  kigoPayment: z.enum(kigoPayments),
  /** Price-change refunds: a pack has to be bought from the warehouse that pays, and a sale over the counter speaks against a refund of the price as well (domain/pharma 4.3). */
  sameWarehouse: z.boolean(),
  handSaleForPrice: z.boolean(),
  /** Requests that ended so many days ago are archived; 0 for never. */
  archiveDays: z.int().min(0).max(3_650),
  /** Points of each rule of the penalty scores, 0 to 100; what nobody has decided is scored anew when they change (DSC-014). */
  weights: z.strictObject(recordOf(penaltyRuleNames, () => z.int().min(0).max(100))),
  /** ITS is not asked between these days; applicants are told so. */
  itsPausedFrom: DateOnly.nullable(),
  itsPausedTo: DateOnly.nullable(),
  /** The company's own user at ITS, with which its staff and the nightly inquiry ask. */
  itsUserName: text(40, 0),
}

export const PortaPolicyView = z.strictObject({
  ...settings,
  version: z.int(),
  hasItsPassword: z.boolean(),
  /** Whether the operator has said where ITS is. */
  itsConnected: z.boolean(),
})
export type PortaPolicyView = z.infer<typeof PortaPolicyView>

export const getPortaPolicy = call('ProjectSetting/GetRefundSettings', {
  reads: true,
  input: Nothing,
  output: PortaPolicyView,
  refusals: [],
})

/** Changes what is named. */
export const updatePortaPolicy = call('ProjectSetting/UpdateRefundSettings', {
  input: z.strictObject({
    ...z.object(settings).partial().shape,
    /** Left out, the one that is kept stays. */
    itsPassword: z.string().min(1).max(200).optional(),
    version: Version,
  }),
  output: PortaPolicyView,
  refusals: ['ChangedMeanwhile', 'WholeCompanyNeeded', 'ItsUserNameInvalid'],
})
