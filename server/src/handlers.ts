import * as acknowledgementDrafts from './access/acknowledgement-drafts.ts'
import * as acknowledgementVersions from './access/acknowledgement-versions.ts'
import * as acknowledgements from './access/acknowledgements.ts'
import * as apiKeys from './access/api-keys.ts'
import * as entraAdministration from './access/entra-administration.ts'
import * as entraLinks from './access/entra-links.ts'
import * as entraLogin from './access/entra-login.ts'
import * as invitation from './access/invitation.ts'
import * as forgotPassword from './access/forgot-password.ts'
import * as freshProof from './access/fresh-proof.ts'
import * as login from './access/login.ts'
import * as newPassword from './access/new-password.ts'
import * as ownCompanies from './access/own-companies.ts'
import * as ownSecondFactor from './access/own-second-factor.ts'
import * as ownSessions from './access/own-sessions.ts'
import * as sessionCalls from './access/session-calls.ts'
import * as setup from './access/setup.ts'
import * as webResources from './access/web-resources.ts'
import * as activity from './account/activity/activity.ts'
import * as loginLog from './account/activity/login-log.ts'
import * as contacts from './account/contacts/contacts.ts'
import * as allocate from './account/locations/allocate.ts'
import * as importAllocations from './account/locations/import-allocations.ts'
import * as locationLists from './account/locations/location-lists.ts'
import * as ownUsername from './account/profile/own-username.ts'
import * as profile from './account/profile/profile.ts'
import * as thirdPartyUsers from './account/third-party/third-party-users.ts'
import * as bulkUsers from './account/users/bulk-users.ts'
import * as createUser from './account/users/create-user.ts'
import * as invite from './account/users/invite.ts'
import * as presentUser from './account/users/present-user.ts'
import * as signInHelp from './account/users/sign-in-help.ts'
import * as updateUser from './account/users/update-user.ts'
import * as userLists from './account/users/user-lists.ts'
import * as userOptions from './account/users/user-options.ts'
import * as changeRole from './account/roles/change-role.ts'
import * as previewRole from './account/roles/preview-role.ts'
import * as readRoles from './account/roles/read-roles.ts'
import * as explain from './account/explain/explain-access.ts'
import * as policy from './account/policy/policy.ts'
import * as subscriptions from './account/subscriptions/subscriptions.ts'
import * as dictionaries from './account/web-app-user-dictionary.ts'
import * as decideRegistrations from './registration/decide.ts'
import * as decideManyRegistrations from './registration/decide-many.ts'
import * as register from './registration/register.ts'
import * as home from './home/home.ts'
import * as jobCalls from './jobs/job-calls.ts'
import * as jobResults from './jobs/job-results.ts'
import type { AnyHandler } from './kit/handle.ts'
import * as decideOne from './order/management/decide-order.ts'
import * as decideMany from './order/management/decide-orders.ts'
import * as managementLists from './order/management/lists.ts'
import * as myOrders from './order/my/my-orders.ts'
import * as cart from './order/new/cart.ts'
import * as catalogue from './order/new/catalogue.ts'
import * as importing from './order/new/import.ts'
import * as placeOrder from './order/new/place-order.ts'
import * as reviewCart from './order/new/review-cart.ts'

// Every handler of the server. A new area adds its files here and nowhere else.

const areas = [
  explain,
  policy,
  subscriptions,
  activity,
  loginLog,
  login,
  forgotPassword,
  newPassword,
  freshProof,
  ownSecondFactor,
  ownSessions,
  acknowledgements,
  acknowledgementVersions,
  acknowledgementDrafts,
  invitation,
  ownCompanies,
  entraLogin,
  entraAdministration,
  entraLinks,
  apiKeys,
  sessionCalls,
  setup,
  webResources,
  dictionaries,
  jobCalls,
  jobResults,
  catalogue,
  cart,
  importing,
  reviewCart,
  placeOrder,
  managementLists,
  decideOne,
  decideMany,
  myOrders,
  bulkUsers,
  createUser,
  invite,
  presentUser,
  signInHelp,
  updateUser,
  userLists,
  userOptions,
  allocate,
  importAllocations,
  locationLists,
  thirdPartyUsers,
  contacts,
  ownUsername,
  profile,
  readRoles,
  previewRole,
  changeRole,
  home,
  register,
  decideRegistrations,
  decideManyRegistrations,
]

export const handlers: readonly AnyHandler[] = areas.flatMap((area) => Object.values(area).filter(isHandler))

function isHandler(value: unknown): value is AnyHandler {
  return (
    typeof value === 'object' && value !== null && 'call' in value && ('run' in value || 'runPublic' in value)
  )
}
