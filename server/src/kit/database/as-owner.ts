import { openDatabase, type Tx } from './db.ts'

/** Runs `work` in a transaction of this company as the owner of the database. */
export type AsOwner = <T>(companyId: number, work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * As the owner of the database, on a connection of its own: the runtime role may make neither companies nor operators, so
 * that a fault in one of its calls cannot either.
 */
export const asOwnerOf =
  (ownerUrl: string): AsOwner =>
  async (companyId, work) => {
    const db = openDatabase(ownerUrl, { max: 1, onError: () => {}, lockSeconds: 30 })
    try {
      return await db.withCompany(companyId, work)
    } finally {
      await db.close()
    }
  }
