import {
  removeAllocations,
  setUserLocations,
  userLocations,
} from '@kervan/contract/administration/user-locations'
import type { UserView } from '@kervan/contract/administration/users'
import type { Selection } from '@kervan/contract/kit/page'
import { Button } from '@mantine/core'
import { IconMapPin, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { AllocateDialog } from './AllocateDialog.tsx'
import { RemoveAllocations } from './RemoveAllocations.tsx'

const views = {
  locationCode: { pinned: true, width: 152 },
  locationName: {},
  subdivision: { width: 120, short: true },
  locationType: { width: 160, short: true },
  username: { hidden: true },
  firstName: { hidden: true },
  lastName: { hidden: true },
  userType: { hidden: true },
  state: { hidden: true },
} as const

/** The locations of one user, in their drawer (USR-006). */
export function UserLocationsOf({ user }: { user: UserView }) {
  const { t } = useTranslation()
  const rights = useRights()
  const [removing, setRemoving] = useState<{ selection: Selection; onDone: () => void } | null>(null)
  const [adds, setAdds] = useState(false)
  const mayRemove = rights.has(removeAllocations.permission ?? '') && user.blocked.allocate === null
  const mayAdd = rights.has(setUserLocations.permission ?? '') && user.blocked.allocate === null
  const add = (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdds(true)}>
      {t('account.locations.add')}
    </Button>
  )
  return (
    <>
      <DataGrid
        list={userLocations}
        scope={{ membershipId: user.id }}
        state="own"
        label={t('account.users.tab.locations')}
        nouns="account.locations.count"
        columns={views}
        filters={mayAdd ? add : null}
        {...(mayRemove
          ? {
              bulkActions: ({ selection, clear }) => [
                {
                  key: 'remove',
                  label: t('account.locations.remove'),
                  icon: IconTrash,
                  tone: 'danger',
                  run: () => setRemoving({ selection, onDone: clear }),
                },
              ],
            }
          : { selectable: false })}
        empty={{
          title: t('account.locations.none'),
          text: t(user.locationScoped ? 'account.users.noLocation' : 'account.locations.seesAll'),
          icon: IconMapPin,
          actions: mayAdd ? add : null,
        }}
      />
      {removing && <RemoveAllocations {...removing} onClose={() => setRemoving(null)} />}
      {adds && <AllocateDialog user={{ ...user, name: user.username }} onClose={() => setAdds(false)} />}
    </>
  )
}
