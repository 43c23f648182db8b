import { assignRoles, changeUserStates } from '@kervan/contract/administration/users'
import type { MembershipState } from '@kervan/contract/access/words'
import type { Selection } from '@kervan/contract/kit/page'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { BulkDialog } from '../../kit/bulk/BulkDialog.tsx'
import { MultiLookupField } from '../../kit/form/LookupField.tsx'
import { lookupOf } from './lookups.ts'

export type BulkDialogState = {
  action: MembershipState | 'roles'
  selection: Selection
  count: number
  onDone: () => void
}

const refreshes = ['UserManagement']

/** One action on many users, dryRunResult first (USR-004). */
export function BulkDialogs({ dialog, onClose }: { dialog: BulkDialogState; onClose: () => void }) {
  return dialog.action === 'roles' ? (
    <AssignRoles dialog={dialog} onClose={onClose} />
  ) : (
    <ChangeStates dialog={dialog} state={dialog.action} onClose={onClose} />
  )
}

function ChangeStates({
  dialog,
  state,
  onClose,
}: {
  dialog: BulkDialogState
  state: MembershipState
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <BulkDialog
      call={changeUserStates}
      selection={dialog.selection}
      input={{ state }}
      title={t(`account.users.state.${state}.title`)}
      text={t(`account.users.state.${state}.text`)}
      action={`account.users.state.${state}.action`}
      done={`account.users.state.${state}.done`}
      partly={(numbers) => t('account.users.partly', numbers)}
      refreshes={refreshes}
      danger={state !== 'Active'}
      onDone={dialog.onDone}
      onClose={onClose}
    />
  )
}

type Chosen = { add: string[]; remove: string[] }

function AssignRoles({ dialog, onClose }: { dialog: BulkDialogState; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm<Chosen>({ defaultValues: { add: [], remove: [] } })
  const { add = [], remove = [] } = useWatch({ control: form.control })
  return (
    <FormProvider {...form}>
      <BulkDialog
        call={assignRoles}
        selection={dialog.selection}
        input={add.length + remove.length > 0 ? { add, remove } : null}
        title={t('account.users.assign.title')}
        action="account.users.assign.action"
        done="account.users.assign.done"
        partly={(numbers) => t('account.users.partly', numbers)}
        refreshes={refreshes}
        onDone={dialog.onDone}
        onClose={onClose}
      >
        <MultiLookupField name="add" label={t('account.users.assign.add')} {...lookupOf('role')} focusFirst />
        <MultiLookupField name="remove" label={t('account.users.assign.remove')} {...lookupOf('role')} />
      </BulkDialog>
    </FormProvider>
  )
}
