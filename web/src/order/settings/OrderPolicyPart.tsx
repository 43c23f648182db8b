import {
  getOrderPolicy,
  OrderPolicy,
  updateOrderPolicy,
  type OrderPolicyView,
} from '@kervan/contract/order/order-policy'
import { orderFlows, pendingScopes, priceVisibilities } from '@kervan/contract/order/words'
import { Button } from '@mantine/core'
import type { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { SelectField, SwitchField } from '../../kit/form/fields.tsx'
import { Form, useKitForm } from '../../kit/form/Form.tsx'
import { useLatest } from '../../kit/form/useLatest.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useLeaveGuard } from '../../kit/page/leaveGuard.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useMayChangeCompany, WholeCompanyNote } from '../../kit/page/wholeCompany.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import css from './settings.module.css'

const Values = OrderPolicy.omit({ version: true })
type Values = z.infer<typeof Values>
const valuesOf = (policy: OrderPolicyView) => {
  const { version, ...values } = OrderPolicy.parse(policy)
  return { version, values }
}

/** How the company takes orders (ORD-021, ORD-014, ORD-020). */
export default function OrderPolicyPart() {
  const { t } = useWords()
  const asked = useRead(getOrderPolicy, {})
  return (
    <PageFrame title={t('kind.orderPolicy.many')} layout="form">
      {asked.data ? (
        <Editor policy={asked.data} />
      ) : (
        <ReadState asked={asked} name={t('kind.orderPolicy.many')} />
      )}
    </PageFrame>
  )
}

function Editor({ policy }: { policy: OrderPolicyView }) {
  const { t, state } = useWords()
  const format = useFormats()
  const save = useCall(updateOrderPolicy, { refreshes: ['ProjectSetting'] })
  const latest = useLatest(getOrderPolicy, {}, valuesOf)
  const fields = [
    'orderFlow',
    'checkPoNumber',
    'priceVisibility',
    'quotaVisible',
    'pendingScope',
    'referenceTimeZone',
  ] as const
  const form = useKitForm<Values>({
    schema: Values,
    start: valuesOf(policy).values,
    versioned: {
      version: policy.version,
      latest,
      fields: fields.map((name) => ({ name, label: t(`order.policy.${name}`) })),
    },
    onSubmit: async (values, version) => {
      if (await save.attempt({ ...values, version })) toast('success', t('order.policy.saved'))
    },
  })
  const { isDirty, isSubmitting } = form.formState
  useLeaveGuard(isDirty && !isSubmitting, { record: 'part' })
  const disabled = !useMayChangeCompany()(updateOrderPolicy)
  const choices = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: state(group, value) }))
  return (
    <Form form={form} label={t('kind.orderPolicy.many')} className={css.policy!}>
      <WholeCompanyNote calls={[updateOrderPolicy]} />
      <SelectField
        name="orderFlow"
        label={t('order.policy.orderFlow')}
        hint={t('order.policy.orderFlowHint')}
        data={choices('orderFlow', orderFlows)}
        searchable={false}
        disabled={disabled}
      />
      <SwitchField
        name="checkPoNumber"
        label={t('order.policy.checkPoNumber')}
        hint={t('order.policy.checkPoNumberHint')}
        disabled={disabled}
      />
      <SwitchField name="quotaVisible" label={t('order.policy.quotaVisible')} disabled={disabled} />
      <SelectField
        name="priceVisibility"
        label={t('order.policy.priceVisibility')}
        hint={t('order.policy.priceVisibilityHint')}
        data={choices('priceVisibility', priceVisibilities)}
        searchable={false}
        disabled={disabled}
      />
      <SelectField
        name="pendingScope"
        label={t('order.policy.pendingScope')}
        hint={t('order.policy.pendingScopeHint', {
          direct: format.number(policy.pending.direct),
          backorder: format.number(policy.pending.backorder),
        })}
        data={choices('pendingScope', pendingScopes)}
        searchable={false}
        disabled={disabled}
      />
      <SelectField
        name="referenceTimeZone"
        label={t('order.policy.referenceTimeZone')}
        placeholder={t('order.policy.companyZone')}
        data={Intl.supportedValuesOf('timeZone')}
        clearable
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
