import { randomBytes } from 'node:crypto'
import { getEntraSettings, loginThroughEntra, startEntraLogin } from '@kervan/contract/access/entra'
import { foldUsername } from '@kervan/contract/access/username'
import { Refusal, refusal } from '@kervan/contract/kit/refusals'
import type { RequestContext } from '../kit/context.ts'
import type { Database } from '../kit/database/db.ts'
import { handlePublic } from '../kit/http/handle.ts'
import { enter } from './enter.ts'
import { settingOf } from './entra-setting.ts'
import { keepNonce, verifyEntraToken, type EntraPerson } from './entra-token.ts'
import { note } from './login-log.ts'
import { microsoft } from './microsoft.ts'
import { countRequest, type Attempt } from './throttle.ts'

// Signing in through Microsoft (ACC-004): whatever is wrong, the answer is the same sentence; the cause is in the log.

const perQuarter = { requests: 200, minutes: 15 }

export const getEntraSettingsHandler = handlePublic(getEntraSettings, async ({ input, services }) => {
  const setting = await settingOf(services.db, input.companyIntCode)
  return {
    settings: setting && {
      authority: setting.authority,
      clientId: setting.clientId,
      tenantId: setting.tenantId,
    },
  }
})

export const startEntraLoginHandler = handlePublic(startEntraLogin, async ({ input, services, address }) => {
  await countRequest(services.db, { key: `entra from ${address}`, ...perQuarter })
  if (!(await settingOf(services.db, input.companyIntCode))) throw refusal('EntraFailed')
  const nonce = randomBytes(32).toString('base64url')
  await keepNonce(services.db.shared, input.companyIntCode, nonce)
  return { nonce }
})

export const loginThroughEntraHandler = handlePublic(loginThroughEntra, async (context) => {
  const { input, services, address, now } = context
  const attempt: Attempt = {
    usernameFolded: foldUsername(input.entraUsername),
    address,
    companyId: input.companyIntCode,
    knownDevice: null,
  }
  await countRequest(services.db, { key: `entra from ${address}`, ...perQuarter })
  const setting = await settingOf(services.db, input.companyIntCode)
  if (!setting) return refuse(context, attempt, null, 'Microsoft sign-in is not set up for this company')
  const person = await verifyEntraToken(
    microsoft(services),
    services.db.shared,
    setting,
    input.companyIntCode,
    input.entraToken,
    now,
  ).catch((cause: unknown) => refuse(context, attempt, null, cause))
  const identityId = await linkedTo(services.db, person)
  if (!identityId) return refuse(context, attempt, null, 'nobody is linked to this Microsoft account')
  const session = await enter(context, input.companyIntCode, identityId, { method: 'Entra' }).catch(
    async (error: unknown) => {
      if (!(error instanceof Refusal) || error.code === 'LoginFailed')
        return refuse(context, attempt, identityId, error)
      await note(context, attempt, identityId, 'Failed', 'membership')
      throw error
    },
  )
  await note(context, attempt, identityId, 'Succces', '')
  return session
})

async function refuse(
  context: RequestContext,
  attempt: Attempt,
  identityId: string | null,
  cause: unknown,
): Promise<never> {
  const said =
    cause instanceof Error
      ? `${'code' in cause ? `${String(cause.code)}: ` : ''}${cause.message}`
      : String(cause)
  context.services.log.warn(
    { reference: context.reference, company: attempt.companyId, cause: said.slice(0, 300) },
    'Microsoft sign-in refused',
  )
  await note(context, attempt, identityId, 'Failed', 'entra')
  throw refusal('EntraFailed')
}

/** Who it is, by tenant and object id, as an administrator said beforehand; never by a name. */
async function linkedTo(db: Database, { tenantId, objectId }: EntraPerson): Promise<string | null> {
  const link = await db.shared
    .selectFrom('entra_link')
    .select('identity_id')
    .where('tenant_id', '=', tenantId)
    .where('object_id', '=', objectId)
    .executeTakeFirst()
  return link?.identity_id ?? null
}
