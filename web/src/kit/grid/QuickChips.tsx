import { useFormats } from '../values/format.ts'
import { useWords } from '../i18n/words.ts'
import { stateLooks } from '../values/states.ts'
import css from './bars.module.css'
import type { GridModel } from './useGridModel.ts'
import { isSet, type Quick } from './useQuick.ts'

/** A chip for each value that a row has, with how many; where one value is all there is, none: it would change nothing. */
export function QuickChips({
  grid,
  of: { name, values, counts, isWaiting },
}: {
  grid: GridModel
  of: Quick
}) {
  const words = useWords()
  const format = useFormats()
  const column = grid.list.columns[name]
  const isFlag = column?.type === 'flag'
  const filter = grid.query.filters[name]
  const on = isFlag ? (filter?.is === true ? [isSet] : []) : (filter?.in ?? [])
  const group = column?.words ?? ''
  const occurs = (value: string) =>
    on.includes(value) || (counts === null ? !isWaiting : (counts[value] ?? 0) > 0)
  const shown = values.filter(occurs)
  if (counts !== null && !isFlag && on.length === 0 && shown.length < 2) return null
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
        {isFlag ? words.column(name) : column?.type === 'text' ? value : words.state(group, value)}
        {counts?.[value] !== undefined && (
          <>
            {' '}
            <b>{format.number(counts[value])}</b>
          </>
        )}
      </button>
    )
  })
}
