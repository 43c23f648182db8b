import { savePrinciple, type Principle } from '@kervan/contract/services/principles'
import { getStrategySetup } from '@kervan/contract/services/strategies'
import { dataSources, principleTypes, type PrincipleType } from '@kervan/contract/services/words'
import { languages } from '@kervan/contract/kit/values'
import { useRead } from '../../kit/call/query.ts'
import { CallRefused } from '../../kit/call/refused.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { ask } from '../../kit/feedback/dialogs.ts'
import { DateField } from '../../kit/form/DateField.tsx'
import { NumberField, SelectField, SwitchField, TextAreaField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { languageNames } from '../../kit/i18n/languageNames.ts'
import { today } from '../../kit/values/companyDay.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../services.module.css'
import { schema, type Values, blank, valuesOf, contentOf } from './principleValues.ts'
import { Content } from './PrincipleFields.tsx'

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
