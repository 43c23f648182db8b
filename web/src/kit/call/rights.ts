import { getSession, useSession } from './session.ts'

/** What the user may see. The server decides again on every call (SHL-025). */
export type Rights = {
  has(permission: string): boolean
  any(...permissions: string[]): boolean
  all(...permissions: string[]): boolean
}

export function rightsOf(permissions: readonly string[]): Rights {
  const held = new Set(permissions)
  return {
    has: (permission) => held.has(permission),
    any: (...wanted) => wanted.some((permission) => held.has(permission)),
    all: (...wanted) => wanted.every((permission) => held.has(permission)),
  }
}

export function useRights(): Rights {
  const session = useSession()
  return rightsOf(session?.PermissionsUI ?? [])
}

export function currentRights(): Rights {
  return rightsOf(getSession()?.PermissionsUI ?? [])
}
