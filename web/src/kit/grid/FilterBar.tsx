import { keywordMinimum } from '@kervan/contract/kit/page-limits'
import { Button, CloseButton, Popover, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useFormats } from '../values/format.ts'
import { useHotkey } from '../hotkeys.ts'
import { useWords } from '../i18n/words.ts'
import { Kbd } from '../Kbd.tsx'
import { stateLooks } from '../values/states.ts'
import { ColumnFilter } from './ColumnFilter.tsx'
import { FieldList } from './FieldList.tsx'
import { filterWords } from './filterWords.ts'
import css from './bars.module.css'
import type { GridModel } from './useGridModel.ts'

/** Search, the screen's own controls, a chip for every filter, and one way back to all rows. */
export function FilterBar({
  grid,
  children,
  quick,
  quickValues,
  quickCounts,
  searchLabel,
}: {
  grid: GridModel
  children?: ReactNode
  quick?: string | undefined
  quickValues?: readonly string[] | undefined
  quickCounts?: Readonly<Record<string, number>> | undefined
  searchLabel?: string | undefined
}) {
  const { t } = useWords()
  const { filters, search } = grid.query
  const shown = Object.keys(filters).filter((name) => name !== quick)
  const filtered = Object.keys(filters).length > 0 || search !== ''
  return (
    <search className={css.filterBar}>
      {grid.list.search && <SearchField grid={grid} label={searchLabel ?? t('kit.grid.search')} />}
      {children}
      {(grid.list.search || children) && (quick || shown.length > 0) && (
        <span className={css.divider} aria-hidden />
      )}
      {quick && <QuickChips grid={grid} name={quick} values={quickValues} counts={quickCounts} />}
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

const typingMs = 300

export function SearchField({ grid, label }: { grid: GridModel; label: string }) {
  const { t } = useWords()
  const { search } = grid.query
  const [typed, setTyped] = useState(search)
  const [known, setKnown] = useState(search)
  const input = useRef<HTMLInputElement>(null)
  const ask = typed.trim().length >= keywordMinimum ? typed.trim() : ''
  if (known !== search) {
    setKnown(search)
    // One letter asks for nothing and stays all the same: the hand is still typing.
    if (search !== ask) setTyped(search)
  }
  const { change } = grid
  useEffect(() => {
    if (ask === search) return undefined
    const timer = setTimeout(() => change({ search: ask }, { replace: true }), typingMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- waits for the typing hand, whatever else is drawn meanwhile
  }, [ask])
  useHotkey('/', t('kit.keys.search'), () => input.current?.focus())
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
        ) : (
          <Kbd keys="/" />
        )
      }
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && (typed ? setTyped('') : input.current?.blur())}
    />
  )
}

function QuickChips({
  grid,
  name,
  values,
  counts,
}: {
  grid: GridModel
  name: string
  values: readonly string[] | undefined
  counts: Readonly<Record<string, number>> | undefined
}) {
  const { state } = useWords()
  const format = useFormats()
  const column = grid.list.columns[name]
  const on = grid.query.filters[name]?.in ?? []
  const group = column?.words ?? ''
  return (values ?? column?.values ?? []).map((value) => {
    const active = on.includes(value)
    const Icon = stateLooks[group]?.[value]?.icon
    return (
      <button
        key={value}
        type="button"
        className={css.chip}
        aria-pressed={active}
        onClick={() => {
          const next = active ? on.filter((one) => one !== value) : [...on, value]
          grid.filterBy(name, next.length > 0 ? { in: next } : undefined)
        }}
      >
        {Icon && <Icon size={14} stroke={2} aria-hidden />}
        {state(group, value)}
        {counts?.[value] !== undefined && <b>{format.number(counts[value])}</b>}
      </button>
    )
  })
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
function AddFilter({ grid, quick }: { grid: GridModel; quick: string | undefined }) {
  const words = useWords()
  const [opened, setOpened] = useState(false)
  const [adding, setAdding] = useState<string | null>(null)
  const { columns } = grid.list
  const free = grid.layout.order.filter(
    (name) => columns[name]?.filter && !(name in grid.query.filters) && name !== quick,
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
