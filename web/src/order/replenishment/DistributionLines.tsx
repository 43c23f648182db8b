/* oxlint-disable jsx-a11y/prefer-tag-over-role -- virtual rows, which no table element can hold */
import type { ReplenishmentLine } from '@kervan/contract/order/replenishment'
import { Checkbox, NumberInput } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { Badge, StateBadge } from '../../kit/values/StateBadge.tsx'
import css from './replenishment.module.css'
import { Suggested, type Horizon } from './Suggested.tsx'
import type { DistributionWork } from './useDistribution.ts'

type Props = { lines: readonly ReplenishmentLine[]; work: DistributionWork; horizon: Horizon }

const rowHeight = 36

/** Who waits for the product, what each gets, and the figures that it is judged by. Twenty thousand lines are no more work than twenty. */
export function DistributionLines({ lines, work, horizon }: Props) {
  const { t } = useWords()
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- the compiler leaves components with a virtualizer alone
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => lines[index]?.lineId ?? index,
    overscan: 10,
  })
  const free = lines.filter(({ isOwn }) => !isOwn)
  const chosen = work.chosen.length
  const heads = [
    ['order.replenishment.order', false, null],
    ['order.replenishment.customer', false, null],
    ['order.replenishment.location', false, null],
    ['column.orderDate', false, null],
    ['order.replenishment.c5', true, 'order.replenishment.a5H'],
    ['order.replenishment.a120', true, 'order.replenishment.aH'],
    ['order.replenishment.a90', true, 'order.replenishment.aH'],
    ['order.replenishment.a365', true, 'order.replenishment.aH'],
    ['order.replenishment.po', true, null],
    ['order.replenishment.demand', true, null],
    ['order.replenishment.suggested', true, 'order.replenishment.suggestedH'],
    ['order.replenishment.given', true, null],
  ] as const
  return (
    <div className={css.scroller} ref={scroller}>
      <div
        role="table"
        aria-label={t('order.pre.lines')}
        aria-rowcount={lines.length + 1}
        className={css.table}
      >
        <div role="rowgroup" className={css.head}>
          <div role="row" className={css.row}>
            <span role="columnheader" className={css.box}>
              <Checkbox
                aria-label={t('order.replenishment.selectAll')}
                checked={chosen === free.length && chosen > 0}
                indeterminate={chosen > 0 && chosen < free.length}
                onChange={() =>
                  work.choose(
                    free.map(({ lineId }) => lineId),
                    chosen < free.length,
                  )
                }
              />
            </span>
            {heads.map(([word, isFigure, hint]) => (
              <span
                key={word}
                role="columnheader"
                data-figure={isFigure || undefined}
                {...(hint && { title: t(hint) })}
              >
                {t(word)}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map((item) => {
            const line = lines[item.index]
            return (
              line && (
                <div
                  key={line.lineId}
                  role="row"
                  aria-rowindex={item.index + 2}
                  className={css.row}
                  data-out={!work.isChosen(line) || undefined}
                  style={{
                    position: 'absolute',
                    insetInline: 0,
                    height: item.size,
                    transform: `translateY(${item.start}px)`,
                  }}
                >
                  <Line line={line} work={work} horizon={horizon} />
                </div>
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

function Line({ line, work, horizon }: Omit<Props, 'lines'> & { line: ReplenishmentLine }) {
  const { t } = useWords()
  const format = useFormats()
  const isChosen = work.isChosen(line)
  const quantity = work.quantities.get(line.lineId) ?? 0
  const average = (value: number) => format.number(Math.round(value))
  const wrong = isChosen && (quantity > line.demandQuantity || quantity % line.packUnit !== 0)
  return (
    <>
      <span role="cell" className={css.box} {...(line.isOwn && { title: t('order.replenishment.own') })}>
        <Checkbox
          aria-label={t('order.replenishment.select', { line: line.lineCode })}
          checked={isChosen}
          disabled={line.isOwn}
          onChange={() => work.choose([line.lineId], !isChosen)}
        />
      </span>
      <span role="cell" className={css.code}>
        <span className="k-mono">{line.lineCode}</span>
        {line.type === 'Backorder' && <StateBadge group="lineType" value="Backorder" />}
        {isChosen && quantity === 0 && <Badge tone="amber">{t('order.replenishment.nothing')}</Badge>}
      </span>
      <span role="cell">{line.customerName}</span>
      <span role="cell">{line.deliveryLocationName}</span>
      <span role="cell">{format.date(line.orderDate)}</span>
      <span role="cell" data-figure>
        {format.number(line.completedLast5Days)}
      </span>
      <span role="cell" data-figure>
        {average(line.average120Days)}
      </span>
      <span role="cell" data-figure>
        {average(line.average90Days)}
      </span>
      <span role="cell" data-figure>
        {average(line.lastYearMonthlyAverage)}
      </span>
      <span role="cell" data-figure>
        {line.type === 'Backorder' ? '–' : format.number(line.poQuantity)}
      </span>
      <span role="cell" data-figure>
        {format.number(line.demandQuantity)}
      </span>
      <span role="cell" data-figure>
        <Suggested line={line} horizon={horizon} />
      </span>
      <span role="cell" data-figure>
        <NumberInput
          size="xs"
          className={css.given ?? ''}
          aria-label={t('order.replenishment.quantityOf', { line: line.lineCode })}
          value={isChosen ? quantity : 0}
          disabled={!isChosen}
          error={wrong}
          min={0}
          max={line.demandQuantity}
          step={line.packUnit}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          onChange={(value) => {
            const next = value === '' ? 0 : Number(value)
            if (next !== quantity) work.type(line.lineId, next)
          }}
        />
      </span>
    </>
  )
}
