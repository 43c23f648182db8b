import {
  getUIFilter,
  getUIFilterFields,
  saveUIFilter,
  uiFilterSources,
  uiFilterTypes,
  type UIFilterView,
} from '@kervan/contract/company/ui-filters'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { toast } from '../../kit/feedback/toasts.tsx'
import { NumberField, SelectField, TextAreaField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useLatest } from '../../kit/form/useLatest.ts'
import type { GridAction } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { isDeclined, sendConfirmed } from '../../kit/master/consequences.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import {
  blankCondition,
  blankFilter,
  definitionOf,
  FilterForm,
  valuesOf,
  type FilterValues,
} from './definition.ts'
import css from './filters.module.css'
import { LiveCount } from './LiveCount.tsx'

type ActionsOf = (filter: UIFilterView) => GridAction[]
type Props = { id: string | null; actionsOf: ActionsOf; onClose: () => void }

/** Makes a filter, or changes the one with this id (UIF-001). What else can be done with it stands in its foot. */
export function FilterDialog({ id, actionsOf, onClose }: Props) {
  return id === null ? (
    <FilterFormDialog filter={null} actions={[]} onClose={onClose} />
  ) : (
    <EditFilter id={id} actionsOf={actionsOf} onClose={onClose} />
  )
}

function EditFilter({ id, actionsOf, onClose }: Props & { id: string }) {
  const { t } = useTranslation()
  const asked = useRead(getUIFilter, { uiFilterId: id })
  if (asked.data)
    return <FilterFormDialog filter={asked.data} actions={actionsOf(asked.data)} onClose={onClose} />
  return (
    <PlainDialog title={t('company.uiFilter.edit')} size={820} onClose={onClose}>
      <ReadState asked={asked} name={t('state.recordType.uiFilter')} />
    </PlainDialog>
  )
}

function FilterFormDialog({
  filter,
  actions,
  onClose,
}: {
  filter: UIFilterView | null
  actions: readonly GridAction[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const save = useCall(saveUIFilter, { refreshes: ['UIFilterManagement'] })
  const latest = useLatest(getUIFilter, { uiFilterId: filter?.id ?? '' }, (now: UIFilterView) => ({
    version: now.version,
    values: valuesOf(now),
  }))
  return (
    <FormDialog<FilterValues>
      title={filter ? filter.customerPolicyName : t('company.uiFilter.new')}
      action={t('company.uiFilter.save')}
      schema={FilterForm}
      start={filter ? valuesOf(filter) : blankFilter}
      size={820}
      versioned={filter ? { version: filter.version, latest, fields: [] } : undefined}
      paths={{ UIFilterNameTaken: 'customerPolicyName', NoChangesFound: 'customerPolicyName' }}
      onRefused={isDeclined}
      onSubmit={async (values, version) => {
        const definition = definitionOf(values)
        if (definition === null) return
        await sendConfirmed((confirmed) =>
          save.attempt({
            id: filter?.id ?? null,
            version: filter ? version : null,
            customerPolicyName: values.customerPolicyName,
            orderIndex: values.orderIndex,
            type: values.type,
            definition,
            confirmed,
          }),
        )
        toast('success', t('company.uiFilter.saved'))
      }}
      others={actions}
      onClose={onClose}
    >
      {filter?.message && <p role="alert">{filter.message}</p>}
      <FilterFields isNew={filter === null} />
    </FormDialog>
  )
}

function FilterFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation()
  const { column, state } = useWords()
  const source = useWatch<FilterValues>({ name: 'source' })
  const type = useWatch<FilterValues, 'type'>({ name: 'type' })
  const asked = useRead(getUIFilterFields, { type }, { staleTime: 60_000 })
  const fields = asked.data?.fields ?? []
  return (
    <>
      <div className={css.head}>
        <TextField name="customerPolicyName" label={column('customerPolicyName')} focusFirst={isNew} />
        <NumberField name="orderIndex" label={t('company.uiFilter.position')} min={0} max={9_999} />
      </div>
      <div className={css.pair}>
        <TypeField disabled={!isNew} />
        <SelectField
          name="source"
          label={column('uiFilterSource')}
          data={uiFilterSources.map((value) => ({ value, label: state('uiFilterSource', value) }))}
        />
      </div>
      {source === 'Conditions' && (
        <>
          <div className={css.pair}>
            <SelectField
              name="match"
              label={t('company.uiFilter.match')}
              data={[
                { value: 'All', label: t('company.uiFilter.matchAll') },
                { value: 'Any', label: t('company.uiFilter.matchAny') },
              ]}
            />
          </div>
          {asked.data ? <ConditionFields fields={fields} /> : <ReadState asked={asked} />}
        </>
      )}
      {source === 'Codes' && (
        <TextAreaField
          name="codes"
          label={t('company.uiFilter.codes')}
          hint={t('company.uiFilter.codesHint')}
          rows={8}
        />
      )}
      {source === 'MciEntity' && <EntityFields entities={asked.data?.entities ?? []} />}
      <LiveCount />
    </>
  )
}

/** What conditions and entities speak of belongs to the type, so another type begins anew. */
function TypeField({ disabled }: { disabled: boolean }) {
  const { column, state } = useWords()
  const { setValue } = useFormContext<FilterValues>()
  return (
    <SelectField
      name="type"
      label={column('uiFilterType')}
      disabled={disabled}
      data={uiFilterTypes.map((value) => ({ value, label: state('uiFilterType', value) }))}
      onChosen={() => {
        setValue('conditions', [blankCondition])
        setValue('entityId', '')
        setValue('field', '')
      }}
    />
  )
}

function EntityFields({
  entities,
}: {
  entities: readonly { id: string; name: string; fields: readonly { value: string; name: string }[] }[]
}) {
  const { t } = useTranslation()
  const { setValue } = useFormContext<FilterValues>()
  const chosen = useWatch<FilterValues, 'entityId'>({ name: 'entityId' })
  const fields = entities.find(({ id }) => id === chosen)?.fields ?? []
  return (
    <div className={css.pair}>
      <SelectField
        name="entityId"
        label={t('company.uiFilter.entity')}
        hint={entities.length === 0 ? t('company.uiFilter.entityNone') : undefined}
        data={entities.map(({ id, name }) => ({ value: id, label: name }))}
        onChosen={(id) => {
          // The first field is the key where the key names such a record.
          const [first] = entities.find((one) => one.id === id)?.fields ?? []
          setValue('field', first?.value ?? '')
        }}
      />
      <SelectField
        name="field"
        label={t('company.uiFilter.entityField')}
        data={fields.map(({ value, name }) => ({ value, label: name }))}
      />
    </div>
  )
}
