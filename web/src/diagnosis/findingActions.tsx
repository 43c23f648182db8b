import { ignoreFinding, watchFinding } from '@kervan/contract/diagnosis/diagnosis'
import type { Offered } from '@kervan/contract/kit/actions'
import { addDays } from '@kervan/contract/kit/days'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { z } from 'zod'
import { useCall } from '../kit/call/useCall.ts'
import { toast } from '../kit/feedback/toasts.tsx'
import { DateField } from '../kit/form/DateField.tsx'
import { TextAreaField } from '../kit/form/fields.tsx'
import { FormDialog } from '../kit/form/FormDialog.tsx'
import { useWords } from '../kit/i18n/words.ts'
import { useRecordActions, type RecordAction } from '../kit/record/recordActions.tsx'
import { today } from '../kit/values/companyDay.ts'
import { useFormats } from '../kit/values/format.ts'

type ActedFinding = {
  id: string
  version: number
  foundAt: string
  ignoredUntil: string | null
  actions: Offered
}

const schema = z.object({
  until: z.iso.date('kit.form.required'),
  reason: z.string().trim().min(1, 'kit.form.required').max(500),
})
/** Days that a finding is left out where nothing else is said. */
const usualDays = 7

/** Until when a finding is left out, and why. */
function IgnoreDialog({ record, onClose }: { record: ActedFinding; onClose: () => void }) {
  const { t, column } = useWords()
  const format = useFormats()
  const ignore = useCall(ignoreFinding, { refreshes: [ignoreFinding.group] })
  return (
    <FormDialog
      title={t('diagnosis.ignoreTitle')}
      text={t('diagnosis.ignoreText')}
      action={t('diagnosis.ignoreAction')}
      size={480}
      schema={schema}
      start={{ until: addDays(today(), usualDays), reason: '' }}
      paths={{ IgnoredInThePast: 'until' }}
      onSubmit={async (values) => {
        const done = await ignore.attempt({ findingId: record.id, version: record.version, ...values })
        if (done) toast('success', t('diagnosis.ignored', { date: format.date(values.until) }))
        return done !== null
      }}
      onClose={onClose}
    >
      <DateField name="until" label={column('ignoredUntil')} minDate={today()} />
      <TextAreaField name="reason" label={t('diagnosis.reason')} rows={3} maxLength={500} />
    </FormDialog>
  )
}

const actions: readonly RecordAction<ActedFinding>[] = [
  {
    key: 'ignore',
    label: 'diagnosis.ignore',
    icon: IconEyeOff,
    call: ignoreFinding,
    shown: ({ ignoredUntil }) => ignoredUntil === null,
    Dialog: IgnoreDialog,
  },
  {
    key: 'watch',
    label: 'diagnosis.watch.action',
    icon: IconEye,
    call: watchFinding,
    shown: ({ ignoredUntil }) => ignoredUntil !== null,
    ask: { words: 'diagnosis.watch', input: ({ id, version }) => ({ findingId: id, version }) },
  },
]

export const useFindingActions = () =>
  useRecordActions<ActedFinding>(actions, {
    nouns: 'diagnosis.count',
    refreshes: [ignoreFinding.group],
    nameOf: ({ foundAt }) => foundAt,
  })
