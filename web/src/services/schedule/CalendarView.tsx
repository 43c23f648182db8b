import { getServiceCalendar } from '@kervan/contract/services/scheduling'
import { addDays, addMonths } from '@kervan/contract/kit/days'
import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../../kit/call/query.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { today } from '../../kit/values/companyDay.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../services.module.css'
import { type Search, daysOf } from './calendar.ts'
import { Agenda, Weeks } from './CalendarDays.tsx'
import { AddService } from './AddService.tsx'

type Props = { search: Search; change: (next: Partial<Search>) => void }

/** Month, week and agenda of service dates: added, cancelled, restored and moved as long as they are not frozen. */
export function CalendarView({ search, change }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const isNarrow = useMediaQuery('(max-width: 48em)')
  const day = search.day ?? today()
  const chosen = search.calendar ?? 'month'
  const view = isNarrow && chosen === 'month' ? 'agenda' : chosen
  const days = daysOf(view, day)
  const asked = useRead(getServiceCalendar, { from: days[0] ?? day, to: days.at(-1) ?? day })
  const [adding, setAdding] = useState<string | null>(null)
  const { data } = asked
  const step = (count: number) =>
    change({ day: view === 'week' ? addDays(day, count * 7) : addMonths(`${day.slice(0, 8)}01`, count) })
  const title =
    view === 'week'
      ? `${format.date(days[0] ?? day)} – ${format.date(days.at(-1) ?? day)}`
      : new Intl.DateTimeFormat(format.language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
          new Date(`${day}T00:00:00Z`),
        )
  return (
    <div>
      <div className={css.bar}>
        <ActionIcon variant="default" aria-label={t('services.calendar.back')} onClick={() => step(-1)}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t('services.calendar.forth')} onClick={() => step(1)}>
          <IconChevronRight size={16} />
        </ActionIcon>
        <Button variant="default" onClick={() => change({ day: undefined })}>
          {t('services.calendar.today')}
        </Button>
        <strong>{title}</strong>
        <SegmentedControl
          aria-label={t('services.calendar.view')}
          value={view}
          data={(isNarrow ? (['week', 'agenda'] as const) : (['month', 'week', 'agenda'] as const)).map(
            (value) => ({
              value,
              label: t(`services.calendar.views.${value}`),
            }),
          )}
          onChange={(next) => change({ calendar: next })}
        />
        {data?.mayAdd && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAdding(day)}
          >
            {t('services.calendar.add')}
          </Button>
        )}
      </div>
      {!data ? (
        <ReadState asked={asked} />
      ) : (
        <>
          <p className="k-quiet">
            {t('services.calendar.summary', {
              open: format.number(data.summary.open),
              closed: format.number(data.summary.closed),
              cancelled: format.number(data.summary.cancelled),
              credit: format.number(data.summary.credit),
            })}{' '}
            {t('services.calendar.tracking.summary', {
              threshold: format.number(data.tracking.retentionThreshold),
              kept: format.number(data.tracking.kept),
              below: format.number(data.tracking.below),
            })}
          </p>
          {view === 'agenda' || isNarrow ? (
            <Agenda days={days} data={data} />
          ) : (
            <Weeks
              days={days}
              month={view === 'month' ? day.slice(0, 7) : null}
              data={data}
              onAdd={setAdding}
            />
          )}
        </>
      )}
      {adding !== null && data && <AddService day={adding} data={data} onClose={() => setAdding(null)} />}
    </div>
  )
}
