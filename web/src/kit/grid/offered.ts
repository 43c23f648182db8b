import type { Session } from '@kervan/contract/access/authentication'
import type { GridList } from './gridState.ts'

const withoutPrices = new WeakMap<GridList, GridList>()

/**
 * The list as this reader is offered it: where prices are hidden, without its price columns (ORD-020). Grid, chooser,
 * filters, sort, export and print all read their columns from here. The same list gives the same answer each time.
 */
export function offeredList<L extends GridList>(list: L, session: Session | null): L {
  if (!session?.PricesHidden) return list
  const known = withoutPrices.get(list)
  if (known) return known as L
  const columns = Object.fromEntries(Object.entries(list.columns).filter(([, column]) => !column.price))
  const offered: L = { ...list, columns }
  withoutPrices.set(list, offered)
  return offered
}
