import { linkEntra, saveEntraSetting, unlinkEntra } from '@kervan/contract/administration/microsoft'
import { createApiKey } from '@kervan/contract/administration/api-keys'
import { updatePolicy } from '@kervan/contract/administration/policy'
import { copyRole, createRole, deleteRole, updateRole } from '@kervan/contract/administration/roles'
import { assignRoles, changeUserStates } from '@kervan/contract/administration/users'
import { updateUser } from '@kervan/contract/administration/user-acts'
import { resetPassword } from '@kervan/contract/administration/user-acts'
import { createUser } from '@kervan/contract/administration/user-acts'
import { inviteAgain } from '@kervan/contract/administration/user-acts'
import { unlockUser } from '@kervan/contract/administration/user-acts'
import { removeSecondFactor } from '@kervan/contract/administration/user-acts'
import { changeUsername } from '@kervan/contract/administration/user-acts'
import type { FreshProof } from '@kervan/contract/kit/step-up'
import { assertFreshProof } from '../access/access.api.ts'
import type { SessionContext } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'

// What gives a way in as somebody who can administer, or gives their rights, needs a fresh proof in the same request:
// whoever has found an open session would otherwise make themselves another identity, and prove themselves as that one.
// What concerns others does not, because a help desk does it all day (decision 0006).

/**
 * Who holds one of these can administer: decides who comes in and what they may do. The users of one location are not
 * among it, because whoever looks after them gives no more than they hold themselves.
 */
export const administering: ReadonlySet<string> = new Set(
  [
    createUser,
    updateUser,
    changeUsername,
    resetPassword,
    removeSecondFactor,
    unlockUser,
    inviteAgain,
    changeUserStates,
    assignRoles,
    createRole,
    copyRole,
    updateRole,
    deleteRole,
    updatePolicy,
    saveEntraSetting,
    linkEntra,
    unlinkEntra,
    createApiKey,
  ].flatMap(({ permission }) => permission ?? []),
)

/** What of administering somebody could do afterwards and could not before, in order. */
export function addedPermissions(before: Iterable<string>, after: Iterable<string>): string[] {
  const had = new Set(before)
  return [...new Set(after)]
    .filter((permission) => administering.has(permission) && !had.has(permission))
    .toSorted()
}

type StepUpContext = SessionContext & { input: { proof?: FreshProof | undefined } }
/** What a change gives to one user, program or role, in permissions. Whoever comes in as somebody had nothing before. */
export type Given = { name: string; before: Iterable<string>; after: Iterable<string> }

/**
 * Asked once the change is known to be allowed, before it is made: throws `ReauthenticationRequired` with the names of those who gain
 * something of administering. `weakens`: a rule of the company grows weaker, which needs a proof whoever gains.
 */
export async function requireStepUp(
  context: StepUpContext,
  changes: readonly Given[],
  weakens = false,
): Promise<void> {
  const names = changes
    .filter(({ before, after }) => addedPermissions(before, after).length > 0)
    .map(({ name }) => name)
    .toSorted()
  if (weakens || names.length > 0) await assertFreshProof(context, context.input.proof, names)
}

/** As `Given`, in roles. */
export type RolesGiven = { name: string; before: readonly string[]; after: readonly string[] }

/** As `requireStepUp`, for users. Their roles have to be locked, or else be given to nobody and grow at the same time. */
export async function requireStepUpForUsers(
  context: StepUpContext,
  changes: readonly RolesGiven[],
): Promise<void> {
  const held = await administeringOfRoles(
    context.tx,
    context.actor.company.id,
    changes.flatMap(({ before, after }) => [...before, ...after]),
  )
  const permissionsOf = (roleIds: readonly string[]) => roleIds.flatMap((roleId) => held.get(roleId) ?? [])
  await requireStepUp(
    context,
    changes.map(({ name, before, after }) => ({
      name,
      before: permissionsOf(before),
      after: permissionsOf(after),
    })),
  )
}

/** Opening a way in as this user: all they hold, for whoever comes in. */
export function signInAccess({
  username,
  role_ids: roleIds,
}: {
  username: string
  role_ids: readonly string[]
}): RolesGiven {
  return { name: username, before: [], after: roleIds }
}

async function administeringOfRoles(
  tx: Tx,
  companyId: number,
  roleIds: readonly string[],
): Promise<Map<string, string[]>> {
  const held = new Map<string, string[]>()
  if (roleIds.length === 0) return held
  const rows = await tx
    .selectFrom('role_permission')
    .select(['role_id', 'permission'])
    .where('company_id', '=', companyId)
    .where('role_id', 'in', [...new Set(roleIds)])
    .where('permission', 'in', [...administering])
    .execute()
  for (const { role_id: roleId, permission } of rows)
    held.set(roleId, [...(held.get(roleId) ?? []), permission])
  return held
}
