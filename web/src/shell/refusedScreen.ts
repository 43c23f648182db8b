import type { Screen } from '@kervan/contract/shell/screens'
import { useSyncExternalStore } from 'react'

// A screen that was asked for by its address and not given: the guard leads on without a word (SHL-004), and this
// remembers what was refused, until the user goes on from where they were led.

type RefusedScreen = { screen: Screen; ledTo: string }
let refused: RefusedScreen | null = null
const listeners = new Set<() => void>()

function keep(next: RefusedScreen | null): void {
  if (next === refused) return
  refused = next
  for (const listener of listeners) listener()
}

export const rememberRefused = (screen: Screen, ledTo: string) => keep({ screen, ledTo })
export const forgetRefused = () => keep(null)
/** Whoever is somewhere else by now has read it, or has not wanted to. */
export function leaveRefused(pathname: string): void {
  if (refused && refused.ledTo !== pathname) forgetRefused()
}

export function useRefusedScreen(): Screen | null {
  return useSyncExternalStore(subscribe, () => refused)?.screen ?? null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
