import { windowOf, type DayWindow } from '../../kit/values/dateWindow.ts'

/** The window of the address; one that nobody has chosen begins where the reader begins to see anything. */
export function kigoWindow(
  search: { from?: string | undefined; to?: string | undefined },
  months: number,
  earliest?: string,
): DayWindow {
  const window = windowOf(search, months)
  return earliest !== undefined &&
    search.from === undefined &&
    window.from < earliest &&
    window.to >= earliest
    ? { ...window, from: earliest }
    : window
}
