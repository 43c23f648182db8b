import type { ItemResult, PageList, Selection, BulkAnswer } from '@kervan/contract/kit/page'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import type { Actor } from './context.ts'
import type { Tx } from './db.ts'
import { refusalMessage } from './messages.ts'
import { readMatches, type ListSql } from './page.ts'

// What every deed on a selection needs: the ids that are meant, a result for each, and the counts.

/** The ids that a selection means for this reader, in order. Throws `SelectionTooLarge` past the limit. */
export async function selectedIds(
  tx: Tx,
  actor: Actor,
  list: PageList,
  source: ListSql,
  selection: Selection,
  limit: number,
): Promise<string[]> {
  const ids =
    selection.mode === 'ids'
      ? [...new Set(selection.ids)]
      : await readMatches(tx, actor, list, source, selection, limit + 1)
  if (ids.length > limit) throw refusal('SelectionTooLarge', { limit })
  return ids.toSorted()
}

export function passed(id: string, code: string, count = 1): ItemResult {
  return { id, code, ok: true, count, refusal: null, message: null }
}

export function refusedItem(language: Language, id: string, code: string, why: Refusal): ItemResult {
  return { id, code, ok: false, count: 0, refusal: why.code, message: refusalMessage(language, why) }
}

const shownResults = 1_000

/** Counts, and the results with the refused ones first, because those are what somebody has to look at. */
export function summarise(results: readonly ItemResult[]): Pick<BulkAnswer, 'done' | 'refused' | 'results'> {
  const refused = results.filter((result) => !result.ok)
  const shown = [...refused, ...results.filter((result) => result.ok)].slice(0, shownResults)
  return { done: results.length - refused.length, refused: refused.length, results: shown }
}
