import { approveRegistrations, rejectRegistrations } from '@kervan/contract/registration/registration'
import type { Selection } from '@kervan/contract/kit/page'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { BulkDialog } from '../../kit/BulkDialog.tsx'
import { TextAreaField } from '../../kit/form/fields.tsx'

export type BulkWish = { deed: 'approve' | 'reject'; selection: Selection; onDone: () => void }

/** One decision about many registrations, rehearsed first (REG-002). */
export function BulkDialogs({ wish, onClose }: { wish: BulkWish; onClose: () => void }) {
  return wish.deed === 'approve' ? (
    <Approve wish={wish} onClose={onClose} />
  ) : (
    <Reject wish={wish} onClose={onClose} />
  )
}

function Approve({ wish, onClose }: { wish: BulkWish; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <BulkDialog
      call={approveRegistrations}
      selection={wish.selection}
      input={nothing}
      title={t('registration.manage.approveManyTitle')}
      text={t('registration.manage.approveManyText')}
      action="registration.manage.approveMany"
      done="registration.manage.approvedMany"
      partly={(numbers) => t('registration.manage.partly', numbers)}
      refreshes={['Registration', 'UserManagement']}
      onDone={wish.onDone}
      onClose={onClose}
    />
  )
}

const nothing = {}
/** Whatever the reason, the same ones can be rejected. */
const anyReason = { reason: '-' }

function Reject({ wish, onClose }: { wish: BulkWish; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { reason: '' } })
  const reason = useWatch({ control: form.control, name: 'reason' }).trim()
  return (
    <FormProvider {...form}>
      <BulkDialog
        call={rejectRegistrations}
        selection={wish.selection}
        input={reason === '' ? null : { reason }}
        rehearsedWith={anyReason}
        title={t('registration.manage.rejectManyTitle')}
        text={t('registration.manage.rejectManyText')}
        action="registration.manage.rejectMany"
        done="registration.manage.rejectedMany"
        partly={(numbers) => t('registration.manage.partly', numbers)}
        refreshes={['Registration']}
        danger
        onDone={wish.onDone}
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
