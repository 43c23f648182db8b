import { disputeRequest } from '@kervan/contract/porta/applications'
import { getMyDiscountRequest } from '@kervan/contract/porta/discount-requests'
import { useState } from 'react'
import { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { TextAreaField } from '../../kit/form/fields.tsx'
import { FileDrop } from '../../kit/form/FileDrop.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import type { ActedRequest } from '../shared/requestActions.tsx'
import { ChosenPictures } from './pictures/ChosenPictures.tsx'

const schema = z.object({ message: z.string().trim().min(1, 'porta.dispute.messageNeeded').max(500) })

type Props = {
  request: ActedRequest
  /** Whether pictures are taken: the company may have switched their validation off. */
  withPicture: boolean
  onDone: () => void
  onClose: () => void
}

/** Says once why a rejection is wrong; somebody else than the one who rejected decides on it (DSC-011). */
export function DisputeDialog({ request: { id, requestCode }, withPicture, onDone, onClose }: Props) {
  const { t } = useWords()
  const { data: rejected } = useRead(getMyDiscountRequest, { requestId: id })
  const [files, setFiles] = useState<File[]>([])
  const dispute = useCall(disputeRequest, {
    refreshes: ['MyPromotionRequests', 'PromotionManagement', 'Home'],
  })
  if (!rejected) return null
  return (
    <FormDialog
      title={t('porta.dispute.title', { request: requestCode })}
      text={t('porta.dispute.text', { reviewer: rejected.decidedBy ?? '' })}
      action={t('porta.dispute.send')}
      size={560}
      keepOpen
      schema={schema}
      start={{ message: '' }}
      onSubmit={async ({ message }) => {
        const answer = await dispute.attempt({ requestId: id, message }, files)
        if (!answer) return false
        toast('success', t('porta.dispute.done', { request: requestCode }))
        onDone()
        return true
      }}
      onClose={onClose}
    >
      <TextAreaField name="message" label={t('porta.dispute.message')} rows={4} maxLength={500} />
      {withPicture && (
        <div>
          <FileDrop
            limits={disputeRequest.upload!}
            label={t('porta.dispute.picture')}
            hint={t('porta.pictures.hint')}
            busy={dispute.isPending}
            onFiles={(chosen) => setFiles(chosen.slice(0, 1))}
          />
          <ChosenPictures files={files} onChange={setFiles} />
        </div>
      )}
    </FormDialog>
  )
}
