import { z } from 'zod'
import { companyRelationTypes } from '../access/words.ts'
import { call, Done, Nothing, Version } from '../kit/call.ts'
import { text } from '../kit/values.ts'

// What a company says of itself: on its documents, and at its sign-in page. What the contract with the operator settles is
// shown beside it.

const may = (max: number) => text(max, 0)

const own = {
  /** As registered; the short name where it is empty. */
  legalName: may(200),
  address: may(400),
  postalCode: may(12),
  city: may(60),
  taxOffice: may(80),
  taxNumber: z.string().regex(/^(?:[0-9A-Za-z][0-9A-Za-z .-]{3,18}[0-9A-Za-z])?$/),
  phone: z.string().regex(/^(?:\+?[0-9 ()/-]{5,30})?$/),
  email: z.union([z.literal(''), z.email().max(254)]),
  website: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(200)]),
}
export const CompanyProfileFields = z.object(own)

export const CompanyProfileView = z.strictObject({
  ...own,
  version: z.int(),
  hasLogo: z.boolean(),
  /** Settled by the operator. */
  name: z.string(),
  domain: z.string(),
  relation: z.enum(companyRelationTypes),
  currency: z.string(),
  timeZone: z.string(),
  orderPrefix: z.string(),
  maximumUsers: z.int(),
  fileQuotaMb: z.int(),
  fileUsedMb: z.int(),
})
export type CompanyProfileView = z.infer<typeof CompanyProfileView>

export const getCompanyProfile = call('UserManagement/GetCompanyProfile', {
  reads: true,
  input: Nothing,
  output: CompanyProfileView,
  refusals: [],
})

export const saveCompanyProfile = call('UserManagement/SaveCompanyProfile', {
  input: z.strictObject({ ...own, version: Version }),
  output: CompanyProfileView,
  refusals: ['ChangedMeanwhile', 'WholeCompanyNeeded'],
})

export const logoBytes = 1024 * 1024

/** Drawn anew at most 512 pixels wide or high, on a transparent ground. */
export const uploadCompanyLogo = call('UserManagement/UploadCompanyLogo', {
  kind: 'upload',
  upload: { maxFiles: 1, maxBytes: logoBytes, types: ['image/jpeg', 'image/png'] },
  input: Nothing,
  output: Done,
  refusals: ['PictureTooManyPixels', 'WholeCompanyNeeded'],
})

/** Back to the one that the operator has set, or to none. */
export const deleteCompanyLogo = call('UserManagement/DeleteCompanyLogo', {
  input: Nothing,
  output: Done,
  refusals: ['WholeCompanyNeeded'],
})
