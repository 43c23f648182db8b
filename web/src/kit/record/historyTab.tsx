import { getRecordHistory } from '@kervan/contract/administration/activity'
import { useRights } from '../call/rights.ts'
import { RecordHistory } from './RecordHistory.tsx'
import type { RecordTab } from './RecordScreen.tsx'

/** The tab History of a record, to be spread among its tabs; nothing for whoever may not read the activity log. */
export function useHistoryTab<R>(
  recordType: string,
  idOf: (record: R) => string,
  label: string,
): RecordTab<R, 'history'>[] {
  const may = useRights().has(getRecordHistory.permission ?? '')
  return may
    ? [
        {
          key: 'history',
          label,
          show: (record) => <RecordHistory recordType={recordType} recordId={idOf(record)} />,
        },
      ]
    : []
}
