import type { Selection } from '@kervan/contract/kit/page'
import type { BulkAnswer } from '@kervan/contract/kit/bulk-answer'
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
import { useFormats } from '../../kit/values/format.ts'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { onlyPassing, dryRun } from '../../kit/bulk/dryRun.ts'
import { DryRunResult } from '../../kit/bulk/DryRunResult.tsx'
import { ResultTable } from '../../kit/bulk/ResultTable.tsx'
import { useCall } from '../../kit/call/useCall.ts'
import { orderActions, type OrderAction } from './orderActions.ts'
import { followBulk } from './followBulk.ts'
import css from './order.module.css'
import { CancelForm, memoOf, RejectForm } from './reasons.ts'

export type DecideDialogState = {
  action: OrderAction
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
 * One action on many orders (ORD-010). First the server is asked which would pass, which not and why; the button then
 * carries the number that will be done. What was refused nevertheless stays on screen until it is closed.
 */
export function DecideDialog({ dialog, onClose }: { dialog: DecideDialogState; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormats()
  const [answer, setAnswer] = useState<BulkAnswer | null>(null)
  const number = dialog.countIsExact
    ? format.number(dialog.count)
    : t('kit.grid.moreThan', { amount: format.number(dialog.count) })
  const title = answer
    ? t(`order.decide.${dialog.action}.partly`, {
        refused: format.number(answer.refused),
        total: format.number(answer.done + answer.refused),
      })
    : dialog.name !== null
      ? t(`order.decide.${dialog.action}.titleOne`, { code: dialog.name })
      : tPlural(t, `order.decide.${dialog.action}.title`, dialog.count, number)
  return (
    <PlainDialog title={title} size={620} onClose={onClose}>
      {answer ? (
        <>
          <ResultTable answer={answer} fileName={dialog.action} />
          <div className={css.dialogFoot}>
            <Button onClick={onClose} data-autofocus>
              {t('kit.action.close')}
            </Button>
          </div>
        </>
      ) : (
        <Question dialog={dialog} onClose={onClose} onPartly={setAnswer} />
      )}
    </PlainDialog>
  )
}

type Values = { reason?: string | undefined; memo: string; percent?: number | undefined }

const schemas: Record<OrderAction, z.ZodType<Values, FieldValues>> = {
  approve: z.object({ memo: z.string() }),
  revert: z.object({ memo: z.string() }),
  revise: z.object({ percent: z.int().min(1).max(100), memo: z.string().max(500) }),
  reject: RejectForm,
  cancel: CancelForm,
}

function Question({
  dialog,
  onClose,
  onPartly,
}: {
  dialog: DecideDialogState
  onClose: () => void
  onPartly: (answer: BulkAnswer) => void
}) {
  const { action, selection, tab, onDone } = dialog
  const where = action === 'revert' && tab ? { tab } : {}
  const { t } = useTranslation()
  const words = useWords()
  const format = useFormats()
  const queries = useQueryClient()
  const main = useRef<HTMLButtonElement>(null)
  const act = useCall(orderActions[action].bulk, {
    refreshes: ['OrderManagement', 'OrderMy'],
    failed: t(`order.decide.${action}.failed`),
  })

  const form = useKitForm<Values>({
    schema: schemas[action],
    start: { memo: '', reason: '' },
    paths: { MemoRequired: 'memo' },
    onSubmit: async (values) => {
      if (!asked.data) return
      const input = {
        selection: onlyPassing(selection, asked.data),
        dryRun: false,
        ...where,
        ...furtherOf(action, values),
      }
      const answer = (await act.attempt(input)) as BulkAnswer | undefined
      if (!answer) return
      onDone()
      if (answer.jobId) {
        onClose()
        void followBulk(queries, action, answer.jobId, asked.data.done)
      } else if (answer.refused > 0) onPartly(answer)
      else {
        onClose()
        toast('success', tPlural(t, `order.decide.${action}.done`, answer.done, format.number(answer.done)))
      }
    },
  })
  const percent = useWatch({ control: form.control, name: 'percent' })
  const share =
    action === 'revise' && Number.isInteger(percent) && Number(percent) >= 1 && Number(percent) <= 100
      ? { percent: Number(percent) }
      : null
  const asked = useQuery({
    ...dryRun(orderActions[action].bulk, selection, { ...where, ...(share ?? dryRunWith[action]) }),
    enabled: action !== 'revise' || share !== null,
  })
  const passing = asked.data?.done ?? 0
  const inLines = ({ results }: BulkAnswer) => {
    const lines = results.reduce((sum, result) => sum + (result.ok ? result.count : 0), 0)
    return tPlural(t, 'order.decide.inLines', lines, format.number(lines))
  }

  // With nothing to fill in, Enter is the answer as soon as it is known what would happen.
  const isPlain = action === 'approve' || action === 'revert'
  const isKnown = asked.isSuccess
  useEffect(() => {
    if (isPlain && isKnown) main.current?.focus()
  }, [isPlain, isKnown])

  return (
    <Form form={form} label={t(`order.decide.${action}.short`)}>
      <p className={css.dialogText}>{t(`order.decide.${action}.text`)}</p>
      <div className={css.dialogFields}>
        {action === 'reject' && (
          <SelectField
            name="reason"
            label={t('order.decide.reason')}
            placeholder={t('order.decide.chooseReason')}
            data={chosenRejectReasons.map((value) => ({ value, label: words.state('rejectReason', value) }))}
            focusFirst
          />
        )}
        {action === 'revise' && (
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
        {!isPlain && <MemoField control={form.control} action={action} />}
      </div>
      {(action !== 'revise' || share !== null) && <DryRunResult asked={asked} detail={inLines} />}
      <div className={css.dialogFoot}>
        <Button variant="default" onClick={onClose}>
          {t('kit.action.cancel')}
        </Button>
        <Button
          ref={main}
          type="submit"
          color={orderActions[action].danger ? 'red' : 'brand'}
          loading={act.isPending || asked.isLoading}
          disabled={passing === 0}
        >
          {asked.isSuccess
            ? tPlural(t, `order.decide.${action}.action`, passing, format.number(passing))
            : t(`order.decide.${action}.short`)}
        </Button>
      </div>
    </Form>
  )
}

function MemoField({
  control,
  action,
}: {
  control: ReturnType<typeof useKitForm<Values>>['control']
  action: OrderAction
}) {
  const { t } = useTranslation()
  const reason = useWatch({ control, name: 'reason' })
  const needed = action === 'cancel' || (action === 'reject' && reason === 'Other')
  return (
    <TextAreaField
      name="memo"
      label={t('order.decide.memo')}
      hint={t(action === 'cancel' ? 'order.decide.memoHintCancel' : 'order.decide.memoHint')}
      rows={2}
      maxLength={500}
      optional={!needed}
      focusFirst={action === 'cancel'}
    />
  )
}

/** The calls ask for these in a dryRun too, where they change nothing. */
const dryRunWith: Record<OrderAction, Record<string, unknown>> = {
  approve: {},
  revert: {},
  revise: {},
  reject: { reason: 'OutOfStock' },
  cancel: { memo: '-' },
}

function furtherOf(action: OrderAction, { reason, memo, percent }: Values): Record<string, unknown> {
  switch (action) {
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
