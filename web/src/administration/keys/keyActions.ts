import type { revokeApiKeys, revokeOwnApiKeys } from '@kervan/contract/administration/api-keys'
import { IconBan } from '@tabler/icons-react'
import { useRecordActions } from '../../kit/record/recordActions.tsx'
import type { KeyRow } from './keyGrid.tsx'

/** What can be done with keys, one or many, by whoever may make the call. */
export const useKeyActions = (call: typeof revokeApiKeys | typeof revokeOwnApiKeys) =>
  useRecordActions<KeyRow>(
    [
      {
        key: 'revoke',
        label: 'administration.keys.revoke.asking',
        icon: IconBan,
        hotkey: 'x',
        tone: 'danger',
        call,
        bulk: { words: 'administration.keys.revoke' },
      },
    ],
    {
      nouns: 'administration.keys.count',
      refreshes: ['UserManagement'],
      nameOf: ({ name }) => name,
    },
  )
