import { z } from 'zod'
import { call } from '../kit/call.ts'
import { text } from '../kit/values.ts'
import { Session } from './authentication.ts'

// Signing in through Microsoft Entra (ACC-004, D23).

const companyIntCode = z.int().min(1).max(2_147_483_647)

/** What the browser needs to begin; null where the company has not set it up. */
export const getEntraSettings = call('Authentication/GetEntraSettings', {
  access: 'public',
  reads: true,
  input: z.strictObject({ companyIntCode }),
  output: z.strictObject({
    settings: z
      .strictObject({ authority: z.string(), clientId: z.string(), tenantId: z.string() })
      .nullable(),
  }),
  refusals: [],
})

/** A nonce for one sign-in, good for ten minutes: the token must carry it back. */
export const startEntraLogin = call('Authentication/StartEntraLogin', {
  access: 'public',
  input: z.strictObject({ companyIntCode }),
  output: z.strictObject({ nonce: z.string() }),
  refusals: ['EntraFailed', 'TooManyRequests'],
})

/** `entraUsername` is a hint for the login log; who somebody is, the token alone says, by tenant and object id. */
export const loginThroughEntra = call('Authentication/LoginThroughEntra', {
  access: 'public',
  input: z.strictObject({
    entraUsername: text(254, 0),
    entraToken: z.string().min(1).max(16_384),
    companyIntCode,
  }),
  output: Session,
  refusals: ['EntraFailed', 'NotAuthorizedForCompany', 'NoLocationDefined', 'TooManyRequests'],
})
