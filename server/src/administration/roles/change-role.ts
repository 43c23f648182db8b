import { uiPermissions } from '@kervan/contract/access/words'
import { copyRole, createRole, deleteRole, updateRole } from '@kervan/contract/administration/roles'
import { refusal } from '@kervan/contract/kit/refusals'
import { callPermissions } from '@kervan/contract/registry'
import {
  registeredRole,
  administratorPermissions,
  assertAdministratorRemains,
  lockAdministration,
  namesOfReadyMade,
} from '../../access/access.api.ts'
import { record } from '../../kit/records/audit.ts'
import type { SessionContext } from '../../kit/context.ts'
import { fold } from '../../kit/lists/fold.ts'
import { handle } from '../../kit/http/handle.ts'
import { newId } from '../../kit/database/uuid.ts'
import { requireStepUp } from '../step-up-rules.ts'
import { assertMayGrant, assertRoleChange, assertSeesWhole } from '../rights.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { factsOf, presentRole, refusedOnRole } from './read-roles.ts'
import {
  changePermissions,
  findRole,
  holdersNamed,
  holdsRole,
  isHeld,
  permissionsOfRole,
  readHolders,
  type RoleRow,
} from './roles.sql.ts'

// Roles are changed one after the other in a company: every change takes the lock of administration first (USR-004).

export const createRoleHandler = handle(createRole, async (context) => {
  const { tx, actor, input, language } = context
  await lockAdministration(tx, actor.company.id)
  assertKnown([], input.permissions)
  assertMayGrant(actor, input.permissions)
  const id = await insertRole(
    context,
    { name: input.name, permissions: input.permissions, secondFactorRequired: input.secondFactorRequired },
    'role.created',
    {},
  )
  return presentRole(tx, actor, language, id)
})

export const copyRoleHandler = handle(copyRole, async (context) => {
  const { tx, actor, input, language } = context
  await lockAdministration(tx, actor.company.id)
  const role = await findRole(tx, actor, input.roleId, language)
  if (!role) throw copyRole.refuse('RoleNotFound')
  const permissions = await permissionsOfRole(tx, actor, role.id)
  assertMayGrant(actor, permissions)
  const id = await insertRole(
    context,
    { name: input.name, permissions, secondFactorRequired: role.second_factor_required },
    'role.copied',
    { from: role.written_name },
  )
  return presentRole(tx, actor, language, id)
})

export const updateRoleHandler = handle(updateRole, async (context) => {
  const { tx, actor, input, language, now } = context
  await lockAdministration(tx, actor.company.id)
  const role = await findRole(tx, actor, input.roleId, language, { lock: true })
  if (!role) throw updateRole.refuse('RoleNotFound')
  assertSeesWhole(actor)
  if (role.version !== input.version) throw await changedMeanwhile(context, 'role', role.id)
  const name = input.name.trim()
  if (role.ready_made && name !== role.name) throw updateRole.refuse('ReadyMadeRole', { name: role.name })
  const before = await permissionsOfRole(tx, actor, role.id)
  assertKnown(before, input.permissions)
  const dropsSecondFactor = role.second_factor_required && !input.secondFactorRequired
  assertRoleChange(actor, {
    before,
    after: input.permissions,
    heldByActor: await holdsRole(tx, actor, role.id),
    dropsSecondFactor,
  })
  const added = input.permissions.filter((one) => !before.includes(one))
  const removed = before.filter((one) => !input.permissions.includes(one))
  const isRenamed = name !== role.name
  const { secondFactorRequired } = input
  const isFactorChanged = secondFactorRequired !== role.second_factor_required
  if (added.length + removed.length === 0 && !isRenamed && !isFactorChanged)
    return presentRole(tx, actor, language, role.id)
  if (isRenamed) await assertNameFree(context, name, role.id)
  // A role that nobody holds gives nothing to anybody, until it is assigned.
  const gives = role.code === registeredRole || (await isHeld(tx, actor, role.id))
  await requireStepUp(
    context,
    gives ? [{ name: role.name, before, after: input.permissions }] : [],
    dropsSecondFactor,
  )
  await changePermissions(tx, actor, role.id, added, removed)
  await tx
    .updateTable('role')
    .set({
      version: role.version + 1,
      second_factor_required: secondFactorRequired,
      ...(isRenamed && { name }),
    })
    .where('company_id', '=', actor.company.id)
    .where('id', '=', role.id)
    .execute()
  if (removed.some((one) => administratorPermissions.includes(one)))
    await assertAdministratorRemains(tx, actor.company.id)
  // Only what changed is written down: a role has hundreds of permissions that did not.
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'role.changed',
        recordType: 'role',
        recordId: role.id,
        recordCode: isRenamed ? name : role.written_name,
        before: {
          ...(isRenamed && { name: role.name }),
          ...(isFactorChanged && { secondFactorRequired: !secondFactorRequired }),
          permissions: removed.toSorted(),
        },
        after: {
          ...(isRenamed && { name }),
          ...(isFactorChanged && { secondFactorRequired }),
          permissions: added.toSorted(),
        },
      },
    ],
  })
  return presentRole(tx, actor, language, role.id)
})

