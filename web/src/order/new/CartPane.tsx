import { type CartSummary } from '@kervan/contract/order/cart'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import {
  IconArrowRight,
  IconPackageExport,
  IconPlugX,
  IconShoppingCart,
  IconTemplate,
} from '@tabler/icons-react'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { useHotkey } from '../../kit/hotkeys.ts'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { lazy, Suspense, useState } from 'react'
import { createTemplateFromCart } from '@kervan/contract/order/order-templates'
import { useRights } from '../../kit/call/rights.ts'
import { useCart, useEmptyCart, useSaver, useSaverState } from './cart.ts'
import { CartDetails } from './CartDetails.tsx'
import { CartFiles } from './CartFiles.tsx'
import { CartProduct } from './CartProduct.tsx'
import { CartQuotas } from './CartQuotas.tsx'
import css from './cart.module.css'

const SaveAsTemplate = lazy(() =>
  import('../shared/SaveAsTemplate.tsx').then((of) => ({ default: of.SaveAsTemplate })),
)
const shownProducts = 100

/** What has been gathered so far, kept on the server (ORD-005). */
export function CartPane({
  pricesVisible,
  titleless = false,
  onContinue,
}: {
  pricesVisible: boolean
  titleless?: boolean
  onContinue: () => void
}) {
  const { t } = useWords()
  const format = useFormats()
  const asked = useCart()
  const saver = useSaver()
  const empty = useEmptyCart()
  const cart = asked.data
  // What was typed a moment ago is on its way into the cart: the review waits for it.
  const { drafts } = useSaverState()
  const mayContinue = (cart?.lineCount ?? 0) > 0 || drafts.size > 0
  useHotkey(mayContinue ? 'Mod+Enter' : null, t('order.new.continue'), onContinue)
  if (!cart) {
    return (
      <section className={css.pane} aria-label={t('order.new.cart')} aria-busy={asked.isPending}>
        {asked.isError ? (
          <EmptyState
            icon={IconPlugX}
            tone="red"
            title={t('order.new.cartNotLoaded')}
            text={toRefused(asked.error).message}
          >
            <Button variant="default" onClick={() => void asked.refetch()}>
              {t('kit.action.tryAgain')}
            </Button>
          </EmptyState>
        ) : (
          <p className={css.waiting}>{t('order.new.cartLoading')}</p>
        )}
      </section>
    )
  }
  const askToEmpty = async () => {
    const sure = await confirm({
      title: t('order.new.emptyTitle'),
      text: t('order.new.emptyText', { count: cart.lineCount, amount: format.number(cart.lineCount) }),
      action: t('order.new.emptyAction', { count: cart.lineCount, amount: format.number(cart.lineCount) }),
      keep: t('order.new.keepCart'),
      danger: true,
    })
    if (!sure) return
    saver.forgetAll()
    await empty.run({})
  }
  return (
    <section className={css.pane} aria-label={t('order.new.cart')}>
      {!titleless && (
        <div className={css.head}>
          <h2 className={css.title}>{t('order.new.cart')}</h2>
          {cart.productCount > 0 && (
            <span className={css.count}>
              {t('order.new.cartCount', {
                count: cart.productCount,
                products: format.number(cart.productCount),
                amount: format.number(cart.quantity),
              })}
            </span>
          )}
          {cart.productCount > 0 && <KeepAsTemplate />}
        </div>
      )}
      <div className={css.scroller}>
        {cart.products.length === 0 ? (
          <EmptyState
            icon={IconShoppingCart}
            title={t('order.new.cartEmpty')}
            text={t('order.new.cartEmptyText')}
          />
        ) : (
          <ul className={css.products}>
            {cart.products.slice(0, shownProducts).map((product) => (
              <CartProduct key={product.productId} product={product} cart={cart} />
            ))}
          </ul>
        )}
        {cart.products.length > shownProducts && (
          <p className={css.more}>
            {t('order.new.moreInReview', {
              count: cart.products.length - shownProducts,
              amount: format.number(cart.products.length - shownProducts),
            })}
          </p>
        )}
        {cart.pendingQuantity > 0 && (
          <p className={css.pending}>
            <IconPackageExport size={16} aria-hidden />
            {cart.orderedQuantity < cart.quantity ? (
              <EnteredAndOrdered cart={cart} />
            ) : (
              t('order.new.pendingPieces', {
                count: cart.pendingQuantity,
                amount: format.number(cart.pendingQuantity),
              })
            )}
          </p>
        )}
        <CartQuotas cart={cart} />
        <CartDetails cart={cart} />
        <CartFiles cart={cart} />
      </div>
      <div className={css.foot}>
        <Totals cart={cart} pricesVisible={pricesVisible} />
        <div className={css.actions}>
          <Button
            variant="default"
            disabled={cart.lineCount === 0}
            loading={empty.isPending}
            onClick={() => void askToEmpty()}
          >
            {t('order.new.empty')}
          </Button>
          <Button
            className={css.main ?? ''}
            rightSection={<IconArrowRight size={16} aria-hidden />}
            disabled={!mayContinue}
            onClick={onContinue}
          >
            {t('order.new.continue')}
          </Button>
        </div>
      </div>
    </section>
  )
}

