import {
  savePrinciple,
  type PlaceSet,
  type Principle,
  type PrincipleContent,
} from '@kervan/contract/services/principles'
import { findForPrinciple, getStrategySetup } from '@kervan/contract/services/strategies'
import { declaredSettings, settingNames } from '@kervan/contract/services/settings'
import {
  askedWorkOrderTypes,
  constraintBounds,
  constraintMeasures,
  constraintTargets,
  dataSources,
  principleTypes,
  shipmentFlows,
  type PrincipleType,
} from '@kervan/contract/services/words'
import { languages } from '@kervan/contract/kit/values'
import { z } from 'zod'
import { callServer } from '../../kit/call/client.ts'
import { useRead } from '../../kit/call/query.ts'
import { CallRefused } from '../../kit/call/refused.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { ask } from '../../kit/feedback/dialogs.ts'
import { DateField } from '../../kit/form/DateField.tsx'
import {
  MultiSelectField,
  NumberField,
  SelectField,
  SwitchField,
  TextAreaField,
} from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { MultiLookupField } from '../../kit/form/LookupField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useFormValues } from '../../kit/form/useFormValues.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { languageNames } from '../../kit/i18n/languageNames.ts'
import { today } from '../../kit/values/companyDay.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../services.module.css'

const codes = z.array(z.string())
const schema = z.object({
  type: z.enum(principleTypes),
  displayName: z.string().trim().min(1, 'services.principle.nameNeeded').max(120),
  memo: z.string().trim().min(1, 'services.principle.memoNeeded').max(2_000),
  language: z.enum(languages),
  keywords: z.string().max(400),
  startDate: z.iso.date(),
  endDate: z.iso.date().nullable(),
  defaultValue: z.string().max(200),
  fieldNames: z.string().max(400),
  propertyDefinitionId: z.string().nullable(),
  dataSource: z.enum(dataSources),
  benchmarkHorizon: z.int().min(1).max(730).optional(),
  pool: z.boolean(),
  setting: z.enum(settingNames),
  value: z.string().max(20),
  locations: codes,
  groups: codes,
  recipientLocations: codes,
  recipientGroups: codes,
  products: codes,
  productGroups: codes,
  measure: z.enum(constraintMeasures),
  bound: z.enum(constraintBounds),
  target: z.enum(constraintTargets),
  limit: z.string().max(20),
  filterId: z.string(),
  entityId: z.string(),
  types: z.array(z.enum(askedWorkOrderTypes)),
  flows: z.array(z.enum(shipmentFlows)),
})
type Values = z.infer<typeof schema>

const blank: Values = {
  type: 'Setting',
  displayName: '',
  memo: '',
  language: 'en',
  keywords: '',
  startDate: '',
  endDate: null,
  defaultValue: '',
  fieldNames: '',
  propertyDefinitionId: null,
  dataSource: 'None',
  benchmarkHorizon: undefined,
  pool: false,
  setting: 'retentionThreshold',
  value: declaredSettings.retentionThreshold.start,
  locations: [],
  groups: [],
  recipientLocations: [],
  recipientGroups: [],
  products: [],
  productGroups: [],
  measure: 'Units',
  bound: 'Maximum',
  target: 'Sender',
  limit: '',
  filterId: '',
  entityId: '',
  types: [],
  flows: [],
}

/** The form's values of a principle. */
function valuesOf({ content, keywords, fieldNames, benchmarkHorizon, ...one }: Principle): Values {
  const places = (set: PlaceSet) => ({ locations: set.locations, groups: set.groups })
  return {
    ...blank,
    ...one,
    language: one.language,
    keywords: keywords.join(', '),
    fieldNames: fieldNames.join(', '),
    defaultValue: one.defaultValue ?? '',
    benchmarkHorizon: benchmarkHorizon ?? undefined,
    pool: one.segment === 'UDFPool',
    type: content.type,
    ...('setting' in content && { setting: content.setting }),
    ...('value' in content && { value: content.value }),
    ...('places' in content && places(content.places)),
    ...('senders' in content && {
      ...places(content.senders),
      recipientLocations: content.recipients.locations,
      recipientGroups: content.recipients.groups,
    }),
    ...('products' in content && {
      products: content.products.products,
      productGroups: content.products.groups,
    }),
    ...(content.type === 'Constraint' && {
      measure: content.measure,
      bound: content.bound,
      target: content.target,
      limit: content.limit,
    }),
    ...(content.type === 'Filter' && { filterId: content.filterId }),
    ...(content.type === 'CustomData' && { entityId: content.entityId }),
    ...(content.type === 'WorkOrderTypes' && { types: content.types }),
    ...(content.type === 'PSTShipmentType' && { flows: content.flows }),
  }
}

