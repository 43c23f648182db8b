import type { devices, revokeDevices, revokeOwnDevices } from '@kervan/contract/administration/devices'
import { IconBan, IconDeviceDesktop } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { useRecordActions } from '../../kit/record/recordActions.tsx'
import { DeviceDrawer } from './DeviceDrawer.tsx'
import { deviceCard, deviceRenderers, deviceViews, ownDeviceViews, type DeviceRow } from './deviceGrid.tsx'
import { devicesSearch } from './search.ts'

type Props = {
  /** One's own devices, or those of everybody. */
  own: boolean
  title: string
  emptyText: string
  list: typeof devices
  revoke: typeof revokeDevices | typeof revokeOwnDevices
  begin?: ReactNode
}

/** A list of paired devices with what can be done with them; the one that is open stands in the address. */
export function DeviceScreen({ own, title, emptyText, list, revoke, begin }: Props) {
  const { t } = useTranslation()
  const [search, change] = useScreenSearch(devicesSearch)
  const [page, setPage] = useState<GridPageInfo<DeviceRow> | null>(null)
  const { grid, actionsOf, dialog } = useRecordActions<DeviceRow>(
    [
      {
        key: 'revoke',
        label: 'administration.devices.revoke.asking',
        icon: IconBan,
        hotkey: 'x',
        tone: 'danger',
        call: revoke,
        bulk: { words: 'administration.devices.revoke' },
      },
    ],
    {
      nouns: 'administration.devices.count',
      refreshes: ['Device', 'UserManagement'],
      nameOf: ({ name }) => name,
    },
  )
  return (
    <PageFrame title={title} actions={begin}>
      <DataGrid
        list={list}
        label={title}
        nouns="administration.devices.count"
        searchLabel={t('administration.devices.search')}
        columns={own ? ownDeviceViews : deviceViews}
        renderers={deviceRenderers}
        quickFilter="state"
        onPage={setPage}
        onOpen={(row) => change({ device: row.id })}
        openId={search.device ?? null}
        {...grid}
        card={deviceCard}
        empty={{
          title: t('administration.devices.empty'),
          text: emptyText,
          icon: IconDeviceDesktop,
          actions: begin,
        }}
      />
      <DeviceDrawer
        id={search.device ?? null}
        tab={search.tab ?? 'details'}
        page={page}
        onTab={(tab) => change({ tab }, { replace: true })}
        onOpen={(device, options) =>
          change({ device: device ?? undefined, ...(device ? {} : { tab: undefined }) }, options)
        }
        actionsOf={actionsOf}
      />
      {dialog}
    </PageFrame>
  )
}
