import { ActionIcon, Button, Checkbox, Menu, Tooltip } from '@mantine/core'
import {
  IconColumns3,
  IconFileExport,
  IconLayoutGrid,
  IconLayoutList,
  IconList,
  IconListTree,
  IconMenu2,
  IconRefresh,
  type TablerIcon,
} from '@tabler/icons-react'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormats } from '../values/format.ts'
import { tPlural, useWords, type MessageKey, type Translate } from '../i18n/words.ts'
import { Kbd } from '../Kbd.tsx'
import { useDensity } from '../density.ts'
import { viewModes, type ViewMode } from '../storage/storage.ts'
import css from './bars.module.css'
import { ColumnChooser } from './ColumnChooser.tsx'
import { exportRows } from './exportRows.ts'
import { arrangedGrid, TemplateMenu } from './templates.tsx'
import { isInMemory } from './gridState.ts'
import type { GridAction } from './types.ts'
import type { GridModel } from './useGridModel.ts'
import { groupOf } from './useSummary.ts'

type Props = {
  grid: GridModel
  nouns: MessageKey
  view: ViewMode
  setView: (view: ViewMode) => void
  exportable: boolean
  bulk: readonly GridAction[]
  note: React.ReactNode
  /** How many rows there are, in words. */
  total: string
  tools: React.ReactNode
}

/** Above the rows: how many there are and how they are shown; with a selection, what can be done with it. */
export function GridToolbar(props: Props) {
  return props.grid.chosen.hasBars ? <BulkBar {...props} /> : <ViewBar {...props} />
}

function ViewBar({ grid, total, nouns, view, setView, exportable, note, tools }: Props) {
  const { t } = useWords()
  const { page, list } = grid
  return (
    <div className={css.toolbar}>
      {page && (
        <>
          <strong className={css.total}>{total}</strong>
          {!isInMemory(list) && <Refresh asOf={page.asOf} group={list.page.group} />}
        </>
      )}
      {note}
      <span className={css.space} />
      <TemplateMenu of={arrangedGrid(grid)} />
      {exportable && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconFileExport size={16} />}
          disabled={!page || page.total === 0}
          onClick={() => void exportRows(grid, nouns, view === 'groups' ? groupOf(grid) : null)}
        >
          {t('kit.grid.export')}
        </Button>
      )}
      <ViewTools grid={grid} view={view} setView={setView}>
        {tools}
      </ViewTools>
    </div>
  )
}

/** How old the rows are, and the way to newer ones; whatever else the page shows of them is asked anew as well. */
function Refresh({ asOf, group }: { asOf: string; group: string }) {
  const { t } = useWords()
  const format = useFormats()
  const queries = useQueryClient()
  const isBusy = useIsFetching({ queryKey: [group] }) > 0
  return (
    <button
      type="button"
      className={css.updated}
      title={t('kit.grid.refresh', { time: format.dateTimeSeconds(asOf) })}
      aria-busy={isBusy}
      onClick={() => void queries.invalidateQueries({ queryKey: [group] })}
    >
      <IconRefresh size={14} aria-hidden />
      {t('kit.grid.updated', { time: format.time(asOf) })}
    </button>
  )
}

function BulkBar({ grid, nouns, view, setView, bulk, note }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const { selected, page } = grid
  const more = page && !selected.isAll && page.total > selected.count
  return (
    <div className={css.toolbar} data-bulk role="toolbar" aria-label={t('kit.grid.bulkBar')}>
      <Checkbox
        checked={grid.chosen.pageChosen === 'all'}
        indeterminate={grid.chosen.pageChosen === 'some'}
        onChange={grid.chosen.togglePage}
        aria-label={grid.chosen.pageLabel}
      />
      <strong className={css.total} aria-live="polite">
        {selected.countIsExact
          ? t('kit.grid.selected', { count: selected.count, amount: format.number(selected.count) })
          : t('kit.grid.selectedMore', { amount: format.number(selected.count) })}
      </strong>
      {note}
      {more && (
        <button type="button" className={css.link} onClick={grid.chosen.chooseAll}>
          {t(page.totalIsExact ? 'kit.grid.selectAll' : 'kit.grid.selectAllMore', {
            amount: format.number(page.total),
          })}
        </button>
      )}
      <span className={css.divider} aria-hidden />
      <span className={css.bulkActions}>
        {bulk.map((action) => (
          <BulkButton key={action.key} action={action} />
        ))}
      </span>
      <span className={css.space} />
      <button type="button" className={css.link} onClick={grid.chosen.clear}>
        {t('kit.grid.clearSelection')} <Kbd keys="Esc" />
      </button>
      <ViewTools grid={grid} view={view} setView={setView} />
      <span className="k-hidden">{tPlural(t, nouns, selected.count, format.number(selected.count))}</span>
    </div>
  )
}

