import { devices, revokeDevices } from '@kervan/contract/administration/devices'
import { useTranslation } from 'react-i18next'
import { DeviceScreen } from './DeviceScreen.tsx'

/** The paired devices of the company's users: whose program calls the portal with what. */
export default function Devices() {
  const { t } = useTranslation()
  return (
    <DeviceScreen
      own={false}
      title={t('account.part.devices')}
      emptyText={t('administration.devices.emptyText')}
      list={devices}
      revoke={revokeDevices}
    />
  )
}
