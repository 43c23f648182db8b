import { distributionMethods } from '@kervan/contract/order/distribution'
import { distributeAmount, distributedLines, getReplenishment } from '@kervan/contract/order/replenishment'
import type { OutputOf } from '@kervan/contract/kit/call'
import { Button, Checkbox, NumberInput, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { Chart } from '../../kit/chart/Chart.tsx'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { productName } from '../shared/productName.ts'
import { DistributionLines } from './DistributionLines.tsx'
import css from './replenishment.module.css'
import { useDistribution } from './useDistribution.ts'

type Found = OutputOf<typeof getReplenishment>
type Props = { variantId: string; onBack: () => void }

/** One product: how it sold, who waits for it, and giving out what there is (ORD-017). */
export function Distribution({ variantId, onBack }: Props) {
  const { t } = useWords()
  const [types, setTypes] = useState({ directly: true, backorder: true })
  const none = !types.directly && !types.backorder
  // Without any kind nothing is asked anew; the desk stays and says what to choose.
  const [last, setLast] = useState(types)
  const choose = (next: typeof types) => {
    setTypes(next)
    if (next.directly || next.backorder) setLast(next)
  }
  // What was typed stays while the figures are read again; a booking begins anew.
  const [round, setRound] = useState(0)
  const asked = useRead(getReplenishment, { variantId, ...last })
  const found = asked.data
  return (
    <PageFrame
      title={found ? productName(found) : t('screen.orderReplenishment.title')}
      beside={found && <span className="k-mono k-quiet">{found.productUniqueCode}</span>}
      actions={
        <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onBack}>
          {t('order.replenishment.back')}
        </Button>
      }
    >
      {!found ? (
        <ReadState asked={asked} />
      ) : (
        <Desk
          key={`${variantId} ${last.directly} ${last.backorder} ${round}`}
          found={found}
          variantId={variantId}
          onBooked={() => setRound(round + 1)}
          types={
            <fieldset className={css.types}>
              <legend className="k-hidden">{t('column.type')}</legend>
              <Checkbox
                label={t('order.replenishment.directly')}
                checked={types.directly}
                onChange={() => choose({ ...types, directly: !types.directly })}
              />
              <Checkbox
                label={t('order.replenishment.backorder')}
                checked={types.backorder}
                onChange={() => choose({ ...types, backorder: !types.backorder })}
              />
            </fieldset>
          }
          fault={none ? t('order.replenishment.noType') : null}
        />
      )}
    </PageFrame>
  )
}

type DeskProps = {
  found: Found
  variantId: string
  types: React.ReactNode
  fault: string | null
  onBooked: () => void
}

