import { getApiKeyPermissions, getOwnApiKeyPermissions } from '@kervan/contract/administration/api-keys'
import { getRecordHistory } from '@kervan/contract/administration/activity'
import { useFormats } from '../../kit/values/format.ts'
import type { GridAction, GridPageInfo } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useRead } from '../../kit/call/query.ts'
import { permissionName } from '../../kit/values/permissionName.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { RecordDrawer, type DrawerTab } from '../../kit/record/RecordDrawer.tsx'
import { RecordHistory } from '../../kit/record/RecordHistory.tsx'
import {
  FactList,
  keysOf,
  RecordBanner,
  RecordBody,
  RecordFoot,
  useLast,
  usePosition,
} from '../../kit/record/RecordParts.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { PermissionList } from '../roles/PermissionList.tsx'
import { Expires, LastUsed, type KeyRow } from './keyGrid.tsx'
import css from './keys.module.css'
import type { KeyPermissions } from './PermissionsField.tsx'
import type { KeyTab } from './search.ts'

type Props = {
  id: string | null
  tab: KeyTab
  page: GridPageInfo<KeyRow> | null
  /** The reader's own keys: what they open is asked for without a right on others. */
  own: boolean
  onTab: (tab: KeyTab) => void
  onOpen: (id: string | null, options?: { replace?: boolean }) => void
  actionsOf: (key: KeyRow) => GridAction[]
}

/** One key beside the list (USR-009): what it is, what it may do, what became of it. */
export function KeyDrawer({ id, tab, page, own, onTab, onOpen, actionsOf }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const rights = useRights()
  const key = useLast(page?.rows.find((row) => row.id === id) ?? null)
  const place = usePosition(page, id, onOpen)
  const actions = key ? actionsOf(key) : []
  const tabs: DrawerTab<KeyTab>[] = [
    { key: 'details', label: t('account.users.tab.details') },
    ...(rights.has((own ? getOwnApiKeyPermissions : getApiKeyPermissions).permission ?? '')
      ? [
          {
            key: 'may' as const,
            label: t('administration.keys.may'),
            count: key ? format.number(key.permissionCount) : null,
          },
        ]
      : []),
    ...(rights.has(getRecordHistory.permission ?? '')
      ? [{ key: 'history' as const, label: t('account.users.tab.history') }]
      : []),
  ]
  const open = tabs.some((one) => one.key === tab) ? tab : 'details'
  return (
    <RecordDrawer
      opened={id !== null && key !== null}
      onClose={() => onOpen(null)}
      title={key?.name ?? ''}
      badges={key && <StateBadge group="apiKey" value={key.state} />}
      position={place}
      banner={
        key &&
        key.state === 'Active' &&
        key.withoutEffect.length > 0 && (
          <RecordBanner>{t('administration.keys.idle', { count: key.withoutEffect.length })}</RecordBanner>
        )
      }
      tabs={tabs}
      tab={open}
      onTab={onTab}
      keys={keysOf(actions)}
      foot={<RecordFoot actions={actions} />}
    >
      {key && (
        <RecordBody key={key.id}>
          {open === 'details' && <Details row={key} />}
          {open === 'may' && (own ? <OwnMay row={key} /> : <May row={key} />)}
          {open === 'history' && <RecordHistory recordType="apiKey" recordId={key.id} />}
        </RecordBody>
      )}
    </RecordDrawer>
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
