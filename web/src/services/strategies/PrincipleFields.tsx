import { findForPrinciple, type getStrategySetup } from '@kervan/contract/services/strategies'
import { declaredSettings, settingNames } from '@kervan/contract/services/settings'
import {
  askedWorkOrderTypes,
  constraintBounds,
  constraintMeasures,
  constraintTargets,
  shipmentFlows,
} from '@kervan/contract/services/words'
import { callServer } from '../../kit/call/client.ts'
import { MultiSelectField, SelectField } from '../../kit/form/fields.tsx'
import { MultiLookupField } from '../../kit/form/LookupField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useFormValues } from '../../kit/form/useFormValues.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../services.module.css'
import type { Values } from './principleValues.ts'

type Setup = Awaited<ReturnType<typeof callServer<typeof getStrategySetup>>>

/** The fields of the chosen type. */
export function Content({ setup }: { setup: Setup | undefined }) {
  const { t, state } = useWords()
  const { type } = useFormValues<Values>()
  const words = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: state(group, value) }))
  switch (type) {
    case 'Setting':
      return (
        <>
          <SettingFields />
          <Places setup={setup} />
          <Products setup={setup} />
        </>
      )
    case 'ServiceSettings':
      return <SettingFields />
    case 'Restriction':
      return (
        <>
          <Places setup={setup} title={t('services.principle.senders')} />
          <Places setup={setup} title={t('services.principle.recipients')} of="recipient" />
          <Products setup={setup} />
        </>
      )
    case 'Constraint':
      return (
        <>
          <div className={css.pair}>
            <SelectField
              name="bound"
              label={t('services.principle.bound')}
              data={words('constraintBound', constraintBounds)}
            />
            <TextField name="limit" label={t('services.principle.limit')} inputMode="numeric" />
            <SelectField
              name="measure"
              label={t('services.principle.measure')}
              data={words('constraintMeasure', constraintMeasures)}
            />
            <SelectField
              name="target"
              label={t('services.principle.target')}
              data={words('constraintTarget', constraintTargets)}
            />
          </div>
          <Places setup={setup} />
          <Products setup={setup} />
        </>
      )
    case 'Filter':
      return (
        <SelectField
          name="filterId"
          label={t('services.principle.filter')}
          data={(setup?.filters ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      )
    case 'CustomData':
      return (
        <div className={css.pair}>
          <SelectField
            name="entityId"
            label={t('services.principle.entity')}
            data={(setup?.entities ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
          <SettingField />
        </div>
      )
    case 'WorkOrderTypes':
      return (
        <MultiSelectField
          name="types"
          label={t('services.principle.types')}
          data={words('workOrderType', askedWorkOrderTypes)}
        />
      )
    case 'PSTShipmentType':
      return (
        <MultiSelectField
          name="flows"
          label={t('services.principle.flows')}
          data={words('shipmentFlow', shipmentFlows)}
        />
      )
  }
}

function SettingField() {
  const { t } = useWords()
  const { setting } = useFormValues<Values>()
  return (
    <SelectField
      name="setting"
      label={t('state.principleType.Setting')}
      hint={t(`services.settingText.${setting}`)}
      searchable
      data={settingNames.map((value) => ({
        value,
        label: `${t(`state.serviceSetting.${value}`)} (${declaredSettings[value].scope})`,
      }))}
    />
  )
}

function SettingFields() {
  const { t } = useWords()
  const format = useFormats()
  const { setting } = useFormValues<Values>()
  const { least, most, start, unit } = declaredSettings[setting]
  return (
    <div className={css.pair}>
      <SettingField />
      <TextField
        name="value"
        label={t('services.principle.value')}
        inputMode="numeric"
        hint={t('services.principle.bounds', {
          least: format.number(least),
          most: t(`services.unit.${unit}`, { value: format.number(most) }),
          start,
        })}
      />
    </div>
  )
}

const find = (of: 'Location' | 'Product') => async (search: string, signal: AbortSignal) => {
  const { options, hasMore } = await callServer(
    findForPrinciple,
    { of, search: search.slice(0, 80) },
    { signal },
  )
  return { options: options.map(({ code, name }) => ({ value: code, label: name, code })), hasMore }
}

function Places({ setup, title, of }: { setup: Setup | undefined; title?: string; of?: 'recipient' }) {
  const { t } = useWords()
  const [groups, locations] = of ? ['recipientGroups', 'recipientLocations'] : ['groups', 'locations']
  const says = (label: string) => (title === undefined ? label : `${title}: ${label}`)
  return (
    <div className={css.pair}>
      <MultiSelectField
        name={groups ?? ''}
        label={says(t('services.principle.locationGroups'))}
        placeholder={t('services.says.allPlaces')}
        data={(setup?.locationGroups ?? []).map((value) => ({ value, label: value }))}
        optional
      />
      <MultiLookupField
        name={locations ?? ''}
        label={says(t('services.principle.locations'))}
        placeholder={t('services.says.allPlaces')}
        lookupKey={['ServiceStrategy', 'Location']}
        load={find('Location')}
        optional
      />
    </div>
  )
}

function Products({ setup }: { setup: Setup | undefined }) {
  const { t } = useWords()
  return (
    <div className={css.pair}>
      <MultiSelectField
        name="productGroups"
        label={t('services.principle.productGroups')}
        placeholder={t('services.says.allProducts')}
        data={(setup?.productGroups ?? []).map(({ code, name }) => ({ value: code, label: name }))}
        optional
      />
      <MultiLookupField
        name="products"
        label={t('services.principle.products')}
        placeholder={t('services.says.allProducts')}
        lookupKey={['ServiceStrategy', 'Product']}
        load={find('Product')}
        optional
      />
    </div>
  )
}
