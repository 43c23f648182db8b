import { getOrderOptions } from '@kervan/contract/order/order-new'
import { Button, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconMapPinOff, IconPlugX, IconShoppingCart } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ArrivalContext, type Arrival } from './arrival.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { useLeaveGuard } from '../../kit/page/leaveGuard.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useRead } from '../../kit/call/query.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { useScreenSearch } from '../../kit/page/screen.ts'
import {
  offerEmptying,
  SaverProvider,
  useCart,
  useEmptyCart,
  useMakeSaver,
  useSaver,
  useSaverState,
} from './cart.ts'
import { CartPane } from './CartPane.tsx'
import { chooseDelivery, type OrderOptions } from './delivery.ts'
import { ImportStep, TemplateButton } from './ImportStep.tsx'
import { ProductPane } from './ProductPane.tsx'
import { QuantityPane } from './QuantityPane.tsx'
import { QuickEntry } from './QuickEntry.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { SavedState } from './SavedState.tsx'
import { newOrderSearch } from './search.ts'
import { Steps } from './Steps.tsx'
import css from './frame.module.css'

/** A new order in its steps; the cart stands beside them and lives on the server (ORD-001). */
export default function NewOrder() {
  const saver = useMakeSaver()
  return (
    <SaverProvider value={saver}>
      <Screen />
    </SaverProvider>
  )
}

function Screen() {
  const { t } = useWords()
  const [search] = useScreenSearch(newOrderSearch)
  // What has been placed is no step of an order any more.
  const [isPlaced, setPlaced] = useState(false)
  const options = useRead(getOrderOptions, {}, { staleTime: 300_000 })
  const cart = useCart()
  useUnsentGuard()
  useMixedFlows()
  useCustomer(options.data)
  const refused = options.isError && !options.data ? toRefused(options.error) : null
  return (
    <PageFrame
      title={t('screen.newOrder.title')}
      beside={
        !(isPlaced && search.step === 'review') && (
          <Steps step={search.step} product={search.product} filled={(cart.data?.lineCount ?? 0) > 0} />
        )
      }
      actions={
        <>
          <SavedState />
          {search.step === 'import' && <TemplateButton />}
        </>
      }
    >
      {refused ? (
        <EmptyState
          icon={refused.is('NoLocationDefined') || refused.is('CustomerClosed') ? IconMapPinOff : IconPlugX}
          tone="red"
          title={t('order.new.notReady')}
          text={refused.message}
        >
          <Button variant="default" onClick={() => void options.refetch()}>
            {t('kit.action.tryAgain')}
          </Button>
        </EmptyState>
      ) : options.data === undefined ? (
        <div className={css.waiting} aria-busy="true">
          {t('order.new.loading')}
        </div>
      ) : search.step === 'import' ? (
        <ImportStep pricesVisible={options.data.pricesVisible} />
      ) : search.step === 'review' ? (
        <ReviewStep options={options.data} onPlaced={setPlaced} />
      ) : (
        <ProductsStep options={options.data} />
      )}
    </PageFrame>
  )
}

/** Begins for the customer that the address names (the palette leads here), and says so where nothing can be delivered. */
function useCustomer(options: OrderOptions | undefined) {
  const { t } = useWords()
  const [{ customer }, change] = useScreenSearch(newOrderSearch)
  useEffect(() => {
    if (!customer || !options) return
    const place = options.locations.find(({ customerId }) => customerId === customer)
    if (place) chooseDelivery({ locationId: place.id })
    else toast('warning', t('order.new.noPlaceOfCustomer'))
    change({ customer: undefined }, { replace: true })
  }, [customer, options, change, t])
}

