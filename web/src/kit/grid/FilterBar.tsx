import { keywordMinimum } from '@kervan/contract/kit/page-limits'
import { Button, CloseButton, Popover, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { useFormats } from '../values/format.ts'
import { useHotkey } from '../hotkeys.ts'
import { useWords } from '../i18n/words.ts'
import { Kbd } from '../Kbd.tsx'
import { ColumnFilter } from './ColumnFilter.tsx'
import { FieldList } from './FieldList.tsx'
import { filterWords } from './filterWords.ts'
import css from './bars.module.css'
import { isInMemory } from './gridState.ts'
import { QuickChips } from './QuickChips.tsx'
import type { Quick } from './useQuick.ts'
import type { GridModel } from './useGridModel.ts'
import { useSearchText } from './useSearchText.ts'

/** Search, the screen's own controls, a chip for every filter, and one way back to all rows. */
export function FilterBar({
  grid,
  children,
  quick,
  searchLabel,
}: {
  grid: GridModel
  children?: ReactNode
  quick: readonly Quick[]
  searchLabel?: string | undefined
}) {
  const { t } = useWords()
  const { filters, search } = grid.query
  const shown = Object.keys(filters).filter((name) => !quick.some((one) => one.name === name))
  const filtered = Object.keys(filters).length > 0 || search !== ''
  return (
    <search className={css.filterBar}>
      {grid.list.search && <SearchField grid={grid} label={searchLabel ?? t('kit.grid.search')} />}
      {children}
      {(grid.list.search || children) && (quick.length > 0 || shown.length > 0) && (
        <span className={css.divider} aria-hidden />
      )}
      {quick.map((one) => (
        <QuickChips key={one.name} grid={grid} of={one} />
      ))}
      {shown.map((name) => (
        <FilterChip key={name} grid={grid} name={name} />
      ))}
      <AddFilter grid={grid} quick={quick} />
      {filtered && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          className={css.clear}
          onClick={() => grid.change({ filters: {}, search: '' })}
        >
          {t('kit.filter.clear')}
        </Button>
      )}
    </search>
  )
}

export function SearchField({ grid, label }: { grid: GridModel; label: string }) {
  const { t } = useWords()
  const input = useRef<HTMLInputElement>(null)
  // Rows that are here need no server to answer.
  const isHere = isInMemory(grid.list)
  const [typed, setTyped] = useSearchText(
    grid.query.search,
    (search) => grid.change({ search }, { replace: true }),
    { isHere },
  )
  // In a drawer keys of the page do not work.
  useHotkey(isHere ? null : '/', t('kit.keys.search'), () => input.current?.focus())
  const short = typed.trim().length > 0 && typed.trim().length < keywordMinimum
  return (
    <TextInput
      ref={input}
      size="sm"
      className={css.search}
      style={{ '--hint': label.length }}
      type="search"
      aria-label={label}
      placeholder={label}
      title={short ? t('kit.filter.tooShort', { count: keywordMinimum }) : label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed ? (
          <CloseButton size={24} aria-label={t('kit.filter.clearSearch')} onClick={() => setTyped('')} />
        ) : isHere ? null : (
          <Kbd keys="/" />
        )
      }
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && (typed ? setTyped('') : input.current?.blur())}
    />
  )
}

function FilterChip({ grid, name }: { grid: GridModel; name: string }) {
  const words = useWords()
  const format = useFormats()
  const [opened, setOpened] = useState(false)
  const column = grid.list.columns[name]
  const value = grid.query.filters[name]
  if (!column || !value) return null
  const label = words.column(name)
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus width={280} position="bottom-start">
      <span className={css.chipGroup}>
        <Popover.Target>
          <button type="button" className={css.chip} data-on onClick={() => setOpened(!opened)}>
            <span>{label}</span> <b>{filterWords(words.t, format, column, value)}</b>
          </button>
        </Popover.Target>
        <CloseButton
          size={24}
          aria-label={words.t('kit.filter.remove', { column: label })}
          onClick={() => grid.filterBy(name, undefined)}
        />
      </span>
      <Popover.Dropdown p={12} aria-label={label}>
        <ColumnFilter
          name={name}
          column={column}
          picks={grid.views[name]?.picks}
          value={value}
          onApply={(next) => {
            setOpened(false)
            grid.filterBy(name, next)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

/** First which column, then what of it: one popover with two steps. */
function AddFilter({ grid, quick }: { grid: GridModel; quick: readonly Quick[] }) {
  const words = useWords()
  const [opened, setOpened] = useState(false)
  const [adding, setAdding] = useState<string | null>(null)
  const { columns } = grid.list
  const free = grid.layout.order.filter(
    (name) =>
      columns[name]?.filter && !(name in grid.query.filters) && !quick.some((one) => one.name === name),
  )
  const column = adding === null ? undefined : columns[adding]
  if (free.length === 0) return null
  const close = () => {
    setOpened(false)
    setAdding(null)
  }
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && close()}
      trapFocus
      returnFocus
      width={280}
      position="bottom-start"
    >
      <Popover.Target>
        <button
          type="button"
          className={css.chip}
          data-add
          onClick={() => (opened ? close() : setOpened(true))}
        >
          <IconPlus size={14} stroke={2} aria-hidden />
          {words.t('kit.filter.add')}
        </button>
      </Popover.Target>
      <Popover.Dropdown
        p={column ? 12 : 4}
        aria-label={adding ? words.column(adding) : words.t('kit.filter.add')}
      >
        {column && adding ? (
          <ColumnFilter
            name={adding}
            column={column}
            picks={grid.views[adding]?.picks}
            value={undefined}
            focuses
            onApply={(next) => {
              close()
              grid.filterBy(adding, next)
            }}
          />
        ) : (
          <FieldList names={free} onChoose={setAdding} />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
