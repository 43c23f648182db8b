import {
  confirmImport,
  getCurrentImport,
  readImportAgain,
  type ImportView,
} from '@kervan/contract/order/order-import'
import { Button, Checkbox, Radio } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { read } from '../../kit/call/query.ts'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { adoptChangedCart, offerEmptying, useEmptyCart } from './cart.ts'
import { adoptImport } from './currentImport.ts'
import { ImportRows } from './ImportRows.tsx'
import { newOrderSearch } from './search.ts'
import css from './import.module.css'
import { useUpload, CommentedFile, CorrectedFile, FileHead, useDiscard } from './importUpload.tsx'

export function Ready({ view, pricesVisible }: { view: ImportView; pricesVisible: boolean }) {
  const { t } = useWords()
  const format = useFormats()
  const upload = useUpload()
  const left = view.refused + view.confirm
  const inCart = view.rowsRead - view.good - view.rounded - left
  return (
    <div className={css.ready}>
      <div className={css.summary}>
        <FileHead view={view}>
          {left + view.rounded > 0 && <CommentedFile view={view} />}
          <CorrectedFile upload={upload} />
        </FileHead>
        <Share view={view} />
        <div className={css.shareWords}>
          <span>
            {view.seconds === null
              ? t('order.new.checked', { count: view.rowsRead, amount: format.number(view.rowsRead) })
              : t('order.new.checkedIn', {
                  count: view.rowsRead,
                  amount: format.number(view.rowsRead),
                  seconds: format.number(Math.round(view.seconds * 10) / 10),
                })}
          </span>
          {inCart === 0 && <span>{t('order.new.nothingSaved')}</span>}
        </div>
        <dl className={css.figures}>
          <div>
            <dt>{t('order.new.rowsRead')}</dt>
            <dd>{format.number(view.rowsRead)}</dd>
          </div>
          {inCart > 0 && (
            <div>
              <dt>{t('order.new.rowsTaken')}</dt>
              <dd>{format.number(inCart)}</dd>
            </div>
          )}
          <div>
            <dt>{t('order.new.rowsGood')}</dt>
            <dd>{format.number(view.good)}</dd>
          </div>
          <div>
            <dt>{t('order.new.rowsRounded')}</dt>
            <dd>{format.number(view.rounded)}</dd>
          </div>
          {view.confirm > 0 && (
            <div>
              <dt>{t('order.new.rowsConfirm')}</dt>
              <dd>{format.number(view.confirm)}</dd>
            </div>
          )}
          <div>
            <dt>{t('order.new.rowsRefused')}</dt>
            <dd>{format.number(view.refused)}</dd>
          </div>
          {pricesVisible && view.total !== null && (
            <div>
              <dt>{t('order.new.orderTotal')}</dt>
              <dd>{format.money(view.total, view.currency)}</dd>
            </div>
          )}
        </dl>
        <FileReading view={view} />
      </div>
      {left + view.rounded > 0 ? (
        <ImportRows view={view} />
      ) : (
        <p className={css.allGood}>{t(view.rowsRead === 0 ? 'order.new.noRows' : 'order.new.allGood')}</p>
      )}
      <ConfirmBar view={view} />
    </div>
  )
}

/** How the file was understood: which column was read as what, and what to know before its rows are taken. */
function FileReading({ view }: { view: ImportView }) {
  const { t } = useWords()
  const { columns, message } = view
  const several = new Set(columns.map(({ sheet }) => sheet)).size > 1
  return (
    <>
      {columns.length > 0 && (
        <ul className={css.reading} aria-label={t('order.import.columnsRead')}>
          {columns.map((one) => (
            <li key={`${one.sheet} ${one.letter}`}>
              {t(several ? 'order.import.columnReadIn' : 'order.import.columnRead', one)}
            </li>
          ))}
        </ul>
      )}
      {message?.split('\n').map((note) => (
        <p key={note} className={css.note}>
          {note}
        </p>
      ))}
      <Parts view={view} />
    </>
  )
}

/** Hidden rows and further sheets: whether they are ordered. A choice reads the file again. */
function Parts({ view: { id, state, parts } }: { view: ImportView }) {
  const { t } = useWords()
  const format = useFormats()
  const queries = useQueryClient()
  const rights = useRights()
  const again = useCall(readImportAgain, { onDone: (view) => adoptImport(queries, view) })
  const { hiddenRows, leavesHidden, sheets } = parts
  const isChoice = hiddenRows > 0 || sheets.length > 0
  if (!isChoice || !rights.has(readImportAgain.permission ?? '')) return null
  const leftSheets = sheets.flatMap(({ sheet, isLeft }) => (isLeft ? sheet : []))
  const choose = (over: { leavesHidden?: boolean; leftSheets?: string[] }) =>
    void again.run({ importId: id, leavesHidden, leftSheets, ...over })
  const isBusy = again.isPending || state !== 'Ready'
  return (
    <fieldset className={css.parts} aria-label={t('order.import.parts.label')}>
      {hiddenRows > 0 && (
        <Checkbox
          size="sm"
          label={t('order.import.parts.hidden')}
          checked={leavesHidden}
          disabled={isBusy}
          onChange={(event) => choose({ leavesHidden: event.currentTarget.checked })}
        />
      )}
      {sheets.map(({ sheet, rows, isLeft }) => (
        <Checkbox
          key={sheet}
          size="sm"
          label={t('order.import.parts.sheet', { sheet, rows: format.number(rows) })}
          checked={!isLeft}
          disabled={isBusy}
          onChange={(event) =>
            choose({
              leftSheets: event.currentTarget.checked
                ? leftSheets.filter((one) => one !== sheet)
                : [...leftSheets, sheet],
            })
          }
        />
      ))}
    </fieldset>
  )
}

