import { removeAllocations, type userLocations } from '@kervan/contract/administration/user-locations'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconTrash } from '@tabler/icons-react'
import { useRecordActions } from '../../kit/record/recordActions.tsx'

/** Takes chosen allocations away. */
export const useRemoval = () =>
  useRecordActions<RowOf<typeof userLocations>>(
    [
      {
        key: 'remove',
        label: 'account.locations.remove',
        icon: IconTrash,
        tone: 'danger',
        call: removeAllocations,
        bulk: { words: 'account.locations.removal' },
      },
    ],
    {
      nouns: 'account.locations.count',
      refreshes: ['UserManagement'],
      nameOf: ({ locationName }) => locationName,
    },
  )
