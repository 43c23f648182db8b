import { languages } from '@kervan/contract/kit/values'
import { Session } from '@kervan/contract/access/authentication'
import { keysOf } from '@kervan/contract/kit/typed'
import { z } from 'zod'
import { StoredGridState } from '../grid/storedGrid.ts'

// What the browser remembers (SHL-016). Every key stands here with the shape it must have, so that a new version of
// the application can tell what is still valid from what an older one left behind.

export const viewModes = ['list', 'card', 'detail', 'groups'] as const
export type ViewMode = (typeof viewModes)[number]

const shapes = {
  'kervan.appVersion': z.string().min(1),
  'kervan.viewModes': z.record(z.string(), z.enum(viewModes)),
  'kervan.gridStates.v9': z.record(z.string(), z.unknown()).transform(keepValidGridStates),
  /** What each user of each company opened last; `id` names it, `href` leads there. */
  'kervan.recent': z.record(
    z.string(),
    z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        code: z.string().nullable(),
        label: z.string(),
        description: z.string(),
        href: z.string().startsWith('/'),
      }),
    ),
  ),
  /** How a chart is looked at, by its key. */
  'kervan.chartSettings': z.record(z.string(), z.strictObject({ asTable: z.boolean() })),
  /** The ReferenceKeys of the videos that a user has watched, by user name: shown until the server says so again. */
  'kervan.videoStates': z.record(z.string(), z.array(z.string())),
  'kervan.language': z.enum(languages),
  'kervan.session': Session,
  'kervan.colorScheme': z.enum(['light', 'dark', 'auto']),
  'kervan.density': z.enum(['comfortable', 'compact']),
  'kervan.device': z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  /** The camera by which codes are scanned here: lens ('' for any), light, and how many times it enlarges. */
  'kervan.camera': z.strictObject({ lens: z.string(), torch: z.boolean(), zoom: z.number() }),
  'kervan.companyDomain': z.object({ companyIntCode: z.int(), companyName: z.string(), domain: z.string() }),
} as const

export type StorageKey = keyof typeof shapes
export type Stored<K extends StorageKey> = z.infer<(typeof shapes)[K]>

/** Kept by earlier versions and read by nobody any more. */
const deprecated = ['kervan.userSettings', 'kervan.viewMode']
/** Plain words, so that boot.js can read them before the application stands. */
const plain: readonly StorageKey[] = [
  'kervan.appVersion',
  'kervan.language',
  'kervan.colorScheme',
  'kervan.density',
]

export function readStored<K extends StorageKey>(key: K): Stored<K> | null {
  const raw = withStorage((storage) => storage.getItem(key))
  if (raw === null || raw === undefined) return null
  const parsed = shapes[key].safeParse(decode(key, raw))
  return parsed.success ? (parsed.data as Stored<K>) : null
}

export function writeStored<K extends StorageKey>(key: K, value: Stored<K> | null): void {
  withStorage((storage) => {
    if (value === null) storage.removeItem(key)
    else
      storage.setItem(key, typeof value === 'string' && plain.includes(key) ? value : JSON.stringify(value))
  })
}

/**
 * Called with the version the server reports. On another version than last time everything under our name that is
 * unknown or no longer has its shape is removed; what is valid is kept. Answers whether the version was new.
 */
export function adoptAppVersion(version: string): boolean {
  for (const key of deprecated) withStorage((storage) => storage.removeItem(key))
  if (readStored('kervan.appVersion') === version) return false
  for (const key of ourKeys()) {
    const known = keysOf(shapes).find((one) => one === key)
    if (!known || readStored(known) === null) withStorage((storage) => storage.removeItem(key))
    else if (known === 'kervan.gridStates.v9') writeStored(known, readStored(known))
  }
  writeStored('kervan.appVersion', version)
  return true
}

export function viewModeOf(page: string): ViewMode {
  return readStored('kervan.viewModes')?.[page] ?? 'list'
}
export function keepViewMode(page: string, mode: ViewMode): void {
  writeStored('kervan.viewModes', { ...readStored('kervan.viewModes'), [page]: mode })
}

function keepValidGridStates(states: Record<string, unknown>): Record<string, StoredGridState> {
  const valid: Record<string, StoredGridState> = {}
  for (const [key, state] of Object.entries(states)) {
    const parsed = StoredGridState.safeParse(state)
    if (parsed.success) valid[key] = parsed.data
  }
  return valid
}

function ourKeys(): string[] {
  return withStorage((storage) => Object.keys(storage).filter((key) => key.startsWith('kervan.'))) ?? []
}

function decode(key: StorageKey, raw: string): unknown {
  if (plain.includes(key)) return raw
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

/** A browser may refuse storage altogether (private windows, quota); the portal then works without memory. */
function withStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(window.localStorage)
  } catch {
    return null
  }
}
