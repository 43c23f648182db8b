import {
  getServicePolicy,
  servicePolicyShape,
  updateServicePolicy,
  type ServicePolicyView,
} from '@kervan/contract/services/policy'
import { Button } from '@mantine/core'
import { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { NumberField, SwitchField } from '../../kit/form/fields.tsx'
import { Form, useKitForm } from '../../kit/form/Form.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useLatest } from '../../kit/form/useLatest.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useLeaveGuard } from '../../kit/page/leaveGuard.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useMayChangeCompany, WholeCompanyNote } from '../../kit/page/wholeCompany.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import css from '../services.module.css'

const time = z
  .string()
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'services.policy.timeWrong')
const Values = z.object({ ...servicePolicyShape, cutOffTime: time, importTime: time, serviceTime: time })
type Values = z.infer<typeof Values>
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
  const asked = useRead(getServicePolicy, {})
  const title = t('kind.servicePolicy.many')
  return (
    <PageFrame title={title} layout="form">
      {asked.data ? <Editor policy={asked.data} title={title} /> : <ReadState asked={asked} name={title} />}
    </PageFrame>
  )
}

function Editor({ policy, title }: { policy: ServicePolicyView; title: string }) {
  const { t } = useWords()
  const save = useCall(updateServicePolicy, { refreshes: ['ServiceSetting', 'ServiceStrategy', 'Calendar'] })
  const latest = useLatest(getServicePolicy, {}, valuesOf)
  const label = (name: (typeof names)[number]) => t(`services.policy.${name}`)
  const form = useKitForm<Values>({
    schema: Values,
    start: valuesOf(policy).values,
    paths: { ImportAfterService: 'importTime' },
    versioned: {
      version: policy.version,
      latest,
      fields: names.map((name) => ({ name, label: label(name) })),
    },
    onSubmit: async (values, version) => {
      if (await save.attempt({ ...values, version })) toast('success', t('services.policy.saved'))
    },
  })
  const { isDirty, isSubmitting } = form.formState
  useLeaveGuard(isDirty && !isSubmitting, { record: 'part' })
  const disabled = !useMayChangeCompany()(updateServicePolicy)
  return (
    <Form form={form} label={title} className={css.form!}>
      <WholeCompanyNote calls={[updateServicePolicy]} />
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