/** What is in the cart may be wanted again (ORD-016). */
function KeepAsTemplate() {
  const { t } = useWords()
  const saver = useSaver()
  const [open, setOpen] = useState(false)
  const mayKeep = useRights().has(createTemplateFromCart.permission ?? '')
  if (!mayKeep) return null
  const label = t('order.template.saveAs')
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon
          size="sm"
          variant="subtle"
          aria-label={label}
          onClick={() => void saver.flush().then(() => setOpen(true))}
        >
          <IconTemplate size={16} />
        </ActionIcon>
      </Tooltip>
      {open && (
        <Suspense>
          <SaveAsTemplate onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** What was entered is more than what is ordered: said once, with the same figures in cart, quota and review (ORD-007). */
export function EnteredAndOrdered({ cart }: { cart: CartSummary }) {
  const { t } = useWords()
  const format = useFormats()
  const { quantity, orderedQuantity } = cart
  return (
    <>
      {t('order.new.enteredAndOrdered', {
        count: orderedQuantity,
        entered: format.number(quantity),
        short: format.number(quantity - orderedQuantity),
        ordered: format.number(orderedQuantity),
      })}
    </>
  )
}

export function Totals({
  cart,
  pricesVisible,
}: {
  cart: Pick<
    CartSummary,
    'subtotal' | 'discount' | 'discountPercent' | 'total' | 'currency' | 'orderedQuantity'
  >
  pricesVisible: boolean
}) {
  const { t } = useWords()
  const format = useFormats()
  if (!pricesVisible || cart.total === null) {
    return (
      <dl className={css.totals}>
        <div data-total>
          <dt>{t('order.new.allPieces')}</dt>
          <dd>{format.number(cart.orderedQuantity)}</dd>
        </div>
      </dl>
    )
  }
  const discounted = cart.discount !== null && Number(cart.discount) !== 0
  return (
    <dl className={css.totals}>
      {discounted && (
        <div>
          <dt>{t('order.new.subtotal')}</dt>
          <dd>{format.money(cart.subtotal, cart.currency)}</dd>
        </div>
      )}
      {discounted && (
        <div>
          {/* Customers with different discounts have no percentage together. */}
          <dt>
            {cart.discountPercent === ''
              ? t('order.new.discountPlain')
              : t('order.new.discount', { percent: format.number(cart.discountPercent) })}
          </dt>
          <dd>−{format.money(cart.discount, cart.currency)}</dd>
        </div>
      )}
      <div data-total>
        <dt>{t('order.new.orderTotal')}</dt>
        <dd>{format.money(cart.total, cart.currency)}</dd>
      </div>
    </dl>
  )
}
