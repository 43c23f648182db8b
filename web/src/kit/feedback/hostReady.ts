import { useSyncExternalStore } from 'react'
import type * as Drawings from './drawings.tsx'

// Dialogs and toasts are drawn by a host that is loaded when the first one is asked for, or when the shell stands:
// the page for signing in does without, and a dialog that says "Connection Failed" must not have to be fetched first.

let ready = Promise.withResolvers<typeof Drawings>()
let wanted = false
const listeners = new Set<() => void>()

/** What draws dialogs, once they can be drawn. */
export function wantHost(): Promise<typeof Drawings> {
  if (!wanted) {
    wanted = true
    for (const listener of listeners) listener()
  }
  return ready.promise
}

export function useHostWanted(): boolean {
  return useSyncExternalStore(subscribe, () => wanted)
}

/** Called by the host when it stands; what it answers is called when it goes. Whoever asks meanwhile waits for the next. */
export function hostStands(drawings: typeof Drawings): () => void {
  ready.resolve(drawings)
  return () => {
    ready = Promise.withResolvers()
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
