import { SelectField, TextAreaField } from '../form/fields.tsx'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { actionForm } from './action.ts'
import { useWords } from '../i18n/words.ts'

// Why something is refused or taken back: the same questions wherever something is decided on.

/** A memo as the calls take it: absent rather than empty. */
export const memoOf = (memo: string) => (memo.trim() === '' ? {} : { memo: memo.trim() })

/**
 * A refusal needs its reason; with Other also the words (ORD-009, ORD-012). `words` is the group of messages that names
 * the reasons, `proposed` the one that is chosen already.
 */
export function rejectForm<const R extends string>(
  reasons: readonly [R, ...R[]],
  words: string,
  proposed?: NoInfer<R>,
) {
  return actionForm({
    schema: z
      .object({ reason: z.enum(reasons), memo: z.string().max(500) })
      .superRefine((values, context) => {
        const reason: string = values.reason
        if (reason === 'Other' && values.memo.trim() === '')
          context.addIssue({ code: 'custom', path: ['memo'], message: 'kit.decide.memoNeeded' })
      }),
    start: { memo: '', ...(proposed !== undefined && { reason: proposed }) },
    Fields: () => <RejectFields reasons={reasons} words={words} />,
    input: ({ reason, memo }) => ({ reason, ...memoOf(memo) }),
    // Whatever the reason, the same ones can be rejected.
    dryRunWith: () => ({ reason: reasons[0] }),
    paths: { MemoRequired: 'memo', ReasonMemoRequired: 'memo' },
  })
}

function RejectFields({ reasons, words }: { reasons: readonly string[]; words: string }) {
  const { t } = useTranslation()
  const { state } = useWords()
  const reason: unknown = useWatch({ name: 'reason' })
  return (
    <>
      <SelectField
        name="reason"
        label={t('kit.decide.reason')}
        placeholder={t('kit.decide.chooseReason')}
        data={reasons.map((value) => ({ value, label: state(words, value) }))}
        focusFirst
      />
      <Memo optional={reason !== 'Other'} />
    </>
  )
}

export const cancelForm = actionForm({
  schema: z.object({ memo: z.string().trim().min(1, 'kit.decide.memoNeededCancel').max(500) }),
  start: { memo: '' },
  Fields: ReasonFields,
  dryRunWith: () => ({ memo: '-' }),
})

/** What has to be justified, such as deciding against a warning. */
export const reasonForm = actionForm({
  schema: z.object({ memo: z.string().trim().min(1, 'kit.decide.memoNeeded').max(500) }),
  start: { memo: '' },
  Fields: ReasonFields,
  dryRunWith: () => ({ memo: '-' }),
})

function ReasonFields() {
  const { t } = useTranslation()
  return <Memo label={t('kit.decide.reason')} focusFirst />
}

type MemoProps = { label?: string; hint?: string; optional?: boolean; focusFirst?: boolean }

export function Memo({ label, hint, ...further }: MemoProps) {
  const { t } = useTranslation()
  return (
    <TextAreaField
      name="memo"
      label={label ?? t('kit.decide.memo')}
      hint={hint ?? t('kit.decide.memoHint')}
      rows={2}
      maxLength={500}
      {...further}
    />
  )
}
