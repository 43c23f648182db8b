import {
  createPairingCode,
  getDevicePermissions,
  pairingMinutes,
} from '@kervan/contract/administration/devices'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { SecretOnce } from '../../kit/SecretOnce.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { PermissionsField } from '../keys/PermissionsField.tsx'
import formCss from '../../kit/form/form.module.css'

const CodeForm = z.object({ scope: z.array(z.string()).min(1, 'administration.devices.scopeMissing') })
type Made = { code: string | null; expiresAt: string }

/** A code for a device: what the device may do is chosen here, and the code is shown once. */
export function PairDevice({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const create = useCall(createPairingCode, { refreshes: ['Device'] })
  const asked = useRead(getDevicePermissions, {})
  const [made, setMade] = useState<Made | null>(null)
  if (made) return <MadeCode made={made} onClose={onClose} />
  return (
    <FormDialog<z.infer<typeof CodeForm>>
      title={t('administration.devices.pair')}
      text={t('administration.devices.pairText')}
      action={t('administration.devices.makeCode')}
      size={620}
      schema={CodeForm}
      start={{ scope: [] }}
      paths={{ RightsExceedOwn: 'scope' }}
      keepOpen
      onSubmit={async (values) => {
        const answer = await create.attempt(values)
        if (answer) setMade(answer)
      }}
      onClose={onClose}
    >
      <PermissionsField
        name="scope"
        label={t('administration.devices.may')}
        asked={asked}
        nothing={t('administration.devices.opensNothing')}
      />
    </FormDialog>
  )
}

function MadeCode({ made, onClose }: { made: Made; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormats()
  return (
    <PlainDialog title={t('administration.devices.code')} size={620} stays onClose={onClose}>
      {made.code === null ? (
        <p>{t('administration.devices.codeLost')}</p>
      ) : (
        <>
          <p style={{ marginBottom: 12 }}>
            {t('administration.devices.codeText', {
              minutes: pairingMinutes,
              until: format.dateTime(made.expiresAt),
            })}
          </p>
          <SecretOnce label={t('administration.devices.code')} secret={made.code} />
        </>
      )}
      <div className={formCss.foot}>
        <Button onClick={onClose}>{t('account.users.done')}</Button>
      </div>
    </PlainDialog>
  )
}
