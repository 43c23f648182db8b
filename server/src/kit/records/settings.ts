import type { Tx } from '../database/db.ts'

/** Reads the settings of the company that a transaction works for. */
export type SettingsOf<S> = (tx: Tx, company: { id: number }) => Promise<S>

/**
 * Settings of companies that an area keeps, declared in its folder. `read` is asked when somebody first wants them and at
 * most once in a transaction, so that a request sees one state of them and one that needs none asks nothing.
 */
export function companySettings<S>(read: (tx: Tx, companyId: number) => Promise<S>): SettingsOf<S> {
  // By company as well, because the demo fills several in one transaction.
  const known = new WeakMap<Tx, Map<number, Promise<S>>>()
  return (tx, { id }) => {
    const ofTransaction = known.get(tx) ?? new Map<number, Promise<S>>()
    known.set(tx, ofTransaction)
    const asked = ofTransaction.get(id) ?? read(tx, id)
    ofTransaction.set(id, asked)
    return asked
  }
}
