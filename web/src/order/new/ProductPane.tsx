import { ProductPicture } from '../../company/company.api.ts'
import { type Filters } from '@kervan/contract/kit/page'
import { orderableProducts } from '@kervan/contract/order/order-new'
import { type CartSummary } from '@kervan/contract/order/cart'
import { seasons } from '@kervan/contract/order/seasons'
import { Button } from '@mantine/core'
import { IconBarcode, IconPackageOff, IconPlugX, IconShoppingCart } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { callServer } from '../../kit/call/client.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { useDelivery, type OrderOptions } from './delivery.ts'
import css from './products.module.css'
import { newOrderSearch } from './search.ts'
import { useGo } from './useGo.ts'
import { FilterChips, SearchField, type Requested } from './ProductFilters.tsx'

const pageSize = 50

/** Everything that can be ordered, to be searched and walked through by keyboard (ORD-001). */
export function ProductPane({
  options,
  cart,
  selected,
  onKeyboard,
  byCode,
  onByCode,
}: {
  options: OrderOptions
  cart: CartSummary | undefined
  selected: string | undefined
  /** A product was opened by keyboard. */
  onKeyboard: (productId: string) => void
  /** Whether the line for codes is shown above, where it is shown on request only. */
  byCode?: boolean
  onByCode?: (shown: boolean) => void
}) {
  const { t, state } = useWords()
  const format = useFormats()
  const [search, change] = useScreenSearch(newOrderSearch)
  const [stop, setStop] = useState<string | null>(null)
  const { q = '', category = null, brand = null, season = null, stock = false } = search
  const dialog: Requested = { search: q, category, brand, season, inStock: stock }
  const openDialog = (next: Partial<Requested>) =>
    change(
      {
        q: next.search || undefined,
        category: next.category ?? undefined,
        brand: next.brand ?? undefined,
        season: seasons.find((one) => one === next.season),
        stock: next.inStock || undefined,
      },
      { replace: true },
    )
  const list = useRef<HTMLUListElement>(null)
  const products = useProducts(dialog, useDelivery(options).locationId)
  const rows = products.data?.pages.flatMap((page) => page.rows) ?? []
  const first = products.data?.pages[0]
  const inCart = new Map(cart?.products.map(({ productId, quantity }) => [productId, quantity]))
  const isAsked = Object.values(dialog).some(Boolean)
  useInView(list, selected, rows.length)
  // One tab stop in the list: the row last in focus, else the product on the table, else the first.
  const stopsAt = [stop, selected].find((id) => rows.some((row) => row.id === id)) ?? rows[0]?.id

  const focusRow = (index: number) => {
    const links = list.current?.querySelectorAll<HTMLElement>('a')
    links?.[Math.max(0, Math.min(index, links.length - 1))]?.focus()
  }
  const go = useGo(products.isPending || products.isPlaceholderData ? null : q, (key) => {
    const [row] = rows
    if (key === 'ArrowDown') focusRow(0)
    else if (row) {
      change({ step: 'products', product: row.id })
      onKeyboard(row.id)
    }
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const at = [...(list.current?.querySelectorAll('a') ?? [])].findIndex(
      (link) => link === document.activeElement,
    )
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
    if (next === undefined || at < 0) return
    event.preventDefault()
    focusRow(next)
  }

  return (
    <section className={css.pane} aria-label={t('order.new.products')}>
      <search className={css.search}>
        <SearchField
          value={dialog.search}
          onChange={(search) => openDialog({ ...dialog, search })}
          onGo={go}
        />
        <FilterChips dialog={dialog} options={options} onChange={openDialog}>
          {onByCode && (
            <button
              type="button"
              className={css.chip}
              aria-pressed={byCode}
              onClick={() => onByCode(!byCode)}
            >
              <IconBarcode size={16} aria-hidden /> {t('order.new.quickCode')}
            </button>
          )}
        </FilterChips>
      </search>
      <div className={css.count} aria-live="polite">
        <span>
          {first
            ? first.totalIsExact
              ? t('order.new.productCount', { count: first.total, amount: format.number(first.total) })
              : t('order.new.productCountMore', { amount: format.number(first.total) })
            : ' '}
        </span>
        {isAsked && (
          <button type="button" className={css.clear} onClick={() => openDialog({})}>
            {t('kit.filter.clear')}
          </button>
        )}
      </div>
      <div className={css.scroller} aria-busy={products.isFetching}>
        {products.isPending ? (
          <ListSkeleton />
        ) : products.isError && rows.length === 0 ? (
          <EmptyState
            icon={IconPlugX}
            tone="red"
            title={t('order.new.productsNotLoaded')}
            text={toRefused(products.error).message}
          >
            <Button variant="default" onClick={() => void products.refetch()}>
              {t('kit.action.tryAgain')}
            </Button>
          </EmptyState>
        ) : rows.length === 0 ? (
          <EmptyState
            icon={IconPackageOff}
            title={t(isAsked ? 'order.new.noProductMatches' : 'order.new.noProducts')}
            text={t(isAsked ? 'order.new.noProductMatchesText' : 'order.new.noProductsText')}
          >
            {isAsked && (
              <Button variant="default" onClick={() => openDialog({})}>
                {t('kit.filter.clear')}
              </Button>
            )}
          </EmptyState>
        ) : (
          <>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between the links inside */}
            <ul ref={list} className={css.list} onKeyDown={onKeyDown}>
              {rows.map((row) => (
                <li key={row.id}>
                  <Link
                    to="."
                    search={(before: object) => ({ ...before, step: 'products', product: row.id })}
                    resetScroll={false}
                    preload={false}
                    className={css.product}
                    aria-current={row.id === selected ? 'true' : undefined}
                    tabIndex={row.id === stopsAt ? 0 : -1}
                    onFocus={() => setStop(row.id)}
                    // A click that Enter makes has no count.
                    onClick={({ detail }) => detail === 0 && onKeyboard(row.id)}
                  >
                    <ProductPicture picture={row.picture} />
                    <span className={css.words}>
                      <span className={css.name}>{row.productName}</span>
                      <span className={css.code}>
                        <span className="k-mono">{row.productCode}</span> ·{' '}
                        {t('order.new.variantCount', {
                          count: row.variantCount,
                          amount: format.number(row.variantCount),
                        })}
                        {(row.season === 'Summer' || row.season === 'Winter') &&
                          ` · ${state('season', row.season)}`}
                      </span>
                      <span className={css.code}>
                        {[
                          row.stock > 0 && t('order.new.available', { amount: format.number(row.stock) }),
                          row.listPrice !== null && format.money(row.listPrice, row.currency),
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </span>
                    </span>
                    {(inCart.get(row.id) ?? 0) > 0 ? (
                      <span className={css.inCart}>
                        <IconShoppingCart size={13} stroke={2} aria-hidden />
                        <span className="k-hidden">{t('order.new.inCart')}</span>
                        {format.number(inCart.get(row.id) ?? 0)}
                      </span>
                    ) : row.stock <= 0 ? (
                      <span className={css.noStock}>{t('order.new.noStock')}</span>
                    ) : null}
                  </Link>
                </li>
              ))}
            </ul>
            {products.hasNextPage && (
              <MoreRows
                busy={products.isFetchingNextPage}
                failed={products.isFetchNextPageError}
                onMore={() => void products.fetchNextPage()}
              />
            )}
          </>
        )}
      </div>
    </section>
  )
}

/** The product on the table is in sight when one comes back to the list; afterwards the list scrolls as it is scrolled. */
function useInView(
  list: RefObject<HTMLUListElement | null>,
  selected: string | undefined,
  rows: number,
): void {
  const met = useRef(false)
  useEffect(() => {
    if (met.current || rows === 0) return
    met.current = true
    if (selected) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  }, [list, selected, rows])
}

function useProducts(dialog: Requested, locationId: string | null) {
  const filters: Filters = {
    ...(dialog.category ? { categoryCode: { in: [dialog.category] } } : {}),
    ...(dialog.brand ? { brand: { in: [dialog.brand] } } : {}),
    ...(dialog.season ? { season: { in: [dialog.season] } } : {}),
    ...(dialog.inStock ? { stock: { from: '1' } } : {}),
  }
  const input = { sort: orderableProducts.defaultSort, filters, search: dialog.search, pageSize, locationId }
  return useInfiniteQuery({
    queryKey: ['OrderNew', 'GetProducts', 'inOrder', input] as const,
    queryFn: ({ pageParam, signal }) =>
      callServer(orderableProducts.page, { ...input, pageSize, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.length * pageSize < last.total && last.rows.length === pageSize ? pages.length + 1 : undefined,
    placeholderData: (before) => before,
    staleTime: 60_000,
  })
}

function MoreRows({ busy, failed, onMore }: { busy: boolean; failed: boolean; onMore: () => void }) {
  const { t } = useWords()
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(onMore)
  useEffect(() => {
    latest.current = onMore
  })
  useEffect(() => {
    const watcher = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && !busy && !failed && latest.current(),
      { rootMargin: '400px' },
    )
    if (end.current) watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [busy, failed])
  return (
    <div ref={end} className={css.more}>
      <Button variant="subtle" size="xs" loading={busy} onClick={onMore}>
        {t(failed ? 'kit.action.tryAgain' : 'order.new.moreProducts')}
      </Button>
    </div>
  )
}

function ListSkeleton() {
  return (
    <div className={css.skeleton} aria-hidden>
      {Array.from({ length: 9 }, (_, index) => (
        <div key={index}>
          <i />
          <span />
        </div>
      ))}
    </div>
  )
}
