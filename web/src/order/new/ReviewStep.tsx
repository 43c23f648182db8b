import type { OutputOf } from '@kervan/contract/kit/call'
import { placeOrder, reviewCart } from '@kervan/contract/order/order-new'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowLeft, IconPlugX, IconShoppingCart } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { useHotkey } from '../../kit/hotkeys.ts'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { read } from '../../kit/call/query.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { useSaver, useSaverState } from './cart.ts'
import type { Kept } from './cartSaver.ts'
import { chooseDelivery, type OrderOptions } from './delivery.ts'
import { EnteredAndOrdered, Totals } from './CartPane.tsx'
import { Placed } from './Placed.tsx'
import { ReviewNote } from './ReviewNote.tsx'
import { newOrderSearch } from './search.ts'
import { NotOrdered, UnansweredOrder } from './UnansweredOrder.tsx'
import { usePlaceOrder } from './usePlaceOrder.ts'
import css from './review.module.css'
import { ReviewHead } from './ReviewHead.tsx'
import { ReviewLines } from './ReviewLines.tsx'
import { Quotas } from '../shared/Quotas.tsx'
import { OrderPart, type Review } from './ReviewOrder.tsx'

/** Every line of the cart goes to one place, on one day, in one way: what the order above says. */
const isOneDelivery = ({ orders, notes }: Review) =>
  notes.every(({ code }) => code !== 'NoStock') &&
  new Set(
    orders.map(({ locationId, shipmentMethod, deliveryDate, pointOfSaleId }) =>
      [locationId, shipmentMethod, deliveryDate, pointOfSaleId].join(' '),
    ),
  ).size === 1

