import { getUserCounts, users } from '@kervan/contract/administration/users'
import { userKind } from '@kervan/contract/administration/user-files'
import { createUser } from '@kervan/contract/administration/user-acts'
import type { RowOf } from '@kervan/contract/kit/page'
import { Button } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../kit/values/format.ts'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { useMasterAddress, type MasterAddress } from '../../kit/master/address.ts'
import { ChangeList } from '../../kit/master/ChangeList.tsx'
import { ChangePage } from '../../kit/master/ChangePage.tsx'
import { useFileMenu } from '../../kit/master/fileMenu.tsx'
import { UsedMeter } from '../../kit/values/Meter.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useRead } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { CreateUser } from './CreateUser.tsx'
import { usersSearch } from './search.ts'
import { UserDrawer } from './UserDrawer.tsx'
import { useUserActions } from './userActions.tsx'
import { userCard, userColumnViews, userRenderers } from './userGrid.tsx'

type UserRow = RowOf<typeof users>

/** The users of the company (USR-003): who they are, what they hold, what can be done with one or many of them. */
export default function Users() {
  const address = useMasterAddress()
  const { change, view } = address.search
  if (change) return <ChangePage key={change} kind={userKind} changeId={change} address={address} />
  if (view === 'changes') return <ChangeList kind={userKind} address={address} />
  return <People address={address} />
}

function People({ address }: { address: MasterAddress }) {
  const { t } = useTranslation()
  const rights = useRights()
  const [search, change] = useScreenSearch(usersSearch)
  const [page, setPage] = useState<GridPageInfo<UserRow> | null>(null)
  const [creates, setCreates] = useState(false)
  const { grid, actionsOf, dialog } = useUserActions()
  const imports = rights.has(userKind.upload.permission ?? '')
  const files = useFileMenu({ kind: userKind, address, imports })
  const open = (user: string | null, options?: { replace?: boolean }) =>
    change({ user: user ?? undefined, ...(user ? {} : { tab: undefined }) }, options)
  return (
    <PageFrame
      title={t('account.part.users')}
      beside={<Counts />}
      actions={
        <>
          {files.button}
          {rights.has(createUser.permission ?? '') && <NewUser onPress={() => setCreates(true)} />}
          {files.menu()}
        </>
      }
    >
      <DataGrid
        list={users}
        label={t('account.part.users')}
        nouns="account.users.count"
        searchLabel={t('account.users.search')}
        columns={userColumnViews}
        renderers={userRenderers}
        quickFilter="state"
        onPage={setPage}
        onOpen={(row) => open(row.id)}
        openId={search.user ?? null}
        {...grid}
        card={userCard}
        empty={{ title: t('account.users.empty'), text: t('account.users.emptyText'), icon: IconUsers }}
      />
      <UserDrawer
        id={search.user ?? null}
        tab={search.tab ?? 'details'}
        page={page}
        onTab={(tab) => change({ tab }, { replace: true })}
        onOpen={open}
        actionsOf={actionsOf}
      />
      {dialog}
      {files.dialog}
      {creates && <CreateUser onClose={() => setCreates(false)} onCreated={open} />}
    </PageFrame>
  )
}

function Counts() {
  const { t } = useTranslation()
  const format = useFormats()
  const rights = useRights()
  const { data } = useRead(getUserCounts, {}, { enabled: rights.has(getUserCounts.permission ?? '') })
  if (!data) return null
  return (
    <UsedMeter
      used={data.active}
      limit={data.maximum}
      words={t('account.users.active', {
        active: format.number(data.active),
        maximum: format.number(data.maximum),
      })}
    />
  )
}

function NewUser({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation()
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onPress}>
      {t('account.users.new')}
    </Button>
  )
}
