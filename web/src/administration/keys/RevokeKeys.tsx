import type { revokeApiKeys, revokeOwnApiKeys } from '@kervan/contract/administration/api-keys'
import type { Selection } from '@kervan/contract/kit/page'
import { useTranslation } from 'react-i18next'
import { BulkDialog } from '../../kit/bulk/BulkDialog.tsx'

export type RevokeDialogState = { selection: Selection; onDone: () => void }

/** One key or many, dryRunResult first. */
export function RevokeKeys({
  call,
  dialog,
  onClose,
}: {
  call: typeof revokeApiKeys | typeof revokeOwnApiKeys
  dialog: RevokeDialogState
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <BulkDialog
      call={call}
      selection={dialog.selection}
      input={{}}
      title={t('administration.keys.revoke.title')}
      text={t('administration.keys.revoke.text')}
      action="administration.keys.revoke.action"
      done="administration.keys.revoke.done"
      partly={(numbers) => t('administration.keys.revoke.partly', numbers)}
      refreshes={['UserManagement']}
      danger
      onDone={dialog.onDone}
      onClose={onClose}
    />
  )
}