export const deleteRoleHandler = handle(deleteRole, async (context) => {
  const { tx, actor, input, language, now } = context
  await lockAdministration(tx, actor.company.id)
  const role = await findRole(tx, actor, input.roleId, language, { lock: true })
  if (!role) throw deleteRole.refuse('RoleNotFound')
  if (role.version !== input.version) throw await changedMeanwhile(context, 'role', role.id)
  const { holders, count } = await readHolders(tx, actor, role.id, holdersNamed)
  const refused = refusedOnRole('delete', actor, factsOf(role, holders, count))
  if (refused) throw refused
  const permissions = await permissionsOfRole(tx, actor, role.id)
  await tx.deleteFrom('role').where('company_id', '=', actor.company.id).where('id', '=', role.id).execute()
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'role.deleted',
        recordType: 'role',
        recordId: role.id,
        recordCode: role.name,
        before: { name: role.name, permissions },
      },
    ],
  })
  return { done: true } as const
})

const known = new Set<string>([...uiPermissions, ...callPermissions])

/** What this version does not know can stay in a role, and cannot be added to one. */
export function assertKnown(before: readonly string[], after: readonly string[]): void {
  const permissions = after.filter((one) => !known.has(one) && !before.includes(one))
  if (permissions.length > 0) throw refusal('PermissionUnknown', { permissions })
}

type NewRole = { name: string; permissions: readonly string[]; secondFactorRequired: boolean }

async function insertRole(
  context: SessionContext,
  wanted: NewRole,
  operation: 'role.created' | 'role.copied',
  origin: { from?: string },
): Promise<string> {
  const { tx, actor, now } = context
  const name = wanted.name.trim()
  await assertNameFree(context, name, null)
  const id = newId()
  const granted = [...new Set(wanted.permissions)].toSorted()
  await tx
    .insertInto('role')
    .values({
      company_id: actor.company.id,
      id,
      code: codeOf(name, id),
      name,
      ready_made: false,
      second_factor_required: wanted.secondFactorRequired,
    })
    .execute()
  await changePermissions(tx, actor, id, granted, [])
  await record(tx, actor, now, {
    audit: [
      {
        operation,
        recordType: 'role',
        recordId: id,
        recordCode: name,
        after: { name, ...origin, secondFactorRequired: wanted.secondFactorRequired, permissions: granted },
      },
    ],
  })
  return id
}

/** A code that can be read and is never taken: the name, and the end of the id. */
function codeOf(name: string, id: string): string {
  const words = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  return [words, id.slice(-6)].filter(Boolean).join('-')
}

/** Two roles that read the same cannot be told apart, in none of the languages. Safe, because every change of a role waits for the one before. */
async function assertNameFree(
  { tx, actor }: SessionContext,
  name: string,
  except: RoleRow['id'] | null,
): Promise<void> {
  const taken = await tx
    .selectFrom('role')
    .select(['id', 'name'])
    .where('company_id', '=', actor.company.id)
    .execute()
  const wanted = fold(name)
  const isReadyMade = namesOfReadyMade.some(({ names }) => names.some((one) => fold(one) === wanted))
  if (isReadyMade || taken.some((role) => role.id !== except && fold(role.name) === wanted))
    throw refusal('RoleNameTaken', { name })
}
