import {
  getHealthInsuranceSettings,
  HealthInsuranceSettings,
  updateHealthInsuranceSettings,
  type HealthInsuranceSettingsView,
} from '@kervan/contract/order/health-insurance'
import { pendingOrders } from '@kervan/contract/order/order-management'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRights } from '../../kit/call/rights.ts'
import { SwitchField } from '../../kit/form/fields.tsx'
import { SettingsPart } from '../../kit/form/SettingsPart.tsx'
import { PasswordField, TextField } from '../../kit/form/TextField.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from './settings.module.css'

type Values = { medulaActive: boolean; medulaUser: string; medulaPassword?: string | undefined }
const Values = HealthInsuranceSettings
const valuesOf = ({ version, medulaActive, medulaUser }: HealthInsuranceSettingsView) => {
  const values: Values = { medulaActive, medulaUser }
  return { version, values }
}

/** Whether the company notifies the health-insurance service, and how it signs in there (ORD-015). */
export default function HealthInsurancePart() {
  const { t } = useWords()
  return (
    <SettingsPart
      title={t('kind.healthInsurance.many')}
      read={getHealthInsuranceSettings}
      save={updateHealthInsuranceSettings}
      schema={Values}
      valuesOf={valuesOf}
      fields={[
        { name: 'medulaActive', label: t('order.medula.settings.active') },
        { name: 'medulaUser', label: t('order.medula.settings.user') },
      ]}
      paths={{ MedulaAccessMissing: 'medulaUser' }}
      sent={({ medulaPassword, ...values }) => ({ ...values, ...(medulaPassword && { medulaPassword }) })}
      refreshes={['ProjectSetting']}
      saved={t('order.medula.settings.saved')}
      className={css.policy}
    >
      {(settings, disabled) => <Fields settings={settings} disabled={disabled} />}
    </SettingsPart>
  )
}

function Fields({ settings, disabled }: { settings: HealthInsuranceSettingsView; disabled: boolean }) {
  const { t } = useWords()
  const format = useFormats()
  const { lines } = settings
  const mayList = useRights().all('OrderManagement', pendingOrders.page.permission ?? '')
  return (
    <>
      {!settings.isConnected && (
        <p className={css.sentence}>
          <IconAlertTriangle size={16} aria-hidden />
          {t('order.medula.settings.notConnected')}
        </p>
      )}
      <SwitchField
        name="medulaActive"
        label={t('order.medula.settings.active')}
        hint={t('order.medula.settings.activeHint')}
        disabled={disabled}
      />
      <TextField
        name="medulaUser"
        label={t('order.medula.settings.user')}
        autoComplete="off"
        maxLength={60}
        optional
        disabled={disabled}
      />
      <PasswordField
        name="medulaPassword"
        label={t('order.medula.settings.password')}
        {...(settings.hasPassword ? { hint: t('order.medula.settings.passwordKept') } : {})}
        autoComplete="new-password"
        optional
        disabled={disabled}
      />
      <p className="k-quiet">
        {t('order.medula.settings.lines', {
          waiting: format.number(lines.Waiting),
          notified: format.number(lines.Notified),
          failed: format.number(lines.Failed),
        })}
      </p>
      {lines.Failed > 0 && mayList && (
        <Link
          to="/order/order-management"
          search={{ tab: 'inFulfilment', f: { medulaState: { in: ['Failed'] } } }}
        >
          {t('order.medula.settings.failedOrders')}
        </Link>
      )}
    </>
  )
}
