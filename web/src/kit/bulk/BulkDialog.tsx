import type { Selection } from '@kervan/contract/kit/page'
import type { BulkAnswer } from '@kervan/contract/kit/bulk-answer'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyCall } from '../call/client.ts'
import { PlainDialog } from '../feedback/PlainDialog.tsx'
import { showRefused } from '../feedback/dialogs.ts'
import { toast } from '../feedback/toasts.tsx'
import css from '../form/form.module.css'
import { useFormats } from '../values/format.ts'
import { tPlural, type MessageKey } from '../i18n/words.ts'
import { toRefused } from '../call/refused.ts'
import { onlyPassing, dryRun } from './dryRun.ts'
import { DryRunResult } from './DryRunResult.tsx'
import { ResultTable } from './ResultTable.tsx'
import { useCall } from '../call/useCall.ts'

type Props = {
  /** Takes `{ selection, dryRun, …input }` and answers a BulkAnswer. */
  call: AnyCall
  selection: Selection
  /** What the call asks for besides; null while it is not chosen yet. */
  input: Record<string, unknown> | null
  /** What the dryRun is asked with in its place, where what is typed makes no difference to who passes. */
  dryRunWith?: Record<string, unknown>
  title: string
  text?: ReactNode
  /** Plural keys using {{amount}}: the button ("Make 3 users passive") and what was done ("3 users made passive"). */
  action: MessageKey
  done: MessageKey
  /** Title of what was refused nevertheless, with {{refused}} and {{total}}. */
  partly: (numbers: { refused: string; total: string }) => string
  refreshes: readonly string[]
  danger?: boolean
  /** Called when something was done, to end the selection. */
  onDone: () => void
  onClose: () => void
  /** Fields that make `input`. */
  children?: ReactNode
}

/**
 * One action on many records. First the server is asked which would pass, which not and why; the button then carries the
 * number that will be done. What was refused nevertheless stays on screen until it is closed.
 */
export function BulkDialog(props: Props) {
  const { call, selection, input, dryRunWith = input, onDone, onClose } = props
  const { t } = useTranslation()
  const format = useFormats()
  const [refused, setRefused] = useState<BulkAnswer | null>(null)
  const main = useRef<HTMLButtonElement>(null)
  const act = useCall(call, { refreshes: props.refreshes })
  const asked = useQuery({
    ...dryRun(call, selection, dryRunWith ?? {}),
    enabled: dryRunWith !== null,
  })
  const passing = asked.data?.done ?? 0

  // With nothing to fill in, Enter is the answer as soon as it is known what would happen.
  const isPlain = !props.children
  const isKnown = asked.isSuccess
  useEffect(() => {
    if (isPlain && isKnown) main.current?.focus()
  }, [isPlain, isKnown])

  const run = async () => {
    if (!asked.data) return
    try {
      const answer = (await act.attempt({
        selection: onlyPassing(selection, asked.data),
        dryRun: false,
        ...input,
      })) as BulkAnswer | undefined
      if (!answer) return
      onDone()
      if (answer.refused > 0) return setRefused(answer)
      onClose()
      toast('success', tPlural(t, props.done, answer.done, format.number(answer.done)))
    } catch (thrown) {
      showRefused(toRefused(thrown), props.title)
    }
  }

  if (refused) {
    return (
      <PlainDialog
        title={props.partly({
          refused: format.number(refused.refused),
          total: format.number(refused.done + refused.refused),
        })}
        size={620}
        onClose={onClose}
      >
        <ResultTable answer={refused} />
        <div className={css.foot}>
          <Button onClick={onClose} data-autofocus>
            {t('kit.action.close')}
          </Button>
        </div>
      </PlainDialog>
    )
  }
  return (
    <PlainDialog title={props.title} size={620} onClose={onClose}>
      {props.text !== undefined && (
        <p className="k-quiet" style={{ marginBottom: 12 }}>
          {props.text}
        </p>
      )}
      {props.children && <div className={css.fields}>{props.children}</div>}
      {dryRunWith !== null && <DryRunResult asked={asked} />}
      <div className={css.foot}>
        <Button variant="default" onClick={onClose}>
          {t('kit.action.cancel')}
        </Button>
        <Button
          ref={main}
          color={props.danger ? 'red' : 'brand'}
          loading={act.isPending || asked.isLoading}
          disabled={passing === 0 || input === null}
          onClick={() => void run()}
        >
          {tPlural(t, props.action, passing, format.number(passing))}
        </Button>
      </div>
    </PlainDialog>
  )
}
