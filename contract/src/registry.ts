import * as acknowledgement from './access/acknowledgement.ts'
import * as acknowledgementDrafts from './access/acknowledgement-drafts.ts'
import * as acknowledgementVersions from './access/acknowledgement-versions.ts'
import * as apiKeys from './account/api-keys.ts'
import * as authentication from './access/authentication.ts'
import * as entra from './access/entra.ts'
import * as invitation from './access/invitation.ts'
import * as ownSecurity from './access/own-security.ts'
import * as setup from './access/setup.ts'
import * as webResources from './access/web-resources.ts'
import * as activity from './account/activity.ts'
import * as contacts from './account/notification-contacts.ts'
import * as profile from './account/profile.ts'
import * as thirdPartyUsers from './account/third-party-users.ts'
import * as userLocations from './account/user-locations.ts'
import * as users from './account/users.ts'
import * as roles from './account/roles.ts'
import * as explain from './account/explain.ts'
import * as policy from './account/policy.ts'
import * as subscriptions from './account/subscriptions.ts'
import * as dictionaries from './account/web-app-user-dictionary.ts'
import * as registration from './registration/registration.ts'
import * as home from './home/home.ts'
import * as jobs from './jobs/jobs.ts'
import type { Call } from './kit/call.ts'
import type { PageList } from './kit/page.ts'
import * as orderManagement from './order/order-management.ts'
import * as orderMy from './order/order-my.ts'
import * as orderImport from './order/order-import.ts'
import * as orderNew from './order/order-new.ts'

// The one list of everything the server answers. A new area adds its file here and nowhere else.

const areas = [
  explain,
  policy,
  subscriptions,
  activity,
  authentication,
  ownSecurity,
  acknowledgement,
  acknowledgementVersions,
  acknowledgementDrafts,
  invitation,
  entra,
  apiKeys,
  setup,
  webResources,
  dictionaries,
  jobs,
  orderNew,
  orderImport,
  orderManagement,
  orderMy,
  users,
  userLocations,
  thirdPartyUsers,
  contacts,
  profile,
  roles,
  home,
  registration,
]

export const lists: readonly PageList[] = areas.flatMap((area) => Object.values(area).filter(isList))

export const calls: readonly Call[] = unique([
  ...areas.flatMap((area) => Object.values(area).filter(isCall)),
  ...lists.flatMap((list) => [list.page, list.excel]),
])

/** Every permission that a call asks for, for the role editor. */
export const callPermissions: readonly string[] = calls.flatMap((call) => call.permission ?? []).toSorted()

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'operation' in value
}

function isList(value: unknown): value is PageList {
  return typeof value === 'object' && value !== null && 'excel' in value && 'columns' in value
}

function unique(all: Call[]): Call[] {
  const names = new Set<string>()
  for (const { name } of all) {
    if (names.has(name)) throw new Error(`${name} is declared twice`)
    names.add(name)
  }
  return all
}
