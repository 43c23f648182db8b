import { lockAdministration } from '../../access/access.api.ts'
import { getEntraLinks, linkEntra, unlinkEntra } from '@kervan/contract/administration/microsoft'
import { refusal } from '@kervan/contract/kit/refusals'
import {
  assertNotAbove,
  requireStepUpForUsers,
  countLinkedAdministrators,
  factsOf,
  findUser,
  signInAsThem,
  signInAccess,
} from '../administration.api.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { record } from '../../kit/records/audit.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { refusalMessage } from '../../kit/messages.ts'

// Which Microsoft account is whose: said by an administrator of the company that brought the person in (D23).

type Context = SessionContext & {
  input: { membershipId: string; tenantId: string; objectId: string; version: number }
}

/** Of somebody another company brought in nothing is told: their accounts are that company's affair. */
export const getEntraLinksHandler = handle(getEntraLinks, async ({ input, tx, actor, language }) => {
  const user = await findUser(tx, actor, input.membershipId, { lock: false })
  const facts = factsOf(actor, user)
  const [setting, links] = await Promise.all([
    tx
      .selectFrom('entra_setting')
      .select(['tenant_id', 'enabled'])
      .where('company_id', '=', actor.company.id)
      .executeTakeFirst(),
    facts.isHome
      ? tx
          .selectFrom('entra_link')
          .select(['tenant_id', 'object_id', 'linked_at', 'linked_by'])
          .where('identity_id', '=', user.identity_id)
          .orderBy('linked_at')
          .execute()
      : [],
  ])
  const blocked = signInAsThem(facts)
  return {
    version: user.version,
    links: links.map((link) => ({
      tenantId: link.tenant_id,
      objectId: link.object_id,
      linkedAt: link.linked_at.toISOString(),
      linkedBy: link.linked_by,
      current: link.tenant_id === setting?.tenant_id,
    })),
    tenantId: setting?.tenant_id ?? null,
    enabled: setting?.enabled ?? false,
    blocked: blocked && refusalMessage(language, blocked),
  }
})

export const linkEntraHandler = handle(linkEntra, async (context) => {
  const { input, tx } = context
  const user = await lockUser(context)
  const link = {
    tenant_id: input.tenantId,
    object_id: input.objectId,
    identity_id: user.identity_id,
    linked_by: context.actor.name,
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('entra_link')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) {
    const taken = await tx
      .selectFrom('entra_link')
      .select('identity_id')
      .where('tenant_id', '=', input.tenantId)
      .where('object_id', '=', input.objectId)
      .executeTakeFirst()
    if (taken?.identity_id !== user.identity_id) throw refusal('EntraLinkTaken')
    return { done: true } as const
  }
  await requireStepUpForUsers(context, [signInAccess(user)])
  await written(context, user, 'security.entraLinked')
  return { done: true } as const
})

export const unlinkEntraHandler = handle(unlinkEntra, async (context) => {
  const { input, tx, actor } = context
  await lockAdministration(tx, actor.company.id)
  const user = await lockUser(context)
  const { numDeletedRows } = await tx
    .deleteFrom('entra_link')
    .where('tenant_id', '=', input.tenantId)
    .where('object_id', '=', input.objectId)
    .where('identity_id', '=', user.identity_id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw refusal('NotFound')
  // Where Microsoft is the only way in, the last who can repair everything keeps theirs.
  const policy = await tx
    .selectFrom('company_policy')
    .select('entra_only')
    .where('company_id', '=', actor.company.id)
    .executeTakeFirstOrThrow()
  if (policy.entra_only && (await countLinkedAdministrators(tx, actor.company.id)) === 0)
    throw refusal('NoLinkedAdministrator')
  await written(context, user, 'security.entraUnlinked')
  return { done: true } as const
})

/** Whoever links an account lets its owner in as this user, so the user must not have more rights or see more than oneself. */
async function lockUser(context: Context) {
  const { input, tx, actor } = context
  const user = await findUser(tx, actor, input.membershipId)
  if (user.home_company_id !== actor.company.id) throw refusal('NotHomeCompany')
  await assertNotAbove(tx, actor, [user.id])
  if (user.hasWiderScope) throw refusal('ScopeExceedsOwn')
  const { numUpdatedRows } = await tx
    .updateTable('membership')
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('company_id', '=', actor.company.id)
    .where('id', '=', user.id)
    .where('version', '=', input.version)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw await changedMeanwhile(context, 'membership', user.id)
  return user
}

function written(
  { input, tx, actor, now }: Context,
  user: { id: string; username: string },
  operation: 'security.entraLinked' | 'security.entraUnlinked',
): Promise<void> {
  const link = { tenantId: input.tenantId, objectId: input.objectId }
  const change = operation === 'security.entraLinked' ? { after: link } : { before: link }
  return record(tx, actor, now, {
    audit: [{ operation, recordType: 'membership', recordId: user.id, recordCode: user.username, ...change }],
  })
}
