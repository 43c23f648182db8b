import { selectionLimit, type PageQuery, type Selection } from '@kervan/contract/kit/page'

// Which rows are chosen: some by name, or all that match but for some. It survives paging and sorting; it ends when
// the question changes, because then nobody could see any more what is chosen.

export type Chosen =
  | { mode: 'ids'; ids: ReadonlySet<string> }
  | { mode: 'query'; exclude: ReadonlySet<string>; total: number; totalIsExact: boolean; asOf: string }

export const nothing: Chosen = { mode: 'ids', ids: new Set() }

export function isChosen(chosen: Chosen, id: string): boolean {
  return chosen.mode === 'ids' ? chosen.ids.has(id) : !chosen.exclude.has(id)
}

export function countOf(chosen: Chosen): number {
  return chosen.mode === 'ids' ? chosen.ids.size : Math.max(0, chosen.total - chosen.exclude.size)
}

export function isEmpty(chosen: Chosen): boolean {
  return countOf(chosen) === 0
}

/** Chooses or drops these rows. Answers the same selection when more than the server takes would be named. */
export function set(chosen: Chosen, ids: readonly string[], on: boolean): Chosen {
  const named = new Set(chosen.mode === 'ids' ? chosen.ids : chosen.exclude)
  const naming = chosen.mode === 'ids' ? on : !on
  for (const id of ids) {
    if (naming) named.add(id)
    else named.delete(id)
  }
  if (named.size > selectionLimit) return chosen
  if (chosen.mode === 'ids') return { mode: 'ids', ids: named }
  return named.size >= chosen.total && chosen.totalIsExact ? nothing : { ...chosen, exclude: named }
}

export function toggle(chosen: Chosen, id: string): Chosen {
  return set(chosen, [id], !isChosen(chosen, id))
}

export function chooseAllMatching(page: { total: number; totalIsExact: boolean; asOf: string }): Chosen {
  return {
    mode: 'query',
    exclude: new Set(),
    total: page.total,
    totalIsExact: page.totalIsExact,
    asOf: page.asOf,
  }
}

/** The box in the header: all, some or none of the rows on this page. */
export function stateOfPage(chosen: Chosen, ids: readonly string[]): 'all' | 'some' | 'none' {
  const on = ids.filter((id) => isChosen(chosen, id)).length
  if (on === 0) return 'none'
  return on === ids.length ? 'all' : 'some'
}

/** As the bulk calls take it. */
export function toWire(chosen: Chosen, query: PageQuery & Record<string, unknown>): Selection {
  if (chosen.mode === 'ids') return { mode: 'ids', ids: [...chosen.ids] }
  return { mode: 'query', query, exclude: [...chosen.exclude], asOf: chosen.asOf }
}
