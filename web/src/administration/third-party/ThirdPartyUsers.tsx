import {
  createThirdPartyUser,
  getThirdPartyLocation,
  thirdPartyUsers,
  updateThirdPartyUser,
} from '@kervan/contract/administration/third-party-users'
import type { RowOf } from '@kervan/contract/kit/page'
import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconUsers } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useRead } from '../../kit/call/query.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { LastLogin, userCard, UserState } from '../users/userGrid.tsx'
import { CreateThirdPartyUser, EditThirdPartyUser } from './ThirdPartyForms.tsx'

type Row = RowOf<typeof thirdPartyUsers>

const views = {
  username: { pinned: true, width: 240, short: true },
  firstName: { width: 140 },
  lastName: { width: 140 },
  roles: {},
  state: { width: 112 },
  pointOfSale: { width: 200 },
  lastLoginAt: { width: 176, short: true },
  invitation: { hidden: true },
  joinedAt: { hidden: true },
} as const

/** The users of one location (USR-007), for whoever looks after it. */
export default function ThirdPartyUsers() {
  const { t } = useTranslation()
  const params: { LocationUniqueCode?: string } = useParams({ strict: false })
  const locationUniqueCode = params.LocationUniqueCode ?? ''
  const rights = useRights()
  const asked = useRead(getThirdPartyLocation, { locationUniqueCode })
  const [opened, setOpened] = useState<'create' | Row | null>(null)
  const title = t('screen.thirdPartyUserManagement.title')
  const location = asked.data
  if (!location)
    return (
      <PageFrame title={title} layout="scroll">
        <ReadState asked={asked} name={locationUniqueCode} />
      </PageFrame>
    )
  const mayEdit = rights.has(updateThirdPartyUser.permission ?? '')
  const create = rights.has(createThirdPartyUser.permission ?? '') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened('create')}>
      {t('account.users.new')}
    </Button>
  )
  return (
    <PageFrame
      title={title}
      beside={
        <span className="k-quiet k-cut">
          {location.name} <span className="k-mono">{location.code}</span>
        </span>
      }
      actions={create}
    >
      <DataGrid
        list={thirdPartyUsers}
        scope={{ locationUniqueCode }}
        label={title}
        nouns="account.users.count"
        searchLabel={t('account.users.search')}
        columns={views}
        card={userCard}
        renderers={{
          state: (row) => <UserState state={row.state} invitation={row.invitation} />,
          lastLoginAt: (row) => <LastLogin at={row.lastLoginAt} />,
        }}
        {...(mayEdit
          ? {
              onOpen: (row: Row) => row.blocked === null && setOpened(row),
              rowActions: (row: Row) => [
                {
                  key: 'edit',
                  label: t('account.users.act.edit'),
                  icon: IconPencil,
                  hotkey: 'e',
                  blocked: row.blocked,
                  run: () => setOpened(row),
                },
              ],
            }
          : {})}
        selectable={false}
        empty={{
          title: t('account.thirdParty.empty'),
          text: t('account.thirdParty.emptyText', { name: location.name }),
          icon: IconUsers,
          actions: create,
        }}
      />
      {opened === 'create' && <CreateThirdPartyUser location={location} onClose={() => setOpened(null)} />}
      {opened !== null && opened !== 'create' && (
        <EditThirdPartyUser location={location} user={opened} onClose={() => setOpened(null)} />
      )}
    </PageFrame>
  )
}
