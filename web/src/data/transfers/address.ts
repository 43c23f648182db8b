import type { dataTransferCalendar } from '@kervan/contract/data/data-transfers'
import type { RowOf } from '@kervan/contract/kit/page'
import { addressOfChange, addressOfMciFile } from '../logEntry.ts'

type Due = Pick<RowOf<typeof dataTransferCalendar>, 'dataKind' | 'changeId' | 'mciFileId'>

export const hasArrived = ({ changeId, mciFileId }: Due): boolean => changeId !== null || mciFileId !== null

/** Where what came in for a due date is looked at. */
export function addressOf({ dataKind, changeId, mciFileId }: Due) {
  return mciFileId === null ? addressOfChange(dataKind, changeId ?? '') : addressOfMciFile(mciFileId)
}
