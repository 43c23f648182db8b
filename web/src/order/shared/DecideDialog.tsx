import type { BulkAnswer, Selection } from '@kervan/contract/kit/page'
import { chosenRejectReasons } from '@kervan/contract/order/words'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useWatch, type FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { toast } from '../../kit/feedback/toasts.tsx'
import { NumberField, SelectField, TextAreaField } from '../../kit/form/fields.tsx'
import { Form, useKitForm } from '../../kit/form/Form.tsx'
import { useFormats } from '../../kit/format.ts'
import { counted, useWords } from '../../kit/i18n/words.ts'
import { onlyPassing, rehearsal } from '../../kit/rehearse.ts'
import { Rehearsed } from '../../kit/Rehearsed.tsx'
import { ResultTable } from '../../kit/ResultTable.tsx'
import { useCall } from '../../kit/useCall.ts'
import { deeds, type Deed } from './deeds.ts'
import { followBulk } from './followBulk.ts'
import css from './order.module.css'
import { CancelForm, memoOf, RejectForm } from './reasons.ts'

export type DecideWish = {
  deed: Deed
  selection: Selection
  /** The tab a selection of all that match was made in, where it is not the pending one. */
  tab?: 'closed'
  count: number
  countIsExact: boolean
  /** The order's code when it is about one. */
  name: string | null
  /** Called when something was done, to end the selection. */
  onDone: () => void
}

/**
 * One deed on many orders (ORD-010). First the server is asked which would pass, which not and why; the button then
 * carries the number that will be done. What was refused nevertheless stays on screen until it is closed.
 */
