import { dismissEdiMessage, processEdiMessage, sendEdiAnswer } from '@kervan/contract/order/edi'
import { IconArchive, IconRefresh, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useJob } from '../../kit/bulk/jobs.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { TextAreaField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useRecordActions, type RecordAction } from '../../kit/record/recordActions.tsx'
import { messageName } from './ediGrid.tsx'

/** What an action knows of a message, in the list and in its record. */
export type ActedMessage = {
  id: string
  version: number
  documentNumber: string
  fileName: string
  actions: { [act: string]: string | null | undefined }
}

export const refreshes = ['OrderManagement', 'OrderMy', 'PreApprovalOrderManagement'] as const

/** Follows the job that reads or places a message; the lists are asked anew when it has ended. */
export function useEdiJob(): (jobId: string) => void {
  const queries = useQueryClient()
  const [jobId, setJobId] = useState<string | null>(null)
  const { job } = useJob(jobId)
  const hasEnded = job?.finishedAt != null
  useEffect(() => {
    if (hasEnded) for (const group of refreshes) void queries.invalidateQueries({ queryKey: [group] })
  }, [hasEnded, queries])
  return setJobId
}

export function useEdiActions(follow: (jobId: string) => void) {
  const { t } = useTranslation()
  const process = useCall(processEdiMessage, {
    refreshes,
    onDone: ({ jobId }) => {
      toast('success', t('edi.inbox.processing'))
      follow(jobId)
    },
  })
  const send = useCall(sendEdiAnswer, { refreshes, onDone: () => toast('success', t('edi.inbox.sent')) })
  const actions: readonly RecordAction<ActedMessage>[] = [
    {
      key: 'process',
      label: 'edi.inbox.process',
      icon: IconRefresh,
      hotkey: 'p',
      tone: 'primary',
      call: processEdiMessage,
      run: ({ id, version }) => void process.run({ messageId: id, version }),
    },
    {
      key: 'dismiss',
      label: 'edi.inbox.dismiss',
      icon: IconArchive,
      hotkey: 'x',
      tone: 'danger',
      call: dismissEdiMessage,
      Dialog: DismissMessage,
    },
    {
      key: 'send',
      label: 'edi.inbox.send',
      icon: IconSend,
      call: sendEdiAnswer,
      run: ({ id, version }) => void send.run({ messageId: id, version }),
    },
  ]
  return useRecordActions<ActedMessage>(actions, {
    nouns: 'edi.inbox.count',
    refreshes,
    nameOf: messageName,
  })
}

const Memo = z.object({ memo: z.string().trim().min(1).max(500) })

function DismissMessage({ record, onClose }: { record: ActedMessage; onClose: () => void }) {
  const { t } = useTranslation()
  const dismiss = useCall(dismissEdiMessage, { refreshes })
  return (
    <FormDialog<z.infer<typeof Memo>>
      title={t('edi.inbox.dismissTitle', { name: messageName(record) })}
      text={t('edi.inbox.dismissText')}
      action={t('edi.inbox.dismissAction')}
      danger
      schema={Memo}
      start={{ memo: '' }}
      onSubmit={async ({ memo }) => {
        await dismiss.attempt({ messageId: record.id, version: record.version, memo })
      }}
      onClose={onClose}
    >
      <TextAreaField name="memo" label={t('edi.inbox.memo')} maxLength={500} focusFirst />
    </FormDialog>
  )
}
