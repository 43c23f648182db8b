import type { DeclineReason } from '@kervan/contract/porta/words'
import { useRecordActions } from '../../kit/record/recordActions.tsx'
import type { Desk } from './desks.ts'

/** What an action knows of a request, in the list and in its record. */
export type ActedRequest = {
  id: string
  requestCode: string
  actions: { [act: string]: string | null | undefined }
  /** What a later inquiry found, in the auditor's list and in the record. */
  changedReason?: DeclineReason | null
  changed?: { reason: DeclineReason } | null
  /** Of price-change refunds: the reason that is proposed, in the list and in the record. */
  suggestedReason?: string | null
  found?: readonly { reason: string }[]
  blacklisted?: boolean
}

export const useRequestActions = ({ actions, refreshes }: Desk, onDone?: () => void) =>
  useRecordActions<ActedRequest>(actions, {
    nouns: 'porta.count',
    refreshes,
    nameOf: ({ requestCode }) => requestCode,
    ...(onDone && { onDone: () => onDone() }),
  })
