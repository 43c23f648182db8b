import { packStates } from '@kervan/contract/porta/pack-states'
import { traceNeeds } from '@kervan/contract/trace/inquiry'
import { traceCodesAtOnce } from '@kervan/contract/trace/words'
import { traceWays, type TraceWay } from '@kervan/contract/trace/ways'
import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { z } from 'zod'
import { SelectField, TextAreaField } from '../../kit/form/fields.tsx'
import { Form, useKitForm } from '../../kit/form/Form.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../trace.module.css'

export type Question = { way: TraceWay; value: string; packState: (typeof packStates)[number] | null }
type Props = {
  question: Question
  onWay: (way: TraceWay) => void
  onAsk: (question: Question) => void
}

const labels = {
  DataMatrix: 'trace.ask.dataMatrices',
  Location: 'trace.ask.location',
  SerialNumber: 'trace.ask.serialNumber',
  LotNumber: 'trace.ask.lotNumber',
  PtsDocument: 'trace.ask.documentNumber',
} as const satisfies Record<TraceWay, string>

const schemaOf = (needsState: boolean) =>
  z.object({
    way: z.enum(traceWays),
    value: z.string().trim().min(1, 'trace.ask.needed'),
    packState: needsState
      ? z.enum(packStates, 'trace.ask.needed')
      : z.enum(packStates).nullable().catch(null),
  })
type Values = z.infer<ReturnType<typeof schemaOf>>

/** The way to ask and the fields that it needs. */
export function Ask({ question, onWay, onAsk }: Props) {
  const { t, state } = useWords()
  const format = useFormats()
  const { way } = question
  const needsState = (traceNeeds[way] as readonly string[]).includes('packState')
  const form = useKitForm<Values>({
    schema: schemaOf(needsState),
    start: { way, value: question.value, packState: question.packState },
    onSubmit: async (values) => onAsk({ ...values, packState: values.packState }),
  })
  return (
    <Form form={form} label={t('screen.traceInquiry.title')} className={css.ask!}>
      <SelectField
        name="way"
        label={t('trace.ask.by')}
        data={traceWays.map((value) => ({ value, label: state('traceWay', value) }))}
        onChosen={(next) => onWay(next as TraceWay)}
      />
      {way === 'DataMatrix' ? (
        <TextAreaField
          name="value"
          label={t(labels[way])}
          hint={t('trace.ask.most', { limit: format.number(traceCodesAtOnce) })}
          rows={3}
        />
      ) : (
        <TextField name="value" label={t(labels[way])} />
      )}
      <SelectField
        name="packState"
        label={t('trace.ask.packState')}
        optional={!needsState}
        placeholder={needsState ? '' : t('trace.ask.anyState')}
        data={packStates.map((value) => ({ value, label: state('packState', value) }))}
      />
      <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
        {t('trace.ask.go')}
      </Button>
    </Form>
  )
}
