import type { MasterData } from '@kervan/contract/kit/master-data'
import type { Fields } from '@kervan/contract/kit/master-fields'
import type { ImportKind } from '@kervan/contract/kit/master-import'
import type { Handler } from '../http/handle.ts'
import type { ServedList } from '../lists/serve-list.ts'
import { activateHandler, cancelHandler, decideHandler, getChangeHandler, revertHandler } from './changes.ts'
import { deliverHandler, fileHandler, uploadHandler } from './files.ts'
import { servedByKey, type KindOptions, type ServedKind, type ServedRecords } from './kind.ts'
import { changeList, changeRowList } from './change-lists.ts'
import { differenceList, recordList } from './lists.ts'
import { assignHandler, columnsHandler } from './columns.ts'
import { changeHandler, removeHandler } from './bulk.ts'
import { filesHandlers } from './kept-files.ts'
import { findHandler, getHandler, historyHandler, propertiesHandlers, saveHandler } from './records.ts'
import { templateHandler } from './template.ts'
import { ownReferences } from './judge-all.ts'

/** A kind of master data as the server answers it: its handlers, and its list for who selects records elsewhere. */
export type ServedMasterData = { served: ServedRecords; list: ServedList; handlers: readonly Handler[] }

/**
 * Serves a kind of master data from its declaration and its table (decision 0012). The export of a file of an area is
 * all that is needed: its calls, its job and its walks find it. The table has `company_id, id, version, created_at`, a
 * column for each field, and a unique index on the folded key.
 */
export function serveMasterData<F extends Fields>(
  kind: { fields: F; key: string },
  options: KindOptions<F>,
): ServedMasterData {
  const declared = kind as unknown as MasterData
  const served: ServedRecords = register(declared, options)
  const list = recordList(served)
  const handlers: Handler[] = [
    ...list.handlers,
    ...differenceList(served).handlers,
    getHandler(served),
    historyHandler(served),
    findHandler(served),
    ...propertiesHandlers(served),
    ...filesHandlers(served),
    saveHandler(served),
    changeHandler(served, list),
    removeHandler(served, list),
    deliverHandler(served),
    decideHandler(served),
    ...fileHandlers(served),
  ]
  return { served, list, handlers }
}

/**
 * Serves what comes from files and is kept up by calls of its own (`fileImport`), by the same table. What those calls add
 * has a new id, so that an older file is not taken back over it.
 */
export function serveFileImport<F extends Fields>(
  kind: Omit<ImportKind, 'fields'> & { fields: F },
  options: KindOptions<F>,
): { handlers: readonly Handler[] } {
  return { handlers: fileHandlers(register(kind as unknown as ImportKind, options)) }
}

/** What the kind's own functions are given is of its fields: the kit gives each kind its own rows. */
function register<K extends ImportKind, F extends Fields>(kind: K, own: KindOptions<F>): ServedKind<K> {
  const options = own as unknown as KindOptions
  const served = { kind, options, fields: Object.entries(kind.fields) }
  assertWhole(served)
  servedByKey.set(kind.key, served)
  return served
}

/** What the compiler cannot see of a declaration is seen when the server starts. */
function assertWhole(served: ServedKind): void {
  for (const [name, { type, parts }] of served.fields) {
    const code = served.options.references?.[name]?.code ?? 'code'
    const named = typeof code === 'string' ? 1 : code.length
    if (type === 'reference' && named !== parts)
      throw new Error(`${served.kind.key}.${name} has ${parts} codes, and the server finds it by ${named}`)
  }
  if (served.kind.validity && ownReferences(served).length > 0)
    throw new Error(`${served.kind.key} is a tree: its records cannot hold one after the other`)
}

const fileHandlers = (served: ServedKind): Handler[] => [
  ...changeList(served).handlers,
  ...changeRowList(served).handlers,
  templateHandler(served),
  uploadHandler(served),
  fileHandler(served),
  getChangeHandler(served),
  columnsHandler(served),
  assignHandler(served),
  activateHandler(served),
  cancelHandler(served),
  revertHandler(served),
]
