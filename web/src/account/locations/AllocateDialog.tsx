import { setUserLocations } from '@kervan/contract/account/user-locations'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { MultiLookupField } from '../../kit/form/LookupField.tsx'
import { useCall } from '../../kit/useCall.ts'
import { lookupOf } from '../users/lookups.ts'
import type { Subject } from '../users/userActions.ts'

const AddForm = z.object({ add: z.array(z.uuid()).min(1) })

/** More locations for one user. */
export function AllocateDialog({ user, onClose }: { user: Pick<Subject, 'id' | 'version' | 'name'>; onClose: () => void }) {
  const { t } = useTranslation()
  const save = useCall(setUserLocations, { refreshes: ['UserManagement'] })
  return (
    <FormDialog
      title={t('account.locations.addTitle', { name: user.name })}
      action={t('account.locations.addAction')}
      schema={AddForm}
      start={{ add: [] }}
      onSubmit={async ({ add }) => {
        if (await save.attempt({ membershipId: user.id, version: user.version, add, remove: [] })) toast('success', t('account.locations.added'))
      }}
      onClose={onClose}
    >
      <MultiLookupField name="add" label={t('account.users.tab.locations')} {...lookupOf('location')} focusFirst />
    </FormDialog>
  )
}