export function BulkButton({
  action: { label, icon: Icon, tone = 'default', blocked, run },
  grow,
}: {
  action: GridAction
  grow?: boolean
}) {
  const button = (
    <Button
      size="xs"
      variant={tone === 'primary' ? 'filled' : 'default'}
      className={tone === 'danger' ? css.danger! : ''}
      leftSection={Icon && <Icon size={16} />}
      data-disabled={Boolean(blocked)}
      aria-disabled={Boolean(blocked)}
      fullWidth={grow ?? false}
      onClick={() => !blocked && run()}
    >
      {label}
    </Button>
  )
  return blocked ? <Tooltip label={blocked}>{button}</Tooltip> : button
}

const viewIcons: Record<ViewMode, TablerIcon> = {
  list: IconList,
  card: IconLayoutGrid,
  detail: IconLayoutList,
  groups: IconListTree,
}

function ViewTools({
  grid,
  view,
  setView,
  children,
}: {
  grid: GridModel
  view: ViewMode
  setView: (view: ViewMode) => void
  children?: React.ReactNode
}) {
  const { t, column } = useWords()
  const group = groupOf(grid)
  const named = grid.list.summed?.groups[group ?? ''] ?? ''
  const [choosing, setChoosing] = useState(false)
  const { density, setDensity } = useDensity()
  const ViewIcon = viewIcons[view]
  return (
    <span className={css.tools}>
      <ColumnChooser grid={grid} opened={choosing} onClose={() => setChoosing(false)}>
        <ActionIcon
          size="xs"
          aria-label={t('kit.grid.columns')}
          title={t('kit.grid.columns')}
          onClick={() => setChoosing(!choosing)}
        >
          <IconColumns3 size={18} />
        </ActionIcon>
      </ColumnChooser>
      <Tooltip label={t(density === 'compact' ? 'kit.density.comfortable' : 'kit.density.compact')}>
        <ActionIcon
          size="xs"
          aria-label={t('kit.density.title')}
          aria-pressed={density === 'compact'}
          onClick={() => setDensity(density === 'compact' ? 'comfortable' : 'compact')}
        >
          <IconMenu2 size={18} />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size="xs" aria-label={t('kit.view.title')} title={t('kit.view.title')}>
            <ViewIcon size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {viewModes
            .filter((mode) => mode !== 'groups' || group)
            .map((mode) => {
              const Icon = viewIcons[mode]
              return (
                <Menu.Item
                  key={mode}
                  leftSection={<Icon size={16} />}
                  aria-current={mode === view}
                  onClick={() => setView(mode)}
                >
                  {mode === 'groups' ? t('kit.view.grouped', { column: column(named) }) : t(viewWords[mode])}
                </Menu.Item>
              )
            })}
        </Menu.Dropdown>
      </Menu>
      {children}
    </span>
  )
}

const viewWords = { list: 'kit.view.list', card: 'kit.view.card', detail: 'kit.view.detail' } as const

export function totalWords(
  page: { total: number; totalIsExact: boolean; next?: string | null },
  nouns: MessageKey,
  t: Translate,
  number: (value: number) => string,
): string {
  if (page.next) return t('kit.grid.firstOfMore', { what: tPlural(t, nouns, page.total, number(page.total)) })
  return tPlural(t, nouns, page.total, amountWords(page, t, number))
}

/** How many there are without saying of what. */
function amountWords(
  page: { total: number; totalIsExact: boolean },
  t: Translate,
  number: (value: number) => string,
): string {
  return page.totalIsExact ? number(page.total) : t('kit.grid.moreThan', { amount: number(page.total) })
}
