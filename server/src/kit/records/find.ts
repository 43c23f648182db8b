import type { FoundRecord } from '@kervan/contract/kit/found-record'
import type { Actor, SessionContext } from '../context.ts'
import { holds } from '../http/gates.ts'

type Found = Omit<FoundRecord, 'kind'>
/** A kind of record that the palette finds: what its screen and its list ask for, and how this reader's rows are searched. */
export type Finder = {
  kind: FoundRecord['kind']
  /** Whoever may not open it is not asked for it. */
  allowed: (actor: Actor) => boolean
  /** At most `limit`, the likeliest first. `text` has two letters at least once it is folded. */
  find: (context: SessionContext, text: string, limit: number) => Promise<Found[]>
}

/** Fields of a found record that only orders have. */
export const noOrder = { quantity: null, state: null, place: null } as const

type Asking = { permission: string | null }
/** The reader may open the screen and make these calls, by which it lives. */
export function mayOpen(actor: Actor, screen: string, ...calls: Asking[]): boolean {
  return [{ permission: screen }, ...calls].every((one) => holds(one, actor))
}
