import type { MasterData } from '@kervan/contract/kit/master-data'
import type { Fields } from '@kervan/contract/kit/master-fields'
import type { Handler } from '../http/handle.ts'
import type { ServedList } from '../lists/serve-list.ts'
import { activateHandler, cancelHandler, decideHandler, getChangeHandler, revertHandler } from './changes.ts'
import { deliverHandler, fileHandler, uploadHandler } from './files.ts'
import { servedByKey, type KindOptions, type ServedKind } from './kind.ts'
import { changeList, changeRowList, differenceList, recordList } from './lists.ts'
import { changeHandler, removeHandler } from './bulk.ts'
import { findHandler, getHandler, historyHandler, saveHandler } from './records.ts'
import { templateHandler } from './template.ts'

/** A kind of master data as the server answers it: its handlers, and its list for who selects records elsewhere. */
export type ServedMasterData = { served: ServedKind; list: ServedList; handlers: readonly Handler[] }

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
  const served: ServedKind = {
    kind: declared,
    options: options,
    fields: Object.entries(declared.fields),
  }
  servedByKey.set(declared.key, served)
  const list = recordList(served)
  const handlers: Handler[] = [
    ...list.handlers,
    ...differenceList(served).handlers,
    ...changeList(served).handlers,
    ...changeRowList(served).handlers,
    getHandler(served),
    historyHandler(served),
    findHandler(served),
    saveHandler(served),
    changeHandler(served, list),
    removeHandler(served, list),
    templateHandler(served),
    uploadHandler(served),
    deliverHandler(served),
    fileHandler(served),
    getChangeHandler(served),
    activateHandler(served),
    cancelHandler(served),
    decideHandler(served),
    revertHandler(served),
  ]
  return { served, list, handlers }
}
