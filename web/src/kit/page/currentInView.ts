import { useCallback, useEffect, useRef } from 'react'

/** For a row of tabs that may be wider than the page: brings the current one into view, when it is drawn and when it changes. */
export function useCurrentInView(current: string | undefined): (row: HTMLElement | null) => void {
  const shown = useRef<HTMLElement>(null)
  useEffect(() => {
    if (current !== undefined) show(shown.current)
  }, [current])
  return useCallback((row) => {
    shown.current = row
    show(row)
  }, [])
}

function show(row: HTMLElement | null): void {
  const tab = row?.querySelector('[aria-current]')
  if (!row || !(tab instanceof HTMLElement)) return
  row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}
