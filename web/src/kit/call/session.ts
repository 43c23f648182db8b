import type { Session } from '@kervan/contract/access/authentication'
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../storage/storage.ts'

// The session of this browser, shared by all its tabs through local storage.

let current: Session | null = readStored('kervan.session')
const listeners = new Set<() => void>()

export function getSession(): Session | null {
  return current
}

export function setSession(session: Session | null): void {
  current = session
  writeStored('kervan.session', session)
  for (const listener of listeners) listener()
}

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, getSession)
}

/** For screens behind the session guard. */
export function useSignedIn(): Session {
  const session = useSession()
  if (!session) throw new Error('This part of the portal needs a session')
  return session
}

/** A sign-out in another tab signs out here too; a renewed token is taken over. */
export function followOtherTabs(onSignedOut: () => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== null && event.key !== 'kervan.session') return
    const before = current
    current = readStored('kervan.session')
    for (const listener of listeners) listener()
    const other =
      before &&
      current &&
      (before.UserName !== current.UserName || before.CompanyIntCode !== current.CompanyIntCode)
    if (before && (!current || other)) onSignedOut()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