/** Three panes; under 1,200 px the cart is a drawer, under 768 px one pane shows at a time. */
function ProductsStep({ options }: { options: OrderOptions }) {
  const { t } = useWords()
  const format = useFormats()
  const [search, change] = useScreenSearch(newOrderSearch)
  const cart = useCart().data
  const saver = useSaver()
  const folded =
    useMediaQuery('(max-width: 1199.98px)', undefined, { getInitialValueInEffect: false }) ?? false
  const narrow =
    useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false }) ?? false
  const pane = search.cart ? 'cart' : search.product ? 'quantities' : 'products'
  const review = () => {
    void saver.flush()
    change({ step: 'review', cart: undefined })
  }
  const [arrival, setArrival] = useState<Arrival>(null)
  const [byCode, setByCode] = useState(false)
  const products = (
    <ProductPane
      options={options}
      cart={cart}
      selected={search.product}
      onKeyboard={(product) => setArrival({ product })}
      {...(narrow && { byCode, onByCode: setByCode })}
    />
  )
  const quantities = (
    <ArrivalContext value={arrival}>
      <QuantityPane
        productId={search.product}
        options={options}
        onBack={() => change({ product: undefined })}
      />
    </ArrivalContext>
  )
  const cartPane = (titleless: boolean) => (
    <CartPane pricesVisible={options.pricesVisible} titleless={titleless} onContinue={review} />
  )
  const count = format.number(cart?.quantity ?? 0)
  if (narrow) {
    return (
      <div className={css.single}>
        <div className={css.only}>
          {pane === 'products' && byCode && (
            <div className={css.quickPlace}>
              <QuickEntry options={options} />
            </div>
          )}
          {pane === 'cart' ? cartPane(false) : pane === 'quantities' ? quantities : products}
        </div>
        <nav className={css.bottomBar} aria-label={t('order.new.panes')}>
          <button
            type="button"
            aria-current={pane === 'products' ? 'true' : undefined}
            onClick={() => change({ product: undefined, cart: undefined })}
          >
            {t('order.new.products')}
          </button>
          <button
            type="button"
            aria-current={pane === 'quantities' ? 'true' : undefined}
            disabled={!search.product}
            onClick={() => change({ cart: undefined })}
          >
            {t('order.new.quantities')}
          </button>
          <button
            type="button"
            aria-current={pane === 'cart' ? 'true' : undefined}
            onClick={() => change({ cart: true })}
          >
            {t('order.new.cart')} <span className={css.badge}>{count}</span>
          </button>
        </nav>
      </div>
    )
  }
  return (
    <div className={css.panes} data-folded={folded || undefined}>
      <div className={css.left}>{products}</div>
      <div className={css.middle}>
        {folded && (
          <div className={css.cartBar}>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconShoppingCart size={16} aria-hidden />}
              onClick={() => change({ cart: true })}
            >
              {t('order.new.cart')} · {count}
            </Button>
          </div>
        )}
        {quantities}
      </div>
      {folded ? (
        <Drawer
          opened={search.cart === true}
          onClose={() => change({ cart: undefined })}
          position="right"
          size={360}
          title={t('order.new.cart')}
          closeButtonProps={{ 'aria-label': t('kit.action.close') }}
          classNames={{ body: css.drawerBody!, content: css.drawer! }}
        >
          {cartPane(true)}
        </Drawer>
      ) : (
        <div className={css.right}>{cartPane(false)}</div>
      )}
    </div>
  )
}

function useUnsentGuard(): void {
  const { t } = useWords()
  const saver = useSaver()
  const { drafts, busy } = useSaverState()
  const unfit = [...drafts.values()].some(({ quantity }) => quantity === null)
  useLeaveGuard(drafts.size > 0 || busy, {
    text: t('order.new.leaveText', { count: drafts.size }),
    // What cannot be ordered as it stands cannot be saved on the way out either.
    ...(unfit ? {} : { save: () => saver.flush() }),
  })
}

/** The answer to "products cannot be ordered together": empty the cart and go on, or take the new quantities back. */
function useMixedFlows(): void {
  const saver = useSaver()
  const queries = useQueryClient()
  const { refused } = useSaverState()
  const empty = useEmptyCart()
  const { run } = empty
  useEffect(() => {
    if (!refused?.is('FlowTypesMixed')) return
    const settle = async () => {
      if (await offerEmptying(refused)) {
        if (await run({})) await saver.flush()
      } else {
        saver.forgetRefused()
        void queries.invalidateQueries({ queryKey: ['OrderNew', 'GetCartQuantities'] })
      }
    }
    void settle()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each refusal
  }, [refused])
}
