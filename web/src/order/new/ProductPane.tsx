import { keywordMinimum, type Filters } from '@kervan/contract/kit/page'
import { orderableProducts, type CartSummary } from '@kervan/contract/order/order-new'
import { seasons } from '@kervan/contract/order/words'
import { ActionIcon, Button, CloseButton, Popover, Select, TextInput, Tooltip } from '@mantine/core'
import { IconFilter, IconPackageOff, IconPlugX, IconSearch, IconShoppingCart } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { callServer } from '../../kit/call/client.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { useHotkey } from '../../kit/hotkeys.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { Kbd } from '../../kit/Kbd.tsx'
import { toRefused } from '../../kit/call/refused.ts'
import type { OrderOptions } from './delivery.ts'
import { ProductPicture } from './ProductPicture.tsx'
import css from './products.module.css'

type Requested = {
  search: string
  category: string | null
  brand: string | null
  season: string | null
  inStock: boolean
}
const nothing: Requested = { search: '', category: null, brand: null, season: null, inStock: false }
const pageSize = 50
const typingMs = 250

/** Everything that can be ordered, to be searched and walked through by keyboard (ORD-001). */
export function ProductPane({
  options,
  cart,
  selected,
}: {
  options: OrderOptions
  cart: CartSummary | undefined
  selected: string | undefined
}) {
  const { t } = useWords()
  const format = useFormats()
  const [dialog, openDialog] = useState(nothing)
  const list = useRef<HTMLUListElement>(null)
  const products = useProducts(dialog)
  const rows = products.data?.pages.flatMap((page) => page.rows) ?? []
  const first = products.data?.pages[0]
  const inCart = new Map(cart?.products.map(({ productId, quantity }) => [productId, quantity]))
  const isAsked = dialog !== nothing && JSON.stringify(dialog) !== JSON.stringify(nothing)

  const focusRow = (index: number) => {
    const links = list.current?.querySelectorAll<HTMLElement>('a')
    links?.[Math.max(0, Math.min(index, links.length - 1))]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = [...(list.current?.querySelectorAll('a') ?? [])].indexOf(
      document.activeElement as HTMLAnchorElement,
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
          onDown={() => focusRow(0)}
        />
        <FilterChips dialog={dialog} options={options} onChange={openDialog} />
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
          <button type="button" className={css.clear} onClick={() => openDialog(nothing)}>
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
              <Button variant="default" onClick={() => openDialog(nothing)}>
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

function useProducts(dialog: Requested) {
  const filters: Filters = {
    ...(dialog.category ? { category: { in: [dialog.category] } } : {}),
    ...(dialog.brand ? { brand: { in: [dialog.brand] } } : {}),
    ...(dialog.season ? { season: { in: [dialog.season] } } : {}),
    ...(dialog.inStock ? { stock: { from: '1' } } : {}),
  }
  const input = { sort: orderableProducts.defaultSort, filters, search: dialog.search, pageSize }
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

function SearchField({
  value,
  onChange,
  onDown,
}: {
  value: string
  onChange: (search: string) => void
  onDown: () => void
}) {
  const { t } = useWords()
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  if (known !== value) {
    setKnown(value)
    if (value !== typed.trim()) setTyped(value)
  }
  const ask = typed.trim().length >= keywordMinimum ? typed.trim() : ''
  useEffect(() => {
    if (ask === value) return undefined
    const timer = setTimeout(() => latest.current(ask), typingMs)
    return () => clearTimeout(timer)
  }, [ask, value])
  useHotkey('/', t('order.new.searchProducts'), () => input.current?.focus())
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={t('order.new.searchProducts')}
      placeholder={t('order.new.searchProducts')}
      maxLength={100}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed === '' ? (
          <Kbd keys="/" />
        ) : (
          <CloseButton size={24} aria-label={t('kit.filter.clearSearch')} onClick={() => setTyped('')} />
        )
      }
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') {
          event.preventDefault()
          onDown()
        }
        if (event.key === 'Escape' && typed !== '') {
          event.stopPropagation()
          setTyped('')
        }
      }}
    />
  )
}

function FilterChips({
  dialog,
  options,
  onChange,
}: {
  dialog: Requested
  options: OrderOptions
  onChange: (dialog: Requested) => void
}) {
  const { t, state, column } = useWords()
  const [opened, setOpened] = useState(false)
  const choices = [
    {
      key: 'category',
      label: column('category'),
      data: options.categories.map((value) => ({ value, label: value })),
    },
    { key: 'brand', label: column('brand'), data: options.brands.map((value) => ({ value, label: value })) },
    {
      key: 'season',
      label: column('season'),
      data: seasons.map((value) => ({ value: value as string, label: state('season', value) })),
    },
  ] as const
  return (
    <div className={css.chips}>
      {choices.map(({ key, data }) => {
        const value = dialog[key]
        if (value === null) return null
        return (
          <button
            key={key}
            type="button"
            className={css.chip}
            data-on
            onClick={() => onChange({ ...dialog, [key]: null })}
            aria-label={t('kit.filter.remove', {
              column: data.find((one) => one.value === value)?.label ?? value,
            })}
          >
            <span className="k-cut">{data.find((one) => one.value === value)?.label ?? value}</span>{' '}
            <span aria-hidden>×</span>
          </button>
        )
      })}
      <button
        type="button"
        className={css.chip}
        aria-pressed={dialog.inStock}
        onClick={() => onChange({ ...dialog, inStock: !dialog.inStock })}
      >
        {t('order.new.inStock')}
      </button>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        trapFocus
        returnFocus
        width={280}
        withinPortal
      >
        <Popover.Target>
          <Tooltip label={t('kit.filter.title')}>
            <ActionIcon
              variant="default"
              size="xs"
              aria-label={t('kit.filter.title')}
              aria-expanded={opened}
              onClick={() => setOpened(!opened)}
            >
              <IconFilter size={16} />
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown className={css.filters}>
          {choices.map(({ key, label, data }) => (
            <Select
              key={key}
              label={label}
              placeholder={t('kit.filter.any')}
              data={data}
              searchable={data.length > 8}
              limit={200}
              clearable
              nothingFoundMessage={t('kit.form.nothingFound')}
              comboboxProps={{ withinPortal: false }}
              value={dialog[key]}
              onChange={(value) => onChange({ ...dialog, [key]: value })}
            />
          ))}
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

/** The next page when the end of the list comes into sight, and by a button for those who walk with keys. */
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
