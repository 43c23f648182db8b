import { ActionIcon } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../services.module.css'
import type { Calendar } from './calendar.ts'
import { EntryButton } from './CalendarEntry.tsx'

type Days = { days: readonly string[]; data: Calendar }

/** A month as a table of its days. */
export function Month({ days, day, data, onAdd }: Days & { day: string; onAdd: (day: string) => void }) {
  const { t } = useWords()
  const format = useFormats()
  const byDay = Map.groupBy(data.entries, (entry) => entry.day)
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7))
  const weekday = new Intl.DateTimeFormat(format.language, { weekday: 'short', timeZone: 'UTC' })
  return (
    <table className={css.month} aria-label={t('screen.serviceCalendar.title')}>
      <thead>
        <tr>
          {weeks[0]?.map((one) => (
            <th key={one} scope="col">
              {weekday.format(new Date(`${one}T00:00:00Z`))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((one) => (
              <td key={one} className={one.slice(0, 7) === day.slice(0, 7) ? '' : css.outside}>
                <div className={css.dayHead}>
                  <time dateTime={one} className={one === data.today ? css.today : ''}>
                    {Number(one.slice(8))}
                  </time>
                  {data.mayAdd && one > data.today && (
                    <ActionIcon
                      variant="subtle"
                      size="xs"
                      aria-label={t('services.calendar.addOn', { day: format.date(one) })}
                      onClick={() => onAdd(one)}
                    >
                      <IconPlus size={12} />
                    </ActionIcon>
                  )}
                </div>
                {(byDay.get(one) ?? []).map((entry) => (
                  <EntryButton key={entry.id} entry={entry} />
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The days that have services, one below the other. */
export function Agenda({ days, data }: Days) {
  const { t } = useWords()
  const format = useFormats()
  const byDay = Map.groupBy(data.entries, (entry) => entry.day)
  const filled = days.filter((day) => byDay.has(day))
  if (filled.length === 0) return <p className="k-quiet">{t('services.calendar.none')}</p>
  return (
    <ul className={css.agenda}>
      {filled.map((day) => (
        <li key={day}>
          <h3>{format.date(day)}</h3>
          {(byDay.get(day) ?? []).map((entry) => (
            <EntryButton key={entry.id} entry={entry} />
          ))}
        </li>
      ))}
    </ul>
  )
}
