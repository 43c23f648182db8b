import { cancelRun, retryService } from '@kervan/contract/services/runs'
import type { Offered } from '@kervan/contract/kit/actions'
import { IconBan, IconRefresh } from '@tabler/icons-react'
import { useRecordActions, type RecordAction } from '../../kit/record/recordActions.tsx'

type ActedRun = { id: string; runCode: string; actions: Offered }
const ofRun = ({ id }: ActedRun) => ({ serviceRunId: id })

const actions: readonly RecordAction<ActedRun>[] = [
  {
    key: 'retry',
    label: 'services.run.retry.action',
    icon: IconRefresh,
    tone: 'primary',
    hotkey: 'r',
    call: retryService,
    ask: { words: 'services.run.retry', input: ofRun },
  },
  {
    key: 'cancel',
    label: 'services.run.cancel.action',
    icon: IconBan,
    tone: 'danger',
    hotkey: 'x',
    call: cancelRun,
    ask: { words: 'services.run.cancel', input: ofRun, danger: true },
  },
]

/** What can be done with runs, in the list and in the record. */
export const useRunActions = () =>
  useRecordActions<ActedRun>(actions, {
    nouns: 'services.run.count',
    refreshes: ['ServiceOperations', 'Calendar'],
    nameOf: ({ runCode }) => runCode,
  })
