import type { PastedLine } from '@kervan/contract/order/pasted-lines'
import { Alert, Button, Radio } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { completeDelivery, useDelivery, type OrderOptions } from './delivery.ts'
import { DeliveryFields } from './DeliveryFields.tsx'
import type { Pasted } from './pasted.ts'
import css from './paste.module.css'
import { usePaste } from './usePaste.ts'

const results = ['Refused', 'Confirm', 'Rounded', 'Good'] as const
type Result = (typeof results)[number]
/** What is to be looked at stands first; the rest is in the count, not on the screen. */
const shownLines = 200

/** What a pasted block orders: looked at first, then added as a whole, and taken back as a whole (ORD-001, ORD-004). */
export function PasteDialog({
  pasted,
  options,
  onClose,
}: {
  pasted: Pasted
  options: OrderOptions
  onClose: () => void
}) {
  const { t, state } = useWords()
  const format = useFormats()
  const wish = useDelivery(options)
  const paste = usePaste(pasted.rows, completeDelivery(wish), onClose)
  const [only, setOnly] = useState<Result | null>(null)
  const lines = paste.checked?.lines ?? []
  const countOf = (result: Result) => lines.filter((line) => line.result === result).length
  const sorted = results.flatMap((result) =>
    only === null || only === result ? lines.filter((line) => line.result === result) : [],
  )
  const unclear = lines.filter(({ notes }) => notes.some(({ severity }) => severity === 'Confirm'))
  const summed = lines.filter(({ rows }) => rows.length > 1).length
  return (
    <PlainDialog title={t('order.pasted.title')} size={960} onClose={onClose}>
      <div className={css.paste} aria-busy={paste.checked === null && paste.fault === null}>
        <DeliveryFields options={options} dialog={wish} />
        <p className={css.read}>
          {t('order.pasted.read', { count: pasted.rows.length, amount: format.number(pasted.rows.length) })}
          {pasted.headed && <> {t('order.pasted.headed')}</>}
          {summed > 0 && <> {t('order.pasted.summed', { count: summed, amount: format.number(summed) })}</>}
        </p>
        {pasted.dropped > 0 && (
          <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {t('order.pasted.dropped', { count: pasted.dropped, amount: format.number(pasted.dropped) })}
          </Alert>
        )}
        {paste.fault !== null && (
          <p role="alert" className={css.fault}>
            {paste.fault}
          </p>
        )}
        {lines.length > 0 && (
          <fieldset className={css.chips} aria-label={t('order.pasted.show')}>
            {results.map((result) => {
              const count = countOf(result)
              return (
                count > 0 && (
                  <button
                    key={result}
                    type="button"
                    className={css.chip}
                    aria-pressed={only === result}
                    onClick={() => setOnly(only === result ? null : result)}
                  >
                    {state('importResult', result)} <b>{format.number(count)}</b>
                  </button>
                )
              )
            })}
            {unclear.length > 0 && (
              <Button size="xs" variant="default" onClick={() => paste.accept(unclear)}>
                {t('order.pasted.confirmAll', {
                  count: unclear.length,
                  amount: format.number(unclear.length),
                })}
              </Button>
            )}
          </fieldset>
        )}
        {paste.flows.length > 1 && (
          <Radio.Group
            label={t('order.pasted.whichFlow')}
            value={paste.flow}
            onChange={(flow) => paste.chooseFlow(flow)}
          >
            <div className={css.flows}>
              {paste.flows.map(({ flowType, lines: count }) => (
                <Radio
                  key={flowType}
                  value={flowType}
                  label={`${state('flow', flowType)} · ${format.number(count)}`}
                />
              ))}
            </div>
          </Radio.Group>
        )}
        {sorted.length > 0 && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long tables are scrolled by keyboard too
          <section className={css.scroller} tabIndex={0} aria-label={t('order.pasted.lines')}>
            <table className={css.table}>
              <thead>
                <tr>
                  <th scope="col">{t('order.pasted.row')}</th>
                  <th scope="col">{t('order.pasted.product')}</th>
                  <th scope="col" data-end>
                    {t('order.new.quantity')}
                  </th>
                  <th scope="col" data-end>
                    {t('order.new.stock')}
                  </th>
                  <th scope="col">{t('order.pasted.understood')}</th>
                </tr>
              </thead>
              <tbody>
                {sorted.slice(0, shownLines).map((line) => (
                  <Line key={line.rows[0]} line={line} onAccept={() => paste.accept([line])} />
                ))}
              </tbody>
            </table>
            {sorted.length > shownLines && (
              <p className={css.more}>
                {t('order.pasted.more', {
                  count: sorted.length - shownLines,
                  amount: format.number(sorted.length - shownLines),
                })}
              </p>
            )}
          </section>
        )}
        <div className={css.foot}>
          <span className="k-quiet">{t('order.pasted.replaces')}</span>
          <Button variant="default" onClick={onClose}>
            {t('kit.action.cancel')}
          </Button>
          <Button
            disabled={paste.taken === 0 || paste.fault !== null}
            loading={paste.adding || (paste.checked === null && paste.fault === null)}
            onClick={() => void paste.add()}
          >
            {t('order.pasted.add', { count: paste.taken, amount: format.number(paste.taken) })}
          </Button>
        </div>
      </div>
    </PlainDialog>
  )
}

function Line({ line, onAccept }: { line: PastedLine; onAccept: () => void }) {
  const { t } = useWords()
  const format = useFormats()
  const remedy = line.notes.find((note) => note.remedy !== null)?.remedy
  const isShort = line.set !== null && line.variant !== null && line.variant.available < line.set
  return (
    <tr>
      <td className={css.number}>
        {line.rows
          .slice(0, 3)
          .map((row) => format.number(row))
          .join(', ')}
        {line.rows.length > 3 && ' …'}
      </td>
      <td>
        <span className="k-mono">{line.variant?.code ?? line.code}</span>
        {line.variant && <span className={css.name}>{line.variant.name}</span>}
      </td>
      <td className={css.number} data-end>
        {line.set === null ? line.quantity : format.number(line.set)}
        {line.inCart > 0 && line.inCart !== line.set && (
          <span className={css.name}>
            {t('order.pasted.instead', { amount: format.number(line.inCart) })}
          </span>
        )}
      </td>
      <td className={css.number} data-end data-short={isShort || undefined}>
        {line.variant && format.number(line.variant.available)}
      </td>
      <td>
        <StateBadge group="importResult" value={line.result} />
        {line.notes.map(({ message }) => (
          <span key={message} className={css.name}>
            {message}
          </span>
        ))}
        {remedy && (
          <Button size="xs" variant="default" mt={4} onClick={onAccept}>
            {t(line.result === 'Confirm' ? 'order.new.confirmValue' : 'order.new.useValue', {
              value: remedy.value,
            })}
          </Button>
        )}
      </td>
    </tr>
  )
}
