import { keysOf } from '@kervan/contract/kit/typed'
import { moveCartDelivery, type Delivery } from '@kervan/contract/order/cart'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../kit/call/useCall.ts'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { toast } from '../../kit/feedback/toasts.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { adoptChangedCart } from './cart.ts'
import { completeDelivery, proposeDelivery, type OrderOptions } from './delivery.ts'
import { DeliveryFields } from './DeliveryFields.tsx'
import formCss from '../../kit/form/form.module.css'
import css from './review.module.css'

/** Another place, day, shipment or point of sale for a planned order; the review is worked out again (ORD-007). */
export function MoveDelivery({
  from,
  options,
  totalBefore,
  onClose,
}: {
  from: Delivery
  options: OrderOptions
  /** What the whole cart came to; null where prices are hidden. */
  totalBefore: string | null
  onClose: () => void
}) {
  const { t } = useWords()
  const format = useFormats()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<Partial<Delivery>>(from)
  const wish = proposeDelivery(options, chosen)
  const to = completeDelivery(wish)
  const move = useCall(moveCartDelivery, {
    failed: t('order.move.failed'),
    onDone: (cart) => {
      adoptChangedCart(queries, cart)
      onClose()
      toast(
        'success',
        totalBefore === null || cart.total === null || cart.total === totalBefore
          ? t('order.move.done')
          : t('order.move.doneTotal', {
              total: format.money(cart.total, cart.currency),
              before: format.money(totalBefore, cart.currency),
            }),
      )
    },
  })
  const isSame = to !== null && keysOf(from).every((field) => from[field] === to[field])
  return (
    <PlainDialog title={t('order.move.title')} size={760} onClose={onClose}>
      <p className={css.moveText}>{t('order.move.text')}</p>
      <DeliveryFields
        options={options}
        dialog={wish}
        onChange={(patch) => setChosen((before) => ({ ...before, ...patch }))}
      />
      <div className={formCss.foot}>
        <Button variant="default" onClick={onClose}>
          {t('kit.action.cancel')}
        </Button>
        <Button
          loading={move.isPending}
          disabled={to === null || isSame}
          onClick={() => to && void move.run({ from, to })}
        >
          {t('order.move.action')}
        </Button>
      </div>
    </PlainDialog>
  )
}
