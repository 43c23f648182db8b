import type { OverrideSheet } from '@kervan/contract/services/work-order-override'
import { useRef, type KeyboardEvent } from 'react'
import { stepOf } from '../../kit/form/cellKeys.ts'
import { useWords, type Translate } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import {
  cellsOf,
  freeOf,
  judge,
  setsOf,
  textOf,
  withSets,
  type Cell,
  type Draft,
  type Judged,
  type Line,
} from './overrideDraft.ts'
import css from './override.module.css'

type Props = {
  sheet: OverrideSheet
  bySet: boolean
  draft: Draft
  onDraft: (draft: Draft) => void
  /** Why the server did not save an amount, by work order or place. */
  refused: ReadonlyMap<string, string>
}

/** Recipients by sizes, sender by sender, with what each sender has left. Arrows and Enter lead from cell to cell. */
export function OverrideTable(props: Props) {
  const { sheet, bySet } = props
  const { t } = useWords()
  const table = useRef<HTMLTableElement>(null)
  const move = (event: KeyboardEvent<HTMLInputElement>, row: number, column: number) => {
    const step = stepOf(event)
    if (!step) return
    const next = table.current?.querySelector<HTMLInputElement>(
      `[data-place="${row + step.rows}-${column + step.columns}"]`,
    )
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const lines = sheet.senders.flatMap(({ code }) =>
    sheet.lines.filter(({ senderCode }) => senderCode === code),
  )
  return (
    <div className={css.scroller}>
      <table className={css.table} ref={table}>
        <thead>
          <tr>
            <th scope="col" className={css.place}>
              {t('workOrders.sheet.recipient')}
            </th>
            {bySet && <th scope="col">{t('workOrders.sheet.sets')}</th>}
            {sheet.variants.map(({ code, label, pack }) => (
              <th scope="col" key={code} title={code}>
                {label}
                {pack > 1 && <span className={css.quiet}>{t('workOrders.sheet.pack', { pack })}</span>}
              </th>
            ))}
          </tr>
        </thead>
        {sheet.senders.map((sender) => (
          <tbody key={sender.code}>
            <Left {...props} sender={sender} />
            {lines.map((line, row) =>
              line.senderCode === sender.code ? (
                <LineRow key={line.recipientCode} {...props} line={line} row={row} onMove={move} />
              ) : null,
            )}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function Left({ sheet, bySet, draft, sender }: Props & { sender: OverrideSheet['senders'][number] }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <tr className={css.left}>
      <th scope="row" className={css.place} colSpan={bySet ? 2 : 1}>
        {t('workOrders.sheet.free', { name: sender.name })}
      </th>
      {sheet.variants.map(({ code }) => {
        const free = freeOf(sheet, draft, sender.code, code)
        return (
          <td key={code} data-short={(free !== null && free < 0) || undefined}>
            {free === null
              ? ''
              : free < 0
                ? t('workOrders.sheet.short', { amount: format.number(-free) })
                : format.number(free)}
          </td>
        )
      })}
    </tr>
  )
}

/** Where nothing was proposed, or sizes of a line differ. */
const noAmount = '–'

type RowProps = Props & {
  line: Line
  row: number
  onMove: (event: KeyboardEvent<HTMLInputElement>, row: number, column: number) => void
}

function LineRow(props: RowProps) {
  const { sheet, bySet, draft, line, row, onMove, onDraft } = props
  const { t } = useWords()
  const byVariant = new Map(cellsOf(line).map((cell) => [cell.variantCode, cell]))
  return (
    <tr>
      <th scope="row" className={css.place}>
        {line.recipientName}
        <span className="k-mono">{line.recipientCode}</span>
      </th>
      {bySet && (
        <td className={css.cell}>
          <input
            className={css.input}
            data-place={`${row}-0`}
            aria-label={t('workOrders.sheet.setsOf', { name: line.recipientName })}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            readOnly={line.cells.every(({ locked }) => locked !== null)}
            value={setsOf(sheet, draft, line) ?? ''}
            placeholder={noAmount}
            onChange={(event) => onDraft(withSets(sheet, draft, line, event.currentTarget.value))}
            onFocus={(event) => event.currentTarget.select()}
            onKeyDown={(event) => onMove(event, row, 0)}
          />
        </td>
      )}
      {sheet.variants.map((variant, at) => {
        const cell = byVariant.get(variant.code)
        return (
          <td key={variant.code} className={css.cell}>
            {cell && <Amount {...props} cell={cell} variant={variant} column={at + (bySet ? 1 : 0)} />}
          </td>
        )
      })}
    </tr>
  )
}

type AmountProps = RowProps & { cell: Cell; variant: OverrideSheet['variants'][number]; column: number }

function Amount({ draft, onDraft, refused, line, row, column, cell, variant, bySet, onMove }: AmountProps) {
  const { t } = useWords()
  const format = useFormats()
  const text = textOf(draft, cell)
  const judged = judge(text, variant.pack)
  const why = problemOf(t, judged, variant.pack) ?? refused.get(cell.key) ?? cell.locked
  const hint = `why-${cell.key.replaceAll(' ', '-')}`
  return (
    <>
      <input
        className={css.input}
        data-place={`${row}-${column}`}
        data-changed={(judged.amount !== null && judged.amount !== cell.amount) || undefined}
        aria-label={t('workOrders.sheet.amountOf', { variant: variant.label, name: line.recipientName })}
        aria-invalid={judged.problem !== null || refused.has(cell.key)}
        aria-describedby={why === null ? undefined : hint}
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        readOnly={cell.locked !== null || bySet}
        placeholder={cell.workOrderId === null ? noAmount : undefined}
        title={cell.workOrderId === null ? t('workOrders.sheet.none') : undefined}
        value={text}
        onChange={(event) => onDraft(new Map(draft).set(cell.key, event.currentTarget.value))}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => onMove(event, row, column)}
      />
      {cell.amount !== cell.proposedAmount && (
        <span className={css.quiet}>
          {t('workOrders.sheet.proposed', { amount: format.number(cell.proposedAmount) })}
        </span>
      )}
      <span className={css.quiet} title={t('workOrders.sheet.windowsTitle')}>
        {t('workOrders.sheet.stock', { stock: format.number(cell.stock) })}
        <br />
        {t('workOrders.sheet.windows', {
          week: format.number(cell.lastWeek),
          weeks: format.number(cell.lastFourWeeks),
          season: format.number(cell.season),
        })}
      </span>
      {why !== null && (
        <span id={hint} className={css.why} data-locked={cell.locked === why || undefined}>
          {why}
        </span>
      )}
    </>
  )
}

function problemOf(t: Translate, { problem }: Judged, pack: number): string | null {
  switch (problem) {
    case null:
      return null
    case 'negative':
      return t('workOrders.sheet.negative')
    case 'packs':
      return t('workOrders.sheet.packs', { pack })
    case 'number':
      return t('kit.issue.number')
  }
}
