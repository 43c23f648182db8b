import { z } from 'zod'
import { getSession } from '../../kit/call/session.ts'
import { readTab, writeTab } from '../../kit/storage/tabStorage.ts'
import { newRequestKey } from '../../kit/call/useCall.ts'

// One attempt to place the cart. Its key stays until the server has answered, through retries and reloads, so that asking
// again can never order twice (ORD-007). It belongs to one user in one tab.

const Intent = z.object({
  requestKey: z.string().min(8),
  cartVersion: z.int(),
  /** What the reader was shown; null where prices are hidden. */
  total: z.string().nullable(),
  owner: z.string(),
})
export type PlaceIntent = z.infer<typeof Intent>

const storageKey = 'kervan.placingOrder'

const owner = () => {
  const session = getSession()
  return session ? `${session.CompanyIntCode} ${session.UserName}` : ''
}

export function openIntent(): PlaceIntent | null {
  const intent = readTab(Intent, storageKey)
  return intent?.owner === owner() ? intent : null
}

/** The unanswered attempt for this version of the cart, or a new one. */
export function intentFor(cartVersion: number, total: string | null): PlaceIntent {
  const open = openIntent()
  if (open?.cartVersion === cartVersion) return open
  const intent = { requestKey: newRequestKey(), cartVersion, total, owner: owner() }
  writeTab(storageKey, intent)
  return intent
}

export function closeIntent(): void {
  writeTab(storageKey, null)
}