export function DecideDialog({ wish, onClose }: { wish: DecideWish; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormats()
  const [answer, setAnswer] = useState<BulkAnswer | null>(null)
  const number = wish.countIsExact
    ? format.number(wish.count)
    : t('kit.grid.moreThan', { amount: format.number(wish.count) })
  const title = answer
    ? t(`order.decide.${wish.deed}.partly`, {
        refused: format.number(answer.refused),
        total: format.number(answer.done + answer.refused),
      })
    : wish.name !== null
      ? t(`order.decide.${wish.deed}.titleOne`, { code: wish.name })
      : counted(t, `order.decide.${wish.deed}.title`, wish.count, number)
  return (
    <PlainDialog title={title} size={620} onClose={onClose}>
      {answer ? (
        <>
          <ResultTable answer={answer} fileName={wish.deed} />
          <div className={css.dialogFoot}>
            <Button onClick={onClose} data-autofocus>
              {t('kit.action.close')}
            </Button>
          </div>
        </>
      ) : (
        <Question wish={wish} onClose={onClose} onPartly={setAnswer} />
      )}
    </PlainDialog>
  )
}

type Values = { reason?: string | undefined; memo: string; percent?: number | undefined }

const schemas: Record<Deed, z.ZodType<Values, FieldValues>> = {
  approve: z.object({ memo: z.string() }),
  revert: z.object({ memo: z.string() }),
  revise: z.object({ percent: z.int().min(1).max(100), memo: z.string().max(500) }),
  reject: RejectForm,
  cancel: CancelForm,
}

function Question({
  wish,
  onClose,
  onPartly,
}: {
  wish: DecideWish
  onClose: () => void
  onPartly: (answer: BulkAnswer) => void
}) {
  const { deed, selection, tab, onDone } = wish
  const where = deed === 'revert' && tab ? { tab } : {}
  const { t } = useTranslation()
  const words = useWords()
  const format = useFormats()
  const queries = useQueryClient()
  const main = useRef<HTMLButtonElement>(null)
  const act = useCall(deeds[deed].bulk, {
    refreshes: ['OrderManagement', 'OrderMy'],
    failed: t(`order.decide.${deed}.failed`),
  })

  const form = useKitForm<Values>({
    schema: schemas[deed],
    start: { memo: '', reason: '' },
    paths: { MemoRequired: 'memo' },
    onSubmit: async (values) => {
      if (!asked.data) return
      const input = {
        selection: onlyPassing(selection, asked.data),
        dryRun: false,
        ...where,
        ...furtherOf(deed, values),
      }
      const answer = (await act.attempt(input)) as BulkAnswer | undefined
      if (!answer) return
      onDone()
      if (answer.jobId) {
        onClose()
        void followBulk(queries, deed, answer.jobId, asked.data.done)
      } else if (answer.refused > 0) onPartly(answer)
      else {
        onClose()
        toast('success', counted(t, `order.decide.${deed}.done`, answer.done, format.number(answer.done)))
      }
    },
  })
  const percent = useWatch({ control: form.control, name: 'percent' })
  const share =
    deed === 'revise' && Number.isInteger(percent) && Number(percent) >= 1 && Number(percent) <= 100
      ? { percent: Number(percent) }
      : null
  const asked = useQuery({
    ...rehearsal(deeds[deed].bulk, selection, { ...where, ...(share ?? rehearsedWith[deed]) }),
    enabled: deed !== 'revise' || share !== null,
  })
  const passing = asked.data?.done ?? 0
  const inLines = ({ results }: BulkAnswer) => {
    const lines = results.reduce((sum, result) => sum + (result.ok ? result.count : 0), 0)
    return counted(t, 'order.decide.inLines', lines, format.number(lines))
  }

  // With nothing to fill in, Enter is the answer as soon as it is known what would happen.
  const isPlain = deed === 'approve' || deed === 'revert'
  const isKnown = asked.isSuccess
  useEffect(() => {
    if (isPlain && isKnown) main.current?.focus()
  }, [isPlain, isKnown])

  return (
    <Form form={form} label={t(`order.decide.${deed}.short`)}>
      <p className={css.dialogText}>{t(`order.decide.${deed}.text`)}</p>
      <div className={css.dialogFields}>
        {deed === 'reject' && (
          <SelectField
            name="reason"
            label={t('order.decide.reason')}
            placeholder={t('order.decide.chooseReason')}
            data={chosenRejectReasons.map((value) => ({ value, label: words.state('rejectReason', value) }))}
            focusFirst
          />
        )}
        {deed === 'revise' && (
          <NumberField
            name="percent"
            label={t('order.decide.percent')}
            hint={t('order.decide.percentHint')}
            suffix=" %"
            min={1}
            max={100}
            focusFirst
          />
        )}
        {!isPlain && <MemoField control={form.control} deed={deed} />}
      </div>
      {(deed !== 'revise' || share !== null) && <Rehearsed asked={asked} detail={inLines} />}
      <div className={css.dialogFoot}>
        <Button variant="default" onClick={onClose}>
          {t('kit.action.cancel')}
        </Button>
        <Button
          ref={main}
          type="submit"
          color={deeds[deed].danger ? 'red' : 'brand'}
          loading={act.isPending || asked.isLoading}
          disabled={passing === 0}
        >
          {asked.isSuccess
            ? counted(t, `order.decide.${deed}.action`, passing, format.number(passing))
            : t(`order.decide.${deed}.short`)}
        </Button>
      </div>
    </Form>
  )
}

function MemoField({
  control,
  deed,
}: {
  control: ReturnType<typeof useKitForm<Values>>['control']
  deed: Deed
}) {
  const { t } = useTranslation()
  const reason = useWatch({ control, name: 'reason' })
  const needed = deed === 'cancel' || (deed === 'reject' && reason === 'Other')
  return (
    <TextAreaField
      name="memo"
      label={t('order.decide.memo')}
      hint={t(deed === 'cancel' ? 'order.decide.memoHintCancel' : 'order.decide.memoHint')}
      rows={2}
      maxLength={500}
      optional={!needed}
      focusFirst={deed === 'cancel'}
    />
  )
}

/** The calls ask for these in a rehearsal too, where they change nothing. */
const rehearsedWith: Record<Deed, Record<string, unknown>> = {
  approve: {},
  revert: {},
  revise: {},
  reject: { reason: 'OutOfStock' },
  cancel: { memo: '-' },
}

function furtherOf(deed: Deed, { reason, memo, percent }: Values): Record<string, unknown> {
  switch (deed) {
    case 'approve':
    case 'revert':
      return {}
    case 'revise':
      return { percent, ...memoOf(memo) }
    case 'reject':
      return { reason, ...memoOf(memo) }
    case 'cancel':
      return { memo: memo.trim() }
  }
}
