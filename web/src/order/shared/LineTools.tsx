import type { LineExportColumn } from '@kervan/contract/order/line-export'
import type { OrderLineView, OrderView } from '@kervan/contract/order/order-view'
import { lineStates } from '@kervan/contract/order/words'
import { ActionIcon, Button, Checkbox, CloseButton, Popover, TextInput } from '@mantine/core'
import {
  IconArrowsHorizontal,
  IconColumns3,
  IconDownload,
  IconGauge,
  IconMaximize,
  IconPackageOff,
  IconSearch,
} from '@tabler/icons-react'
import { useRights } from '../../kit/call/rights.ts'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { isOverQuota, isShort, type LineFilter } from './lineFilter.ts'
import type { LineColumn } from './lineColumns.ts'
import css from './lines.module.css'
import { lineExportOf } from './side.ts'
import { useFile } from './useFile.ts'
import type { LineWork } from './useLineWork.ts'

/** How wide the drawer shows an order: beside its list, with every column, or the whole page. */
export type LineView = 'beside' | 'wide' | 'page'
export const viewWidths: Record<LineView, number | string> = { beside: 800, wide: 1120, page: '100%' }

type Props = {
  order: OrderView
  shown: readonly OrderLineView[]
  columns: readonly LineColumn[]
  /** Every column that may be left out, by name. */
  chooser: readonly { column: LineColumn; label: string; shown: boolean }[]
  onHide: (column: LineColumn) => void
  filter: LineFilter
  onFilter: (filter: LineFilter) => void
  work: LineWork
  view: LineView
  onView: (view: LineView) => void
}

const exported = (column: LineColumn): LineExportColumn[] =>
  column === 'box' ? [] : column === 'code' ? ['code', 'gtin'] : [column]

/** Above the lines: search, chips for what is short and for each state, columns, export, and room for all of them. */
export function LineTools(props: Props) {
  const { order, shown, columns, chooser, onHide, filter, onFilter, work, view, onView } = props
  const { t, state } = useWords()
  const format = useFormats()
  const rights = useRights()
  const file = useFile()
  const { lines } = order
  const counts = new Map(
    lineStates.map((value) => [value, lines.filter((line) => line.state === value).length] as const),
  )
  const states = [...counts].filter(([value, count]) => count > 0 || filter.state === value)
  const excel = lineExportOf(work.side)
  // Beside the list, colour, size and code stand below the name; in the file each has its column.
  const fileColumns = [
    ...new Set(
      columns.flatMap((column) =>
        column === 'product' ? (['product', 'color', 'size', 'code', 'gtin'] as const) : exported(column),
      ),
    ),
  ]
  const short = lines.filter(isShort).length
  const overQuota = lines.filter(isOverQuota).length
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
      {(overQuota > 0 || filter.overQuota) && (
        <Button
          size="xs"
          variant={filter.overQuota ? 'light' : 'default'}
          aria-pressed={filter.overQuota}
          leftSection={<IconGauge size={14} stroke={2} aria-hidden />}
          onClick={() => onFilter({ ...filter, overQuota: !filter.overQuota })}
        >
          {state('quotaResult', 'ExceededQuota')} {format.number(overQuota)}
        </Button>
      )}
      {states.length > 1 &&
        states.map(([value, count]) => (
          <Button
            key={value}
            size="xs"
            variant={filter.state === value ? 'light' : 'default'}
            aria-pressed={filter.state === value}
            onClick={() => onFilter({ ...filter, state: filter.state === value ? null : value })}
          >
            {state('line', value)} {format.number(count)}
          </Button>
        ))}
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
        {rights.has(excel.permission ?? '') && (
          <ActionIcon
            size="xs"
            variant="subtle"
            aria-label={t('order.detail.exportLines')}
            title={t('order.detail.exportLines')}
            loading={file.isSaving}
            disabled={shown.length === 0}
            onClick={() =>
              void file.save(excel, {
                orderCode: order.orderCode,
                columns: fileColumns,
                lineIds: shown.map(({ id }) => id),
              })
            }
          >
            <IconDownload size={16} />
          </ActionIcon>
        )}
        <Popover position="bottom-end" width={240} trapFocus returnFocus>
          <Popover.Target>
            <ActionIcon
              size="xs"
              variant="subtle"
              aria-label={t('kit.grid.columns')}
              title={t('kit.grid.columns')}
            >
              <IconColumns3 size={16} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown p={8} aria-label={t('kit.grid.columns')}>
            {chooser.map(({ column, label, shown: isShown }) => (
              <Checkbox key={column} py={4} label={label} checked={isShown} onChange={() => onHide(column)} />
            ))}
          </Popover.Dropdown>
        </Popover>
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
