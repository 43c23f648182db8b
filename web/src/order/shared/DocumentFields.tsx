import { documentStates, documentTypes } from '@kervan/contract/order/words'
import { DateField } from '../../kit/form/DateField.tsx'
import { SelectField, TextAreaField } from '../../kit/form/fields.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useWords } from '../../kit/i18n/words.ts'

/** What is left empty is nothing. */
export const orNothing = (text: string | null) => text?.trim() || null

/** The fields of what is said about a document (ORD-019); `state`: how far it is processed, too. */
export function DocumentFields({ state: withState }: { state: boolean }) {
  const { t, state } = useWords()
  const choices = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: state(group, value) }))
  return (
    <>
      <SelectField
        name="documentType"
        label={t('column.documentType')}
        data={choices('documentType', documentTypes)}
        searchable={false}
      />
      {withState && (
        <SelectField
          name="processState"
          label={t('column.processState')}
          data={choices('documentState', documentStates)}
          searchable={false}
        />
      )}
      <TextField name="referenceNo" label={t('column.referenceNo')} maxLength={60} optional />
      <DateField name="documentDate" label={t('column.documentDate')} optional />
      <TextAreaField name="memo" label={t('column.memo')} optional />
    </>
  )
}
