import {
  getHealthInsuranceSettings,
  HealthInsuranceSettings,
  updateHealthInsuranceSettings,
  type HealthInsuranceSettingsView,
} from '@kervan/contract/order/health-insurance'
import { pendingOrders } from '@kervan/contract/order/order-management'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { SwitchField } from '../../kit/form/fields.tsx'
import { Form, useKitForm } from '../../kit/form/Form.tsx'
import { PasswordField, TextField } from '../../kit/form/TextField.tsx'
import { useLatest } from '../../kit/form/useLatest.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useLeaveGuard } from '../../kit/page/leaveGuard.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useMayChangeCompany, WholeCompanyNote } from '../../kit/page/wholeCompany.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
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
  const asked = useRead(getHealthInsuranceSettings, {})
  return (
    <PageFrame title={t('kind.healthInsurance.many')} layout="form">
      {asked.data ? (
        <Editor settings={asked.data} />
      ) : (
        <ReadState asked={asked} name={t('kind.healthInsurance.many')} />
      )}
    </PageFrame>
  )
}

function Editor({ settings }: { settings: HealthInsuranceSettingsView }) {
  const { t } = useWords()
  const format = useFormats()
  const save = useCall(updateHealthInsuranceSettings, { refreshes: ['ProjectSetting'] })
  const latest = useLatest(getHealthInsuranceSettings, {}, valuesOf)
  const form = useKitForm<Values>({
    schema: Values,
    start: valuesOf(settings).values,
    paths: { MedulaAccessMissing: 'medulaUser' },
    versioned: {
      version: settings.version,
      latest,
      fields: [
        { name: 'medulaActive', label: t('order.medula.settings.active') },
        { name: 'medulaUser', label: t('order.medula.settings.user') },
      ],
    },
    onSubmit: async ({ medulaPassword, ...values }, version) => {
      const password = medulaPassword ? { medulaPassword } : {}
      if (await save.attempt({ ...values, ...password, version }))
        toast('success', t('order.medula.settings.saved'))
    },
  })
  const { isDirty, isSubmitting } = form.formState
  useLeaveGuard(isDirty && !isSubmitting, { record: 'part' })
  const disabled = !useMayChangeCompany()(updateHealthInsuranceSettings)
  const { lines } = settings
  const mayList = useRights().all('OrderManagement', pendingOrders.page.permission ?? '')
  return (
    <Form form={form} label={t('kind.healthInsurance.many')} className={css.policy!}>
      <WholeCompanyNote calls={[updateHealthInsuranceSettings]} />
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
      {!disabled && (
        <div>
          <Button type="submit" loading={isSubmitting} disabled={!isDirty}>
            {t('masterData.save')}
          </Button>
        </div>
      )}
    </Form>
  )
}
