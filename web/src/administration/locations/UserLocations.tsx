import {
  allocateLocations,
  userLocationKind,
  userLocations,
} from '@kervan/contract/administration/user-locations'
import type { RowOf, Selection } from '@kervan/contract/kit/page'
import { Button } from '@mantine/core'
import { IconMapPin, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { actionForm, type BulkAction } from '../../kit/bulk/action.ts'
import { BulkDialog } from '../../kit/bulk/BulkDialog.tsx'
import { MultiLookupField } from '../../kit/form/LookupField.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useMasterAddress, type MasterAddress } from '../../kit/master/address.ts'
import { ChangeList } from '../../kit/master/ChangeList.tsx'
import { ChangePage } from '../../kit/master/ChangePage.tsx'
import { useFileMenu } from '../../kit/master/fileMenu.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { lookupOf } from '../lookups.ts'
import { useRemoval } from './removal.ts'

type Row = RowOf<typeof userLocations>
const views = {
  username: { pinned: true, width: 208, short: true },
  firstName: { width: 92, short: true },
  lastName: { width: 100, short: true },
  userType: { width: 132, short: true },
  locationCode: { width: 136 },
  locationName: {},
  subdivision: { width: 96, short: true },
  locationType: { width: 176, short: true },
  state: { width: 100, short: true },
} as const
const scope = { membershipId: null }

/** Who sees which locations (USR-006), over all users: allocated and taken away here, or by files. */
export default function UserLocations() {
  const address = useMasterAddress()
  const { change, view } = address.search
  if (change) return <ChangePage key={change} kind={userLocationKind} changeId={change} address={address} />
  if (view === 'changes') return <ChangeList kind={userLocationKind} address={address} />
  return <Allocations address={address} />
}

function Allocations({ address }: { address: MasterAddress }) {
  const { t } = useTranslation()
  const rights = useRights()
  const { grid, dialog } = useRemoval()
  const [allocates, setAllocates] = useState(false)
  const mayAllocate = rights.has(allocateLocations.permission ?? '')
  const imports = rights.has(userLocationKind.upload.permission ?? '')
  const files = useFileMenu({ kind: userLocationKind, address, imports })
  return (
    <PageFrame
      title={t('account.part.locations')}
      actions={
        <>
          {files.button}
          {mayAllocate && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAllocates(true)}>
              {t('account.locations.allocate')}
            </Button>
          )}
          {files.menu()}
        </>
      }
    >
      <DataGrid
        list={userLocations}
        scope={scope}
        label={t('account.part.locations')}
        nouns="account.locations.count"
        searchLabel={t('account.locations.search')}
        columns={views}
        card={allocationCard}
        {...grid}
        empty={{
          title: t('account.locations.none'),
          text: t('account.locations.emptyText'),
          icon: IconMapPin,
        }}
      />
      {dialog}
      {files.dialog}
      {allocates && (
        <BulkDialog action={allocation} selection={nobody} count={0} onClose={() => setAllocates(false)} />
      )}
    </PageFrame>
  )
}

const allocationCard = (row: Row) => <AllocationCard row={row} />

/** On a telephone: the place, whose it is, and of what kind. */
function AllocationCard({ row }: { row: Row }) {
  const { state } = useWords()
  return (
    <RowCard name={row.locationName} mark={<StateBadge group="membership" value={row.state} />}>
      <CardLine>
        <span>{row.username}</span>
        <span className="k-mono k-quiet">{row.locationCode}</span>
      </CardLine>
      <CardLine quiet>
        <span>
          {row.firstName} {row.lastName}
        </span>
        <span>{[row.subdivision, state('locationType', row.locationType)].filter(Boolean).join(' · ')}</span>
      </CardLine>
    </RowCard>
  )
}

const nobody: Selection = { mode: 'ids', ids: [] }

/** Some users times some locations: who is chosen in the form is what it is done to. */
const allocation: BulkAction = {
  call: allocateLocations,
  words: 'account.locations.allocation',
  nouns: 'account.users.count',
  refreshes: ['UserManagement'],
  form: actionForm({
    schema: z.object({ users: z.array(z.string()).min(1), add: z.array(z.string()).min(1) }),
    start: { users: [], add: [] },
    Fields: AllocationFields,
    input: ({ users, add }) => ({ selection: { mode: 'ids', ids: users }, add, remove: [] }),
  }),
}

function AllocationFields() {
  const { t } = useTranslation()
  return (
    <>
      <MultiLookupField name="users" label={t('account.locations.users')} {...lookupOf('user')} focusFirst />
      <MultiLookupField name="add" label={t('account.users.tab.locations')} {...lookupOf('location')} />
    </>
  )
}
