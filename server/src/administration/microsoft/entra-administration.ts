import { lockAdministration } from '../../access/access.api.ts'
import { z } from 'zod'
import {
  checkEntraSetting,
  getEntraSetting,
  saveEntraSetting,
  type EntraSettingView,
} from '@kervan/contract/administration/microsoft'
import { keysOf } from '@kervan/contract/kit/typed'
import {
  requireStepUpForUsers,
  assertSeesWhole,
  countLinkedAdministrators,
  countSignIns,
  linkedUsers,
  policyId,
  signInAccess,
} from '../administration.api.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { record } from '../../kit/records/audit.ts'
import type { Services, SessionContext } from '../../kit/context.ts'
import { microsoft } from '../../access/access.api.ts'
import { handle, handleOutside } from '../../kit/http/handle.ts'

// The company's Microsoft setting (ACC-004, D23). A company says its tenant and client; where Microsoft is, the operator
// says (ENTRA_AUTHORITY): whoever could name the issuer could let anybody in, and have the server ask any address.

const recordType = 'entra'

export const getEntraSettingHandler = handle(getEntraSetting, presentSetting)

export const saveEntraSettingHandler = handle(saveEntraSetting, async (context) => {
  const { tx, actor, now, input, services } = context
  assertSeesWhole(actor)
  // Whoever links, unlinks, closes the door behind passwords or changes the tenant stands in one line.
  await lockAdministration(tx, actor.company.id)
  const before = await tx
    .selectFrom('entra_setting')
    .select(['tenant_id', 'client_id', 'enabled', 'version'])
    .where('company_id', '=', actor.company.id)
    .executeTakeFirst()
  if ((before?.version ?? 0) !== input.version)
    throw await changedMeanwhile(context, recordType, policyId(actor))
  const was = before && { tenantId: before.tenant_id, clientId: before.client_id, enabled: before.enabled }
  const is = { tenantId: input.tenantId, clientId: input.clientId, enabled: input.enabled }
  const changed = keysOf(is).filter((key) => was?.[key] !== is[key])
  if (changed.length === 0) return presentSetting(context)
  const row = {
    tenant_id: is.tenantId,
    client_id: is.clientId,
    enabled: is.enabled,
    version: input.version + 1,
    ...addressesOf(services.config.entraAuthority, is.tenantId),
  }
  await tx
    .insertInto('entra_setting')
    .values({ company_id: actor.company.id, ...row })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute()
  const policy = await tx
    .selectFrom('company_policy')
    .select('entra_only')
    .where('company_id', '=', actor.company.id)
    .executeTakeFirstOrThrow()
  // Asked after the change: another tenant has other accounts, and switched off there are none.
  if (policy.entra_only && (await countLinkedAdministrators(tx, actor.company.id)) === 0)
    throw saveEntraSetting.refuse('NoLinkedAdministrator')
  // And so is this: whoever was linked in that tenant comes in from now on, and is who the client says they are.
  await requireStepUpForUsers(context, (await linkedUsers(tx, actor.company.id)).map(signInAccess))
  const only = (values: typeof is) => Object.fromEntries(changed.map((key) => [key, values[key]]))
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'entra.changed',
        recordType,
        recordId: policyId(actor),
        recordCode: null,
        before: was ? only(was) : null,
        after: only(is),
      },
    ],
  })
  return presentSetting(context)
})

/** The issuer that tokens must name, and the one address their keys are at. */
function addressesOf(authority: string, tenantId: string) {
  return {
    authority: `${authority}/${tenantId}/v2.0`,
    keys_url: `${authority}/${tenantId}/discovery/v2.0/keys`,
  }
}

const Discovery = z.object({ issuer: z.string() })
const Keys = z.object({ keys: z.array(z.object({ kty: z.string() })) })

const addressesToAsk = async ({ input, services }: SessionContext & { input: { tenantId: string } }) =>
  addressesOf(services.config.entraAuthority, input.tenantId)

export const checkEntraSettingHandler = handleOutside(
  checkEntraSetting,
  addressesToAsk,
  async ({ authority, keys_url: keysUrl }, { services }) => {
    const [told, keys] = await Promise.all([
      ask(services, Discovery, `${authority}/.well-known/openid-configuration`),
      ask(services, Keys, keysUrl),
    ])
    return {
      issuer: authority,
      reached: told !== null,
      issuerFits: told?.issuer === authority,
      keys: keys?.keys.length ?? 0,
    }
  },
)

/** Null for whatever is not the answer that was asked for: no such tenant, no network, another page. */
async function ask<T>(services: Services, schema: z.ZodType<T>, address: string): Promise<T | null> {
  try {
    const response = await microsoft(services).fetch(address)
    return response.ok ? schema.parse(await response.json()) : null
  } catch {
    return null
  }
}

async function presentSetting({ tx, actor, services }: SessionContext): Promise<EntraSettingView> {
  const { id } = actor.company
  const [row, policy, counts, linkedAdministrators, last] = await Promise.all([
    tx
      .selectFrom('entra_setting')
      .select(['tenant_id', 'client_id', 'enabled', 'version'])
      .where('company_id', '=', id)
      .executeTakeFirst(),
    tx
      .selectFrom('company_policy')
      .select('entra_only')
      .where('company_id', '=', id)
      .executeTakeFirstOrThrow(),
    countSignIns(tx, id),
    countLinkedAdministrators(tx, id),
    tx
      .selectFrom('audit_entry')
      .select(['actor_name', 'at'])
      .where('company_id', '=', id)
      .where('record_type', '=', recordType)
      .where('record_id', '=', policyId(actor))
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return {
    id: policyId(actor),
    setting: row ? { tenantId: row.tenant_id, clientId: row.client_id, enabled: row.enabled } : null,
    version: row?.version ?? 0,
    authority: services.config.entraAuthority,
    activeUsers: counts.active,
    linkedUsers: counts.linked,
    linkedAdministrators,
    entraOnly: policy.entra_only,
    changedBy: last?.actor_name ?? null,
    changedAt: last?.at.toISOString() ?? null,
  }
}
