import { useSyncExternalStore } from 'react'
import type * as Drawings from './drawings.tsx'

// Dialogs and toasts are drawn by a host that is loaded when the first one is asked for, or when the shell stands:
// the page for signing in does without, and a dialog that says "Connection Failed" must not have to be fetched first.

const { promise, resolve } = Promise.withResolvers<typeof Drawings>()
let wanted = false
const listeners = new Set<() => void>()

/** What draws dialogs, once they can be drawn. */
export function wantHost(): Promise<typeof Drawings> {
  if (!wanted) {
    wanted = true
    for (const listener of listeners) listener()
  }
  return promise
}

export function useHostWanted(): boolean {
  return useSyncExternalStore(subscribe, () => wanted)
}

export const hostStands = (drawings: typeof Drawings) => resolve(drawings)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
