import type { UiPermission, UserType } from '@kervan/contract/access/words'
import type { ComponentType } from 'react'

export const partGroups = ['me', 'people', 'company'] as const

export type AccountPart = {
  /** Stands in the address (`?part=users`) and names the part: `account.part.<key>`. */
  key: string
  permission: UiPermission
  /** Offered to users of this type only. */
  userType?: UserType
  group: (typeof partGroups)[number]
  /** A `PageFrame` of its own. What else it keeps in the address it reads with `useScreenSearch`. */
  component: () => Promise<{ default: ComponentType }>
}

/** The parts of account settings in the order they are offered (USR-001). A new part is one line here. */
export const accountParts: readonly AccountPart[] = [
  { key: 'profile', permission: 'MyAccount', group: 'me', component: () => import('./profile/Profile.tsx') },
  {
    key: 'appearance',
    permission: 'AccountSettings',
    group: 'me',
    component: () => import('./profile/Appearance.tsx'),
  },
  {
    key: 'security',
    permission: 'MyAccount',
    group: 'me',
    component: () => import('./security/Security.tsx'),
  },
  {
    key: 'ownKeys',
    permission: 'MyAccount',
    userType: 'APIUser',
    group: 'me',
    component: () => import('./keys/OwnApiKeys.tsx'),
  },
  {
    key: 'users',
    permission: 'UserManagement',
    group: 'people',
    component: () => import('./users/Users.tsx'),
  },
  {
    key: 'locations',
    permission: 'UserManagement',
    group: 'people',
    component: () => import('./locations/UserLocations.tsx'),
  },
  {
    key: 'thirdParty',
    permission: 'ThirdPartyUserManagement',
    group: 'people',
    component: () => import('./third-party/ThirdPartyLocations.tsx'),
  },
  {
    key: 'roles',
    permission: 'UserManagement',
    group: 'people',
    component: () => import('./roles/Roles.tsx'),
  },
  {
    key: 'registrations',
    permission: 'UserManagement',
    group: 'people',
    component: () => import('./registrations/Registrations.tsx'),
  },
  {
    key: 'keys',
    permission: 'UserManagement',
    group: 'people',
    component: () => import('./keys/ApiKeys.tsx'),
  },
  {
    key: 'activity',
    permission: 'UserManagement',
    group: 'company',
    component: () => import('./activity/Activity.tsx'),
  },
  {
    key: 'contacts',
    permission: 'UserManagement',
    group: 'company',
    component: () => import('./contacts/Contacts.tsx'),
  },
  {
    key: 'microsoft',
    permission: 'UserManagement',
    group: 'company',
    component: () => import('./microsoft/Microsoft.tsx'),
  },
  {
    key: 'acknowledgements',
    permission: 'UserManagement',
    group: 'company',
    component: () => import('./acknowledgements/Acknowledgements.tsx'),
  },
  {
    key: 'policy',
    permission: 'UserManagement',
    group: 'company',
    component: () => import('./policy/Policy.tsx'),
  },
]
