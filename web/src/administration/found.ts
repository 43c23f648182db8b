import { IconUser } from '@tabler/icons-react'
import type { FoundKinds } from '../kit/page/foundKinds.ts'

/** Users that the palette finds open beside the list of users. */
export const found: FoundKinds = {
  user: {
    icon: IconUser,
    group: (t) => t('shell.palette.users'),
    opens: ({ id }) => ({ to: '/account/account-settings', search: { part: 'users', user: id } }),
  },
}