function Desk({ found, variantId, types, fault, onBooked }: DeskProps) {
  const { t, state } = useWords()
  const format = useFormats()
  const lines = fault === null ? found.lines : []
  const work = useDistribution(lines, found.freeStock)
  const mayBook = useRights().has(distributeAmount.permission ?? '')
  const send = useCall(distributeAmount, {
    refreshes: ['OrderReplenishment', 'OrderManagement', 'OrderMy'],
    failed: t('order.replenishment.failed'),
  })
  const narrow =
    useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false }) ?? false
  const given = work.chosen.filter(({ lineId }) => (work.quantities.get(lineId) ?? 0) > 0)
  const problem = fault ?? problemOf()
  function problemOf(): string | null {
    if (work.chosen.length === 0) return t('order.replenishment.noLines')
    if (work.amount <= 0) return t('order.replenishment.noAmount')
    if (work.left < 0) return t('order.replenishment.above', { over: format.number(-work.left) })
    return null
  }
  const book = async () => {
    const words = tPlural(t, 'order.replenishment.book', given.length, format.number(given.length))
    const isMeant = await confirm({
      title: t('order.replenishment.confirmT'),
      text: t('order.replenishment.confirm', {
        quantity: format.number(work.given),
        lines: format.number(given.length),
      }),
      action: words,
    })
    if (!isMeant) return
    const answer = await send.run({
      variantId,
      amount: work.amount,
      lines: given.map(({ lineId, version }) => ({
        lineId,
        version,
        quantity: work.quantities.get(lineId) ?? 0,
      })),
    })
    if (!answer) return
    onBooked()
    toast('success', tPlural(t, 'order.replenishment.booked', answer.lines, format.number(answer.lines)))
  }
  return (
    <div className={css.desk}>
      <div className={css.above}>
        <section className={css.panel}>
          {types}
          <NumberInput
            label={t('order.replenishment.amount')}
            description={
              work.held === 0
                ? t('order.replenishment.amountHint', { free: format.number(found.freeStock) })
                : t('order.replenishment.amountHeld', {
                    free: format.number(found.freeStock),
                    held: format.number(work.held),
                  })
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={work.amount}
            min={0}
            max={999_999_999}
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator={format.language === 'en' ? ',' : '.'}
            decimalSeparator={format.language === 'en' ? '.' : ','}
            onChange={(value) => work.setAmount(value === '' ? null : Number(value))}
          />
          <div>
            <span className={css.label} id="distribution-method">
              {t('order.replenishment.method')}
            </span>
            <SegmentedControl
              aria-labelledby="distribution-method"
              fullWidth
              orientation={narrow ? 'vertical' : 'horizontal'}
              value={work.method}
              data={distributionMethods.map((value) => ({ value, label: state('distribution', value) }))}
              onChange={(value) => work.setMethod(value)}
            />
          </div>
          <Button variant="default" size="xs" onClick={() => work.takeSuggestions()}>
            {t('order.replenishment.takeAll')}
          </Button>
          <p className={css.sum} aria-live="polite" data-over={work.left < 0 || undefined}>
            {t('order.replenishment.ofAmount', {
              given: format.number(work.given),
              amount: format.number(work.amount),
              left: format.number(Math.max(0, work.left)),
            })}
          </p>
          {problem === null && work.chosen.length > given.length && (
            <p className={css.lacking}>
              <IconAlertTriangle size={14} aria-hidden />
              {tPlural(
                t,
                'order.replenishment.nothingOf',
                work.chosen.length - given.length,
                format.number(work.chosen.length - given.length),
              )}
            </p>
          )}
          {problem !== null && <p className={css.problem}>{problem}</p>}
          {mayBook && (
            <Button
              disabled={problem !== null || given.length === 0 || given.length > distributedLines}
              loading={send.isPending}
              onClick={() => void book()}
            >
              {tPlural(t, 'order.replenishment.book', given.length, format.number(given.length))}
            </Button>
          )}
        </section>
        <Sales found={found} />
      </div>
      {found.truncated && (
        <p className="k-quiet">{t('order.replenishment.trunc', { count: found.lines.length })}</p>
      )}
      {lines.length === 0 ? (
        <p className={css.none}>{fault ?? t('order.replenishment.none')}</p>
      ) : (
        <DistributionLines lines={lines} work={work} horizon={found} />
      )}
    </div>
  )
}

function Sales({ found: { months } }: { found: Found }) {
  const { t } = useWords()
  const format = useFormats()
  const name = new Intl.DateTimeFormat(format.language, { month: 'short', timeZone: 'UTC' })
  return (
    <section className={css.sales}>
      <Chart
        name="replenishment"
        label={t('order.replenishment.chart')}
        category={t('order.replenishment.month')}
        categories={months.map(({ month }) => name.format(new Date(month)))}
        series={[
          {
            name: t('order.replenishment.completed'),
            color: '--k-meter-now',
            values: months.map(({ completed }) => completed),
          },
          {
            name: t('order.replenishment.ordered'),
            color: '--k-chart-waiting',
            values: months.map(({ ordered, completed }) => Math.max(0, ordered - completed)),
          },
        ]}
      />
    </section>
  )
}
