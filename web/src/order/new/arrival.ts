import { createContext, useContext, useEffect, useRef, type RefObject } from 'react'

/** Somebody opened a product by keyboard and wants to type its quantity; a new object for every time. */
export type Arrival = { product: string } | null

export const ArrivalContext = createContext<Arrival>(null)

/** Where the hand goes after Enter on a product: what is missing first, then the first quantity (D23). */
export function useArrival(around: RefObject<HTMLElement | null>, productId: string, target: string): void {
  const arrival = useContext(ArrivalContext)
  const met = useRef<Arrival>(null)
  useEffect(() => {
    if (!arrival || arrival.product !== productId || met.current === arrival) return
    const input = around.current?.querySelector<HTMLInputElement>(target)
    if (!input || input.disabled) return
    met.current = arrival
    input.focus()
    input.select()
  })
}
