import type { MasterData } from '@kervan/contract/kit/master-data'
import { IconForms, IconPencil, IconTrash } from '@tabler/icons-react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { actionForm } from '../bulk/action.ts'
import { MultiSelectField } from '../form/fields.tsx'
import type { RecordAction } from '../record/recordActions.tsx'
import { MasterField } from './MasterField.tsx'
import type { MasterOptions, MasterRecord, Model } from './types.ts'
import { fieldSchema, fieldsOf, toForm, type FormValues } from './values.ts'
import { useFieldWords } from './words.ts'

const chosenOf = (values: FormValues): string[] => (Array.isArray(values.chosen) ? values.chosen : [])

/** What can be done with the records of a kind: made once for each. */
export function modelOf(kind: MasterData, options: MasterOptions): Model {
  const model: Model = {
    kind,
    options,
    // What deletes comes last, and stands in the foot of a record only where nothing else does.
    actions: (open) => [edit(open), ...change, ...(options.actions ?? []), remove],
  }
  const bulkForm = actionForm<FormValues>({
    schema: bulkSchema(kind),
    start: { ...toForm(kind), chosen: [] },
    Fields: () => <BulkFields model={model} />,
    input: (values) => ({
      values: Object.fromEntries(
        chosenOf(values).map((name) => [name, fieldSchema(kind.fields[name]!).parse(values[name])]),
      ),
    }),
  })
  const edit = (open: (id: string) => void): RecordAction<MasterRecord> => ({
    key: 'edit',
    label: 'masterData.act.edit',
    icon: IconPencil,
    hotkey: 'e',
    call: kind.save,
    run: ({ id }) => open(id),
  })
  const change: readonly RecordAction<MasterRecord>[] = fieldsOf(kind).some(([, { bulk }]) => bulk)
    ? [
        {
          key: 'change',
          label: 'masterData.act.change',
          icon: IconForms,
          call: kind.change,
          // One record has its form.
          onlyMany: true,
          bulk: { words: 'masterData.bulk', form: bulkForm },
        },
      ]
    : []
  const remove: RecordAction<MasterRecord> = {
    key: 'delete',
    label: 'masterData.act.delete',
    icon: IconTrash,
    tone: 'danger',
    call: kind.remove,
    bulk: { words: 'masterData.delete' },
  }
  return model
}

/** Only the fields that were chosen are checked, and sent. */
function bulkSchema(kind: MasterData): z.ZodType<FormValues, FormValues> {
  return z.looseObject({ chosen: z.array(z.string()).min(1) }).superRefine((values, context) => {
    for (const name of values.chosen) {
      const field = kind.fields[name]
      const issues = field ? (fieldSchema(field).safeParse(values[name]).error?.issues ?? []) : []
      for (const { message } of issues) context.addIssue({ code: 'custom', path: [name], message })
    }
  })
}

function BulkFields({ model }: { model: Model }) {
  const { t } = useTranslation()
  const { label } = useFieldWords(model.kind)
  const chosen = chosenOf(useWatch<FormValues>())
  const fields = fieldsOf(model.kind).filter(([, { bulk }]) => bulk)
  return (
    <>
      <MultiSelectField
        name="chosen"
        label={t('masterData.bulk.fields')}
        hint={t('masterData.bulk.hint')}
        data={fields.map(([name]) => ({ value: name, label: label(name) }))}
      />
      {chosen.map((name) => (
        <MasterField key={name} model={model} name={name} />
      ))}
    </>
  )
}
