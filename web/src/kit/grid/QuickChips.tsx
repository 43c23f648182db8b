import { useFormats } from '../values/format.ts'
import { useWords } from '../i18n/words.ts'
import { asText } from '../values/asText.ts'
import { stateLooks } from '../values/states.ts'
import css from './bars.module.css'
import type { GridModel, LooseProps } from './useGridModel.ts'

/** A column that is filtered by chips: one for each of its values, or one for a flag. */
export type Quick = {
  name: string
  values: readonly string[]
  counts: Readonly<Record<string, number>> | null
}

const isSet = 'true'

/** Where the rows are in memory a chip says how many it shows; elsewhere the screen may know it. */
export function quickFilters(props: LooseProps): Quick[] {
  const { list, rows, quickFilter = [] } = props
  const names = (typeof quickFilter === 'string' ? [quickFilter] : quickFilter).filter(
    (one) => list.columns[one],
  )
  return names.map((name) => {
    const column = list.columns[name]
    const values = column?.type === 'flag' ? [isSet] : (column?.values ?? [])
    const told = column?.type === 'flag' ? undefined : props.quickValues
    if (!rows) return { name, values: told ?? values, counts: props.quickCounts ?? null }
    const counts: Record<string, number> = Object.fromEntries(values.map((value) => [value, 0]))
    for (const row of rows) {
      const value = asText(row[name])
      if (value in counts) counts[value] = (counts[value] ?? 0) + 1
    }
    return { name, values, counts }
  })
}

export function QuickChips({ grid, of: { name, values, counts } }: { grid: GridModel; of: Quick }) {
  const words = useWords()
  const format = useFormats()
  const column = grid.list.columns[name]
  const isFlag = column?.type === 'flag'
  const filter = grid.query.filters[name]
  const on = isFlag ? (filter?.is === true ? [isSet] : []) : (filter?.in ?? [])
  const group = column?.words ?? ''
  const occurs = (value: string) => on.includes(value) || counts?.[value] !== 0
  // Of rows that are all in one state a chip would say nothing.
  const shown = grid.page?.all ? values.filter(occurs) : values
  if (grid.page?.all && !isFlag && shown.length < 2) return null
  return shown.map((value) => {
    const active = on.includes(value)
    const Icon = isFlag ? grid.views[name]?.icon : stateLooks[group]?.[value]?.icon
    const next = active ? on.filter((one) => one !== value) : [...on, value]
    return (
      <button
        key={value}
        type="button"
        className={css.chip}
        aria-pressed={active}
        onClick={() =>
          grid.filterBy(name, next.length === 0 ? undefined : isFlag ? { is: true } : { in: next })
        }
      >
        {Icon && <Icon size={14} stroke={2} aria-hidden />}
        {isFlag ? words.column(name) : words.state(group, value)}
        {counts?.[value] !== undefined && <b>{format.number(counts[value])}</b>}
      </button>
    )
  })
}
