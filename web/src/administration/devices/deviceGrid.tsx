import type { devices } from '@kervan/contract/administration/devices'
import type { RowOf } from '@kervan/contract/kit/page'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { LastUsed } from '../keys/keyGrid.tsx'

export type DeviceRow = RowOf<typeof devices>

export const deviceViews = {
  name: { pinned: true, width: 180 },
  username: { width: 200, short: true },
  state: { width: 132, badge: true },
  permissionCount: { width: 96 },
  pairedAt: { width: 152, short: true },
  lastUsedAt: { width: 152, short: true },
  pairedFrom: { hidden: true },
  lastAddress: { hidden: true },
  revokedAt: { hidden: true },
  revokedBy: { hidden: true },
} as const
/** Where all devices are one's own, their user's name says nothing. */
export const ownDeviceViews = { ...deviceViews, username: { hidden: true } } as const

export const deviceRenderers = {
  lastUsedAt: (row: DeviceRow) => <LastUsed at={row.lastUsedAt} />,
}

export const deviceCard = (row: DeviceRow) => <DeviceCard row={row} />

function DeviceCard({ row }: { row: DeviceRow }) {
  const { t } = useWords()
  return (
    <RowCard name={row.name} mark={<StateBadge group="device" value={row.state} />}>
      <CardLine quiet>
        <span>{row.username}</span>
      </CardLine>
      <CardLine>
        <span>
          {t('column.lastUsedAt')}: <LastUsed at={row.lastUsedAt} />
        </span>
      </CardLine>
    </RowCard>
  )
}