/** The rows as one bar: ready, to look at, refused. The figures stand below. */
export function Share({ view }: { view: ImportView }) {
  const whole = Math.max(1, view.rowsRead)
  const parts = [
    ['green', view.good],
    ['amber', view.rounded + view.confirm],
    ['red', view.refused],
  ] as const
  return (
    <div className={css.share} aria-hidden>
      {parts.map(
        ([tone, rows]) => rows > 0 && <i key={tone} data-tone={tone} style={{ flexGrow: rows / whole }} />,
      )}
    </div>
  )
}

export function ConfirmBar({ view }: { view: ImportView }) {
  const { t, state } = useWords()
  const format = useFormats()
  const queries = useQueryClient()
  const [, change] = useScreenSearch(newOrderSearch)
  const [agreed, setAgreed] = useState(false)
  const empty = useEmptyCart()
  const discard = useDiscard(view)
  const take = useCall(confirmImport, {
    failed: t('order.new.notImported'),
    onDone: (answer) => {
      adoptChangedCart(queries, answer.cart)
      const { state, good, rounded } = answer.import
      // The rows of other flow types wait in the file for the next order.
      const waiting = state === 'Ready' ? good + rounded : 0
      adoptImport(queries, waiting > 0 ? answer.import : null)
      const words = t('order.new.imported', { count: valid, amount: format.number(valid) })
      const further = [
        ...(waiting > 0
          ? [t('order.new.othersWait', { count: waiting, amount: format.number(waiting) })]
          : []),
        ...answer.notes,
      ]
      toast('success', further.length > 0 ? { title: words, text: further.join(' ') } : words)
      change({ step: 'review' })
    },
    onRefused: (refused) => {
      if (refused.is('ImportNotFound', 'ImportNotReady'))
        void queries.invalidateQueries({ queryKey: read(getCurrentImport, {}).queryKey })
      if (!refused.is('FlowTypesMixed')) return false
      void offerEmptying(refused).then(async (sure) => {
        if (sure && (await empty.run({}))) await importRows()
      })
      return true
    },
  })
  const [wanted, setWanted] = useState<string | null>(null)
  const isSplit = view.flows.length > 1
  const flow = view.flows.find(({ flowType }) => flowType === wanted) ?? view.flows[0]
  const valid = isSplit && flow ? flow.rows : view.good + view.rounded
  const left = view.refused + view.confirm
  // One intent is one file in the state it was shown in; `useCall` keeps its key until the answer is there.
  const importRows = () =>
    take.run({ importId: view.id, ...(isSplit && flow && { flowType: flow.flowType }) } as never)
  const askToDiscard = async () => {
    const sure = await confirm({
      title: t('order.new.discardTitle', { name: view.fileName }),
      text: t('order.new.discardText'),
      action: t('order.new.discardFile'),
      danger: true,
    })
    if (sure) await discard.run({ importId: view.id })
  }
  return (
    <footer className={css.bar}>
      {isSplit && (
        <Radio.Group
          className={css.flows ?? ''}
          label={t('order.new.whichFlow')}
          value={flow?.flowType ?? ''}
          onChange={setWanted}
        >
          <div className={css.flowChoices}>
            {view.flows.map(({ flowType, rows, total }) => (
              <Radio
                key={flowType}
                value={flowType}
                label={[
                  `${state('flow', flowType)} ${format.number(rows)}`,
                  ...(total === null ? [] : [format.money(total, view.currency)]),
                ].join(' · ')}
              />
            ))}
          </div>
          <p className={css.quiet}>{t('order.new.flowsSeparate')}</p>
        </Radio.Group>
      )}
      <div className={css.barWords}>
        {left > 0 && valid > 0 ? (
          <Checkbox
            size="sm"
            label={t('order.new.leaveOut', {
              count: valid,
              valid: format.number(valid),
              left: format.number(left),
            })}
            checked={agreed}
            onChange={(event) => setAgreed(event.currentTarget.checked)}
          />
        ) : (
          <span>{t(valid > 0 ? 'order.new.allValid' : 'order.new.noneValid')}</span>
        )}
      </div>
      <Button variant="default" loading={discard.isPending} onClick={() => void askToDiscard()}>
        {t('order.new.discardFile')}
      </Button>
      <Button
        loading={take.isPending}
        disabled={valid === 0 || (left > 0 && !agreed) || view.state !== 'Ready'}
        onClick={() => void importRows()}
      >
        {t('order.new.importRows', { count: valid, amount: format.number(valid) })}
      </Button>
    </footer>
  )
}
