import type { BulkAnswer } from '@kervan/contract/kit/bulk-answer'
import { selectionLimit, type Selection } from '@kervan/contract/kit/page'
import { Button, Loader } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useWatch, type FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z, type ZodType } from 'zod'
import { useCall } from '../call/useCall.ts'
import { showDialog } from '../feedback/dialogs.ts'
import { PlainDialog } from '../feedback/PlainDialog.tsx'
import { toast, toastWithUndo } from '../feedback/toasts.tsx'
import css from '../form/form.module.css'
import { Form, useKitForm } from '../form/Form.tsx'
import { tDynamic, tPluralDynamic } from '../i18n/words.ts'
import { useFormats } from '../values/format.ts'
import { dryRun, leaveOut, onlyPassing } from './dryRun.ts'
import { DryRunResult } from './DryRunResult.tsx'
import { passedOf, saidOf, type ActionForm, type BulkAction, type JobOutcome } from './action.ts'
import { followBulk } from './followBulk.ts'
import { JobResults, refusedOfJob } from './JobResults.tsx'
import { ResultTable } from './ResultTable.tsx'
import { undoBulk, undoOf } from './undoBulk.ts'

type Ended = BulkAnswer | JobOutcome
type Outcome = Ended & { values: FieldValues }

type Props = {
  action: BulkAction
  selection: Selection
  count: number
  countIsExact?: boolean
  /** The record's name when it is about one. */
  name?: string | null
  ended?: Outcome
  /** Called when something was done, to end the selection. */
  onDone?: (() => void) | undefined
  onClose: () => void
}

/**
 * One action on many records. First the server is asked which would pass, which not and why; the button then carries
 * the number that will be done. A long one goes on as a job with a notice of its own. What was refused nevertheless
 * stays on screen until it is closed, and can be tried again.
 */
