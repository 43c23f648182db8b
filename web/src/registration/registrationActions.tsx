import type { RowOf } from '@kervan/contract/kit/page'
import {
  approveRegistration,
  approveRegistrations,
  registrations,
  rejectRegistration,
  rejectRegistrations,
} from '@kervan/contract/registration/registration'
import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { actionForm } from '../kit/bulk/action.ts'
import { useCall } from '../kit/call/useCall.ts'
import { PlainDialog } from '../kit/feedback/PlainDialog.tsx'
import { toast } from '../kit/feedback/toasts.tsx'
import { TextAreaField } from '../kit/form/fields.tsx'
import { FormDialog } from '../kit/form/FormDialog.tsx'
import type { RecordAction } from '../kit/record/recordActions.tsx'
import css from '../kit/form/form.module.css'

export type Row = RowOf<typeof registrations>

/** What a decision changes beside the request itself. */
export const refreshes = ['Registration', 'UserManagement']

/** One question with both answers. */
function Approve({ record: row, onClose }: { record: Row; onClose: () => void }) {
  const { t } = useTranslation()
  const mayReject = row.actions.reject === null
  const [rejects, setRejects] = useState(false)
  const approve = useCall(approveRegistration, { refreshes, failed: t('registration.manage.notApproved') })
  const send = async () => {
    const answer = await approve.run({ registrationId: row.id, version: row.version })
    onClose()
    if (answer) toast('success', t('registration.manage.approved'))
  }
  if (rejects) return <Reject record={row} onClose={onClose} />
  return (
    <PlainDialog
      title={t('registration.manage.approveTitle', { person: `${row.firstName} ${row.lastName}` })}
      onClose={onClose}
    >
      <p className="k-quiet">
        {row.knownUsers > 0
          ? t('registration.manage.approveKnown', { count: row.knownUsers, name: row.pointOfSale })
          : t('registration.manage.approveText', { name: row.pointOfSale })}
      </p>
      {row.otherCity && (
        <p>{t('registration.manage.cityDiffers', { entered: row.otherCity, onFile: row.city })}</p>
      )}
      <div className={css.foot}>
        {mayReject && (
          <Button variant="subtle" color="red" onClick={() => setRejects(true)}>
            {t('registration.manage.rejectAsking')}
          </Button>
        )}
        <Button data-autofocus loading={approve.isPending} onClick={() => void send()}>
          {t('registration.manage.approve')}
        </Button>
      </div>
    </PlainDialog>
  )
}

const Reason = z.object({ reason: z.string().trim().min(1, 'registration.manage.reasonRequired').max(500) })

function Reject({ record: row, onClose }: { record: Row; onClose: () => void }) {
  const { t } = useTranslation()
  const reject = useCall(rejectRegistration, { refreshes })
  return (
    <FormDialog<z.infer<typeof Reason>>
      title={t('registration.manage.rejectTitle', { person: `${row.firstName} ${row.lastName}` })}
      text={t('registration.manage.rejectText')}
      action={t('registration.manage.reject')}
      danger
      schema={Reason}
      start={{ reason: '' }}
      onSubmit={async ({ reason }) => {
        if (await reject.attempt({ registrationId: row.id, version: row.version, reason: reason.trim() }))
          toast('success', t('registration.manage.rejected'))
      }}
      onClose={onClose}
    >
      <ReasonField />
    </FormDialog>
  )
}

function ReasonField() {
  const { t } = useTranslation()
  return (
    <TextAreaField
      name="reason"
      label={t('registration.manage.reason')}
      hint={t('registration.manage.reasonHint')}
      rows={3}
      maxLength={500}
      focusFirst
    />
  )
}

/** What can be done with requests, one by one and many at once. */
export const registrationActions: readonly RecordAction<Row>[] = [
  {
    key: 'approve',
    label: 'registration.manage.approveAsking',
    icon: IconCheck,
    hotkey: 'a',
    tone: 'primary',
    call: approveRegistrations,
    one: approveRegistration,
    Dialog: Approve,
    bulk: { words: 'registration.manage.approveMany' },
  },
  {
    key: 'reject',
    label: 'registration.manage.rejectAsking',
    icon: IconX,
    hotkey: 'x',
    tone: 'danger',
    call: rejectRegistrations,
    one: rejectRegistration,
    Dialog: Reject,
    bulk: {
      words: 'registration.manage.rejectMany',
      form: actionForm({
        schema: Reason,
        start: { reason: '' },
        Fields: ReasonField,
        // Whatever the reason, the same ones can be rejected.
        dryRunWith: () => ({ reason: '-' }),
      }),
    },
  },
]
