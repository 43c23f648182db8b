import type { revokeApiKeys, revokeOwnApiKeys } from '@kervan/contract/administration/api-keys'
import { IconBan } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GridAction, Selected } from '../../kit/grid/types.ts'
import { useRights } from '../../kit/call/rights.ts'
import type { KeyRow } from './keyGrid.tsx'
import type { RevokeDialogState } from './RevokeKeys.tsx'

/** What can be done with keys, one or many, by whoever may make the call. */
export function useRevoking(call: typeof revokeApiKeys | typeof revokeOwnApiKeys) {
  const { t } = useTranslation()
  const [dialog, openDialog] = useState<RevokeDialogState | null>(null)
  const mayRevoke = useRights().has(call.permission ?? '')
  const act = {
    key: 'revoke',
    label: t('administration.keys.revoke.asking'),
    icon: IconBan,
    tone: 'danger' as const,
  }
  const rowActions = (row: KeyRow): GridAction[] =>
    mayRevoke
      ? [
          {
            ...act,
            hotkey: 'x',
            blocked: row.actions.revoke ? null : t('administration.keys.revoked'),
            run: () => openDialog({ selection: { mode: 'ids', ids: [row.id] }, onDone: () => undefined }),
          },
        ]
      : []
  const bulkActions = mayRevoke
    ? ({ selection, clear }: Selected<KeyRow>): GridAction[] => [
        { ...act, run: () => openDialog({ selection, onDone: clear }) },
      ]
    : null
  return { dialog, openDialog, rowActions, bulkActions }
}
