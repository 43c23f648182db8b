import type { GridAction } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useHistoryTab } from '../../kit/record/historyTab.tsx'
import { FactList, useLast } from '../../kit/record/RecordParts.tsx'
import { RecordScreen, type RecordPlace, type RecordTab } from '../../kit/record/RecordScreen.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { permissionName } from '../../kit/values/permissionName.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { LastUsed } from '../keys/keyGrid.tsx'
import type { DeviceRow } from './deviceGrid.tsx'
import type { DeviceTab } from './search.ts'

type Props = RecordPlace<DeviceRow> & {
  tab: DeviceTab
  onTab: (tab: DeviceTab) => void
  actionsOf: (device: DeviceRow) => GridAction[]
}

/** One device beside the list: what it is, what it may do, what became of it. */
export function DeviceDrawer({ id, tab, page, onTab, onOpen, actionsOf }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const device = useLast(page?.rows.find((row) => row.id === id) ?? null)
  const history = useHistoryTab<DeviceRow>('device', (row) => row.id, t('account.users.tab.history'))
  const tabs: RecordTab<DeviceRow, DeviceTab>[] = [
    { key: 'details', label: t('account.users.tab.details'), show: (row) => <Details row={row} /> },
    {
      key: 'may',
      label: t('administration.devices.may'),
      count: device ? format.number(device.permissionCount) : null,
      show: ({ scope }) => (
        <ul>
          {scope.map((permission) => (
            <li key={permission}>{permissionName(t, permission)}</li>
          ))}
        </ul>
      ),
    },
    ...history,
  ]
  return (
    <RecordScreen
      id={id}
      page={page}
      onOpen={onOpen}
      row={device}
      title={({ name }) => name}
      badges={(row) => <StateBadge group="device" value={row.state} />}
      tabs={tabs}
      tab={tab}
      onTab={onTab}
      actions={device ? actionsOf(device) : []}
      buttons={1}
    />
  )
}

function Details({ row }: { row: DeviceRow }) {
  const { t } = useWords()
  const format = useFormats()
  const address = (text: string | null) => text && <span className="k-mono">{text}</span>
  return (
    <FactList
      facts={[
        [t('column.username'), row.username],
        [t('column.pairedAt'), format.dateTime(row.pairedAt)],
        [t('column.pairedFrom'), address(row.pairedFrom)],
        [t('column.lastUsedAt'), <LastUsed key="used" at={row.lastUsedAt} />],
        [t('column.lastAddress'), address(row.lastAddress)],
        [
          t('column.revokedAt'),
          row.revokedAt === null ? null : `${format.dateTime(row.revokedAt)} · ${row.revokedBy ?? ''}`,
        ],
      ]}
    />
  )
}
