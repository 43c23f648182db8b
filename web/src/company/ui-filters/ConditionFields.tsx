import {
  conditionLimit,
  getUIFilterFields,
  operandsOf,
  operatorsOf,
  type ConditionOperator,
  type UIFilterCondition,
} from '@kervan/contract/company/ui-filters'
import type { OutputOf } from '@kervan/contract/kit/call'
import { ActionIcon, Button, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DayInput } from '../../kit/form/DayInput.tsx'
import { FieldFrame } from '../../kit/form/FieldFrame.tsx'
import { useField } from '../../kit/form/TextField.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import css from './filters.module.css'
import { blankCondition } from './definition.ts'

type ConditionField = OutputOf<typeof getUIFilterFields>['fields'][number]

/** The conditions of a filter, one a line: field, comparison, values (UIF-001). */
export function ConditionFields({ fields }: { fields: readonly ConditionField[] }) {
  const { t } = useTranslation()
  const { id, frame, value, onChange } = useField<UIFilterCondition[] | undefined>({
    name: 'conditions',
    label: t('state.uiFilterSource.Conditions'),
  })
  const conditions = value ?? []
  const put = (at: number, condition: UIFilterCondition) => onChange(conditions.with(at, condition))
  return (
    <FieldFrame {...frame} id={`${id}-group`} label={<span id={`${id}-label`}>{frame.label}</span>}>
      <fieldset className={css.conditions} aria-labelledby={`${id}-label`}>
        {conditions.map((condition, at) => (
          <Condition
            // oxlint-disable-next-line react/no-array-index-key -- a condition is known by its place alone
            key={at}
            position={at + 1}
            fields={fields}
            condition={condition}
            onChange={(changed) => put(at, changed)}
            onRemove={conditions.length > 1 ? () => onChange(conditions.toSpliced(at, 1)) : null}
          />
        ))}
        {conditions.length < conditionLimit && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onChange([...conditions, blankCondition])}
          >
            {t('company.uiFilter.addCondition')}
          </Button>
        )}
      </fieldset>
    </FieldFrame>
  )
}

type ConditionProps = {
  position: number
  fields: readonly ConditionField[]
  condition: UIFilterCondition
  onChange: (condition: UIFilterCondition) => void
  onRemove: (() => void) | null
}

function Condition({ position, fields, condition, onChange, onRemove }: ConditionProps) {
  const { t } = useTranslation()
  const { state } = useWords()
  const known = fields.find(({ field }) => field === condition.field)
  const operators = known ? operatorsOf[known.type] : []
  return (
    <fieldset className={css.condition} aria-label={t('company.uiFilter.condition', { position })}>
      <Select
        aria-label={t('company.uiFilter.field')}
        placeholder={t('company.uiFilter.field')}
        data={fields.map(({ field, name }) => ({ value: field, label: name }))}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('kit.form.nothingFound')}
        value={known ? condition.field : null}
        onChange={(field) => {
          const chosen = fields.find((one) => one.field === field)
          if (chosen)
            onChange({ field: chosen.field, operator: operatorsOf[chosen.type][0] ?? 'AnyOf', values: [] })
        }}
      />
      <Select
        aria-label={t('company.uiFilter.operator')}
        data={operators.map((operator) => ({ value: operator, label: state('uiFilterOperator', operator) }))}
        allowDeselect={false}
        disabled={!known}
        value={known ? condition.operator : null}
        onChange={(next) => {
          const operator = operators.find((one): one is ConditionOperator => one === next)
          if (operator) onChange({ ...condition, operator, values: keptValues(condition, operator) })
        }}
      />
      <div className={css.values}>
        {known && <Values known={known} condition={condition} onChange={onChange} />}
      </div>
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('company.uiFilter.removeCondition', { position })}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </fieldset>
  )
}

/** What was entered stays as far as the other comparison takes it. */
function keptValues({ values }: UIFilterCondition, operator: ConditionOperator): string[] {
  const taken = operandsOf[operator]
  return taken === 'none' ? [] : taken === 'one' ? values.slice(0, 1) : values
}

function Values({
  known,
  condition,
  onChange,
}: {
  known: ConditionField
  condition: UIFilterCondition
  onChange: (condition: UIFilterCondition) => void
}) {
  const { t } = useTranslation()
  const { operator, values } = condition
  const put = (changed: string[]) => onChange({ ...condition, values: changed })
  const one = (text: string | null) => put(text === null || text.trim() === '' ? [] : [text])
  const taken = operandsOf[operator]
  if (taken === 'none') return null
  if (known.type === 'choice')
    return (
      <MultiSelect
        aria-label={t('company.uiFilter.values')}
        data={known.values.map(({ value, name }) => ({ value, label: name }))}
        searchable
        hidePickedOptions
        nothingFoundMessage={t('kit.form.nothingFound')}
        value={values}
        onChange={put}
      />
    )
  if (taken === 'many')
    return (
      <TagsInput
        aria-label={t('company.uiFilter.values')}
        placeholder={values.length === 0 ? t('company.uiFilter.valuesHint') : ''}
        splitChars={['\n', '\t', ';']}
        acceptValueOnBlur
        value={values}
        onChange={put}
      />
    )
  if (known.type === 'date')
    return <DayInput label="" value={values[0] ?? null} onChange={one} onClear={() => put([])} />
  return (
    <TextInput
      aria-label={t('company.uiFilter.value')}
      inputMode={known.type === 'number' ? 'decimal' : 'text'}
      value={values[0] ?? ''}
      onChange={(event) => {
        const typed = event.currentTarget.value
        one(known.type === 'number' ? typed.replace(',', '.') : typed)
      }}
    />
  )
}
