import { callServer, saveFile } from '../call/client.ts'
import { showRefused } from '../feedback/dialogs.ts'
import { closeNotice, notice, toast } from '../feedback/toasts.tsx'
import { formats } from '../values/format.ts'
import { i18n } from '../i18n/i18n.ts'
import { tPlural, type MessageKey } from '../i18n/words.ts'
import { toRefused } from '../call/refused.ts'
import { isInMemory } from './gridState.ts'
import type { GridModel } from './useGridModel.ts'

/**
 * All matching rows, not only the page, in the columns the user sees, or their groups; with a count that runs and a way
 * to stop.
 */
export async function exportRows(
  grid: GridModel,
  nouns: MessageKey,
  summary: string | null = null,
): Promise<void> {
  const { list, query, columns, page } = grid
  const abort = new AbortController()
  const amount = formats().number(page?.total ?? 0)
  const title = i18n.t('kit.grid.exporting', { what: tPlural(i18n.t, nouns, page?.total ?? 0, amount) })
  const tell = (received: number) =>
    notice(
      'work',
      {
        title,
        count: received > 0 ? formats().bytes(received) : '',
        progress: null,
        action: { label: i18n.t('kit.action.cancel'), run: () => abort.abort() },
      },
      id,
    )
  const id = notice('work', {
    title,
    progress: null,
    action: { label: i18n.t('kit.action.cancel'), run: () => abort.abort() },
  })
  try {
    const shown = columns.map(({ key }) => key)
    const input = {
      columns: shown,
      sort: query.sort,
      filters: query.filters,
      search: query.search,
      ...grid.scope,
      ...(summary && { summary }),
    }
    const extras = { signal: abort.signal, onBytes: tell }
    const file = isInMemory(list)
      ? await callServer(grid.file!.call, grid.file!.input(shown, grid.rows), extras)
      : await callServer(list.excel, input, extras)
    closeNotice(id)
    saveFile(file)
    toast('success', { title: i18n.t('kit.grid.exported'), text: file.name })
  } catch (thrown) {
    closeNotice(id)
    if (abort.signal.aborted) toast('info', i18n.t('kit.grid.exportStopped'))
    else showRefused(toRefused(thrown), i18n.t('kit.grid.exportFailed'))
  }
}
