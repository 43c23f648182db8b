import { useEffect, useRef, type RefObject } from 'react'

/** Marks the sheet around a scroller while it goes on beyond its right edge; nothing is drawn anew for that. */
export function useEdgeShadow(scroller: RefObject<HTMLDivElement | null>) {
  const sheet = useRef<HTMLDivElement>(null)
  const mark = () => {
    const { current: seen } = scroller
    const hasMore = seen !== null && seen.scrollLeft + seen.clientWidth < seen.scrollWidth - 1
    sheet.current?.toggleAttribute('data-more', hasMore)
  }
  const latest = useRef(mark)
  useEffect(() => {
    latest.current = mark
    mark()
  })
  useEffect(() => {
    const seen = scroller.current
    if (!seen) return undefined
    const watch = new ResizeObserver(() => latest.current())
    watch.observe(seen)
    return () => watch.disconnect()
  }, [scroller])
  return { sheet, mark }
}