/** Everything that will be ordered, split into the orders it makes, and the one button that orders it (ORD-007). */
export function ReviewStep({
  options,
  onPlaced,
}: {
  options: OrderOptions
  onPlaced: (isPlaced: boolean) => void
}) {
  const { pricesVisible } = options
  const { t } = useWords()
  const [, change] = useScreenSearch(newOrderSearch)
  const saver = useSaver()
  const { drafts, busy } = useSaverState()
  const [ready, setReady] = useState(drafts.size === 0 && !busy)
  const [placed, setPlaced] = useState<OutputOf<typeof placeOrder> | null>(null)
  const place = usePlaceOrder((answer) => {
    setPlaced(answer)
    onPlaced(true)
  })
  useEffect(() => () => onPlaced(false), [onPlaced])
  useEffect(() => {
    // The review shows what the server has; what was typed a moment ago has to be there first.
    if (!ready) void saver.flush().then(() => setReady(true))
  }, [ready, saver])
  const review = useQuery({
    ...read(reviewCart, {}),
    enabled: ready && placed === null,
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const toProducts = () => change({ step: 'products' })

  if (placed) return <Placed answer={placed} pricesVisible={pricesVisible} onNew={toProducts} />
  const unanswered = place.unanswered ? (
    <UnansweredOrder busy={place.busy} refused={place.refused} onAsk={() => void place.askAgain()} />
  ) : (
    place.changed && <NotOrdered {...place.changed} />
  )
  if (review.isError && !review.data) {
    return (
      <>
        {unanswered}
        <EmptyState
          icon={IconPlugX}
          tone="red"
          title={t('order.new.reviewNotLoaded')}
          text={toRefused(review.error).message}
        >
          <Button variant="default" onClick={() => void review.refetch()}>
            {t('kit.action.tryAgain')}
          </Button>
        </EmptyState>
      </>
    )
  }
  if (!review.data)
    return (
      <>
        {unanswered}
        <p className={css.waiting} aria-busy="true">
          {t('order.new.reviewLoading')}
        </p>
      </>
    )
  if (review.data.cart.lineCount === 0) {
    return (
      <>
        {unanswered}
        <EmptyState
          icon={IconShoppingCart}
          title={t('order.new.cartEmpty')}
          text={t('order.new.reviewEmptyText')}
        >
          <Button onClick={toProducts}>{t('order.new.toProducts')}</Button>
        </EmptyState>
      </>
    )
  }
  return (
    <>
      {unanswered}
      <Shown
        review={review.data}
        options={options}
        stale={review.isFetching}
        unfit={[...drafts.values()]}
        place={place}
        onBack={toProducts}
      />
    </>
  )
}

const shownOrders = 60
// Those that are near their limit or past it are shown, but never so many that the orders are out of sight.
const firstQuotas = 12
const moreQuotas = 50
const nearFrom = 0.8

type Quota = Review['quotas'][number]
/** How much of the limit is used once this is ordered; what has no limit that may be shown counts as room. */
const usedOf = ({ limit, used, asked }: Quota): number =>
  limit === null || Number(limit) === 0 ? 0 : (Number(used ?? 0) + Number(asked ?? 0)) / Number(limit)
const isNear = (quota: Quota): boolean => quota.exceeded || usedOf(quota) >= nearFrom
const weight = (quota: Quota): number => (quota.exceeded ? 2 : 0) + Math.min(usedOf(quota), 1)

function Shown({
  review,
  options,
  stale,
  unfit,
  place,
  onBack,
}: {
  review: Review
  options: OrderOptions
  stale: boolean
  /** Quantities that were typed and cannot be ordered as they are. */
  unfit: readonly Kept[]
  place: ReturnType<typeof usePlaceOrder>
  onBack: () => void
}) {
  const { t } = useWords()
  const format = useFormats()
  const quotas = review.quotas.toSorted((one, other) => weight(other) - weight(one))
  const [shownQuotas, setShownQuotas] = useState(() => Math.min(firstQuotas, quotas.filter(isNear).length))
  const { orders } = review
  const { pricesVisible } = options
  const { cart } = review
  const blocked = !review.placeable
    ? t('order.new.problemsFirst')
    : unfit.length > 0
      ? t('order.new.unsaved', { count: unfit.length })
      : null
  const words = t('order.new.place', { count: orders.length, amount: format.number(orders.length) })
  const mayPlace = blocked === null && !stale && !place.busy
  const run = () => void place.place(cart.version, cart.total)
  useHotkey(mayPlace ? 'Mod+Enter' : null, words, run)
  return (
    <div className={css.review} aria-busy={stale}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className={css.scroller} tabIndex={0} aria-label={t('order.new.stepReview')}>
        {unfit.length > 0 && <Unfit drafts={unfit} />}
        {review.notes.length > 0 && (
          <ul className={css.notes}>
            {review.notes.map((note) => (
              <ReviewNote key={`${note.severity} ${note.code}`} note={note} />
            ))}
          </ul>
        )}
        <h2 className={css.title}>
          {review.preOrders === null
            ? t('order.new.ordersMade', { count: orders.length, amount: format.number(orders.length) })
            : t('order.new.preOrdersMade', {
                count: review.preOrders,
                amount: format.number(review.preOrders),
              })}
          {cart.orderedQuantity < cart.quantity && (
            <span className={css.entered}>
              {' · '}
              <EnteredAndOrdered cart={cart} />
            </span>
          )}
        </h2>
        <div className={css.columns}>
          <div className={css.main}>
            <ol className={css.orders}>
              {orders.slice(0, shownOrders).map((order) => (
                <li
                  key={[
                    order.type,
                    order.locationId,
                    order.shipmentMethod,
                    order.deliveryDate,
                    order.pointOfSaleName,
                  ].join(' ')}
                  className={css.order}
                >
                  <OrderPart
                    order={order}
                    currency={cart.currency}
                    pricesVisible={pricesVisible}
                    options={options}
                    totalBefore={review.cart.total}
                  />
                </li>
              ))}
            </ol>
            {orders.length > shownOrders && (
              <p className={css.more}>
                {t('order.new.moreOrders', {
                  count: orders.length - shownOrders,
                  amount: format.number(orders.length - shownOrders),
                })}
              </p>
            )}
            <section className={css.lines} aria-label={t('order.new.lines')}>
              <h2 className={css.title}>{t('order.new.lines')}</h2>
              <ReviewLines isOneDelivery={isOneDelivery(review)} />
            </section>
          </div>
          <div className={css.side}>
            <ReviewHead cart={cart} />
            {quotas.length > 0 && (
              <section className={css.quotas} aria-label={t('order.new.quotas')}>
                <h2 className={css.title}>{t('order.new.quotas')}</h2>
                {shownQuotas === 0 ? (
                  <p className="k-quiet">{t('order.new.quotasRoom')}</p>
                ) : (
                  <Quotas quotas={quotas.slice(0, shownQuotas)} currency={cart.currency} />
                )}
                {quotas.length > shownQuotas && (
                  <button
                    type="button"
                    className={css.change}
                    onClick={() => setShownQuotas(shownQuotas + moreQuotas)}
                  >
                    {t('order.new.quotasMore', { count: Math.min(moreQuotas, quotas.length - shownQuotas) })}
                  </button>
                )}
              </section>
            )}
          </div>
        </div>
      </section>
      <footer className={css.bar}>
        <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onBack}>
          {t('order.new.back')}
        </Button>
        <span className={css.barWords}>
          {blocked ??
            t('order.new.sumUp', {
              count: cart.lineCount,
              lines: format.number(cart.lineCount),
              amount: format.number(cart.orderedQuantity),
            })}
        </span>
        <div className={css.barTotals}>
          <Totals cart={cart} pricesVisible={pricesVisible} />
        </div>
        <Button
          className={css.place ?? ''}
          loading={place.busy}
          disabled={blocked !== null || stale}
          onClick={run}
        >
          {words}
        </Button>
      </footer>
    </div>
  )
}

/** Typed and not to be saved: what stands in the way of ordering, and the way to it (D43). */
function Unfit({ drafts }: { drafts: readonly Kept[] }) {
  const { t } = useWords()
  const [, change] = useScreenSearch(newOrderSearch)
  const [first] = drafts
  const goThere = () => {
    if (!first) return
    chooseDelivery(first.delivery)
    change({ step: 'products', product: first.productId })
  }
  return (
    <div className={css.note} data-severity="warning" aria-live="polite">
      <IconAlertTriangle size={16} aria-hidden />
      <span className={css.noteWords}>{t('order.new.unsaved', { count: drafts.length })}</span>
      <Button variant="default" size="xs" onClick={goThere}>
        {t('order.new.goToThem', { count: drafts.length })}
      </Button>
    </div>
  )
}
