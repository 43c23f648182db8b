import {
  getServicePolicy,
  servicePolicyShape,
  updateServicePolicy,
  type ServicePolicyView,
} from '@kervan/contract/services/policy'
import { z } from 'zod'
import { NumberField, SwitchField } from '../../kit/form/fields.tsx'
import { SettingsPart } from '../../kit/form/SettingsPart.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import css from '../services.module.css'

const time = z
  .string()
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'services.policy.timeWrong')
const Values = z.object({ ...servicePolicyShape, cutOffTime: time, importTime: time, serviceTime: time })
const valuesOf = ({ version, ...values }: ServicePolicyView) => ({ version, values })
const names = [
  'frozenDays',
  'cutOffTime',
  'importTime',
  'serviceTime',
  'waitsForImport',
  'retentionThreshold',
] as const

/** When services run and from when on a service date is frozen: a tab of service settings. */
export default function ServiceTimes() {
  const { t } = useWords()
  const label = (name: (typeof names)[number]) => t(`services.policy.${name}`)
  return (
    <SettingsPart
      title={t('kind.servicePolicy.many')}
      read={getServicePolicy}
      save={updateServicePolicy}
      schema={Values}
      valuesOf={valuesOf}
      fields={names.map((name) => ({ name, label: label(name) }))}
      paths={{ ImportAfterService: 'importTime' }}
      sent={(values) => values}
      refreshes={['ServiceSetting', 'ServiceStrategy', 'Calendar']}
      saved={t('services.policy.saved')}
      className={css.form}
    >
      {(_policy, disabled) => (
        <>
          <h3 className={css.title}>{t('services.policy.frozen')}</h3>
          <p className="k-quiet">{t('services.policy.frozenText')}</p>
          <div className={css.pair}>
            <NumberField name="frozenDays" label={label('frozenDays')} min={0} max={31} disabled={disabled} />
            <TextField name="cutOffTime" label={label('cutOffTime')} disabled={disabled} />
          </div>
          <h3 className={css.title}>{t('services.policy.times')}</h3>
          <div className={css.pair}>
            <TextField name="importTime" label={label('importTime')} disabled={disabled} />
            <TextField name="serviceTime" label={label('serviceTime')} disabled={disabled} />
          </div>
          <SwitchField name="waitsForImport" label={label('waitsForImport')} disabled={disabled} />
          <NumberField
            name="retentionThreshold"
            label={label('retentionThreshold')}
            min={0}
            max={9_999}
            disabled={disabled}
          />
        </>
      )}
    </SettingsPart>
  )
}
