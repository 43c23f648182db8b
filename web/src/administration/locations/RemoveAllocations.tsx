import { removeAllocations } from '@kervan/contract/administration/user-locations'
import type { Selection } from '@kervan/contract/kit/page'
import { useTranslation } from 'react-i18next'
import { BulkDialog } from '../../kit/bulk/BulkDialog.tsx'

const nothing = {}

/** Takes chosen allocations away, dryRunResult first. */
export function RemoveAllocations({
  selection,
  onDone,
  onClose,
}: {
  selection: Selection
  onDone: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <BulkDialog
      call={removeAllocations}
      selection={selection}
      input={nothing}
      title={t('account.locations.removeTitle')}
      text={t('account.locations.removeText')}
      action="account.locations.removeAction"
      done="account.locations.removed"
      partly={(numbers) => t('account.locations.partly', numbers)}
      refreshes={['UserManagement']}
      danger
      onDone={onDone}
      onClose={onClose}
    />
  )
}
