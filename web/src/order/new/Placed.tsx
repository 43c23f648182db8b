import type { OutputOf } from '@kervan/contract/kit/call'
import type { placeOrder } from '@kervan/contract/order/order-new'
import { createTemplateFromOrder } from '@kervan/contract/order/order-templates'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconGauge, IconPlus, IconTemplate } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useRights } from '../../kit/call/rights.ts'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { LinkButton } from '../../kit/page/LinkButton.tsx'
import { OrderPdf } from '../shared/OrderDocuments.tsx'
import { SaveAsTemplate } from '../shared/SaveAsTemplate.tsx'
import { useCart } from './cart.ts'
import css from './review.module.css'

/** What became of the cart: every order with its code, each leading to itself. */
export function Placed({
  answer,
  pricesVisible,
  onNew,
}: {
  answer: OutputOf<typeof placeOrder>
  pricesVisible: boolean
  onNew: () => void
}) {
  const { t } = useWords()
  const format = useFormats()
  const currency = useCart().data?.currency ?? 'TRY'
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const rights = useRights()
  const [savesAs, setSavesAs] = useState(false)
  const { orders, preOrders } = answer
  const only = orders.length === 1 ? orders[0] : null
  const waits = preOrders.length > 0
  const approved = orders.reduce((sum, order) => sum + order.approvedLines, 0)
  const rejected = orders.reduce((sum, order) => sum + order.rejectedLines, 0)
  const lines = orders.reduce((sum, order) => sum + order.lineCount, 0)
  const isRefused = !waits && rejected === lines
  const placed = waits
    ? preOrders.map(({ preOrderCode, ...one }) => ({ ...one, code: preOrderCode, type: null }))
    : orders.map(({ orderCode, ...one }) => ({ ...one, code: orderCode }))
  const priced = pricesVisible && placed.some(({ total }) => total !== null)
  return (
    <div className={css.placed}>
      <div className={css.placedHead} data-refused={isRefused || undefined}>
        {isRefused ? <IconGauge size={24} aria-hidden /> : <IconCircleCheck size={24} aria-hidden />}
        <h2 ref={title} tabIndex={-1} className={css.placedTitle}>
          {waits
            ? t('order.new.prePlaced', { count: preOrders.length, amount: format.number(preOrders.length) })
            : isRefused
              ? t('order.new.placedRefused')
              : t('order.new.placed', { count: orders.length, amount: format.number(orders.length) })}
        </h2>
      </div>
      <p className={css.placedText}>
        {t(
          waits
            ? 'order.new.prePlacedText'
            : isRefused
              ? 'order.new.placedRefusedText'
              : 'order.new.placedText',
        )}
      </p>
      {approved > 0 && (
        <p className={css.placedText}>
          {t('order.new.approvedByQuota', { count: approved, amount: format.number(approved) })}
        </p>
      )}
      {rejected > 0 && !isRefused && (
        <p className={css.placedText}>
          {t('order.new.rejectedByQuota', { count: rejected, amount: format.number(rejected) })}
        </p>
      )}
      <table className={css.placedTable}>
        <thead>
          <tr>
            <th scope="col">{t('order.new.orderCode')}</th>
            {!waits && <th scope="col">{t('order.new.type')}</th>}
            <th scope="col">{t('order.new.location')}</th>
            <th scope="col">{t('order.new.date')}</th>
            <th scope="col" className={css.end}>
              {t('order.new.lines')}
            </th>
            <th scope="col" className={css.end}>
              {t('order.new.quantity')}
            </th>
            {priced && (
              <th scope="col" className={css.end}>
                {t('order.new.orderTotal')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {placed.map((order) => (
            <tr key={order.id}>
              <td>
                <Link
                  to="/order/my-orders"
                  search={waits ? { tab: 'preApproval', pre: order.id } : { order: order.code }}
                  className="k-mono"
                >
                  {order.code}
                </Link>
              </td>
              {order.type !== null && (
                <td>
                  <StateBadge group="lineType" value={order.type} />
                </td>
              )}
              <td data-place>{order.locationName}</td>
              <td data-date>{format.date(order.deliveryDate)}</td>
              <td className={css.end} data-label={t('order.new.lines')}>
                {format.number(order.lineCount)}
              </td>
              <td className={css.end} data-label={t('order.new.quantity')}>
                {format.number(order.quantity)}
              </td>
              {priced && (
                <td className={css.end} data-total>
                  {format.money(order.total, currency)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={css.placedActions}>
        {only && <OrderPdf orderCode={only.orderCode} side="owner" />}
        {only && rights.has(createTemplateFromOrder.permission ?? '') && (
          <Button
            variant="default"
            leftSection={<IconTemplate size={16} aria-hidden />}
            onClick={() => setSavesAs(true)}
          >
            {t('order.template.saveAs')}
          </Button>
        )}
        <LinkButton to="/order/my-orders" variant="default">
          {t('order.new.toMyOrders')}
        </LinkButton>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onNew}>
          {t('order.new.another')}
        </Button>
      </div>
      {savesAs && only && <SaveAsTemplate orderCode={only.orderCode} onClose={() => setSavesAs(false)} />}
    </div>
  )
}
