import {
  externalAlarmLimit,
  packBundleLimit,
  replenishmentDaysLimit,
  safetyStockDaysLimit,
  topLocationGroupLimit,
  type OrderPolicyView,
} from '@kervan/contract/order/order-policy'
import { orderFlows, pendingScopes, type PendingScope } from '@kervan/contract/order/words'
import { priceVisibilities } from '@kervan/contract/access/words'
import { IconAlertTriangle } from '@tabler/icons-react'
import { DateField } from '../../kit/form/DateField.tsx'
import { NumberField, SelectField, SwitchField } from '../../kit/form/fields.tsx'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { OrderPolicyPart } from './OrderPolicyPart.tsx'
import css from './settings.module.css'

// The tabs of the order settings (ORD-021), each with the settings of its permission.

type Fields = { policy: OrderPolicyView; disabled: boolean }

/** Which of the pending orders a scope cancels at midnight. */
const cancels = (scope: PendingScope) => ({
  direct: scope === 'CancelAllTypeOrders' || scope === 'CancelOnlyDirectly',
  backorder: scope === 'CancelAllTypeOrders' || scope === 'CancelOnlyBackorder',
})

export function GeneralSettings() {
  const { t } = useWords()
  const format = useFormats()
  // Cancelling more than before happens at night, when nobody looks, and cannot be taken back: it is asked beforehand.
  const question = (before: OrderPolicyView, { pendingScope }: { pendingScope: PendingScope }) => {
    const [was, will] = [cancels(before.pendingScope), cancels(pendingScope)]
    if (!(will.direct && !was.direct) && !(will.backorder && !was.backorder)) return null
    const { direct, backorder } = before.pending
    return {
      title: t('order.policy.pendingScopeAsk.title'),
      text: t('order.policy.pendingScopeAsk.text', {
        direct: format.number(will.direct ? direct : 0),
        backorder: format.number(will.backorder ? backorder : 0),
      }),
      action: t('order.policy.pendingScopeAsk.action'),
      danger: true,
    }
  }
  return (
    <OrderPolicyPart tab="General" part="orderPolicy" question={question}>
      {(policy, disabled) => <General policy={policy} disabled={disabled} />}
    </OrderPolicyPart>
  )
}

function General({ policy, disabled }: Fields) {
  const { t, state } = useWords()
  const format = useFormats()
  const choices = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: state(group, value) }))
  return (
    <>
      <SelectField
        name="orderFlow"
        label={t('order.policy.orderFlow')}
        hint={t('order.policy.orderFlowHint')}
        data={choices('orderFlow', orderFlows)}
        searchable={false}
        disabled={disabled}
      />
      <NumberField
        name="externalAlarmHours"
        label={t('order.policy.externalAlarmHours')}
        hint={t('order.policy.externalAlarmHoursHint')}
        min={0}
        max={externalAlarmLimit}
        disabled={disabled}
      />
      <DateField
        name="archiveDate"
        label={t('order.policy.archiveDate')}
        hint={t('order.policy.archiveDateHint')}
        optional
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
    </>
  )
}

export const ProductSettings = () => (
  <OrderPolicyPart tab="Product" part="productSettings">
    {(policy, disabled) => <Product policy={policy} disabled={disabled} />}
  </OrderPolicyPart>
)

function Product({ policy, disabled }: Fields) {
  const { t } = useWords()
  return (
    <>
      <NumberField
        name="packBundleAmount"
        label={t('order.policy.packBundleAmount')}
        hint={t('order.policy.packBundleAmountHint')}
        min={1}
        max={packBundleLimit}
        disabled={disabled}
      />
      <Obstacle word="order.policy.unorderable" amount={policy.unorderableProducts} />
      <NumberField
        name="replenishmentDays"
        label={t('order.policy.replenishmentDays')}
        hint={t('order.policy.replenishmentDaysHint')}
        min={1}
        max={replenishmentDaysLimit}
        disabled={disabled}
      />
      <NumberField
        name="safetyStockDays"
        label={t('order.policy.safetyStockDays')}
        hint={t('order.policy.safetyStockDaysHint')}
        min={0}
        max={safetyStockDaysLimit}
        disabled={disabled}
      />
    </>
  )
}

export const LocationSettings = () => (
  <OrderPolicyPart tab="Location" part="locationSettings">
    {(_, disabled) => <Location disabled={disabled} />}
  </OrderPolicyPart>
)

function Location({ disabled }: Pick<Fields, 'disabled'>) {
  const { t } = useWords()
  return (
    <NumberField
      name="topLocationGroups"
      label={t('order.policy.topLocationGroups')}
      hint={t('order.policy.topLocationGroupsHint')}
      min={0}
      max={topLocationGroupLimit}
      disabled={disabled}
    />
  )
}

export const RelationSettings = () => (
  <OrderPolicyPart tab="BusinessRelations" part="relationSettings">
    {(_, disabled) => <Relations disabled={disabled} />}
  </OrderPolicyPart>
)

function Relations({ disabled }: Pick<Fields, 'disabled'>) {
  const { t } = useWords()
  return (
    <SwitchField
      name="checkPoNumber"
      label={t('order.policy.checkPoNumber')}
      hint={t('order.policy.checkPoNumberHint')}
      disabled={disabled}
    />
  )
}

export const EdiSettings = () => (
  <OrderPolicyPart tab="EDISettings" part="ediSettings">
    {(policy, disabled) => <Edi policy={policy} disabled={disabled} />}
  </OrderPolicyPart>
)

function Edi({ policy, disabled }: Fields) {
  const { t } = useWords()
  return (
    <>
      <SwitchField
        name="requireErpCodes"
        label={t('order.policy.requireErpCodes')}
        hint={t('order.policy.requireErpCodesHint')}
        disabled={disabled}
      />
      <Obstacle word="order.policy.withoutErpCodes" amount={policy.customersWithoutErpCodes} />
    </>
  )
}

/** What stands in the way of the setting as it is now; nothing where nothing does. */
function Obstacle({
  word,
  amount,
}: {
  word: 'order.policy.unorderable' | 'order.policy.withoutErpCodes'
  amount: number
}) {
  const { t } = useWords()
  const format = useFormats()
  if (amount === 0) return null
  return (
    <p className={css.sentence}>
      <IconAlertTriangle size={16} aria-hidden />
      {tPlural(t, word, amount, format.number(amount))}
    </p>
  )
}
