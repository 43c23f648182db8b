import { getApiKeyPermissions, getOwnApiKeyPermissions } from '@kervan/contract/administration/api-keys'
import { useFormats } from '../../kit/values/format.ts'
import type { GridAction } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useRead } from '../../kit/call/query.ts'
import { permissionName } from '../../kit/values/permissionName.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useHistoryTab } from '../../kit/record/historyTab.tsx'
import { FactList, RecordBanner, useLast } from '../../kit/record/RecordParts.tsx'
import { RecordScreen, type RecordPlace, type RecordTab } from '../../kit/record/RecordScreen.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { PermissionList } from '../roles/PermissionList.tsx'
import { Expires, LastUsed, type KeyRow } from './keyGrid.tsx'
import css from './keys.module.css'
import type { KeyPermissions } from './PermissionsField.tsx'
import type { KeyTab } from './search.ts'

type Props = RecordPlace<KeyRow> & {
  tab: KeyTab
  /** The reader's own keys: what they open is asked for without a right on others. */
  own: boolean
  onTab: (tab: KeyTab) => void
  actionsOf: (key: KeyRow) => GridAction[]
}

/** One key beside the list (USR-009): what it is, what it may do, what became of it. */
export function KeyDrawer({ id, tab, page, own, onTab, onOpen, actionsOf }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const rights = useRights()
  const key = useLast(page?.rows.find((row) => row.id === id) ?? null)
  const history = useHistoryTab<KeyRow>('apiKey', (row) => row.id, t('account.users.tab.history'))
  const tabs: RecordTab<KeyRow, KeyTab>[] = [
    { key: 'details', label: t('account.users.tab.details'), show: (row) => <Details row={row} /> },
    ...(rights.has((own ? getOwnApiKeyPermissions : getApiKeyPermissions).permission ?? '')
      ? [
          {
            key: 'may' as const,
            label: t('administration.keys.may'),
            count: key ? format.number(key.permissionCount) : null,
            show: (row: KeyRow) => (own ? <OwnMay row={row} /> : <May row={row} />),
          },
        ]
      : []),
    ...history,
  ]
  return (
    <RecordScreen
      id={id}
      page={page}
      onOpen={onOpen}
      row={key}
      title={({ name }) => name}
      badges={(row) => <StateBadge group="apiKey" value={row.state} />}
      banner={(row) =>
        row.state === 'Active' &&
        row.withoutEffect.length > 0 && (
          <RecordBanner>{t('administration.keys.idle', { count: row.withoutEffect.length })}</RecordBanner>
        )
      }
      tabs={tabs}
      tab={tab}
      onTab={onTab}
      actions={key ? actionsOf(key) : []}
      buttons={1}
    />
  )
}

function Details({ row }: { row: KeyRow }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <FactList
      facts={[
        [t('administration.keys.user'), row.username],
        [
          t('column.hint'),
          <span key="hint" className="k-mono">
            {row.hint}
          </span>,
        ],
        [t('column.createdAt'), `${format.dateTime(row.createdAt)} · ${row.createdBy}`],
        [t('column.expiresAt'), <Expires key="end" row={row} />],
        [t('column.lastUsedAt'), <LastUsed key="used" at={row.lastUsedAt} />],
        [
          t('column.lastAddress'),
          row.lastAddress === null ? null : <span className="k-mono">{row.lastAddress}</span>,
        ],
        [
          t('column.revokedAt'),
          row.revokedAt === null ? null : `${format.dateTime(row.revokedAt)} · ${row.revokedBy ?? ''}`,
        ],
      ]}
    />
  )
}

function May({ row }: { row: KeyRow }) {
  return <InWords row={row} asked={useRead(getApiKeyPermissions, { membershipId: row.membershipId })} />
}

function OwnMay({ row }: { row: KeyRow }) {
  return <InWords row={row} asked={useRead(getOwnApiKeyPermissions, {})} />
}

/** What the key opens in words; below what was chosen for it and opens nothing, because no role of the user gives it. */
function InWords({ row, asked }: { row: KeyRow; asked: KeyPermissions }) {
  const { t } = useWords()
  if (!asked.data) return <ReadState asked={asked} />
  return (
    <>
      {row.withoutEffect.length > 0 && (
        <section className={css.idle}>
          <h3>{t('administration.keys.idleTitle')}</h3>
          <ul>
            {row.withoutEffect.map((permission) => (
              <li key={permission}>{permissionName(t, permission)}</li>
            ))}
          </ul>
        </section>
      )}
      <PermissionList
        permissions={asked.data.permissions.filter(({ permission }) => row.scope.includes(permission))}
      />
    </>
  )
}
