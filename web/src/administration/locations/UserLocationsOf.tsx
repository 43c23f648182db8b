import { userLocations } from '@kervan/contract/administration/user-locations'
import type { UserView } from '@kervan/contract/administration/users'
import { Button } from '@mantine/core'
import { IconMapPin, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { AllocateDialog } from './AllocateDialog.tsx'
import { useRemoval } from './removal.ts'

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
  const { grid, dialog } = useRemoval()
  const [adds, setAdds] = useState(false)
  const mayAllocate = user.actions.allocate === null
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
        filters={mayAllocate ? add : null}
        {...(user.userType === 'ThirdPartyUser' ? { selectable: false } : grid)}
        empty={{
          title: t('account.locations.none'),
          text: t(user.locationScoped ? 'account.users.noLocation' : 'account.locations.seesAll'),
          icon: IconMapPin,
          actions: mayAllocate ? add : null,
        }}
      />
      {dialog}
      {adds && <AllocateDialog record={user} onClose={() => setAdds(false)} />}
    </>
  )
}
