import type { Session } from '@kervan/contract/access/authentication'
import type { AnyList } from './gridState.ts'

const withoutPrices = new WeakMap<AnyList, AnyList>()

/**
 * The list as this reader is offered it: where prices are hidden, without its price columns (ORD-020). Grid, chooser,
 * filters, sort, export and print all read their columns from here. The same list gives the same answer each time.
 */
export function offeredList(list: AnyList, session: Session | null): AnyList {
  if (!session?.PricesHidden) return list
  const known = withoutPrices.get(list)
  if (known) return known
  const columns = Object.fromEntries(Object.entries(list.columns).filter(([, column]) => !column.price))
  const offered: AnyList = { ...list, columns }
  withoutPrices.set(list, offered)
  return offered
}
