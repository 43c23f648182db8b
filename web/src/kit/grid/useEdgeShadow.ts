import { useEffect, useRef, type RefObject } from 'react'

/**
 * Marks the sheet around a scroller while it goes on beyond its right edge; nothing is drawn anew for that.
 * Sizes are read only where the browser knows them already: after its own layout, or while it scrolls.
 */
export function useEdgeShadow(scroller: RefObject<HTMLDivElement | null>) {
  const sheet = useRef<HTMLDivElement>(null)
  const watch = useRef<ResizeObserver>(null)
  const watched = useRef(new Set<Element>())
  const mark = () => {
    const { current: seen } = scroller
    const hasMore = seen !== null && seen.scrollLeft + seen.clientWidth < seen.scrollWidth - 1
    sheet.current?.toggleAttribute('data-more', hasMore)
  }
  const latest = useRef(mark)
  useEffect(() => {
    latest.current = mark
  })
  useEffect(() => {
    watch.current = new ResizeObserver(() => latest.current())
    const all = watched.current
    return () => {
      watch.current?.disconnect()
      all.clear()
    }
  }, [])
  useEffect(() => {
    const { current: seen } = scroller
    const now = new Set(seen ? [seen, ...seen.children] : [])
    for (const each of watched.current) if (!now.has(each)) watch.current?.unobserve(each)
    for (const each of now) if (!watched.current.has(each)) watch.current?.observe(each)
    watched.current = now
  })
  return { sheet, mark }
}
