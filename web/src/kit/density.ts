import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './storage/storage.ts'

export type Density = 'comfortable' | 'compact'

let current: Density = readStored('kervan.density') ?? 'comfortable'
const listeners = new Set<() => void>()
document.documentElement.dataset.density = current

/** Rows of 32 or 28 px, for the whole portal. */
export function useDensity() {
  const density = useSyncExternalStore(subscribe, () => current)
  return { density, setDensity, rowHeight: density === 'compact' ? 28 : 32 }
}

export function setDensity(density: Density): void {
  current = density
  document.documentElement.dataset.density = density
  writeStored('kervan.density', density)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
