import type { Services } from '../context.ts'
import type { Tx } from '../database/db.ts'
import type { Upload } from '../http/uploads.ts'
import type { MasterContext } from '../master/kind.ts'

/** Where a dropped file goes. */
export type DropWay = {
  maxBytes: number
  /** The id of what these bytes have become, or of the same bytes still under way. */
  known: (upload: Upload, changedAt: Date) => Promise<string | null>
  /** Answers the id of what they become. */
  begin: (upload: Upload) => Promise<string>
}

/**
 * A folder of an area into which other systems put files, beside those of the kinds of master data. Its files lie in a
 * folder for each `entity`, or in its `in`; the latter is looked into in a store, and an area looks into its own on the disk.
 */
export type DropFolder = {
  folder: string
  holds: 'entities' | 'in'
  /** Which files are taken, by the end of their names. */
  endings: RegExp
  /** Null for an entity that the company does not have, or where nobody may receive files. */
  way: (context: MasterContext, entity: string | null) => Promise<DropWay | null>
  /** What is written to its `out` in a store, oldest first, and noted once it is there. */
  answers?: {
    due: (
      tx: Tx,
      services: Services,
      companyId: number,
    ) => Promise<{ id: string; name: string; body: Buffer }[]>
    noteWritten: (tx: Tx, services: Services, companyId: number, ids: readonly string[]) => Promise<void>
  }
}

/** Which files of tables are taken, by the end of their names. */
export const droppedEndings = /\.(csv|xlsx)$/i
