import type { revokeApiKeys, revokeOwnApiKeys } from '@kervan/contract/account/api-keys'
import type { Selection } from '@kervan/contract/kit/page'
import { useTranslation } from 'react-i18next'
import { BulkDialog } from '../../kit/BulkDialog.tsx'

export type RevokeWish = { selection: Selection; onDone: () => void }

/** One key or many, rehearsed first. */
export function RevokeKeys({
  call,
  wish,
  onClose,
}: {
  call: typeof revokeApiKeys | typeof revokeOwnApiKeys
  wish: RevokeWish
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <BulkDialog
      call={call}
      selection={wish.selection}
      input={{}}
      title={t('administration.keys.revoke.title')}
      text={t('administration.keys.revoke.text')}
      action="administration.keys.revoke.action"
      done="administration.keys.revoke.done"
      partly={(numbers) => t('administration.keys.revoke.partly', numbers)}
      refreshes={['UserManagement']}
      danger
      onDone={wish.onDone}
      onClose={onClose}
    />
  )
}
