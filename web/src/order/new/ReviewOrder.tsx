import type { OutputOf } from '@kervan/contract/kit/call'
import { moveCartDelivery } from '@kervan/contract/order/cart'
import type { reviewCart } from '@kervan/contract/order/order-new'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useRights } from '../../kit/call/rights.ts'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import type { OrderOptions } from './delivery.ts'
import { MoveDelivery } from './MoveDelivery.tsx'
import css from './review.module.css'

export type Review = OutputOf<typeof reviewCart>

export function OrderPart({
  order,
  currency,
  pricesVisible,
  options,
  totalBefore,
}: {
  order: Review['orders'][number]
  currency: string
  pricesVisible: boolean
  options: OrderOptions
  totalBefore: string | null
}) {
  const [moves, setMoves] = useState(false)
  const rights = useRights()
  const { locationId, shipmentMethod, deliveryDate, pointOfSaleId } = order
  const { t, state } = useWords()
  const format = useFormats()
  const discounted = order.discount !== null && Number(order.discount) !== 0
  return (
    <>
      <div className={css.orderHead}>
        <StateBadge group="lineType" value={order.type} />
        <strong className={css.place}>{order.locationName}</strong>
        <span className={css.city}>{order.locationCity}</span>
        {rights.has(moveCartDelivery.permission ?? '') && (
          <Button
            className={css.move ?? ''}
            size="xs"
            variant="default"
            aria-label={t('order.move.of', { name: order.locationName })}
            onClick={() => setMoves(true)}
          >
            {t('order.move.action')}
          </Button>
        )}
      </div>
      {moves && (
        <MoveDelivery
          from={{ locationId, shipmentMethod, deliveryDate, pointOfSaleId }}
          options={options}
          totalBefore={totalBefore}
          onClose={() => setMoves(false)}
        />
      )}
      <dl className={css.facts}>
        <div>
          <dt>{t('order.new.date')}</dt>
          <dd>{format.date(order.deliveryDate)}</dd>
        </div>
        <div>
          <dt>{t('order.new.shipping')}</dt>
          <dd>{state('shipment', order.shipmentMethod)}</dd>
        </div>
        <div data-shop>
          <dt>{t('order.new.pointOfSale')}</dt>
          <dd>{order.pointOfSaleName}</dd>
        </div>
        <div data-figure>
          <dt>{t('order.new.lines')}</dt>
          <dd>{format.number(order.lineCount)}</dd>
        </div>
        <div data-figure>
          <dt>{t('order.new.quantity')}</dt>
          <dd>{format.number(order.quantity)}</dd>
        </div>
        {pricesVisible && discounted && (
          <div data-figure>
            <dt>{t('order.new.subtotal')}</dt>
            <dd>{format.money(order.subtotal, currency)}</dd>
          </div>
        )}
        {pricesVisible && discounted && (
          <div data-figure>
            <dt>{t('order.new.discountPlain')}</dt>
            <dd>−{format.money(order.discount, currency)}</dd>
          </div>
        )}
        {pricesVisible && order.total !== null && (
          <div data-figure data-total>
            <dt>{t('order.new.orderTotal')}</dt>
            <dd>{format.money(order.total, currency)}</dd>
          </div>
        )}
      </dl>
    </>
  )
}
