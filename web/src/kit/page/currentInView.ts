import { useCallback, useEffect, useRef, type RefCallback } from 'react'

/**
 * For a row of tabs that may be wider than the page: brings the current one into view, when it is drawn, when it changes,
 * and when tabs become wider because their counts have arrived.
 */
export function useCurrentInView(current: string | undefined): RefCallback<HTMLElement> {
  const shown = useRef<HTMLElement>(null)
  useEffect(() => {
    if (current !== undefined) show(shown.current)
  }, [current])
  return useCallback((row) => {
    shown.current = row
    if (!row) return
    const growing = new ResizeObserver(() => show(row))
    for (const tab of row.children) growing.observe(tab)
    return () => growing.disconnect()
  }, [])
}

function show(row: HTMLElement | null): void {
  const tab = row?.querySelector('[aria-current]')
  if (!row || !(tab instanceof HTMLElement)) return
  row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}
