import { useEffect, useState, type RefObject } from 'react'

/** How wide the list may be without scrolling, its vertical scroll bar taken off; 0 until the browser has laid it out. */
export function useRoom(scroller: RefObject<HTMLDivElement | null>): number {
  const [room, setRoom] = useState(0)
  useEffect(() => {
    const { current: seen } = scroller
    if (!seen) return
    const watch = new ResizeObserver(() => setRoom(seen.clientWidth))
    watch.observe(seen)
    return () => watch.disconnect()
  }, [scroller])
  return room
}
