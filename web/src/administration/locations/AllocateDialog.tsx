import { setUserLocations } from '@kervan/contract/administration/user-locations'
import { getUser } from '@kervan/contract/administration/users'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { MultiLookupField } from '../../kit/form/LookupField.tsx'
import { useLatest } from '../../kit/form/useLatest.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { lookupOf } from '../lookups.ts'
import { nameOf, type Subject } from '../subject.ts'

const AddForm = z.object({ add: z.array(z.uuid()).min(1) })

/** More locations for one user. */
export function AllocateDialog({
  record: user,
  onClose,
}: {
  record: Pick<Subject, 'id' | 'version' | 'firstName' | 'lastName'>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const save = useCall(setUserLocations, { refreshes: ['UserManagement'] })
  // Locations are only ever added here, so whatever else has changed, what was chosen can still be.
  const latest = useLatest(getUser, { membershipId: user.id }, ({ version }) => ({
    version,
    values: { add: [] },
  }))
  return (
    <FormDialog
      title={t('account.locations.addTitle', { name: nameOf(user) })}
      action={t('account.locations.addAction')}
      schema={AddForm}
      start={{ add: [] }}
      versioned={{ version: user.version, latest, fields: [] }}
      onSubmit={async ({ add }, version) => {
        if (await save.attempt({ membershipId: user.id, version, add, remove: [] }))
          toast('success', t('account.locations.added'))
      }}
      onClose={onClose}
    >
      <MultiLookupField
        name="add"
        label={t('account.users.tab.locations')}
        {...lookupOf('location')}
        focusFirst
      />
    </FormDialog>
  )
}
