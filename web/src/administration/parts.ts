import { devices, ownDevices } from '@kervan/contract/administration/devices'
import { deliveries } from '@kervan/contract/system/deliveries'
import { ownParts } from '../account/account.api.ts'
import type { AccountPart } from '../kit/page/part.ts'
import { orderAccountParts } from '../order/order.api.ts'
import { registrationParts } from '../registration/registration.api.ts'

/** The parts of account settings in the order they are offered (USR-001). A new part is one line here. */
export const accountParts: readonly AccountPart[] = [
  ...ownParts,
  ...orderAccountParts,
  {
    key: 'ownKeys',
    permission: 'MyAccount',
    userType: 'APIUser',
    group: 'me',
    component: () => import('./keys/OwnApiKeys.tsx'),
  },
  {
    key: 'ownDevices',
    permission: 'PortaMate',
    needs: ownDevices.page.permission ?? '',
    group: 'me',
    component: () => import('./devices/OwnDevices.tsx'),
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
  ...registrationParts,
  {
    key: 'keys',
    permission: 'UserManagement',
    group: 'people',
    component: () => import('./keys/ApiKeys.tsx'),
  },
  {
    key: 'devices',
    permission: 'UserManagement',
    needs: devices.page.permission ?? '',
    group: 'people',
    component: () => import('./devices/Devices.tsx'),
  },
  {
    key: 'company',
    permission: 'UserManagement',
    group: 'company',
    component: () => import('./company/Company.tsx'),
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
  {
    key: 'system',
    permission: 'UserManagement',
    group: 'company',
    component: () => import('./system/System.tsx'),
  },
  {
    key: 'deliveries',
    permission: 'UserManagement',
    needs: deliveries.page.permission ?? '',
    group: 'company',
    component: () => import('./system/Deliveries.tsx'),
  },
]