export function BulkDialog({ action, ended, onDone, onClose, ...asked }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(ended ?? null)
  const [again, setAgain] = useState<{ ids: string[]; values: FieldValues } | null>(null)
  if (outcome) {
    const { values, ...results } = outcome
    return (
      <Results
        action={action}
        results={results}
        onAgain={(ids) => {
          setAgain({ ids, values })
          setOutcome(null)
        }}
        onClose={onClose}
      />
    )
  }
  const {
    selection,
    count,
    countIsExact = true,
    name = null,
  } = again ? { selection: { mode: 'ids' as const, ids: again.ids }, count: again.ids.length } : asked
  return (
    <Question
      action={action}
      selection={selection}
      count={count}
      countIsExact={countIsExact}
      name={name}
      start={again?.values ?? null}
      onPartly={setOutcome}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

const noForm: ActionForm = { schema: z.object({}), start: {}, Fields: () => null }

function Question({
  action,
  selection: given,
  count: all,
  countIsExact = true,
  name = null,
  start,
  onPartly,
  onDone,
  onClose,
}: Omit<Props, 'ended'> & {
  start: FieldValues | null
  onPartly: (outcome: Outcome) => void
}) {
  const { t } = useTranslation()
  const format = useFormats()
  const queries = useQueryClient()
  const main = useRef<HTMLButtonElement>(null)
  const [left, setLeft] = useState<readonly string[]>([])
  const selection = leaveOut(given, left) ?? given
  const count = all - left.length
  const act = useCall(action.call, { refreshes: action.refreshes })
  const { schema, Fields, input = (values: FieldValues) => values, ...further } = action.form ?? noForm
  const requestOf = (values: Record<string, unknown>) => ({ selection, ...action.input, ...values })
  const form = useKitForm<FieldValues>({
    schema,
    start: start ?? further.start,
    paths: further.paths,
    onSubmit: async (values) => {
      if (!asked.data) return
      const request = requestOf(input(values))
      const answer = (await act.attempt({
        ...request,
        selection: onlyPassing(request.selection, asked.data),
        dryRun: false,
      })) as BulkAnswer | undefined
      if (!answer) return
      onDone?.()
      if (answer.jobId === null && answer.refused > 0) return onPartly({ ...answer, values })
      onClose()
      if (answer.jobId !== null) void followBulk(queries, action, answer.jobId, asked.data.done, look(values))
      else {
        const said = saidOf(t, action, answer, format.number)
        if (back && answer.done > 0)
          toastWithUndo(said, () => void undoBulk(queries, back, answer, showUndone(back)))
        else toast('success', said)
      }
    },
  })
  const look = (values: FieldValues) => (ended: Ended) => showEnded(action, { ...ended, values })
  const back = undoOf(action)
  const typed = useWatch({ control: form.control })
  const rehearsed = further.dryRunWith ? further.dryRunWith(typed) : completeInput(schema, input, typed)
  const { selection: chosen, ...tried } = requestOf(rehearsed ?? {})
  const asked = useQuery({ ...dryRun(action.call, chosen, tried), enabled: rehearsed !== null })
  const passing = asked.data?.done ?? 0

  // With nothing to fill in, Enter is the answer as soon as it is known what would happen.
  const isPlain = !action.form
  const isKnown = asked.isSuccess
  useEffect(() => {
    if (isPlain && isKnown) main.current?.focus()
  }, [isPlain, isKnown])

  const text = tDynamic(t, `${action.words}.text`, '')
  // Title, list and button name one number: what will be done, as soon as that is known.
  const meant = passing > 0 ? passing : count
  const amount =
    passing > 0 || countIsExact
      ? format.number(meant)
      : t('kit.grid.moreThan', { amount: format.number(count) })
  const title = tPluralDynamic(t, `${action.words}.title`, meant, amount)
  const named = asked.isLoading ? meant : passing
  return (
    <PlainDialog
      title={name === null ? title : tDynamic(t, `${action.words}.titleOne`, title, { name })}
      size={620}
      onClose={onClose}
    >
      <Form form={form}>
        {text && (
          <p className="k-quiet" style={{ marginBottom: 12 }}>
            {text}
          </p>
        )}
        <div className={css.fields}>
          <Fields />
        </div>
        {rehearsed !== null && (
          <DryRunResult
            asked={asked}
            nouns={action.nouns}
            parts={action.parts}
            // Of nothing but such there is nothing to leave.
            onLeaveOut={(ids) =>
              ids.length < count && leaveOut(selection, ids) ? () => setLeft([...left, ...ids]) : null
            }
          />
        )}
        {left.length > 0 && (
          <p className={css.leftOut}>
            <span>{t('kit.bulk.leftOut', { amount: format.number(left.length) })}</span>
            <Button size="xs" variant="default" onClick={() => setLeft([])}>
              {t('kit.bulk.includeAgain')}
            </Button>
          </p>
        )}
        <Foot>
          <Button variant="default" onClick={onClose}>
            {tDynamic(t, `${action.words}.keep`, t('kit.action.cancel'), { count: meant })}
          </Button>
          <Button
            ref={main}
            type="submit"
            color={action.danger ? 'red' : 'brand'}
            loading={act.isPending}
            disabled={passing === 0 && !asked.isLoading}
            // While the server is asked, Tab stops here already: who works by keyboard is faster than the answer.
            {...(asked.isLoading && {
              'aria-disabled': true,
              'data-disabled': true,
              leftSection: <Loader size={14} color="gray" />,
            })}
          >
            {tPluralDynamic(t, `${action.words}.action`, named, format.number(named))}
          </Button>
        </Foot>
      </Form>
    </PlainDialog>
  )
}

const showEnded = (action: BulkAction, ended: Outcome) =>
  showDialog((close) => (
    <BulkDialog
      action={action}
      selection={{ mode: 'ids', ids: [] }}
      count={0}
      ended={ended}
      onClose={close}
    />
  ))
const showUndone = (back: BulkAction) => (ended: Ended) => showEnded(back, { ...ended, values: {} })

/** What the call would be asked for, once the form is complete. */
function completeInput(
  schema: ZodType<FieldValues, FieldValues>,
  input: (values: FieldValues) => Record<string, unknown>,
  typed: FieldValues,
) {
  const values = schema.safeParse(typed)
  return values.success ? input(values.data) : null
}

function Results({
  action,
  results,
  onAgain,
  onClose,
}: Pick<Props, 'action' | 'onClose'> & {
  results: Ended
  onAgain: (ids: string[]) => void
}) {
  const { t } = useTranslation()
  const format = useFormats()
  const queries = useQueryClient()
  const [reading, setReading] = useState(false)
  const back = results.done > 0 ? undoOf(action) : null
  const title = saidOf(t, action, results, format.number)
  const again = async () => {
    setReading(true)
    const ids =
      'results' in results
        ? results.results.filter(({ ok }) => !ok).map(({ id }) => id)
        : await refusedOfJob(results.jobId)
    setReading(false)
    if (ids) onAgain(ids.slice(0, selectionLimit))
  }
  return (
    <PlainDialog title={title} size={'results' in results ? 620 : 900} onClose={onClose}>
      {results.refused > 0 && (
        <p className={css.resultText}>
          {t('kit.bulk.someRefused', {
            refused: format.number(results.refused),
            total: format.number(passedOf(results) + results.refused),
          })}
        </p>
      )}
      {'results' in results ? (
        <ResultTable answer={results} parts={action.parts} />
      ) : (
        <JobResults jobId={results.jobId} label={title} nouns={action.nouns} />
      )}
      <Foot>
        {results.refused > 0 && (
          <Button variant="default" loading={reading} onClick={() => void again()}>
            {t('kit.bulk.retryRefused')}
          </Button>
        )}
        {back && (
          <Button
            variant="default"
            onClick={() => {
              onClose()
              void undoBulk(queries, back, results, showUndone(back))
            }}
          >
            {t('kit.action.undo')}
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          {t('kit.action.close')}
        </Button>
      </Foot>
    </PlainDialog>
  )
}

const Foot = ({ children }: { children: ReactNode }) => (
  <div className={css.foot}>
    <div className={css.answers}>{children}</div>
  </div>
)
