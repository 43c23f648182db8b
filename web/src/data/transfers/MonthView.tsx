import { getDataTransferMonth, transferStates } from '@kervan/contract/data/data-transfers'
import { addDays, addMonths, startOfWeek } from '@kervan/contract/kit/days'
import type { OutputOf } from '@kervan/contract/kit/call'
import { Popover, UnstyledButton } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../kit/call/query.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { FactList } from '../../kit/record/RecordParts.tsx'
import { companyDay, today } from '../../kit/values/companyDay.ts'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { stateLooks } from '../../kit/values/states.ts'
import { addressOf, hasArrived } from './address.ts'
import css from './calendar.module.css'

type Entry = OutputOf<typeof getDataTransferMonth>['entries'][number]

/** The month in weeks, Monday first; on a telephone the days that have something, one below the other. */
export function MonthView({ month }: { month: string }) {
  const { t } = useWords()
  const format = useFormats()
  const asked = useRead(getDataTransferMonth, { month })
  if (!asked.data) return <ReadState asked={asked} />
  const { entries, plannedUntil } = asked.data
  if (entries.length === 0)
    return (
      <EmptyState
        icon={IconCalendarEvent}
        title={t('dataManagement.transfer.empty')}
        text={t('dataManagement.transfer.emptyText', { date: format.date(plannedUntil.slice(0, 10)) })}
      />
    )
  const byDay = Map.groupBy(entries, ({ dueAt }) => companyDay(new Date(dueAt)))
  const weeks = weeksOf(month)
  const amount = (state: Entry['transferState']) =>
    format.number(entries.filter(({ transferState }) => transferState === state).length)
  const [due, received, late, faulty] = transferStates.map(amount)
  return (
    <>
      <p className="k-quiet">{t('dataManagement.transfer.summary', { due, received, late, faulty })}</p>
      <table className={css.calendar} aria-label={t('kind.dataTransferCalendar.many')}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col">
                {weekday(format.language, day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={days[0]}>
              {days.map((day) => (
                <Day key={day} day={day} isOutside={!day.startsWith(month)} entries={byDay.get(day) ?? []} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The weeks that a month touches, each from Monday to Sunday. */
function weeksOf(month: string): string[][] {
  const weeks: string[][] = []
  const end = addMonths(`${month}-01`, 1)
  for (let monday = startOfWeek(`${month}-01`); monday < end; monday = addDays(monday, 7))
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((count) => addDays(monday, count)))
  return weeks
}

const weekday = (language: string, day: string) =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

const shownInDay = 4

function Day({ day, isOutside, entries }: { day: string; isOutside: boolean; entries: readonly Entry[] }) {
  const { t } = useWords()
  const format = useFormats()
  if (isOutside) return <td className={css.outside} aria-hidden />
  const rest = entries.length - shownInDay
  return (
    <td data-empty={entries.length === 0 || undefined}>
      <time className={css.day} dateTime={day} data-today={day === today() || undefined}>
        <span className={css.number}>{Number(day.slice(8))}</span>
        <span className={css.date}>
          {weekday(format.language, day)} {format.date(day)}
        </span>
      </time>
      {entries.length > 0 && (
        <ul className={css.entries}>
          {entries.slice(0, rest === 1 ? undefined : shownInDay).map((entry) => (
            <li key={entry.id}>
              <EntryButton entry={entry} />
            </li>
          ))}
        </ul>
      )}
      {rest > 1 && (
        <Popover withinPortal trapFocus returnFocus>
          <Popover.Target>
            <UnstyledButton className={css.more}>
              {t('dataManagement.transfer.more', { count: rest })}
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown p={12}>
            <ul className={css.entries}>
              {entries.slice(shownInDay).map((entry) => (
                <li key={entry.id}>
                  <EntryButton entry={entry} />
                </li>
              ))}
            </ul>
          </Popover.Dropdown>
        </Popover>
      )}
    </td>
  )
}

/** One due date; pressed it says more and leads to what came in. */
function EntryButton({ entry }: { entry: Entry }) {
  const { t, column, state } = useWords()
  const format = useFormats()
  const look = stateLooks['transferState']?.[entry.transferState]
  const Icon = look?.icon
  return (
    <Popover withinPortal trapFocus returnFocus width={320}>
      <Popover.Target>
        <UnstyledButton className={css.entry} data-tone={look?.tone}>
          {Icon && <Icon size={13} stroke={2} aria-hidden />}
          <span className={css.time}>{format.time(entry.dueAt)}</span>
          <span className={css.name}>{entry.transferName}</span>
          <span className="k-hidden"> ({state('transferState', entry.transferState)})</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={12} aria-label={entry.transferName}>
        <p className={css.title}>{entry.transferName}</p>
        <FactList
          className={css.facts}
          facts={[
            [
              column('transferState'),
              <StateBadge key="state" group="transferState" value={entry.transferState} />,
            ],
            [column('dataKind'), state('recordType', entry.dataKind)],
            [column('dueAt'), format.dateTime(entry.dueAt)],
            [column('receivedAt'), entry.receivedAt && format.dateTime(entry.receivedAt)],
          ]}
        />
        {hasArrived(entry) && <Link {...addressOf(entry)}>{t('dataManagement.transfer.openLog')}</Link>}
      </Popover.Dropdown>
    </Popover>
  )
}
