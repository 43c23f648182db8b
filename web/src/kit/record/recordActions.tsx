import type { Offered } from '@kervan/contract/kit/actions'
import type { TablerIcon } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionWords, BulkAction } from '../bulk/action.ts'
import { BulkDialog } from '../bulk/BulkDialog.tsx'
import type { AnyCall } from '../call/client.ts'
import { useRights } from '../call/rights.ts'
import { useCall } from '../call/useCall.ts'
import { confirm } from '../feedback/dialogs.ts'
import { toast } from '../feedback/toasts.tsx'
import type { GridAction, Selected } from '../grid/types.ts'
import { tDynamic, tPlural, type MessageKey } from '../i18n/words.ts'
import { useFormats } from '../values/format.ts'

// What can be done with records of a kind is declared once. Row menu, selection bar, foot of the drawer, keys and dialogs
// follow from it.

/** A record that carries no actions is only acted on by many. */
type Acted = { id: string; actions?: Offered }

export type RecordAction<R> = {
  key: string
  /** Its name among the record's `actions`; the key where nothing is said. */
  rule?: string
  label: MessageKey
  /** Plural with {{amount}}, for a selection that is counted. */
  counted?: MessageKey
  icon: TablerIcon
  hotkey?: string
  tone?: GridAction['tone']
  /** Only who may make this call is offered the action; `one` where one record has a call of its own. */
  call: AnyCall
  one?: AnyCall
  /** Left out where it makes no sense, instead of standing there with its reason. */
  shown?: (record: R) => boolean
  /** Done to a selection, and never to a record by itself. */
  onlyMany?: true
  /** Done to one record or to a selection, in the one dialog for both. */
  bulk?: Pick<BulkAction, 'words' | 'form' | 'input' | 'undo'>
  /** What is asked for one record where that follows from the record, such as a reason that it proposes. */
  formOf?: (record: R) => NonNullable<BulkAction['form']>
  /** Done to one record: in a dialog of its own, */
  Dialog?: ComponentType<{ record: R; onClose: () => void }>
  /** by the screen itself, */
  run?: (record: R) => void
  /** or after a question: `title`, `text`, `action` and `done` with {{name}}. Without a title nothing is asked. */
  ask?: {
    words: ActionWords
    input: (record: R) => Record<string, unknown>
    danger?: boolean
    onDone?: () => void
  }
}

type Options<R> = Pick<BulkAction, 'nouns' | 'parts' | 'refreshes' | 'input'> & {
  nameOf: (record: R) => string
  /** Told when something was done to one record in the dialog for one and many. */
  onDone?: (key: string) => void
  /** Title of the error when one record was not changed. */
  failed?: MessageKey
}

export function useRecordActions<R extends Acted>(actions: readonly RecordAction<R>[], options: Options<R>) {
  const { t } = useTranslation()
  const format = useFormats()
  const rights = useRights()
  const [dialog, setDialog] = useState<ReactNode>(null)
  const close = () => setDialog(null)
  const may = (call: AnyCall) => rights.has(call.permission ?? '')
  const many = actions.filter(({ bulk, call }) => bulk && may(call))

  const drawn = ({ key, label, icon, tone, hotkey }: RecordAction<R>) => ({
    key,
    label: t(label),
    icon,
    ...(tone ? { tone } : {}),
    ...(hotkey ? { hotkey } : {}),
  })
  const bulkOf = ({ call, tone, bulk }: RecordAction<R>): BulkAction | null =>
    bulk
      ? {
          ...options,
          ...bulk,
          call,
          input: { ...options.input, ...bulk.input },
          danger: tone === 'danger',
          undo: bulk.undo && may(bulk.undo.call) ? bulk.undo : undefined,
        }
      : null
  const dialogFor = (action: RecordAction<R>, record: R): ReactNode => {
    const { Dialog, call, ask, tone, formOf } = action
    const name = options.nameOf(record)
    if (Dialog) return <Dialog record={record} onClose={close} />
    if (ask)
      return (
        <AskOne
          call={call}
          input={ask.input(record)}
          words={ask.words}
          name={name}
          danger={ask.danger ?? tone === 'danger'}
          onDone={ask.onDone}
          options={options}
          onClose={close}
        />
      )
    const bulk = bulkOf(action)
    const one = { mode: 'ids' as const, ids: [record.id] }
    return (
      bulk && (
        <BulkDialog
          action={{ ...bulk, ...(formOf && { form: formOf(record) }) }}
          selection={one}
          count={1}
          name={name}
          onDone={() => options.onDone?.(action.key)}
          onClose={close}
        />
      )
    )
  }

  const isOffered = (action: RecordAction<R>, record: R): boolean => {
    const { key, rule = key, call, one = call, shown } = action
    const mayAsk = may(one) && (may(call) || Boolean(action.Dialog ?? action.ask ?? action.run))
    return !action.onlyMany && mayAsk && record.actions?.[rule] !== undefined && (shown?.(record) ?? true)
  }
  const actionsOf = (record: R): GridAction[] =>
    actions
      .filter((action) => isOffered(action, record))
      .map((action) => ({
        ...drawn(action),
        blocked: record.actions?.[action.rule ?? action.key] ?? null,
        run: () => (action.run ? action.run(record) : setDialog(dialogFor(action, record))),
      }))
  const bulkActions = ({ selection, count, countIsExact, rows, clear }: Selected<R>): GridAction[] => {
    // Of a selection that is seen as a whole, what makes sense for none of it is left out.
    const isSeen = countIsExact && rows.length === count
    const fitting = many.filter(({ shown }) => !shown || !isSeen || rows.some((row) => shown(row)))
    return fitting.map((action) => ({
      ...drawn(action),
      ...(action.counted && countIsExact
        ? { label: tPlural(t, action.counted, count, format.number(count)) }
        : {}),
      run: () => {
        const bulk = bulkOf(action)
        if (bulk)
          setDialog(
            <BulkDialog
              action={bulk}
              selection={selection}
              count={count}
              countIsExact={countIsExact}
              onDone={clear}
              onClose={close}
            />,
          )
      },
    }))
  }
  return {
    /** For the foot of the drawer and its keys. */
    actionsOf,
    /** For the grid. */
    grid: {
      rowActions: actionsOf,
      ...(many.length > 0 ? { bulkActions } : { selectable: false }),
    },
    /** What is asked, drawn by the screen. */
    dialog,
  }
}

/** A question with two answers, and the action. Without a question the action alone. */
function AskOne({
  call,
  input,
  words,
  name,
  danger,
  onDone,
  options: { refreshes, failed },
  onClose,
}: {
  call: AnyCall
  input: Record<string, unknown>
  words: ActionWords
  name: string
  danger: boolean
  onDone: (() => void) | undefined
  options: { refreshes: readonly string[]; failed?: MessageKey }
  onClose: () => void
}) {
  const { t } = useTranslation()
  const act = useCall(call, { refreshes, ...(failed ? { failed: t(failed) } : {}) })
  const run = async () => {
    const [title = '', text = '', action = ''] = ['title', 'text', 'action'].map((part) =>
      tDynamic(t, `${words}.${part}`, '', { name }),
    )
    const isSure = title === '' || (await confirm({ title, text, action, danger }))
    onClose()
    if (!isSure || !(await act.run(input))) return
    toast('success', tDynamic(t, `${words}.done`, '', { name }))
    onDone?.()
  }
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void run()
  })
  return null
}
