import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { call, Done, Nothing, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { proofRefusals, stepUp } from '../kit/step-up.ts'
import { text } from '../kit/values.ts'
import { membershipStates, userTypes } from '../access/words.ts'
import { menus } from '../shell/screens.ts'
import { permissionAreas } from '../kit/permission-areas.ts'
import { permissionKinds } from './permissions.ts'

// Roles (USR-005): what a group of people may do. Permissions are the contract's own list.

const RoleActions = actionsField(['edit', 'copy', 'delete'])

export const roles = pageList('UserManagement/GetRoles', {
  columns: {
    name: column.text(),
    code: column.code(),
    readyMade: column.flag(),
    userCount: column.integer(),
    permissionCount: column.integer(),
    /** Whoever holds the role signs in with a second factor. */
    secondFactorRequired: column.flag(),
  },
  extra: { id: z.uuid(), version: z.int(), actions: RoleActions },
  defaultSort: [{ column: 'name', direction: 'asc' }],
  search: true,
})

export const holdersShown = 200

export const RoleView = z.strictObject({
  id: z.uuid(),
  version: z.int(),
  name: z.string(),
  code: z.string(),
  readyMade: z.boolean(),
  secondFactorRequired: z.boolean(),
  permissions: z.array(z.string()),
  /** The first of those who hold it, by name. */
  holders: z.array(
    z.strictObject({
      membershipId: z.uuid(),
      name: z.string(),
      username: z.string(),
      userType: z.enum(userTypes),
      state: z.enum(membershipStates),
    }),
  ),
  holderCount: z.int(),
  /** The reader holds this role, so may not add to it. */
  heldByMe: z.boolean(),
  actions: RoleActions,
})
export type RoleView = z.infer<typeof RoleView>

const roleId = Uuid
const Name = text(60).refine((name) => name.trim() !== '', 'kit.issue.required')
/** Room for every permission there will be, and an end to what is read. */
const Permissions = z.array(z.string().min(1).max(100)).max(2_000)

export const getRole = call('UserManagement/GetRole', {
  reads: true,
  input: z.strictObject({ roleId }),
  output: RoleView,
  refusals: ['RoleNotFound'],
})

/** Everything that can be granted: screens, their elements, and the contract's calls, area by area. */
export const getPermissions = call('UserManagement/GetPermissions', {
  reads: true,
  input: Nothing,
  output: z.strictObject({
    permissions: z.array(
      z.strictObject({
        permission: z.string(),
        area: z.enum(permissionAreas),
        kind: z.enum(permissionKinds),
        /** How many roles of the company have it; 0 is what a new version brought. */
        roles: z.int(),
        /** The reader holds it, so may grant it. */
        mine: z.boolean(),
      }),
    ),
  }),
  refusals: [],
})

const Difference = z.strictObject({
  menus: z.array(z.enum(menus)),
  /** Keys of screens, named by `screen.<key>.title`. */
  screens: z.array(z.string()),
  elements: z.array(z.string()),
  calls: z.array(z.string()),
})

/** What a change of a role would open and close, whom it touches, and what stands in its way. Changes nothing. */
export const previewRole = call('UserManagement/PreviewRole', {
  reads: true,
  input: z.strictObject({ roleId: roleId.nullable(), permissions: Permissions }),
  output: z.strictObject({
    opens: Difference,
    closes: Difference,
    holders: z.int(),
    /** Holders for whom something changes; the others have it through another role too. */
    touched: z.int(),
    /** Their open sessions: the change holds from their next call on. */
    sessions: z.int(),
    refusals: z.array(z.strictObject({ code: z.string(), message: z.string() })),
  }),
  refusals: ['RoleNotFound'],
})

export const createRole = call('UserManagement/CreateRole', {
  input: z.strictObject({
    name: Name,
    permissions: Permissions,
    secondFactorRequired: z.boolean(),
  }),
  output: RoleView,
  refusals: ['RoleNameTaken', 'PermissionUnknown', 'RightsExceedOwn'],
})

export const copyRole = call('UserManagement/CopyRole', {
  input: z.strictObject({ roleId, name: Name }),
  output: RoleView,
  refusals: ['RoleNotFound', 'RoleNameTaken', 'RightsExceedOwn'],
})

/** Ready-made roles keep their name; everything else of them can be changed. Asking for no second factor any more needs a fresh proof, and so does giving holders what administers. */
export const updateRole = call('UserManagement/UpdateRole', {
  input: z.strictObject({
    roleId,
    version: Version,
    name: Name,
    permissions: Permissions,
    secondFactorRequired: z.boolean(),
    ...stepUp,
  }),
  output: RoleView,
  refusals: [
    'RoleNotFound',
    'ChangedMeanwhile',
    'RoleNameTaken',
    'ReadyMadeRole',
    'PermissionUnknown',
    'RightsExceedOwn',
    'OwnRights',
    'LastAdministrator',
    'WholeCompanyNeeded',
    ...proofRefusals,
  ],
})

export const deleteRole = call('UserManagement/DeleteRole', {
  input: z.strictObject({ roleId, version: Version }),
  output: Done,
  refusals: ['RoleNotFound', 'ChangedMeanwhile', 'ReadyMadeRole', 'RoleInUse'],
})
