import { landingPath } from '@kervan/contract/shell/screens'

/** Where to after signing in: the page first asked for, if it is one of ours; the guards judge whether it may be seen. */
export function afterLogin(next: string | undefined, permissions: readonly string[]): string {
  if (next && /^\/(?![/\\])/.test(next) && !next.startsWith('/login')) return next
  return landingPath(new Set(permissions)) ?? '/'
}
