import { getPermissions, getRole, type roles, type RoleView } from '@kervan/contract/administration/roles'
import type { RowOf } from '@kervan/contract/kit/page'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../kit/values/format.ts'
import type { GridAction } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { read, useRead } from '../../kit/call/query.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useHistoryTab } from '../../kit/record/historyTab.tsx'
import { useLast } from '../../kit/record/RecordParts.tsx'
import { RecordScreen, type RecordPlace, type RecordTab } from '../../kit/record/RecordScreen.tsx'
import { Badge, StateBadge } from '../../kit/values/StateBadge.tsx'
import { PermissionList } from './PermissionList.tsx'
import type { RoleSubject } from './Roles.tsx'
import css from './roles.module.css'
import type { RoleTab } from './search.ts'

type Props = RecordPlace<RowOf<typeof roles>> & {
  tab: RoleTab
  onTab: (tab: RoleTab) => void
  actionsOf: (role: RoleSubject) => GridAction[]
}

/** One role beside the list: what it may do, who holds it, what became of it (USR-005). */
export function RoleDrawer({ id, tab, page, onTab, onOpen, actionsOf }: Props) {
  const { t } = useTranslation()
  const format = useFormats()
  const shown = useLast(id)
  const asked = useQuery({ ...read(getRole, { roleId: shown ?? '' }), enabled: shown !== null })
  const role = asked.data
  const history = useHistoryTab<RoleView>('role', (found) => found.id, t('administration.roles.tab.history'))
  const tabs: RecordTab<RoleView, RoleTab>[] = [
    {
      key: 'info',
      label: t('administration.roles.tab.info'),
      count: role ? format.number(role.permissions.length) : null,
      show: (found) => <RoleInfo role={found} />,
    },
    {
      key: 'users',
      label: t('administration.roles.tab.users'),
      count: role?.holderCount ? format.number(role.holderCount) : null,
      show: (found) => <Holders role={found} />,
    },
    ...history,
  ]
  return (
    <RecordScreen
      id={id}
      page={page}
      onOpen={onOpen}
      asked={asked}
      title={({ name }) => name}
      untitled={page?.rows.find((row) => row.id === shown)?.name ?? ''}
      badges={(found) => <Badges role={found} />}
      tabs={tabs}
      tab={tab}
      onTab={onTab}
      actions={role ? actionsOf(role) : []}
      buttons={1}
    />
  )
}

function Badges({ role }: { role: RoleView }) {
  const { t } = useTranslation()
  return (
    <>
      {role.readyMade && <Badge>{t('administration.roles.readyMade')}</Badge>}
      {role.secondFactorRequired && <Badge tone="blue">{t('administration.roles.factor')}</Badge>}
    </>
  )
}

/** Role info: the permissions of the role, area by area. */
function RoleInfo({ role }: { role: RoleView }) {
  const { t } = useTranslation()
  const asked = useRead(getPermissions, {})
  if (!asked.data) return <ReadState asked={asked} />
  if (role.permissions.length === 0)
    return <p className="k-quiet">{t('administration.roles.noPermissions')}</p>
  return (
    <PermissionList
      permissions={asked.data.permissions.filter(({ permission }) => role.permissions.includes(permission))}
    />
  )
}

function Holders({ role }: { role: RoleView }) {
  const { t, state } = useWords()
  if (role.holderCount === 0) return <p className="k-quiet">{t('administration.roles.noHolders')}</p>
  return (
    <>
      {role.holderCount > role.holders.length && (
        <p className="k-quiet">{t('administration.roles.moreHolders', { count: role.holderCount })}</p>
      )}
      <ul className={css.holders}>
        {role.holders.map((one) => (
          <li key={one.membershipId}>
            <span className={css.holderName}>{one.name}</span>
            <span className="k-quiet k-cut">{one.username}</span>
            <span className="k-quiet">{state('userType', one.userType)}</span>
            <StateBadge group="membership" value={one.state} />
          </li>
        ))}
      </ul>
    </>
  )
}
