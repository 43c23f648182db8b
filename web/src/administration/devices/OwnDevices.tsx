import { createPairingCode, ownDevices, revokeOwnDevices } from '@kervan/contract/administration/devices'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '../../kit/call/rights.ts'
import { DeviceScreen } from './DeviceScreen.tsx'
import { PairDevice } from './PairDevice.tsx'

/** One's own paired devices, and the code for another. */
export default function OwnDevices() {
  const { t } = useTranslation()
  const mayPair = useRights().has(createPairingCode.permission ?? '')
  const [pairs, setPairs] = useState(false)
  return (
    <>
      <DeviceScreen
        own
        title={t('account.part.ownDevices')}
        emptyText={t('administration.devices.ownEmptyText')}
        list={ownDevices}
        revoke={revokeOwnDevices}
        begin={
          mayPair && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setPairs(true)}>
              {t('administration.devices.pair')}
            </Button>
          )
        }
      />
      {pairs && <PairDevice onClose={() => setPairs(false)} />}
    </>
  )
}
