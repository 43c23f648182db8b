import type { FoundRecord } from '@kervan/contract/shell/find-records'

/** Where a user that the palette has found opens: beside the list of users. */
export function openUserRecord({ kind, id }: FoundRecord) {
  return kind === 'user' ? { to: '/account/account-settings', search: { part: 'users', user: id } } : null
}
