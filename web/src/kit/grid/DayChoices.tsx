import type { FilterValue } from '@kervan/contract/kit/page'
import { addDays } from '@kervan/contract/kit/days'
import { useWords } from '../i18n/words.ts'
import { today } from '../values/companyDay.ts'
import css from './bars.module.css'

const choices = {
  today: (day: string) => [day, day],
  yesterday: (day: string) => [addDays(day, -1), addDays(day, -1)],
  last7: (day: string) => [addDays(day, -6), day],
  next7: (day: string) => [day, addDays(day, 6)],
  month: (day: string) => [firstOf(day), lastOf(day)],
  lastMonth: (day: string) => {
    const before = addDays(firstOf(day), -1)
    return [firstOf(before), before]
  },
} as const
const names = ['today', 'yesterday', 'last7', 'next7', 'month', 'lastMonth'] as const

/** Days as one speaks of them, by the company's clock: one press, and the filter stands. */
export function DayChoices({ onChoose }: { onChoose: (value: FilterValue) => void }) {
  const { t } = useWords()
  return (
    <div className={css.days}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className={css.chip}
          onClick={() => {
            const [from, to] = choices[name](today())
            onChoose({ from, to })
          }}
        >
          {t(`kit.filter.day.${name}`)}
        </button>
      ))}
    </div>
  )
}

function firstOf(day: string): string {
  return `${day.slice(0, 7)}-01`
}
function lastOf(day: string): string {
  return addDays(firstOf(addDays(firstOf(day), 31)), -1)
}
