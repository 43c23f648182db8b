import type { AccountPart } from '../kit/page/part.ts'

/** The parts of account settings that are about registrations. */
export const registrationParts: readonly AccountPart[] = [
  {
    key: 'registrations',
    permission: 'UserManagement',
    group: 'people',
    component: () => import('./Registrations.tsx'),
  },
]
