import type { users } from '@kervan/contract/administration/users'
import type { RowOf } from '@kervan/contract/kit/page'

/** What is known of a user on a row and in the drawer alike. */
export type Subject = Pick<
  RowOf<typeof users>,
  'id' | 'version' | 'username' | 'firstName' | 'lastName' | 'state' | 'invitation' | 'actions'
>

export const nameOf = ({ firstName, lastName }: Pick<Subject, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`
