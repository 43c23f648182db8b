import type { ImportOf } from '../master/import-csv.ts'

/** What an area gives a company that has just been made, in the transaction that makes it. */
export type Founding = (of: ImportOf) => Promise<void>