/** What the form says, as the type of principle says it. */
function contentOf(values: Values): PrincipleContent {
  const places = { locations: values.locations, groups: values.groups }
  const products = { products: values.products, groups: values.productGroups }
  switch (values.type) {
    case 'Setting':
      return { type: 'Setting', setting: values.setting, value: values.value.trim(), places, products }
    case 'Restriction':
      return {
        type: 'Restriction',
        senders: places,
        recipients: { locations: values.recipientLocations, groups: values.recipientGroups },
        products,
      }
    case 'Constraint':
      return {
        type: 'Constraint',
        measure: values.measure,
        bound: values.bound,
        target: values.target,
        limit: values.limit.trim(),
        places,
        products,
      }
    case 'ServiceSettings':
      return { type: 'ServiceSettings', setting: values.setting, value: values.value.trim() }
    case 'Filter':
      return { type: 'Filter', filterId: values.filterId }
    case 'CustomData':
      return { type: 'CustomData', entityId: values.entityId, setting: values.setting }
    case 'WorkOrderTypes':
      return { type: 'WorkOrderTypes', types: values.types }
    case 'PSTShipmentType':
      return { type: 'PSTShipmentType', flows: values.flows }
  }
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

type Props = { strategyId: string; principle: Principle | null; type: PrincipleType; onClose: () => void }

/** A principle in the form that fits its type (SVC-004). */
export function PrincipleDialog({ strategyId, principle, type, onClose }: Props) {
  const { t, column, state } = useWords()
  const { language } = useFormats()
  const setup = useRead(getStrategySetup, {})
  const save = useCall(savePrinciple, { refreshes: ['ServiceStrategy'] })
  const send = async (values: Values) => {
    const input = {
      strategyId,
      principleId: principle?.id ?? null,
      version: principle?.version ?? null,
      pool: values.pool,
      displayName: values.displayName,
      memo: values.memo,
      language: values.language,
      keywords: listOf(values.keywords),
      startDate: values.startDate,
      endDate: values.endDate,
      defaultValue: values.defaultValue.trim() || null,
      fieldNames: listOf(values.fieldNames),
      propertyDefinitionId: values.propertyDefinitionId || null,
      dataSource: values.dataSource,
      benchmarkHorizon: values.benchmarkHorizon ?? null,
      content: contentOf(values),
    }
    try {
      return await save.attempt({ ...input, scope: null })
    } catch (error) {
      if (!(error instanceof CallRefused) || !error.is('PrincipleShared')) throw error
      const scope = await ask({
        title: t('services.principle.shared.title'),
        text: error.message,
        buttons: [
          { key: 'ThisOnly', label: t('services.principle.shared.this') },
          { key: 'All', label: t('services.principle.shared.all'), tone: 'primary' },
        ],
      })
      return scope === null ? false : save.attempt({ ...input, scope })
    }
  }
  const words = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: state(group, value) }))
  return (
    <FormDialog<Values>
      title={
        principle
          ? t('services.principle.editTitle', { name: principle.displayName })
          : t('services.principle.add')
      }
      action={t('masterData.save')}
      size={680}
      schema={schema}
      start={principle ? valuesOf(principle) : { ...blank, type, language, startDate: today() }}
      onSubmit={send}
      onClose={onClose}
    >
      <SelectField
        name="type"
        label={column('principleType')}
        data={words('principleType', principleTypes)}
        disabled={principle !== null}
      />
      <TextField name="displayName" label={t('services.principle.displayName')} />
      <Content setup={setup.data} />
      <TextAreaField name="memo" label={t('services.principle.memo')} rows={2} maxLength={2_000} />
      <div className={css.pair}>
        <DateField name="startDate" label={column('startDate')} />
        <DateField name="endDate" label={column('endDate')} optional />
        <SelectField
          name="dataSource"
          label={t('services.principle.dataSource')}
          hint={t('services.principle.dataSourceHint')}
          data={words('dataSource', dataSources)}
        />
        <NumberField name="benchmarkHorizon" label={t('services.principle.benchmarkHorizon')} optional />
        <TextField
          name="keywords"
          label={t('services.principle.keywords')}
          hint={t('services.principle.commas')}
          optional
        />
        <TextField
          name="fieldNames"
          label={t('services.principle.fieldNames')}
          hint={t('services.principle.commas')}
          optional
        />
        <TextField name="defaultValue" label={t('services.principle.defaultValue')} optional />
        <SelectField
          name="propertyDefinitionId"
          label={t('services.principle.property')}
          data={(setup.data?.properties ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          optional
        />
        <SelectField
          name="language"
          label={t('services.principle.language')}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
      </div>
      <SwitchField name="pool" label={t('services.principle.pool')} />
    </FormDialog>
  )
}

type Setup = Awaited<ReturnType<typeof callServer<typeof getStrategySetup>>>

/** The fields of the chosen type. */
function Content({ setup }: { setup: Setup | undefined }) {
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
