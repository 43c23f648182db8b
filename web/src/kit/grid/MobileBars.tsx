import { ActionIcon, Accordion, Button, Drawer, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconFilter } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useFormats } from '../values/format.ts'
import { useWords, type MessageKey } from '../i18n/words.ts'
import type { ViewMode } from '../storage/storage.ts'
import css from './bars.module.css'
import { ColumnFilter } from './ColumnFilter.tsx'
import { SearchField } from './FilterBar.tsx'
import { QuickChips } from './QuickChips.tsx'
import type { Quick } from './useQuick.ts'
import { exportRows } from './exportRows.ts'
import { filterWords } from './filterWords.ts'
import { BulkButton } from './GridToolbar.tsx'
import type { GridAction } from './types.ts'
import type { GridModel } from './useGridModel.ts'
import { groupOf } from './useSummary.ts'

/** Under 768 px: filters in a sheet from below, the order of the rows in a menu. */
export function MobileFilterBar({
  grid,
  children,
  quick,
  searchLabel,
}: {
  grid: GridModel
  children?: ReactNode
  /** With counts: how many rows each chip shows is worth its room. */
  quick: readonly Quick[]
  searchLabel?: string | undefined
}) {
  const words = useWords()
  const { t } = words
  const format = useFormats()
  const [opened, setOpened] = useState(false)
  const { columns } = grid.list
  const count = Object.keys(grid.query.filters).length + (grid.query.search ? 1 : 0)
  const sort = grid.query.sort[0]
  const Arrow = sort?.direction === 'desc' ? IconArrowDown : IconArrowUp
  return (
    <div className={css.filterBar} data-mobile>
      <Button
        variant={count > 0 ? 'light' : 'default'}
        leftSection={<IconFilter size={16} />}
        onClick={() => setOpened(true)}
      >
        {count === 0 ? t('kit.filter.title') : t('kit.filter.sheet', { count, amount: count })}
      </Button>
      {children}
      {quick.map((one) => (
        <QuickChips key={one.name} grid={grid} of={one} />
      ))}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" rightSection={<Arrow size={14} />}>
            {sort ? words.column(sort.column) : t('kit.grid.sort')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
          {grid.layout.order
            .filter((name) => columns[name]?.sort)
            .map((name) => (
              <Menu.Item
                key={name}
                onClick={() => grid.sortBy(name, false)}
                aria-current={name === sort?.column}
              >
                {words.column(name)}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      <Drawer
        opened={opened}
        onClose={() => setOpened(false)}
        position="bottom"
        size="80%"
        title={t('kit.filter.title')}
        closeButtonProps={{ 'aria-label': t('kit.action.close') }}
        radius="lg"
      >
        {grid.list.search && <SearchField grid={grid} label={searchLabel ?? t('kit.grid.search')} />}
        <Accordion chevronPosition="right" mt={12}>
          {grid.layout.order
            .filter((name) => columns[name]?.filter)
            .map((name) => {
              const value = grid.query.filters[name]
              const column = columns[name]
              return (
                column && (
                  <Accordion.Item key={name} value={name}>
                    <Accordion.Control>
                      {words.column(name)} {value && <strong>{filterWords(t, format, column, value)}</strong>}
                    </Accordion.Control>
                    <Accordion.Panel>
                      <ColumnFilter
                        key={JSON.stringify(value)}
                        name={name}
                        column={column}
                        picks={grid.views[name]?.picks}
                        value={value}
                        onApply={(next) => grid.filterBy(name, next)}
                      />
                    </Accordion.Panel>
                  </Accordion.Item>
                )
              )
            })}
        </Accordion>
        <Button
          fullWidth
          mt={16}
          variant="default"
          disabled={count === 0}
          onClick={() => grid.change({ filters: {}, search: '' })}
        >
          {t('kit.filter.clear')}
        </Button>
      </Drawer>
    </div>
  )
}

export function MobileCountBar({
  grid,
  total,
  nouns,
  exportable,
  group,
  setView,
  note,
}: {
  grid: GridModel
  total: string
  nouns: MessageKey
  exportable: boolean
  /** The column by which the list stands in groups now. */
  group: string | null
  setView: (view: ViewMode) => void
  note: ReactNode
}) {
  const { t, column } = useWords()
  const offered = groupOf(grid)
  const named = grid.list.summed?.groups[offered ?? ''] ?? ''
  const format = useFormats()
  const { selected, page } = grid
  if (!grid.chosen.hasBars) {
    return (
      <div className={css.mobileCount}>
        {total}
        {note}
        <span className={css.space} />
        {offered && (
          <button type="button" className={css.link} onClick={() => setView(group ? 'list' : 'groups')}>
            {group ? t('kit.view.list') : t('kit.view.grouped', { column: column(named) })}
          </button>
        )}
        {exportable && page && page.total > 0 && (
          <button type="button" className={css.link} onClick={() => void exportRows(grid, nouns, group)}>
            {t('kit.grid.export')}
          </button>
        )}
      </div>
    )
  }
  return (
    <div className={css.mobileCount}>
      <strong aria-live="polite">
        {t('kit.grid.selected', { count: selected.count, amount: format.number(selected.count) })}
      </strong>
      {page && !selected.isAll && page.total > selected.count && (
        <button type="button" className={css.link} onClick={grid.chosen.chooseAll}>
          {t(page.totalIsExact ? 'kit.grid.selectAllShort' : 'kit.grid.selectAllMore', {
            amount: format.number(page.total),
          })}
        </button>
      )}
      <span className={css.space} />
      <button type="button" className={css.link} onClick={grid.chosen.clear}>
        {t('kit.grid.clearSelection')}
      </button>
      <span className={css.mobileNote}>{note}</span>
    </div>
  )
}

/** What can be done with the selection, under the thumb. */
export function MobileActionBar({ actions }: { actions: readonly GridAction[] }) {
  const { t } = useWords()
  const [main, second, ...others] = [...actions].sort(
    (a, b) =>
      Number(b.tone === 'primary') - Number(a.tone === 'primary') ||
      Number(b.tone === 'danger') - Number(a.tone === 'danger'),
  )
  if (!main) return null
  return (
    <div className={css.actionBar} role="toolbar" aria-label={t('kit.grid.bulkBar')}>
      <BulkButton action={main} grow />
      {second && <BulkButton action={second} />}
      {others.length > 0 && (
        <Menu position="top-end">
          <Menu.Target>
            <ActionIcon variant="default" size="sm" aria-label={t('kit.action.more')}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ key, label, icon: Icon, blocked, run, tone }) => (
              <Menu.Item
                key={key}
                leftSection={Icon && <Icon size={16} />}
                disabled={Boolean(blocked)}
                data-danger={tone === 'danger' || undefined}
                onClick={run}
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}
