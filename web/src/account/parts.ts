import type { AccountPart } from '../kit/page/part.ts'

/** The parts of account settings that are about oneself. */
export const ownParts: readonly AccountPart[] = [
  {
    key: 'profile',
    permission: 'MyAccount',
    group: 'me',
    component: () => import('./profile/Profile.tsx'),
  },
  {
    key: 'appearance',
    permission: 'AccountSettings',
    group: 'me',
    component: () => import('./profile/Appearance.tsx'),
  },
  {
    key: 'notices',
    permission: 'AccountSettings',
    group: 'me',
    component: () => import('./notices/Notices.tsx'),
  },
  {
    key: 'security',
    permission: 'MyAccount',
    group: 'me',
    component: () => import('./security/Security.tsx'),
  },
]
