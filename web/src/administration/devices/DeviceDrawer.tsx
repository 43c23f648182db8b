import { getRecordHistory } from '@kervan/contract/administration/activity'
import { useRights } from '../../kit/call/rights.ts'
import type { GridAction, GridPageInfo } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { RecordDrawer, type DrawerTab } from '../../kit/record/RecordDrawer.tsx'
import { RecordHistory } from '../../kit/record/RecordHistory.tsx'
import {
  FactList,
  keysOf,
  RecordBody,
  RecordFoot,
  useLast,
  usePosition,
} from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { permissionName } from '../../kit/values/permissionName.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { LastUsed } from '../keys/keyGrid.tsx'
import type { DeviceRow } from './deviceGrid.tsx'
import type { DeviceTab } from './search.ts'

type Props = {
  id: string | null
  tab: DeviceTab
  page: GridPageInfo<DeviceRow> | null
  onTab: (tab: DeviceTab) => void
  onOpen: (id: string | null, options?: { replace?: boolean }) => void
  actionsOf: (device: DeviceRow) => GridAction[]
}

/** One device beside the list: what it is, what it may do, what became of it. */
export function DeviceDrawer({ id, tab, page, onTab, onOpen, actionsOf }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const rights = useRights()
  const device = useLast(page?.rows.find((row) => row.id === id) ?? null)
  const place = usePosition(page, id, onOpen)
  const actions = device ? actionsOf(device) : []
  const tabs: DrawerTab<DeviceTab>[] = [
    { key: 'details', label: t('account.users.tab.details') },
    {
      key: 'may',
      label: t('administration.devices.may'),
      count: device ? format.number(device.permissionCount) : null,
    },
    ...(rights.has(getRecordHistory.permission ?? '')
      ? [{ key: 'history' as const, label: t('account.users.tab.history') }]
      : []),
  ]
  const open = tabs.some((one) => one.key === tab) ? tab : 'details'
  return (
    <RecordDrawer
      opened={id !== null && device !== null}
      onClose={() => onOpen(null)}
      title={device?.name ?? ''}
      badges={device && <StateBadge group="device" value={device.state} />}
      position={place}
      tabs={tabs}
      tab={open}
      onTab={onTab}
      keys={keysOf(actions)}
      foot={<RecordFoot actions={actions} />}
    >
      {device && (
        <RecordBody key={device.id}>
          {open === 'details' && <Details row={device} />}
          {open === 'may' && (
            <ul>
              {device.scope.map((permission) => (
                <li key={permission}>{permissionName(t, permission)}</li>
              ))}
            </ul>
          )}
          {open === 'history' && <RecordHistory recordType="device" recordId={device.id} />}
        </RecordBody>
      )}
    </RecordDrawer>
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
