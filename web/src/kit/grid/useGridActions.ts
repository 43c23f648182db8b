import { keywordMinimum } from '@kervan/contract/kit/page-limits'
import { useHotkey, useKeyHints, usePageAction } from '../hotkeys.ts'
import { useFormats } from '../values/format.ts'
import { useWords, type MessageKey } from '../i18n/words.ts'
import { exportRows } from './exportRows.ts'
import { totalWords } from './GridToolbar.tsx'
import type { GridModel } from './useGridModel.ts'

/** What the palette offers of a list: its rows as a file, and only those that have what one typed. */
export function useGridActions(grid: GridModel, nouns: MessageKey, exportable: boolean): void {
  const { t } = useWords()
  const format = useFormats()
  const { page, list } = grid
  // Wherever the focus is, as the bar of the selection says.
  useHotkey(grid.chosen.hasBars ? 'Escape' : null, t('kit.grid.clearSelection'), () => grid.chosen.clear())
  const { pageChosen, pageIsFree, togglePage, chooseAll } = grid.chosen
  // The page first, then all that match, as the bar of the selection offers; the next key means the selection.
  useHotkey(grid.selectable && pageIsFree ? 'Mod+A' : null, t('kit.keys.gridSelectAll'), () => {
    if (pageChosen !== 'all') togglePage()
    else if (page && page.total > grid.selected.count) chooseAll()
    if (document.activeElement === document.body) grid.keys.focus(0, 0)
  })
  const first = grid.rows[0]
  const keyed = first ? (grid.rowActions?.(first) ?? []).filter(({ hotkey }) => hotkey) : []
  useKeyHints(keyed.map(({ hotkey = '', label }) => ({ keys: hotkey, label })))
  usePageAction(
    (query) => (list.search && query.length >= keywordMinimum ? t('kit.grid.filterBy', { query }) : null),
    (query) => grid.change({ search: query }),
  )
  usePageAction(
    () =>
      exportable && page && page.total > 0
        ? t('kit.grid.exportThese', { what: totalWords(page, nouns, t, format.number) })
        : null,
    () => void exportRows(grid, nouns),
  )
}
