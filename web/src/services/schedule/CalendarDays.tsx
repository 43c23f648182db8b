import { updateServiceDate } from '@kervan/contract/services/scheduling'
import { ActionIcon } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../services.module.css'
import { refreshes, type Calendar, type Entry } from './calendar.ts'
import { EntryButton } from './CalendarEntry.tsx'

type Days = { days: readonly string[]; data: Calendar }

/**
 * Weeks as a table of their days; `month` greys the days of others. A date that is not frozen is dragged to another day; the
 * keyboard moves it by the button “Move” beside its facts.
 */
export function Weeks({
  days,
  month,
  data,
  onAdd,
}: Days & { month: string | null; onAdd: (day: string) => void }) {
  const { t } = useWords()
  const format = useFormats()
  const [dragged, setDragged] = useState<Entry | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const move = useCall(updateServiceDate, { refreshes })
  const byDay = Map.groupBy(data.entries, (entry) => entry.day)
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7))
  const weekday = new Intl.DateTimeFormat(format.language, { weekday: 'short', timeZone: 'UTC' })
  const takes = (day: string) => dragged !== null && dragged.day !== day && day > data.today
  const drop = async (day: string) => {
    setOver(null)
    setDragged(null)
    if (dragged === null || !takes(day)) return
    const moved = await move.run({ dateId: dragged.id, version: dragged.version, day })
    if (moved)
      toast('success', t('services.calendar.moved', { name: dragged.strategyName, day: format.date(day) }))
  }
  return (
    <table
      className={month === null ? `${css.month} ${css.week}` : css.month}
      aria-label={t('screen.serviceCalendar.title')}
    >
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
              <td
                key={one}
                className={month === null || one.startsWith(month) ? '' : css.outside}
                data-day={one}
                data-over={(over === one && takes(one)) || undefined}
                onDragOver={(event) => {
                  if (!takes(one)) return
                  event.preventDefault()
                  setOver(one)
                }}
                onDragLeave={() => setOver(null)}
                onDrop={(event) => {
                  event.preventDefault()
                  void drop(one)
                }}
              >
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
                  <EntryButton key={entry.id} entry={entry} data={data} onDrag={setDragged} />
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
            <EntryButton key={entry.id} entry={entry} data={data} />
          ))}
        </li>
      ))}
    </ul>
  )
}
