import { ProductPicture } from '../../company/company.api.ts'
import { getProduct } from '@kervan/contract/order/order-new'
import { getCartQuantities } from '@kervan/contract/order/cart'
import { type Delivery } from '@kervan/contract/order/cart'
import { Alert, Button } from '@mantine/core'
import { IconHandClick, IconPlugX, IconTruckOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useArrival } from './arrival.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { read, useRead } from '../../kit/call/query.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { deliveryKey } from './cartSaver.ts'
import { completeDelivery, useDelivery, type OrderOptions } from './delivery.ts'
import { DeliveryFields } from './DeliveryFields.tsx'
import { matrixOf, type Product } from './matrix.ts'
import { OwnCodes } from './OwnCodes.tsx'
import { cellName } from './quantitySheet.ts'
import { QuickEntry } from './QuickEntry.tsx'
import { QuantityMatrix } from './QuantityMatrix.tsx'
import css from './quantities.module.css'

/** One product on the table: what it is, where it goes, and how many of each variant (ORD-002, ORD-003). */
export function QuantityPane({
  productId,
  options,
  onBack,
}: {
  productId: string | undefined
  options: OrderOptions
  onBack: () => void
}) {
  const { t } = useWords()
  const { locationId } = useDelivery(options)
  const product = useQuery({
    ...read(getProduct, { productId: productId ?? '', locationId }),
    enabled: productId !== undefined,
    // Another delivery location changes what is available, and nothing else.
    placeholderData: (shown) => (shown?.id === productId ? shown : undefined),
  })
  const quick = <QuickEntry options={options} />
  if (productId === undefined) {
    return (
      <section className={css.pane} aria-label={t('order.new.quantities')}>
        {quick}
        <EmptyState
          icon={IconHandClick}
          tone="blue"
          title={t('order.new.chooseProduct')}
          text={t('order.new.chooseProductText')}
        />
      </section>
    )
  }
  if (product.isError && !product.data) {
    const refused = toRefused(product.error)
    return (
      <section className={css.pane} aria-label={t('order.new.quantities')}>
        <EmptyState
          icon={IconPlugX}
          tone="red"
          title={t(refused.is('NotFound') ? 'order.new.productGone' : 'order.new.productNotLoaded')}
          text={refused.message}
        >
          {refused.is('NotFound') ? (
            <Button variant="default" onClick={onBack}>
              {t('order.new.otherProduct')}
            </Button>
          ) : (
            <Button variant="default" onClick={() => void product.refetch()}>
              {t('kit.action.tryAgain')}
            </Button>
          )}
        </EmptyState>
      </section>
    )
  }
  return (
    <section className={css.pane} aria-label={t('order.new.quantities')} aria-busy={product.isPending}>
      {quick}
      {product.data ? (
        <Table key={productId} product={product.data} options={options} />
      ) : (
        <div className={css.waiting}>{t('order.new.productLoading')}</div>
      )}
    </section>
  )
}

function Table({ product, options }: { product: Product; options: OrderOptions }) {
  const { t } = useWords()
  const dialog = useDelivery(options)
  const delivery = completeDelivery(dialog)
  const matrix = useMemo(() => matrixOf(product), [product])
  const blocked = dialog.locationId !== null && product.blockedLocationIds.includes(dialog.locationId)
  const place = options.locations.find(({ id }) => id === dialog.locationId)
  const root = useRef<HTMLDivElement>(null)
  useArrival(root, product.id, '[data-missing] input')
  return (
    <div ref={root}>
      <ProductHead product={product} options={options} />
      <DeliveryFields options={options} dialog={dialog} product={product} />
      {blocked && (
        <Alert
          color="red"
          icon={<IconTruckOff size={18} aria-hidden />}
          className={css.blocked ?? ''}
          role="alert"
        >
          {t('order.new.cannotShip', { product: product.productName, location: place?.name ?? '' })}
        </Alert>
      )}
      {delivery ? (
        <Quantities
          key={deliveryKey(delivery)}
          product={product}
          options={options}
          delivery={delivery}
          matrix={matrix}
          blocked={blocked}
        />
      ) : (
        <p className={css.missing}>
          {t(dialog.locationId ? 'order.new.deliveryMissingShop' : 'order.new.deliveryMissing')}
        </p>
      )}
    </div>
  )
}

function Quantities({
  product,
  options,
  delivery,
  matrix,
  blocked,
}: {
  product: Product
  options: OrderOptions
  delivery: Delivery
  matrix: ReturnType<typeof matrixOf>
  blocked: boolean
}) {
  const { t } = useWords()
  const inCart = useRead(getCartQuantities, { productId: product.id, delivery })
  const quantities = useMemo(
    () => new Map(inCart.data?.quantities.map(({ variantId, quantity }) => [variantId, quantity])),
    [inCart.data],
  )
  const lines = useMemo(
    () =>
      (inCart.data?.quantities ?? []).flatMap(({ variantId, quantity, externalProductCode }) => {
        const variant = product.variants.find((one) => one.variantId === variantId)
        if (!variant) return []
        const name = cellName(variant.color, variant.size, product.productName)
        return { variantId, quantity, name, code: externalProductCode ?? '' }
      }),
    [inCart.data, product],
  )
  if (inCart.isError && !inCart.data) {
    return (
      <EmptyState
        icon={IconPlugX}
        tone="red"
        title={t('order.new.quantitiesNotLoaded')}
        text={toRefused(inCart.error).message}
      >
        <Button variant="default" onClick={() => void inCart.refetch()}>
          {t('kit.action.tryAgain')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <>
      <QuantityMatrix
        product={product}
        matrix={matrix}
        delivery={delivery}
        rounding={options.rounding}
        quantities={quantities}
        blocked={blocked}
        loading={inCart.isPending}
      />
      <OwnCodes lines={lines} delivery={delivery} />
    </>
  )
}

function ProductHead({ product, options }: { product: Product; options: OrderOptions }) {
  const { t, state } = useWords()
  const format = useFormats()
  const stock = product.variants.reduce((sum, { available }) => sum + available, 0)
  const facts: [string, string][] = [
    ...(options.pricesVisible && product.listPrice !== null
      ? [[t('order.new.listPrice'), format.money(product.listPrice, product.currency)] as [string, string]]
      : []),
    [
      t('order.new.pack'),
      t('order.new.pieces', { count: product.packUnit, amount: format.number(product.packUnit) }),
    ],
    [
      t('order.new.bounds'),
      `${format.number(product.minimumQuantity)}–${format.number(product.maximumQuantity)}`,
    ],
    [
      t('order.new.leadTime'),
      t('order.new.days', { count: product.leadTimeDays, amount: format.number(product.leadTimeDays) }),
    ],
    [t('order.new.stock'), format.number(stock)],
  ]
  return (
    <header className={css.head}>
      <ProductPicture picture={product.picture} size={72} />
      <div className={css.headWords}>
        <h2 className={css.name}>{product.productName}</h2>
        <p className={css.about}>
          <span className="k-mono">{product.productCode}</span> ·{' '}
          {[product.category, product.brand, state('season', product.season)].filter(Boolean).join(' · ')}
        </p>
        <dl className={css.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </header>
  )
}
