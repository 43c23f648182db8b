import type { ReplenishmentLine } from '@kervan/contract/order/replenishment'
import { suggestionOf } from '@kervan/contract/order/suggestion'
import { Popover, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../kit/values/format.ts'
import css from './replenishment.module.css'

export type Horizon = { horizonDays: number; safetyDays: number }

/** What the figures of a location suggest, and how it is worked out (ORD-017). */
export function Suggested({ line, horizon }: { line: ReplenishmentLine; horizon: Horizon }) {
  const { t } = useTranslation()
  const format = useFormats()
  const { monthly, horizonNeed, safetyNeed, quantity } = suggestionOf({ ...line, ...horizon })
  const { horizonDays, safetyDays } = horizon
  const number = (value: number) => format.number(Math.round(value * 10) / 10)
  const rows = [
    ['', t('order.replenishment.why.monthly'), monthly],
    ['', t('order.replenishment.why.horizon', { days: horizonDays }), horizonNeed],
    ['+', t('order.replenishment.why.safety', { days: safetyDays }), safetyNeed],
    ['−', t('order.replenishment.why.stock'), line.stock],
    ['−', t('order.replenishment.why.transit'), line.inTransit],
    ['−', t('order.replenishment.why.earlier'), line.openOrders],
    ['−', t('order.replenishment.why.c5'), line.completedLast5Days],
  ] as const
  return (
    <Popover position="bottom-end" width={340} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={css.why ?? ''}
          aria-label={t('order.replenishment.why.why', {
            quantity: format.number(quantity),
            line: line.lineCode,
          })}
        >
          {format.number(quantity)}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={12}>
        <table className={css.formula}>
          <caption>{t('order.replenishment.why.whyTitle', { location: line.deliveryLocationName })}</caption>
          <tbody>
            {rows.map(([sign, label, value]) => (
              <tr key={label}>
                <td aria-hidden={sign === ''}>{sign}</td>
                <th scope="row">{label}</th>
                <td data-figure>{number(value)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>=</td>
              <th scope="row">{t('order.replenishment.why.result', { pack: line.packUnit })}</th>
              <td data-figure>{format.number(quantity)}</td>
            </tr>
          </tfoot>
        </table>
        <p className={css.asks}>
          {t('order.replenishment.why.more', { demand: format.number(line.demandQuantity) })}
        </p>
      </Popover.Dropdown>
    </Popover>
  )
}
