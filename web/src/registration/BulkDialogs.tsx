import { approveRegistrations, rejectRegistrations } from '@kervan/contract/registration/registration'
import type { Selection } from '@kervan/contract/kit/page'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { BulkDialog } from '../kit/bulk/BulkDialog.tsx'
import { TextAreaField } from '../kit/form/fields.tsx'

export type BulkDialogState = { action: 'approve' | 'reject'; selection: Selection; onDone: () => void }

/** One decision about many registrations, dryRunResult first (REG-002). */
export function BulkDialogs({ dialog, onClose }: { dialog: BulkDialogState; onClose: () => void }) {
  return dialog.action === 'approve' ? (
    <Approve dialog={dialog} onClose={onClose} />
  ) : (
    <Reject dialog={dialog} onClose={onClose} />
  )
}

function Approve({ dialog, onClose }: { dialog: BulkDialogState; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <BulkDialog
      call={approveRegistrations}
      selection={dialog.selection}
      input={nothing}
      title={t('registration.manage.approveManyTitle')}
      text={t('registration.manage.approveManyText')}
      action="registration.manage.approveMany"
      done="registration.manage.approvedMany"
      partly={(numbers) => t('registration.manage.partly', numbers)}
      refreshes={['Registration', 'UserManagement']}
      onDone={dialog.onDone}
      onClose={onClose}
    />
  )
}

const nothing = {}
/** Whatever the reason, the same ones can be rejected. */
const anyReason = { reason: '-' }

function Reject({ dialog, onClose }: { dialog: BulkDialogState; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { reason: '' } })
  const reason = useWatch({ control: form.control, name: 'reason' }).trim()
  return (
    <FormProvider {...form}>
      <BulkDialog
        call={rejectRegistrations}
        selection={dialog.selection}
        input={reason === '' ? null : { reason }}
        dryRunWith={anyReason}
        title={t('registration.manage.rejectManyTitle')}
        text={t('registration.manage.rejectManyText')}
        action="registration.manage.rejectMany"
        done="registration.manage.rejectedMany"
        partly={(numbers) => t('registration.manage.partly', numbers)}
        refreshes={['Registration']}
        danger
        onDone={dialog.onDone}
        onClose={onClose}
      >
        <TextAreaField
          name="reason"
          label={t('registration.manage.reason')}
          hint={t('registration.manage.reasonHint')}
          rows={3}
          maxLength={500}
          focusFirst
        />
      </BulkDialog>
    </FormProvider>
  )
}
