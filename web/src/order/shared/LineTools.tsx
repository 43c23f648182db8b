import type { OrderLineView } from '@kervan/contract/order/order-view'
import { ActionIcon, Button, CloseButton, TextInput } from '@mantine/core'
import { IconArrowsHorizontal, IconMaximize, IconPackageOff, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { tPlural } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { isShort, type LineFilter } from './lineFilter.ts'
import css from './lines.module.css'
import type { LineWork } from './useLineWork.ts'

/** How wide the drawer shows an order: beside its list, with every column, or the whole page. */
export type LineView = 'beside' | 'wide' | 'page'
export const viewWidths: Record<LineView, number | string> = { beside: 800, wide: 1120, page: '100%' }

type Props = {
  lines: readonly OrderLineView[]
  shown: readonly OrderLineView[]
  filter: LineFilter
  onFilter: (filter: LineFilter) => void
  work: LineWork
  view: LineView
  onView: (view: LineView) => void
}

/** Above the lines: search, what is short of stock, and room for all columns. */
export function LineTools({ lines, shown, filter, onFilter, work, view, onView }: Props) {
  const { t } = useTranslation()
  const format = useFormats()
  const short = lines.filter(isShort).length
  const isFiltered = shown.length < lines.length
  const seen = new Set(shown)
  const hidden = isFiltered ? work.chosen.filter((line) => !seen.has(line)) : []
  const views = [
    { key: 'wide', icon: IconArrowsHorizontal, label: t('order.detail.wide') },
    { key: 'page', icon: IconMaximize, label: t('order.detail.fullPage') },
  ] as const
  return (
    <search className={css.lineTools}>
      <TextInput
        className={css.lineSearch ?? ''}
        type="search"
        aria-label={t('order.detail.searchLines')}
        placeholder={t('order.detail.searchLines')}
        maxLength={100}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          filter.search === '' ? null : (
            <CloseButton
              size={24}
              aria-label={t('kit.filter.clearSearch')}
              onClick={() => onFilter({ ...filter, search: '' })}
            />
          )
        }
        value={filter.search}
        onChange={(event) => onFilter({ ...filter, search: event.currentTarget.value })}
      />
      {(short > 0 || filter.short) && (
        <Button
          size="xs"
          variant={filter.short ? 'light' : 'default'}
          aria-pressed={filter.short}
          leftSection={<IconPackageOff size={14} stroke={2} aria-hidden />}
          onClick={() => onFilter({ ...filter, short: !filter.short })}
        >
          {t('order.detail.short')} {format.number(short)}
        </Button>
      )}
      {isFiltered && (
        <span className={css.lineCount} aria-live="polite">
          {t('order.detail.shownOf', {
            shown: format.number(shown.length),
            all: format.number(lines.length),
          })}
        </span>
      )}
      {hidden.length > 0 && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() =>
            work.choose(
              hidden.map(({ id }) => id),
              false,
            )
          }
        >
          {tPlural(t, 'order.detail.unselectHidden', hidden.length, format.number(hidden.length))}
        </Button>
      )}
      <span className={css.views}>
        {views.map(({ key, icon: Icon, label }) => (
          <ActionIcon
            key={key}
            size="xs"
            variant={view === key ? 'light' : 'subtle'}
            aria-label={label}
            title={label}
            aria-pressed={view === key}
            onClick={() => onView(view === key ? 'beside' : key)}
          >
            <Icon size={16} />
          </ActionIcon>
        ))}
      </span>
    </search>
  )
}
