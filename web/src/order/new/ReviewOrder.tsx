import type { OutputOf } from '@kervan/contract/kit/call'
import type { reviewCart } from '@kervan/contract/order/order-new'
import { cartLines } from '@kervan/contract/order/cart'
import { removeCartLines } from '@kervan/contract/order/cart'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { useFormats } from '../../kit/values/format.ts'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { useCall } from '../../kit/call/useCall.ts'
import { adoptChangedCart } from './cart.ts'
import { newOrderSearch } from './search.ts'
import css from './review.module.css'

export type Review = OutputOf<typeof reviewCart>

export function OrderPart({
  order,
  currency,
  pricesVisible,
  withShop,
}: {
  order: Review['orders'][number]
  currency: string
  pricesVisible: boolean
  withShop: boolean
}) {
  const { t, state } = useWords()
  const format = useFormats()
  const discounted = order.discount !== null && Number(order.discount) !== 0
  return (
    <>
      <div className={css.orderHead}>
        <StateBadge group="lineType" value={order.type} />
        <strong className={css.place}>{order.locationName}</strong>
        <span className={css.city}>{order.locationCity}</span>
      </div>
      <dl className={css.facts}>
        <div>
          <dt>{t('order.new.date')}</dt>
          <dd>{format.date(order.deliveryDate)}</dd>
        </div>
        <div>
          <dt>{t('order.new.shipping')}</dt>
          <dd>{state('shipment', order.shipmentMethod)}</dd>
        </div>
        {withShop && (
          <div data-shop>
            <dt>{t('order.new.pointOfSale')}</dt>
            <dd>{order.pointOfSaleName ?? '—'}</dd>
          </div>
        )}
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
            <dt>{t('order.new.total')}</dt>
            <dd>{format.money(order.total, currency)}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

export function Lines() {
  const { t } = useWords()
  const format = useFormats()
  const queries = useQueryClient()
  const [, change] = useScreenSearch(newOrderSearch)
  const remove = useCall(removeCartLines, {
    failed: t('order.new.notRemoved'),
    onDone: (cart) => adoptChangedCart(queries, cart),
  })
  const removeLines = async (ids: string[]): Promise<boolean> => {
    const sure = await confirm({
      title: t('order.new.removeLinesTitle', { count: ids.length, amount: format.number(ids.length) }),
      action: t('order.new.removeLines', { count: ids.length, amount: format.number(ids.length) }),
      danger: true,
    })
    return sure && (await remove.run({ lineIds: ids })) !== undefined
  }
  return (
    <div className={css.grid}>
      <DataGrid
        list={cartLines}
        state="own"
        label={t('order.new.lines')}
        nouns="order.new.lineCount"
        columns={{
          productName: {},
          variantCode: {},
          color: { width: 110, grow: false },
          size: { width: 90, grow: false },
          locationName: {},
          deliveryDate: {},
          shipmentMethod: {},
          quantity: {},
          pendingQuantity: {},
          unitPrice: {},
          lineTotal: {},
          productCode: { hidden: true },
          locationGroup: { hidden: true },
          pointOfSaleName: { hidden: true },
        }}
        onOpen={(row) => change({ step: 'products', product: row.productId })}
        rowActions={(row) => [
          {
            key: 'remove',
            label: t('order.new.remove'),
            icon: IconTrash,
            hotkey: 'Delete',
            tone: 'danger',
            run: () => void removeLines([row.id]),
          },
        ]}
        bulkActions={({ selection, clear, count }) => [
          {
            key: 'remove',
            label: t('order.new.removeLines', { count, amount: format.number(count) }),
            icon: IconTrash,
            tone: 'danger',
            blocked: selection.mode === 'ids' ? null : t('order.new.removeFew'),
            run: () =>
              selection.mode === 'ids' && void removeLines(selection.ids).then((done) => done && clear()),
          },
        ]}
      />
    </div>
  )
}
