import { useSyncExternalStore } from 'react'

// Dialogs and toasts are drawn by a host that is loaded when the first one is asked for, or when the shell stands:
// the page for signing in does without, and a dialog that says "Connection Failed" must not have to be fetched first.

const { promise, resolve } = Promise.withResolvers<void>()
let wanted = false
const listeners = new Set<() => void>()

/** Kept once dialogs can be drawn. */
export function wantHost(): Promise<void> {
  if (!wanted) {
    wanted = true
    for (const listener of listeners) listener()
  }
  return promise
}

export function useHostWanted(): boolean {
  return useSyncExternalStore(subscribe, () => wanted)
}

export const hostStands = () => resolve()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
